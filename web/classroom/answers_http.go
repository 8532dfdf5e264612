package classroom

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"espalier/search/engine"
	"espalier/search/question"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/draw"
	"espalier/web/judge"
	"espalier/web/problem"
	"espalier/web/store"
)

// asked returns the questions of the room in order, with all stored answers.
func (r *room) asked(ctx context.Context) ([]*askedQuestion, error) {
	if err := r.readLost(ctx); err != nil {
		return nil, err
	}
	if err := r.readAnswers(ctx); err != nil {
		return nil, err
	}
	last := r.snapshot().Asked
	var list []*askedQuestion
	for n := 1; n <= last; n++ {
		q, err := r.question(ctx, n)
		if damaged(err) {
			r.lose(ctx, QuestionKey(r.code, n), n)
			continue
		}
		if errors.Is(err, store.ErrNoKey) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, q)
	}
	return list, nil
}

// judge judges an answer; nil: an answer that can no longer be read.
func (q *askedQuestion) judge(given question.Answer) question.Judgement {
	return question.Judge(q.right, given)
}

// Answers answers GET /api/v1/rooms/{room}/answers: a table for the presenter.
func (h *Handlers) Answers(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(room *room) error {
		list, err := room.asked(r.Context())
		if err != nil {
			return err
		}
		lost := room.lostParts() // after what was read
		shown := make([]*trees.Tree, len(list))
		for i, q := range list {
			if info, err := h.runOf(r.Context(), q.Shown, room); err == nil { // otherwise the tree is no longer known
				shown[i] = info.Tree
			}
		}
		if err := app.StreamAnswer(r.Context(), 0); err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/json")
		app.WriteParts(r.Context(), w, func(b []byte, part trees.Part) []byte {
			b = append(b, `{"questions":[`...)
			for i, q := range list {
				if i > 0 {
					b = append(b, ',')
				}
				b = part.Full(app.AppendJSON(b, room.table(q, shown[i])))
			}
			b = append(b, ']')
			if len(lost) > 0 {
				b = app.AppendMembers(append(b, ','), lostAnswer{lostPartsAnswer(lost)})
			}
			return append(b, "}\n"...)
		})
		return nil
	})
}

// A table has the answers to a question.
type table struct {
	questionHead
	Show    json.RawMessage `json:"show"`
	Answers int             `json:"answers"`
	Counts  []judgedCount   `json:"counts"`
	Nodes   problem.Object  `json:"nodes"` // the counts by node
	Names   problem.Object  `json:"names"` // of the nodes
	Correct json.RawMessage `json:"correct"`
}

type judgedCount struct {
	answerCount
	Right *bool `json:"right"` // null: it is not known
}

// table returns the answers to a question. The lock is not held while they are written, which can take long.
func (r *room) table(q *askedQuestion, shown *trees.Tree) *table {
	r.mu.Lock()
	defer r.mu.Unlock()
	return q.table(shown)
}

// table returns the answers to a question about a tree; nil: the tree is implicit or unknown.
// The caller holds mu of the room.
func (q *askedQuestion) table(shown *trees.Tree) *table {
	t := q.answers.tally(1<<30, 1<<30)
	a := &table{q.head(), q.Shown, t.Answers, []judgedCount{}, byNode(t.Nodes), namesOf(shown, q.Node, t.Nodes), q.Correct.Answer}
	for _, c := range t.Counts {
		a.Counts = append(a.Counts, judgedCount{c, rightIn(q.judge(c.read))})
	}
	return a
}

// rightIn returns whether a judgement is that the answer is right; nil: it is not known.
func rightIn(j question.Judgement) *bool {
	if !j.Known {
		return nil
	}
	return &j.Right
}

// csvColumns are the columns of the table of answers, which has a line for each answer.
var csvColumns = []string{"question", "kind", "node", "step", "text", "follower", "answer", "right"}

// AnswersCSV answers GET /api/v1/rooms/{room}/answers.csv, also of a room that has ended (past.go). A follower is a
// number, which is the same in all lines.
func (h *Handlers) AnswersCSV(w http.ResponseWriter, r *http.Request) error {
	q, err := problem.CheckKnown(r, "for")
	if err != nil {
		return err
	}
	long := q.Get("for") == longTable
	if q.Has("for") && !long {
		return &problem.QueryError{Name: "for", Message: fmt.Sprintf("%.40q is not %s; leave for out for a line with the ids of each answer", q.Get("for"), longTable)}
	}
	err = h.withKey(r, func(room *room) error {
		t, err := room.answersTable(r.Context())
		if err != nil {
			return err
		}
		if err := app.StreamAnswer(r.Context(), 0); err != nil {
			return err
		}
		app.NameCSV(w, answersName(room.code))
		if long {
			t.writeLong(w, true)
		} else {
			t.write(w)
		}
		return nil
	})
	if errors.Is(err, errNoRoom) {
		return h.servePast(w, r, long)
	}
	return err
}

// An answersTable is the table of answers before it is written.
type answersTable struct {
	room *room
	list []*askedQuestion
	lost []lostPart
	runs []*roomRun // of the questions; nil: it is no longer known
}

// answersTable reads the answers.
func (r *room) answersTable(ctx context.Context) (*answersTable, error) {
	if err := r.readNewPeople(ctx); err != nil { // the table has their names
		return nil, err
	}
	list, err := r.asked(ctx)
	t := &answersTable{r, list, r.lostParts(), make([]*roomRun, len(list))} // what is lost is known after what was read
	for i, q := range list {
		if info, err := r.h.runOf(ctx, q.Shown, r); err == nil {
			t.runs[i] = info
		}
	}
	return t, err
}

// write writes the table. It returns how many followers have answered.
func (t *answersTable) write(w io.Writer) (followers int) {
	out := app.BeginCSV(w)
	out.Write(csvColumns)
	numbers := map[entry.FollowerID]int{}
	for _, q := range t.list {
		out.WriteAll(t.room.lines(q, numbers))
	}
	for _, p := range t.lost {
		out.WriteAll(p.lines(numbers))
	}
	out.Flush()
	return len(numbers)
}

// longTable is the form with questions and answers in words, as that of assignments.
const longTable = "long"

// writeLong writes the long table: a line for each student and question that they have answered. Without names the
// students have numbers alone, which are those of write.
func (t *answersTable) writeLong(w io.Writer, names bool) {
	out := app.BeginCSV(w)
	judge.WriteLongHead(out)
	numbers := map[entry.FollowerID]int{}
	for i, q := range t.list {
		for _, line := range t.longLines(q, t.runs[i], numbers, names) {
			line.Write(out)
		}
	}
	for _, p := range t.lost {
		for _, cells := range p.lines(numbers) {
			student, _ := strconv.Atoi(cells[5])
			line := judge.LongLine{Student: student, Item: p.question, Text: lostText, State: "damaged"}
			line.Write(out)
		}
	}
	out.Flush()
}

func (t *answersTable) longLines(q *askedQuestion, info *roomRun, numbers map[entry.FollowerID]int, names bool) (lines []judge.LongLine) {
	of, on := q.question(), &question.Run{}
	if info != nil {
		on = info.asked
		if v, err := problem.ReadVector(q.Value, "value", on.Tree); q.Value != nil && err == nil {
			of.Value = v
		}
	}
	text := q.Text
	if text == "" {
		text = judge.Fill(judge.PhraseOf(of.Kind).Asked, of, on, "")
	}
	t.room.mu.Lock()
	defer t.room.mu.Unlock()
	q.answers.each(func(id entry.FollowerID, d *distinct) {
		if numbers[id] == 0 {
			numbers[id] = len(numbers) + 1
		}
		line := judge.LongLine{Student: numbers[id], Item: q.number, Kind: q.Kind, Text: text, State: "answered", Answer: d.text}
		if names {
			line.Name = t.room.nameOf(id)
		}
		if i, ok := d.answer.(question.Index); ok && int(i) < len(q.Choices) {
			line.Answer = q.Choices[i] // as the class has seen it
		} else if d.answer != nil {
			line.Answer = judge.InWords(of, on, d.answer)
		}
		if j := q.judge(d.answer); j.Known {
			line.State = judge.StateOf(j, d.answer)
		}
		lines = append(lines, line)
	})
	return lines
}

// lines returns the lines of a question. The lock is not held while they are written, which can take
// long.
func (r *room) lines(q *askedQuestion, numbers map[entry.FollowerID]int) [][]string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return q.lines(numbers)
}

// lines returns the lines of a question and numbers new followers. The caller holds mu of the room.
func (q *askedQuestion) lines(numbers map[entry.FollowerID]int) (lines [][]string) {
	node := ""
	if q.Node != nil {
		node = strconv.Itoa(*q.Node)
	}
	q.answers.each(func(id entry.FollowerID, d *distinct) {
		if numbers[id] == 0 {
			numbers[id] = len(numbers) + 1
		}
		right := ""
		if j := q.judge(d.answer); j.Known {
			right = strconv.FormatBool(j.Right)
		}
		lines = append(lines, []string{q.ID, q.Kind, node, strconv.Itoa(q.Step), app.PlainCell(q.Text), strconv.Itoa(numbers[id]), d.text, right})
	})
	return lines
}

// wallBytes bounds an answer with hand-ins. The client requests the next ones with after.
const wallBytes = 8 << 20

// pageOf returns the requested hand-ins: at most most of them, after the one in after. The hand-ins
// of a class of 500 can have 2.4 MB.
func pageOf(numbers []int, q url.Values) ([]int, error) {
	if q.Has("after") {
		last, ok := ReadNumber("h", q.Get("after"))
		if !ok {
			return nil, &problem.QueryError{Name: "after", Message: "this is not the id of a hand-in, such as h24"}
		}
		from, found := slices.BinarySearch(numbers, last)
		if found {
			from++
		}
		numbers = numbers[from:]
	}
	if q.Has("most") {
		most, err := strconv.Atoi(q.Get("most"))
		if err != nil || most < 1 {
			return nil, &problem.QueryError{Name: "most", Message: "this is not a whole number of at least 1"}
		}
		numbers = numbers[:min(most, len(numbers))]
	}
	return numbers, nil
}

// A handAnswer is a hand-in with its picture. One that is lost has its name alone.
type handAnswer struct {
	ID      string `json:"id"`
	Damaged bool   `json:"damaged,omitempty"`
	Nick    string `json:"nick"`
	Text    string `json:"text"`
	SVG     string `json:"svg"`
}

// Wall answers GET /api/v1/rooms/{room}/wall: the hand-ins with small pictures. The header Hand-Ins
// has the number of all. Beyond wallBytes, as beyond most, they are left to the next request.
// Reading and drawing take turns with the searches of others.
func (h *Handlers) Wall(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(room *room) error {
		numbers, err := room.handNumbers(r.Context())
		if err != nil {
			return err
		}
		w.Header().Set("Hand-Ins", strconv.Itoa(len(numbers)))
		if numbers, err = pageOf(numbers, r.URL.Query()); err != nil {
			return err
		}
		anonymous := room.snapshot().Anonymous
		give, err := engine.TakeTurn(r.Context())
		if err != nil {
			return err
		}
		defer give()
		b := []byte{'['}
		add := func(one handAnswer) {
			if len(b) > 1 {
				b = append(b, ',')
			}
			b = app.AppendJSON(b, one)
		}
		for _, n := range numbers {
			if err := engine.PassTurn(r.Context()); err != nil {
				return err
			}
			var in handIn
			var err error
			trees.Blocked(r.Context(), func() { in, err = room.readHandIn(r.Context(), n) })
			if errors.Is(err, store.ErrNoKey) {
				continue
			}
			if damaged(err) {
				if !anonymous {
					in.Nick = h.Store.NoteOf(r.Context(), HandInKey(room.code, n))
				}
				add(handAnswer{ID: handID(n), Damaged: true, Nick: in.Nick})
				continue
			}
			if err != nil {
				return err
			}
			t, err := trees.ReadText(in.Text)
			if err != nil {
				continue // cannot happen: it was checked when it arrived
			}
			if anonymous {
				in.Nick = ""
			}
			add(handAnswer{ID: handID(n), Nick: in.Nick, Text: in.Text, SVG: string(draw.SmallPicture(t, trace.NewFold(t, nil)))})
			if len(b) > wallBytes {
				break
			}
			if trees.Blocked(r.Context(), func() { err = app.ReserveAnswer(r.Context(), int64(cap(b))) }); err != nil {
				return err
			}
		}
		app.WriteJSON(w, append(b, "]\n"...))
		return nil
	})
}
