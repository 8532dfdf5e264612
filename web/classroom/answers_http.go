package classroom

import (
	"context"
	"errors"
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
				b = part.Full(room.appendTable(b, q, shown[i]))
			}
			return append(appendLost(append(b, ']'), lost), "}\n"...)
		})
		return nil
	})
}

// appendTable appends the answers to a question. The lock is not held while a part is written, which
// can take long.
func (r *room) appendTable(b []byte, q *askedQuestion, shown *trees.Tree) []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return q.appendTable(b, shown)
}

// appendTable appends the answers to a question about a tree; nil: the tree is implicit or unknown.
// The caller holds mu of the room.
func (q *askedQuestion) appendTable(b []byte, shown *trees.Tree) []byte {
	b = trees.AppendQuoted(append(b, `{"id":`...), q.ID)
	b = trees.AppendQuoted(append(b, `,"kind":`...), q.Kind)
	b = appendOptional(append(b, `,"node":`...), q.Node)
	b = trees.AppendQuoted(append(b, `,"text":`...), q.Text)
	if q.Value != nil {
		b = append(append(b, `,"value":`...), q.Value...)
	}
	if q.Choices != nil {
		b = trees.AppendStrings(append(b, `,"choices":`...), q.Choices)
	}
	b = trees.AppendNumberKey(b, "step", q.Step)
	b = append(append(b, `,"show":`...), q.Shown...)
	t := q.answers.tally(1<<30, 1<<30)
	b = trees.AppendNumberKey(b, "answers", t.Answers)
	b = append(b, `,"counts":[`...)
	for i, c := range t.Counts {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, `{"answer":`...), c.Answer...)
		b = trees.AppendNumberKey(b, "count", c.Count)
		b = append(b, `,"right":`...)
		if j := q.judge(c.read); j.Known {
			b = strconv.AppendBool(b, j.Right)
		} else {
			b = append(b, "null"...)
		}
		b = append(b, '}')
	}
	b = append(b, `],"nodes":{`...)
	for i, n := range t.Nodes {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(strconv.AppendInt(append(b, '"'), int64(n.Node), 10), `":`...)
		b = strconv.AppendInt(b, int64(n.Count), 10)
	}
	b = appendNames(append(b, `},"names":`...), shown, q.Node, t.Nodes)
	return append(append(append(b, `,"correct":`...), q.Correct.Answer...), '}')
}

// csvColumns are the columns of the table of answers, which has a line for each answer.
var csvColumns = []string{"question", "kind", "node", "step", "text", "follower", "answer", "right"}

// AnswersCSV answers GET /api/v1/rooms/{room}/answers.csv. A follower is a number, which is the same
// in all lines.
func (h *Handlers) AnswersCSV(w http.ResponseWriter, r *http.Request) error {
	return h.withKey(r, func(room *room) error {
		list, err := room.asked(r.Context())
		if err != nil {
			return err
		}
		lost := room.lostParts() // after what was read
		if err := app.StreamAnswer(r.Context(), 0); err != nil {
			return err
		}
		out := app.NewCSV(w, "answers-"+string(room.code), csvColumns)
		numbers := map[entry.FollowerID]int{}
		for _, q := range list {
			out.WriteAll(room.lines(q, numbers))
		}
		for _, p := range lost {
			out.WriteAll(p.lines(numbers))
		}
		out.Flush()
		return nil
	})
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
				if len(b) > 1 {
					b = append(b, ',')
				}
				b = append(strconv.AppendInt(append(b, `{"id":"h`...), int64(n), 10), `","damaged":true`...)
				b = append(trees.AppendQuoted(append(b, `,"nick":`...), in.Nick), `,"text":"","svg":""}`...)
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
			if len(b) > 1 {
				b = append(b, ',')
			}
			b = append(b, `{"id":"h`...)
			b = strconv.AppendInt(b, int64(n), 10)
			b = trees.AppendQuoted(append(b, `","nick":`...), in.Nick)
			b = trees.AppendQuoted(append(b, `,"text":`...), in.Text)
			b = trees.AppendQuoted(append(b, `,"svg":`...), draw.SmallPicture(t, trace.NewFold(t, nil)))
			b = append(b, '}')
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
