package classroom

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
	"espalier/web/classroom/entry"
	"espalier/web/classroom/runs"
	"espalier/web/nats"
	"espalier/web/problem"
	"espalier/web/run"
)

// An askedQuestion is a question as it is stored, with its answers.
type askedQuestion struct {
	question
	Shown   json.RawMessage `json:"run"` // what the room showed
	Correct runs.Correct    `json:"correct"`

	number  int
	shape   runs.Shape
	answers runs.Answers
	from    entry.Shares // of MaxAnswered, since the room was read
}

// readQuestion reads what a presenter asks about what is shown. nil: the question is
// to be taken away.
func (h *Handlers) readQuestion(ctx context.Context, raw []byte, r *room) (*askedQuestion, error) {
	if raw == nil {
		return nil, problem.Refused("question", "the question is missing; null takes the present one away")
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

// readQuestionOn reads a question about a run that is shown.
func (h *Handlers) readQuestionOn(ctx context.Context, raw []byte, info *shownRun, s *show) (*askedQuestion, error) {
	members, err := problem.SplitObject(raw, "question")
	if err != nil {
		return nil, err
	}
	given := map[string][]byte{}
	known := []string{"kind", "node", "text", "step", "value", "choices", "correct"}
	for _, m := range members {
		if !slices.Contains(known, m.Key) {
			return nil, problem.UnknownKey("question", m.Key, known)
		}
		if !m.Absent() {
			given[m.Key] = m.Raw
		}
	}
	steps, err := h.searcher().Steps(ctx, info.Run)
	if err != nil {
		return nil, err
	}
	q := &askedQuestion{Shown: s.Run, from: entry.Shares{}}
	q.State = stateOpen
	q.Step = steps.At(s.Step, s.Play, h.now().UnixMilli())
	if text, ok := given["step"]; ok {
		if q.Step, err = runs.ReadStep(text, "question.step", steps); err != nil {
			return nil, err
		}
	}
	if q.Kind, err = problem.ReadString(orEmpty(given["kind"]), "question.kind"); err != nil {
		return nil, err
	}
	if !slices.Contains(runs.Kinds, q.Kind) {
		return nil, problem.Refused("question.kind", "there is no question of kind %.40q; there are %s", q.Kind, strings.Join(runs.Kinds, ", "))
	}
	if text, ok := given["text"]; ok {
		if q.Text, err = readShortText(text, "question.text", MaxText); err != nil {
			return nil, err
		}
	}
	if err := q.readFields(given, info); err != nil {
		return nil, err
	}
	base := q.base(info)
	base.Correct = given["correct"]
	if q.Correct, err = h.searcher().Correct(ctx, &base, info.Run); err != nil {
		return nil, err
	}
	if base.Node >= 0 {
		q.Node = &base.Node
	}
	q.shape = runs.ShapeOf(&base, info.Run)
	return q, nil
}

// base returns the question as it is asked about the run.
func (q *askedQuestion) base(info *shownRun) runs.Question {
	base := runs.Question{Kind: q.Kind, Step: q.Step, Node: -1, Choices: len(q.Choices)}
	if q.Node != nil {
		base.Node = *q.Node
	}
	if q.Value != nil && info.Tree != nil {
		base.Value, _ = problem.ReadVector(q.Value, "question.value", info.Tree) // it was read before
	}
	return base
}

func orEmpty(raw []byte) []byte {
	if raw == nil {
		return []byte(`""`)
	}
	return raw
}

func readShortText(raw []byte, path string, most int) (string, error) {
	text, err := problem.ReadString(raw, path)
	if err == nil && len(text) > most {
		err = overLimit(path, "the text has %d bytes; %d is the most", len(text), most)
	}
	return text, err
}

// fieldsOf are the fields that each kind has besides text and step.
var fieldsOf = map[string][]string{
	runs.Cut: {"node"}, runs.Value: {"node"}, runs.Terms: {"node"}, runs.Root: {"node", "value"}, runs.Pick: {"node"}, runs.Choice: {"node", "choices", "correct"},
}

func (q *askedQuestion) readFields(given map[string][]byte, info *shownRun) error {
	for _, name := range []string{"node", "value", "choices", "correct"} {
		if given[name] != nil && !slices.Contains(fieldsOf[q.Kind], name) {
			return problem.Refused("question."+name, "a question of kind %s has no %s", q.Kind, name)
		}
	}
	if raw := given["node"]; raw != nil {
		n, err := problem.ReadWhole(raw, "question.node", 0, info.Nodes()-1)
		if err != nil {
			return err
		}
		q.Node = &n
	}
	tree := info.Tree
	switch q.Kind {
	case runs.Cut, runs.Value, runs.Root:
		if q.Node == nil {
			return problem.Refused("question.node", "the node is missing that the question is about")
		}
	case runs.Choice:
		return q.readChoices(given["choices"])
	}
	switch {
	case q.Kind == runs.Cut && tree != nil && tree.IsLeaf(*q.Node):
		return problem.Refused("question.node", "node %d is a leaf; only children are cut", *q.Node)
	case q.Kind == runs.Root && tree == nil:
		return problem.Refused("question.kind", "an implicit tree has no leaves to set")
	case q.Kind == runs.Root && given["value"] == nil:
		return problem.Refused("question.value", "the value is missing that the leaf would have")
	case q.Kind == runs.Root:
		v, err := problem.ReadVector(given["value"], "question.value", tree)
		if err != nil {
			return err
		}
		if _, err := tree.WithValues(map[int]trees.Vector{*q.Node: v}); err != nil {
			return problem.Refused("question.value", "%s", err)
		}
		q.Value = trees.AppendValueJSON(nil, &v, tree.Width(), tree.Kind != trees.MaxN)
	}
	return nil
}

func (q *askedQuestion) readChoices(raw []byte) error {
	if raw == nil {
		return problem.Refused("question.choices", "the choices are missing")
	}
	list, err := problem.SplitArray(raw, "question.choices")
	if err != nil {
		return err
	}
	if len(list) < 2 || len(list) > MaxChoices {
		return problem.Refused("question.choices", "a question has 2 to %d choices; this one has %d", MaxChoices, len(list))
	}
	for i, one := range list {
		text, err := readShortText(one, "question.choices["+strconv.Itoa(i)+"]", MaxChoice)
		if err != nil {
			return err
		}
		q.Choices = append(q.Choices, text)
	}
	return nil
}

// runOf returns a run that the room shows or has shown.
func (h *Handlers) runOf(ctx context.Context, text json.RawMessage, r *room) (*shownRun, error) {
	body, _, err := run.ReadStored(text)
	if err != nil {
		return nil, err
	}
	return h.readRun(ctx, body, r)
}

// keep stores a question under the next number that is free, and makes it known here.
func (r *room) keep(ctx context.Context, q *askedQuestion, after int) error {
	for n := after + 1; ; n++ {
		if n > MaxQuestions {
			return overLimit("question", "the room has %d questions, the limit of a room", MaxQuestions)
		}
		q.ID, q.number = QuestionID(n), n
		data, err := json.Marshal(q)
		if err != nil {
			return err
		}
		_, err = r.h.store.Create(ctx, QuestionKey(r.code, n), data)
		if errors.Is(err, nats.ErrKeyExists) {
			there, _, readErr := r.h.store.Get(ctx, QuestionKey(r.code, n))
			if readErr != nil {
				return readErr
			}
			if !bytes.Equal(there, data) {
				continue
			}
			err = nil // it was stored by a try that got no answer
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
	data, _, err := r.h.store.Get(ctx, QuestionKey(r.code, n))
	if err != nil {
		return nil, err
	}
	q := &askedQuestion{number: n, from: entry.Shares{}}
	if err := json.Unmarshal(data, q); err != nil {
		return nil, err
	}
	info, err := r.h.runOf(ctx, q.Shown, r)
	q.shape = runs.AnyShape(q.Kind, len(q.Choices))
	if err == nil { // else its saved tree was deleted, or the typed one is too old
		base := q.base(info)
		q.shape = runs.ShapeOf(&base, info.Run)
	}
	return r.remember(q), nil
}

// readQuestions reads the questions up to a number, and the answers.
func (r *room) readQuestions(ctx context.Context, keys []string, last int) error {
	for _, name := range keys {
		if n, ok := NumberIn(name, r.code, "q"); ok && n <= last {
			if _, err := r.question(ctx, n); err != nil {
				return err
			}
		}
	}
	return r.readBatches(ctx, keys)
}
