package assign

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"

	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/store/key"
)

// A row has the results of one student.
type row struct {
	student  key.ID
	sequence uint64
	*record
}

// rows reads the records of all students of an assignment, in the order in which they entered.
func (h *Handlers) rows(ctx context.Context, id key.ID) (list []row, err error) {
	keys, err := h.ListValues(ctx, studentsOf(id))
	if err != nil {
		return nil, err
	}
	for _, name := range keys {
		_, student := idsIn(name)
		r, sequence, err := h.student(ctx, id, student)
		if errors.Is(err, errNotEntered) {
			continue // the assignment is being deleted
		}
		if damaged(err) {
			one := &record{Name: h.Store.NoteOf(ctx, name), Entered: math.MaxInt64, lost: true}
			list = append(list, row{student, 0, one})
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, row{student, sequence, r})
	}
	sortRows(list)
	return list, nil
}

// marks returns, for the students of an assignment whose right answers come at the end, a remark on each who
// finished while another student from the same browser or address was still at work: a second record can be
// a way to see the answers first. Students can share an address, so the remark says how many do.
func (a *assignment) marks(list []row) []string {
	marks := make([]string, len(list))
	if a.Feedback != atEnd {
		return marks
	}
	for i := range list {
		one := &list[i]
		if one.lost || !one.Finished {
			continue
		}
		for _, by := range []struct {
			what string
			tag  func(r *record) string
		}{
			{"browser", func(r *record) string { return r.Browser }},
			{"address", func(r *record) string { return r.Address }},
		} {
			tag, students, later := by.tag(one.record), 0, -1
			for k := range list {
				other := &list[k]
				if tag == "" || other.lost || by.tag(other.record) != tag {
					continue
				}
				students++
				if k != i && later < 0 && (!other.Finished || other.Ended > one.Ended || other.Ended == one.Ended && k > i) {
					later = k
				}
			}
			if later >= 0 {
				marks[i] = fmt.Sprintf("finished before %s, from the same %s (%d students)", whose(later, &list[later]), by.what, students)
				break
			}
		}
	}
	return marks
}

func sortRows(list []row) {
	slices.SortFunc(list, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.Entered, b.Entered), cmp.Compare(a.student, b.student))
	})
}

// Results answers GET /api/v1/assignments/{assignment}/results with the key.
func (h *Handlers) Results(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(a *assignment) error {
		list, err := h.rows(r.Context(), a.id)
		if err == nil {
			err = app.StreamAnswer(r.Context(), recordBytes(list))
		}
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/json")
		app.WriteParts(r.Context(), w, func(b []byte, part trees.Part) []byte {
			return append(a.appendResults(append(b, '{'), list, part), "}\n"...)
		})
		return nil
	})
}

// recordBytes estimates the memory of records.
func recordBytes(list []row) (bytes int64) {
	const student, item = 300, 400
	for _, r := range list {
		bytes += student
		for _, i := range r.Items {
			bytes += item
			for _, g := range []*given{i.First, i.Last} {
				if g != nil {
					bytes += int64(len(g.Answer) + len(g.Why) + len(g.Result))
				}
			}
		}
	}
	return bytes
}

// appendResults appends the results, as members of an object. part may be nil.
func (a *assignment) appendResults(b []byte, list []row, part trees.Part) []byte {
	head := struct {
		settings
		Items []askedItem `json:"items"`
	}{a.settings(a.Title), []askedItem{}}
	places := a.items()
	for k, i := range places {
		p := &a.Parts[i]
		one := askedItem{Item: k, Part: i + 1, Kind: p.kind(), Text: p.Text}
		if !p.isExercise() {
			one.Correct = p.Right.Answer
		}
		head.Items = append(head.Items, one)
	}
	b = append(app.AppendMembers(b, head), `,"students":[`...)
	marks := a.marks(list)
	for i, r := range list {
		if i > 0 {
			b = append(b, ',')
		}
		one := studentResults{Name: r.Name, Student: string(r.student), Finished: r.Finished, Damaged: r.lost, Mark: marks[i], Items: []itemResult{}}
		for k := range places {
			one.Items = append(one.Items, r.result(k, a.Feedback))
		}
		b = app.AppendJSON(b, one)
		if part != nil {
			b = part.Full(b)
		}
	}
	return append(b, ']')
}

type askedItem struct {
	Item    int             `json:"item"`
	Part    int             `json:"part"` // from 1
	Kind    string          `json:"kind"`
	Text    string          `json:"text"`
	Correct json.RawMessage `json:"correct"` // null: there is none
}

type studentResults struct {
	Name     string       `json:"name"`
	Student  string       `json:"student"`
	Finished bool         `json:"finished"`
	Damaged  bool         `json:"damaged,omitempty"`
	Mark     string       `json:"mark,omitempty"`
	Items    []itemResult `json:"items"`
}

type itemResult struct {
	State   string          `json:"state"`
	Tries   int             `json:"tries"`
	Seconds int             `json:"seconds"`
	Answer  json.RawMessage `json:"answer"` // null: none yet
	Words   string          `json:"words"`
}

// result returns the result of a student for an item.
func (r *row) result(k int, feedback string) itemResult {
	if r.lost {
		return itemResult{State: stateDamaged}
	}
	item := r.Items[k]
	g := item.counts(feedback)
	if g == nil {
		return itemResult{State: stateOpen}
	}
	return itemResult{g.State, item.Tries, item.Seconds, g.Answer, g.Words}
}

// csvColumns are the columns of the table of results, which has a line for each student and item.
var csvColumns = []string{"name", "student", "item", "kind", "question", "state", "tries", "seconds", "answer", "mark"}

// ResultsCSV answers GET /api/v1/assignments/{assignment}/results.csv with the key.
func (h *Handlers) ResultsCSV(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(a *assignment) error {
		list, err := h.rows(r.Context(), a.id)
		if err == nil {
			err = app.StreamAnswer(r.Context(), recordBytes(list))
		}
		if err != nil {
			return err
		}
		out := app.NewCSV(w, "results-"+string(a.id), csvColumns)
		places, marks := a.items(), a.marks(list)
		for i, one := range list {
			for k, place := range places {
				p := &a.Parts[place]
				state, tries, seconds, words := stateOpen, 0, 0, ""
				if one.lost {
					state, words = stateDamaged, damagedText
				} else if g := one.Items[k].counts(a.Feedback); g != nil {
					state, tries, seconds, words = g.State, one.Items[k].Tries, one.Items[k].Seconds, g.Words
				}
				out.Write([]string{app.PlainCell(one.Name), strconv.Itoa(i + 1), strconv.Itoa(k + 1), p.kind(), app.PlainCell(p.Text), state, strconv.Itoa(tries), strconv.Itoa(seconds), app.PlainCell(words), app.PlainCell(marks[i])})
			}
		}
		out.Flush()
		return nil
	})
}

var errNotWatched = problem.Refused("assignment", "to watch the results, send key, or assignment if the browser has the cookie of /results/KEY")
