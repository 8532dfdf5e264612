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
func (h *Handlers) rows(ctx context.Context, root string) (list []row, err error) {
	keys, err := h.ListValues(ctx, studentsOf(root))
	if err != nil {
		return nil, err
	}
	for _, name := range keys {
		_, student := studentIn(name)
		r, sequence, err := h.student(ctx, root, student)
		if errors.Is(err, errNotEntered) || err == nil && r.id != student {
			continue // the assignment is being deleted, or the student is merged with another one
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

func sortRows(list []row) { slices.SortFunc(list, inOrder) }

// inOrder compares two students by when they entered.
func inOrder(a, b row) int {
	return cmp.Or(cmp.Compare(a.Entered, b.Entered), cmp.Compare(a.student, b.student))
}

// Results answers GET /api/v1/assignments/{assignment}/results with the key.
func (h *Handlers) Results(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(a *assignment) error {
		list, err := h.results(r.Context(), a)
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

// results returns the records of all students for a large answer, judged by what is right now.
func (h *Handlers) results(ctx context.Context, a *assignment) ([]row, error) {
	list, err := h.rows(ctx, a.root)
	if err == nil {
		err = app.StreamAnswer(ctx, recordBytes(list))
	}
	if err != nil {
		return nil, err
	}
	return h.allJudged(h.WithTurn(ctx), a, list)
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
		Log   []logged    `json:"log,omitempty"`
	}{a.settings(a.Title), a.askedItems(), a.Log}
	b = append(app.AppendMembers(b, head), `,"students":[`...)
	marks := a.marks(list)
	for i, r := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = app.AppendJSON(b, a.resultsOf(&r, marks[i]))
		if part != nil {
			b = part.Full(b)
		}
	}
	return append(b, ']')
}

// askedItems returns the items with what is right.
func (a *assignment) askedItems() []askedItem {
	list := []askedItem{}
	for k, place := range a.items() {
		p := &a.Parts[place]
		one := askedItem{Item: k, Part: place + 1, Kind: p.kind(), Title: p.Title, Text: a.textOf(k), Points: a.worth(k), Counts: !a.Omitted[k]}
		if p.isScene() {
			one.Correct, one.Why = p.Right.Answer, p.Why
		}
		list = append(list, one)
	}
	return list
}

type askedItem struct {
	Item    int             `json:"item"`
	Part    int             `json:"part"` // from 1
	Kind    string          `json:"kind"`
	Title   string          `json:"title,omitempty"`
	Text    string          `json:"text"`
	Correct json.RawMessage `json:"correct"` // null: there is none
	Why     string          `json:"why,omitempty"`
	Points  float64         `json:"points"` // at most
	Counts  bool            `json:"counts"`
}

type studentResults struct {
	Name     string       `json:"name"`
	Number   string       `json:"number"`
	Student  string       `json:"student"`
	Finished bool         `json:"finished"`
	Damaged  bool         `json:"damaged,omitempty"`
	Mark     string       `json:"mark,omitempty"`
	Note     string       `json:"note,omitempty"`
	Closes   *int64       `json:"closes,omitempty"` // an extension
	Points   float64      `json:"points"`
	Of       float64      `json:"of"`
	Late     bool         `json:"late"`
	At       *int64       `json:"at"` // of the last answer, in ms; null: none, or not known
	Items    []itemResult `json:"items"`
}

type itemResult struct {
	State   string          `json:"state"`
	Tries   int             `json:"tries"`
	Seconds int             `json:"seconds"`
	Answer  json.RawMessage `json:"answer"` // null: none yet; of a program: the id of the run
	Words   string          `json:"words"`
	Points  float64         `json:"points"`
	Of      float64         `json:"of"`
	Late    bool            `json:"late"`
	At      *int64          `json:"at"`
}

// resultsOf returns the results of a student, with a remark on how they came about.
func (a *assignment) resultsOf(r *row, mark string) studentResults {
	s := a.score(r.record)
	one := studentResults{Name: r.Name, Number: r.Number, Student: string(r.student), Finished: r.Finished, Damaged: r.lost, Mark: mark, Note: r.Note,
		Closes: r.Closes, Points: s.Points, Of: s.Of, Late: s.Late, At: known(s.At), Items: []itemResult{}}
	for k := range a.items() {
		one.Items = append(one.Items, a.resultOf(r, k))
	}
	return one
}

// resultOf returns the result of a student for an item.
func (a *assignment) resultOf(r *row, k int) itemResult {
	if r.lost {
		return itemResult{State: stateDamaged, Of: a.worth(k)}
	}
	one := itemResult{State: stateOpen, Points: a.earned(r.record, k), Of: a.worth(k)}
	item := r.Items[k]
	if g := item.counts(a.Feedback); g != nil {
		one.State, one.Tries, one.Seconds, one.Answer, one.Words = g.State, item.Tries, item.Seconds, g.Answer, g.Words
		one.Late, one.At = a.isLate(r.record, g.At), known(g.At)
	}
	return one
}

// known returns a time that is known; nil: it is not.
func known(at int64) *int64 {
	if at == 0 {
		return nil
	}
	return &at
}

var errNotWatched = problem.Refused("assignment", "to watch the results, send key, or assignment if the browser has the cookie of /results/KEY")
