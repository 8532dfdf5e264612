package lessons

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search/question"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/judge"
	"espalier/web/problem"
	"espalier/web/run"
)

// A sceneQuestion is the question of a scene, with its run and the right answer.
type sceneQuestion struct {
	*judge.Question
	shown *run.Resolved
	run   *question.Run
	right question.Right
}

// An asked is the question of a scene as the page shows it.
type asked struct {
	Kind    *question.Kind
	Text    string
	Step    int
	Scalar  bool     // for a value: it is one number
	Choices []option // empty: a value is typed, or there is nothing to answer
	Many    bool     // several choices can be right
	Given   string   // the value or the order that was typed
	Field   judge.Field
	Verdict *verdict // nil: not answered
	Open    bool     // it can be answered, and was not
	Answers []string // as the address has them
}

// Typed reports whether the answer is typed.
func (a *asked) Typed() bool {
	return a.Kind.Shape == question.ValueShape || a.Kind.Shape == question.OrderShape
}

// Answerable reports whether a reader can answer: a node can be picked only in a classroom.
func (a *asked) Answerable() bool { return a.Kind.Shape != question.NodeShape }

// An option is one of the choices.
type option struct {
	Value, Text string
	Checked     bool
}

// A verdict is what the page says about an answer.
type verdict struct {
	Known   bool // one answer is right
	Right   bool
	Fault   string          // why it is not an answer, or why no answer is right
	Answer  json.RawMessage // the right answer; null: there is none
	Correct string          // the right answer in words
	Why     trace.Sentence
	At      int // the step that shows it; -1: none
}

// readQuestion reads the question of a scene, whose step was checked when the lesson was
// stored.
func (h Pages) readQuestion(ctx context.Context, raw []byte, shown *run.Resolved, step int) (*sceneQuestion, error) {
	q, err := h.readAsked(raw, shown, step)
	if err != nil {
		return q, err
	}
	q.right, err = judge.Judge{Core: h.Core}.Right(ctx, &q.Question.Question, q.run)
	return q, err
}

// readAsked is readQuestion without the right answer.
func (h Pages) readAsked(raw []byte, shown *run.Resolved, step int) (q *sceneQuestion, err error) {
	q = &sceneQuestion{shown: shown, run: judge.Judge{Core: h.Core}.On(shown)}
	q.Question, err = judge.Read(raw, q.run, func(text []byte) (int, error) {
		if text == nil {
			return step, nil
		}
		return problem.ReadWhole(text, "question.step", 0, problem.MaxCount)
	})
	return q, err
}

// ask returns a question as the page shows it, and judges the answer in the address if there
// is one.
func (h Pages) ask(ctx context.Context, q *sceneQuestion, given url.Values) (*asked, error) {
	a := &asked{Kind: q.Kind, Text: q.Text, Step: q.Shown(q.right.Settled), Scalar: q.run.Scalar, Many: q.Kind.Shape == question.NodesShape}
	a.fill(q, given["answer"])
	a.Answers = given["answer"]
	a.Open = a.Answerable()
	if !a.Open || given.Get("answered") == "" {
		return a, nil
	}
	answer, err := q.fromForm(given["answer"])
	if err == nil {
		a.Verdict, err = h.judge(ctx, q, answer)
		a.Open = false
	}
	var unreadable *problem.Error
	if errors.As(err, &unreadable) {
		a.Verdict, err = &verdict{Fault: unreadable.Message, At: -1}, nil
	}
	return a, err
}

// fill sets the text and the choices.
func (a *asked) fill(q *sceneQuestion, given []string) {
	if a.Text == "" {
		a.Text = judge.Fill(judge.PhraseOf(q.Kind).Asked, &q.Question.Question, q.run, "")
	}
	a.Field = judge.FieldOf(&q.Question.Question, q.run)
	if a.Typed() && len(given) > 0 {
		a.Given = given[0]
	}
	for _, answer := range q.ChoicesOn(q.run) {
		value := judge.FormValue(answer)
		a.Choices = append(a.Choices, option{value, judge.InWords(&q.Question.Question, q.run, answer), slices.Contains(given, value)})
	}
}

// fromForm returns the answer of a form as JSON for the API. The error is a problem.Error.
func (q *sceneQuestion) fromForm(given []string) ([]byte, error) {
	switch q.Kind.Shape {
	case question.NodesShape:
		nodes := []int32{}
		for _, text := range given {
			if n, err := strconv.Atoi(text); err == nil {
				nodes = append(nodes, int32(n))
			}
		}
		slices.Sort(nodes)
		return trees.AppendNodes(nil, nodes), nil
	case question.OrderShape:
		return judge.TypedOrder(strings.Join(given, ""), &q.Question.Question, q.run)
	case question.ValueShape:
		t := q.run.Tree
		v, err := t.ParseValue(strings.Join(given, ""))
		if err != nil {
			return nil, problem.Refused("answer", "%s", err)
		}
		return t.AppendValueJSON(nil, &v), nil
	}
	if len(given) == 0 {
		return nil, problem.Refused("answer", "Choose an answer first.")
	}
	return []byte(strings.Join(given, "")), nil
}

// judge compares an answer with the right one. The error for an answer that cannot be read is a
// problem.Error.
func (h Pages) judge(ctx context.Context, q *sceneQuestion, raw []byte) (*verdict, error) {
	asked := &q.Question.Question
	form := asked.Form(q.run)
	answer, err := judge.ReadAnswer(raw, &form)
	if err != nil {
		return nil, err
	}
	j := question.Judge(q.right.Answer, answer)
	v := &verdict{Known: j.Known, Right: j.Right, Answer: judge.AppendAnswer(nil, q.right.Answer), Correct: judge.InWords(asked, q.run, q.right.Answer), At: q.right.At}
	if v.At >= 0 {
		v.Why, err = judge.Judge{Core: h.Core}.Explain(ctx, q.shown, v.At)
	} else {
		v.Why = trace.Mentions(q.run.Tree, judge.Reason(asked, q.run, &q.right))
	}
	if !v.Known {
		v.Fault = judge.NoAnswer(asked, q.run)
	}
	return v, err
}

// inOneText returns the verdict as plain text.
func (v *verdict) inOneText() string {
	switch {
	case !v.Known:
		return v.Fault
	case len(v.Why) == 0:
		return "The right answer is “" + v.Correct + "”."
	}
	return v.Why.String()
}
