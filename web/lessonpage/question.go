package lessonpage

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/classroom/runs"
)

// An asked question is that of a scene, on a page.
type asked struct {
	Kind    string
	Text    string
	Step    int
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

// A verdict is what the engine says of an answer.
type verdict struct {
	Right   bool
	Fault   string // why it is no answer
	Correct string // the right answer in words
	Why     trace.Sentence
	At      int // the step that shows it; -1: none
}

// ask reads a question, and judges the answer of the address, if there is one. The
// question was checked when the lesson was stored.
func (h Handlers) ask(ctx context.Context, raw []byte, info *runs.Run, step int, given url.Values) (*asked, error) {
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
	t := info.Tree()
	q := &runs.Question{Kind: stored.Kind, Step: step, Node: -1, Choices: len(stored.Choices), Correct: stored.Correct}
	if stored.Step != nil {
		q.Step = *stored.Step
	}
	if stored.Node != nil {
		q.Node = *stored.Node
	}
	if stored.Kind == runs.Root {
		var err error
		if q.Value, err = trees.ParseVector(strings.Trim(string(stored.Value), "[]"), t.Width()); err != nil {
			return nil, err
		}
	}
	correct, err := runs.Searcher{Core: h.Core}.Correct(ctx, q, info)
	if err != nil {
		return nil, err
	}
	a := &asked{Kind: q.Kind, Text: stored.Text, Step: q.Step}
	if q.Kind == runs.Terms { // its step is the cut, which gives the reason
		a.Step = max(0, q.Step-1)
	}
	a.fill(t, q, stored.Choices, given["answer"])
	if a.Kind != runs.Pick && given.Get("answered") != "" {
		a.Verdict, err = h.judge(ctx, a, q, info, &correct, stored.Choices, given["answer"])
	}
	return a, err
}

// fill sets the text and the choices.
func (a *asked) fill(t *trees.Tree, q *runs.Question, choices, given []string) {
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
		for i, c := range choices {
			add(strconv.Itoa(i), c)
		}
	}
	if a.Text == "" {
		a.Text = text
	}
}

// judge compares an answer with what the engine says.
func (h Handlers) judge(ctx context.Context, a *asked, q *runs.Question, info *runs.Run, correct *runs.Correct, choices, given []string) (*verdict, error) {
	t := info.Tree()
	raw := []byte(strings.Join(given, ""))
	switch q.Kind {
	case runs.Cut, runs.Terms:
		nodes := []int32{}
		for _, text := range given {
			if n, err := strconv.Atoi(text); err == nil {
				nodes = append(nodes, int32(n))
			}
		}
		slices.Sort(nodes)
		raw = trees.AppendNodes(nil, nodes)
	case runs.Value:
		v, err := trees.ParseVector(strings.Join(given, ""), t.Width())
		if err != nil {
			return &verdict{Fault: err.Error(), At: -1}, nil
		}
		raw = trees.AppendValueJSON(nil, &v, t.Width(), t.Kind != trees.MaxN)
	}
	shape := runs.ShapeOf(q, info)
	text, _, err := shape.Read(raw)
	if err != nil {
		return &verdict{Fault: "Choose an answer first.", At: -1}, nil
	}
	v := &verdict{Right: string(text) == string(correct.Answer), Correct: inWords(t, q.Kind, correct.Answer, choices), At: -1}
	if string(correct.Answer) == "null" {
		v.Fault = "There is no right answer to this: it is for a class to talk about."
	}
	if correct.At != nil {
		v.At = *correct.At
		err = h.explain(ctx, info, v)
	}
	return v, err
}

// explain sets the sentence of the step that shows the right answer.
func (h Handlers) explain(ctx context.Context, info *runs.Run, v *verdict) error {
	ctx, release, err := h.AcquireSearchSlot(ctx, info.Request.SearchKind())
	if err != nil {
		return err
	}
	defer release()
	q := info.Request
	x := trace.NewExplainer(q.Tree, search.SpokenName(q.Algorithm), q.Algorithm.SoundWith(q.Options))
	_, err = q.Algorithm.Run(ctx, info.Problem, q.Options, func(e *trace.Event) {
		if sentence := x.Explain(e); e.Seq == v.At {
			v.Why = sentence
		}
	})
	if search.EndedByEngine(err) {
		err = nil
	}
	return err
}

// inWords returns a right answer as the page says it.
func inWords(t *trees.Tree, kind string, answer json.RawMessage, choices []string) string {
	var nodes []int
	switch kind {
	case runs.Cut, runs.Terms:
		if json.Unmarshal(answer, &nodes) != nil || len(nodes) == 0 {
			return "none"
		}
		var names []string
		for _, n := range nodes {
			names = append(names, t.Name(n))
		}
		return trees.InWords(names)
	case runs.Value:
		if v, err := trees.ParseVector(strings.Trim(string(answer), "[]"), t.Width()); err == nil {
			return t.FormatValue(v)
		}
		return "no value"
	case runs.Root:
		return map[string]string{"true": "yes", "false": "no"}[string(answer)]
	}
	if n, err := strconv.Atoi(string(answer)); err == nil && n < len(choices) {
		return choices[n]
	}
	return ""
}
