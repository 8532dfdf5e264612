package classroom

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"espalier/search/algorithms"
	"espalier/search/question"
	"espalier/web/classroom/entry"
	"espalier/web/judge"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store"
)

// An askedQuestion is a question as it is stored, with its answers.
type askedQuestion struct {
	shownQuestion
	Shown   json.RawMessage `json:"run"` // the run that the room showed
	Correct judge.Right     `json:"correct"`

	number  int
	form    question.Form
	right   question.Answer // nil: there is none
	answers answers
	from    entry.Shares // of MaxAnswered, since the room was read
}

// readQuestion reads a presenter's question about the current show. nil: the current question is
// to be removed.
func (h *Handlers) readQuestion(ctx context.Context, raw []byte, r *room) (*askedQuestion, error) {
	if raw == nil {
		return nil, problem.Refused("question", "the question is missing; send null to remove the current one")
	}
	if problem.TypeOf(raw) == "null" {
		return nil, nil
	}
	v := r.snapshot()
	info, err := h.runOf(ctx, v.Show.Run, r)
	if err != nil {
		return nil, err
	}
	return h.readQuestionOn(ctx, raw, info, &v.Show)
}

// readQuestionOn reads a question about a shown run.
func (h *Handlers) readQuestionOn(ctx context.Context, raw []byte, info *roomRun, s *show) (*askedQuestion, error) {
	read, err := judge.Read(raw, info.asked, func(text []byte) (int, error) {
		steps, err := info.stepsOf(ctx)
		if err != nil {
			return 0, err
		}
		if text == nil {
			return steps.At(s.Step, s.Play, h.now().UnixMilli()), nil
		}
		return readStep(text, "question.step", steps)
	})
	if err != nil {
		return nil, err
	}
	right, err := h.judge().Right(run.Unguarded(ctx), &read.Question, info.asked) // of what the room shows
	if err != nil {
		return nil, err
	}
	q := &askedQuestion{Shown: s.Run, Correct: judge.Stored(right), from: entry.Shares{}, right: right.Answer, form: read.Form(info.asked)}
	q.State, q.Kind, q.Text, q.Step, q.Settled, q.Choices = stateOpen, read.Kind.ID, read.Text, read.Step, right.Settled, read.Choices
	if read.Node >= 0 {
		q.Node = &read.Node
	}
	if read.Kind.Has(question.FieldValue) {
		q.Value = info.asked.Tree.AppendValueJSON(nil, &read.Value)
	}
	if read.Other != nil {
		q.Other = read.Other.ID
	}
	if read.Kind.Shape == question.IndexShape { // those that follow from the run are written for followers
		q.Choices = judge.ChoicesInWords(&read.Question, info.asked)
	}
	if right.Results == nil && right.At < 0 && right.Answer != nil {
		q.Correct.Why = judge.Reason(&read.Question, info.asked, &right)
	}
	return q, nil
}

// question returns the question as it is judged, without the value of its leaf.
func (q *askedQuestion) question() *question.Question {
	asked := &question.Question{Kind: kindOf(q.Kind), Step: q.Step, Node: -1, Choices: q.Choices}
	if q.Node != nil {
		asked.Node = *q.Node
	}
	asked.Other, _ = algorithms.Find(q.Other)
	return asked
}

// know sets how answers are read and judged. info is the run of the question; nil: it is no longer
// known.
func (q *askedQuestion) know(info *roomRun) error {
	asked := q.question()
	q.form = asked.FormWithoutRun()
	var err error
	if q.right, err = q.Correct.Read(&q.form); err == nil && info != nil {
		q.form = asked.Form(info.asked)
	}
	return err
}

// kindOf returns the kind of a stored question. A newer server of the cluster may have more kinds.
// This one handles them like pick, whose answers are not judged.
func kindOf(id string) *question.Kind {
	if k := question.Find(id); k != nil {
		return k
	}
	return question.Pick
}

// runOf returns a run that the room shows or has shown.
func (h *Handlers) runOf(ctx context.Context, text json.RawMessage, r *room) (*roomRun, error) {
	body, _, err := run.ReadStored(text)
	if err != nil {
		return nil, err
	}
	return h.readRun(ctx, &body, r)
}

// keep stores a question under the next free number, and makes it known here.
func (r *room) keep(ctx context.Context, q *askedQuestion, after int) error {
	for n := after + 1; ; n++ {
		if n > MaxQuestions {
			return problem.OverLimit("question", "this room has had %d questions, the limit", MaxQuestions)
		}
		q.ID, q.number = QuestionID(n), n
		data, err := json.Marshal(q)
		if err != nil {
			return err
		}
		_, err = r.h.CreateValue(ctx, QuestionKey(r.code, n), data, "")
		if errors.Is(err, store.ErrKeyExists) {
			there, _, readErr := r.h.ReadValue(ctx, QuestionKey(r.code, n))
			if readErr != nil {
				return readErr
			}
			if !bytes.Equal(there, data) {
				continue
			}
			err = nil // it was stored by an earlier try whose answer was lost
		}
		if err == nil {
			r.remember(q)
		}
		return err
	}
}

// remember makes a question known here.
func (r *room) remember(q *askedQuestion) *askedQuestion {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.questions) <= q.number {
		r.questions = append(r.questions, nil)
	}
	if known := r.questions[q.number]; known != nil {
		return known
	}
	r.questions[q.number] = q
	return q
}

// question returns a question by its number.
func (r *room) question(ctx context.Context, n int) (*askedQuestion, error) {
	r.mu.Lock()
	if n < len(r.questions) && r.questions[n] != nil {
		defer r.mu.Unlock()
		return r.questions[n], nil
	}
	r.mu.Unlock()
	data, _, err := r.h.ReadValue(ctx, QuestionKey(r.code, n))
	if err != nil {
		return nil, err
	}
	q := &askedQuestion{number: n, from: entry.Shares{}}
	if err := json.Unmarshal(data, q); err != nil {
		return nil, err
	}
	info, err := r.h.runOf(ctx, q.Shown, r)
	if err != nil {
		info = nil // its saved tree was deleted, or its typed tree is no longer stored
	}
	if err := q.know(info); err != nil {
		return nil, err
	}
	return r.remember(q), nil
}

// readQuestions reads the questions up to a number, and the answers.
func (r *room) readQuestions(ctx context.Context, keys []string, last int) error {
	for _, name := range keys {
		if n, ok := NumberIn(name, r.code, "q"); ok && n <= last {
			if _, err := r.question(ctx, n); damaged(err) {
				r.lose(ctx, name, n)
			} else if err != nil {
				return err
			}
		}
	}
	return r.readBatches(ctx, keys)
}
