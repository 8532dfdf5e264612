package lessons

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/trace"
	"espalier/trees"
	"espalier/web/classroom/runs"
	"espalier/web/problem"
)

// A question is that of a scene, with the run that it is about and with what is right.
type question struct {
	*runs.Question
	text    string // empty: the kind says what is asked
	choices []string
	info    *runs.Run
	right   runs.Correct
}

// An asked question is that of a scene, on a page.
type asked struct {
	Kind    string
	Text    string
	Step    int
	Scalar  bool     // value: it is one number
	Choices []option // empty: a value is typed, or there is nothing to answer
	Many    bool     // several choices can be right
	Given   string   // the value that was typed
	Verdict *verdict // nil: not answered
}

// An option is an answer to choose.
type option struct {
	Value, Text string
	Checked     bool
}

// A verdict is what is said of an answer.
type verdict struct {
	Known   bool // one answer is right
	Right   bool
	Fault   string          // why it is no answer, or why none is right
	Answer  json.RawMessage // the right one; null: none is
	Correct string          // the same in words
	Why     trace.Sentence
	At      int // the step that shows it; -1: none
}

// readQuestion reads the question of a scene, which was checked when the lesson was stored.
func (h Pages) readQuestion(ctx context.Context, raw []byte, info *runs.Run, step int) (*question, error) {
	var stored struct {
		Kind, Text string
		Node       *int
		Step       *int
		Value      json.RawMessage
		Choices    []string
		Correct    json.RawMessage
	}
	if err := json.Unmarshal(raw, &stored); err != nil {
		return nil, err
	}
	q := &question{text: stored.Text, choices: stored.Choices, info: info,
		Question: &runs.Question{Kind: stored.Kind, Step: step, Node: -1, Choices: len(stored.Choices), Correct: stored.Correct}}
	if stored.Step != nil {
		q.Step = *stored.Step
	}
	if stored.Node != nil {
		q.Node = *stored.Node
	}
	if string(stored.Correct) == "null" {
		q.Question.Correct = nil
	}
	var err error
	if stored.Kind == runs.Root {
		if q.Value, err = problem.ReadVector(stored.Value, "question.value", info.Tree); err != nil {
			return nil, err
		}
	}
	q.right, err = runs.Searcher{Core: h.Core}.Correct(ctx, q.Question, info)
	return q, err
}

// ask returns a question as the page has it, and judges the answer of the address, if there
// is one.
func (h Pages) ask(ctx context.Context, q *question, given url.Values) (*asked, error) {
	a := &asked{Kind: q.Kind, Text: q.text, Step: q.Step, Scalar: q.info.Kind() != trees.MaxN}
	if q.Kind == runs.Terms { // its step is the cut, which gives the reason
		a.Step = max(0, q.Step-1)
	}
	a.fill(q, given["answer"])
	if a.Kind == runs.Pick || given.Get("answered") == "" {
		return a, nil
	}
	answer, err := q.fromForm(given["answer"])
	if err == nil {
		a.Verdict, err = h.judge(ctx, q, answer)
	}
	var unreadable *problem.Error
	if errors.As(err, &unreadable) {
		a.Verdict, err = &verdict{Fault: unreadable.Message, At: -1}, nil
	}
	return a, err
}

// fill sets the text and the choices.
func (a *asked) fill(q *question, given []string) {
	t := q.info.Tree
	add := func(value, text string) {
		a.Choices = append(a.Choices, option{value, text, slices.Contains(given, value)})
	}
	node := func(n int) { add(strconv.Itoa(n), t.Name(n)) }
	text := "Pick a node."
	switch q.Kind {
	case runs.Cut:
		text, a.Many = fmt.Sprintf("Which children of %s are cut next?", t.Name(q.Node)), true
		for _, n := range t.Kids(q.Node) {
			node(int(n))
		}
	case runs.Terms:
		text, a.Many = fmt.Sprintf("The next step is a cut at %s. Which nodes hold the bounds that justify it?", t.Name(q.Node)), true
		var path []int
		for n := q.Node; n >= 0; n = t.Parent(n) {
			path = append(path, n)
		}
		for _, n := range slices.Backward(path) {
			node(n)
		}
	case runs.Value:
		text = fmt.Sprintf("What does %s back up?", t.Name(q.Node))
		if len(given) > 0 {
			a.Given = given[0]
		}
	case runs.Root:
		text = fmt.Sprintf("Would the result change if %s were %s?", t.Name(q.Node), t.FormatValue(q.Value))
		add("true", "yes")
		add("false", "no")
	case runs.Choice:
		text = "Which is right?"
		for i, c := range q.choices {
			add(strconv.Itoa(i), c)
		}
	}
	if a.Text == "" {
		a.Text = text
	}
}

// fromForm returns the answer of a form as the API has it. The error is a problem.Error.
func (q *question) fromForm(given []string) ([]byte, error) {
	switch q.Kind {
	case runs.Cut, runs.Terms:
		nodes := []int32{}
		for _, text := range given {
			if n, err := strconv.Atoi(text); err == nil {
				nodes = append(nodes, int32(n))
			}
		}
		slices.Sort(nodes)
		return trees.AppendNodes(nil, nodes), nil
	case runs.Value:
		t := q.info.Tree
		v, err := trees.ParseVector(strings.Join(given, ""), t.Width())
		if err != nil {
			return nil, problem.Refused("answer", "%s", err)
		}
		return trees.AppendValueJSON(nil, &v, t.Width(), t.Kind != trees.MaxN), nil
	}
	if len(given) == 0 {
		return nil, problem.Refused("answer", "Choose an answer first.")
	}
	return []byte(strings.Join(given, "")), nil
}

// judge compares an answer with what is right. An answer that cannot be read is a
// problem.Error.
func (h Pages) judge(ctx context.Context, q *question, answer []byte) (*verdict, error) {
	shape := runs.ShapeOf(q.Question, q.info)
	text, _, err := shape.Read(answer)
	if err != nil {
		return nil, err
	}
	v := &verdict{Known: string(q.right.Answer) != "null", Answer: q.right.Answer, At: -1}
	v.Right, v.Correct = v.Known && string(text) == string(v.Answer), q.inWords(v.Answer)
	if q.right.At != nil {
		v.At = *q.right.At
		v.Why, err = runs.Searcher{Core: h.Core}.Explain(ctx, q.info, v.At)
	} else {
		v.Why = trace.Mentions(q.info.Tree, q.reason())
	}
	if !v.Known {
		v.Fault = "There is no right answer to this: it is for a class to talk about."
		if q.Kind == runs.Value {
			v.Fault = q.name(q.Node) + " backs up no value after this step."
		}
	}
	return v, err
}

// inOneText returns the verdict as a text without markup.
func (v *verdict) inOneText() string {
	switch {
	case !v.Known:
		return v.Fault
	case len(v.Why) == 0:
		return "The right answer is “" + v.Correct + "”."
	}
	return v.Why.String()
}

// reason says why an answer is right that no step shows; empty: the author of the lesson
// says so.
func (q *question) reason() string {
	switch {
	case q.Kind == runs.Cut:
		return "The run ends before it leaves " + q.name(q.Node) + ", and cuts nothing there."
	case q.Kind == runs.Root && q.right.Results != nil:
		before, after := q.value(q.right.Results.Before.Value), q.value(q.right.Results.After.Value)
		if before == after {
			return "The result is " + before + " either way."
		}
		return "The result is " + before + " as the tree is, and " + after + " if " + q.name(q.Node) + " is " + q.info.Tree.FormatValue(q.Value) + "."
	}
	return ""
}

// name returns the name of a node; that of an implicit tree is its number.
func (q *question) name(n int) string {
	if t := q.info.Tree; t != nil && n < t.Len() {
		return t.Name(n)
	}
	return "node " + strconv.Itoa(n)
}

// value returns a value of the API in words.
func (q *question) value(raw json.RawMessage) string {
	v, err := trees.ParseVector(strings.Trim(string(raw), "[]"), q.info.Width())
	switch t := q.info.Tree; {
	case err != nil:
		return "no value"
	case t != nil:
		return t.FormatValue(v)
	case q.info.Kind() != trees.MaxN:
		return string(raw)
	}
	return "(" + strings.ReplaceAll(strings.Trim(string(raw), "[]"), ",", ", ") + ")"
}

// inWords returns an answer in words.
func (q *question) inWords(answer json.RawMessage) string {
	var nodes []int
	switch q.Kind {
	case runs.Cut, runs.Terms:
		if json.Unmarshal(answer, &nodes) != nil || len(nodes) == 0 {
			return "none"
		}
		var names []string
		for _, n := range nodes {
			names = append(names, q.name(n))
		}
		return trees.InWords(names)
	case runs.Value:
		return q.value(answer)
	case runs.Root:
		return map[string]string{"true": "yes", "false": "no"}[string(answer)]
	}
	if n, err := strconv.Atoi(string(answer)); err == nil && n < len(q.choices) {
		return q.choices[n]
	}
	return ""
}
