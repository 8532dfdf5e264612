package chapter

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/classroom/runs"
	"espalier/web/problem"
	"espalier/web/words"
)

// A Question at the end of a chapter is one of a room: its kind says what is asked, and
// the engine knows what is right.
type Question struct {
	Run   string
	At    string // the step that is asked about, as of a scene
	Kind  string // runs.Cut, Value, Terms or Root
	Node  string // cut and value: the node that is asked about; root: the leaf
	Value string // root: another value of the leaf
	Intro string // what leads to the question

	// Set by Load.
	run   *Recording
	step  int
	node  int
	value trees.Vector
}

func (q *Question) load(c *Chapter) (err error) {
	q.node = -1
	if q.Node != "" {
		q.node, err = c.node(q.Node)
	}
	if err == nil && q.Value != "" {
		q.value, err = trees.ParseVector(q.Value, c.tree.Width())
	}
	return err
}

// shown is the step at which the question is asked: before a cut whose bounds are asked
// for.
func (q *Question) shown() int {
	if q.Kind == runs.Terms {
		return q.step - 1
	}
	return q.step
}

// Words is the question in words.
func (q *Question) Words(c *Chapter) string {
	who := "**" + q.run.spoken() + "**"
	asked := ""
	switch q.Kind {
	case runs.Cut:
		asked = "Which children of *" + q.Node + "* does " + who + " cut next?"
	case runs.Value:
		asked = "What does *" + q.Node + "* back up under " + who + "?"
	case runs.Terms:
		asked = "The next step of " + who + " is a cut at *" + c.tree.Name(int(q.run.events[q.step].Node)) + "*. Which nodes hold the bounds that justify it?"
	case runs.Root:
		asked = "Would " + who + " return another value if the leaf *" + q.Node + "* were " + c.tree.FormatValue(q.value) + "?"
	}
	return strings.TrimSpace(q.Intro + " " + asked)
}

// A choice is one of the possible answers.
type choice struct {
	Value, Text string
	Checked     bool
}

// choices returns the answers to choose from; nil: a value is typed. given are the
// parameters of the answer.
func (q *Question) choices(c *Chapter, name string, given url.Values) (list []choice) {
	node := func(n int) {
		v := strconv.Itoa(n)
		list = append(list, choice{v, c.tree.Name(n), given.Get(name+"."+v) != ""})
	}
	switch q.Kind {
	case runs.Cut:
		for _, n := range c.tree.Kids(q.node) {
			node(int(n))
		}
		list = append(list, choice{"none", "none", given.Get(name+".none") != ""})
	case runs.Terms:
		for n := range c.tree.Len() {
			if !c.tree.IsLeaf(n) {
				node(n)
			}
		}
	case runs.Root:
		list = append(list, choice{"true", "yes", given.Get(name) == "true"}, choice{"false", "no", given.Get(name) == "false"})
	}
	return list
}

// A verdict is what the page says about an answer.
type verdict struct {
	Right bool
	Fault string         // why it is no answer
	Judge string         // why a wrong cut is wrong
	Why   trace.Sentence // the reason, from the run
	Other trace.Sentence // root: how the run with the other value ends
	run   *Recording
	Step  int // the step that shows the reason
}

// answer reads the answer to question name of a query; "": there is none.
func (q *Question) answer(c *Chapter, name string, given url.Values) (json.RawMessage, error) {
	switch q.Kind {
	case runs.Value:
		text := strings.TrimSpace(given.Get(name))
		if text == "" {
			return nil, nil
		}
		v, err := trees.ParseVector(strings.Trim(text, "()"), c.tree.Width())
		if err != nil {
			return nil, &problem.QueryError{Name: name, Message: err.Error()}
		}
		return trees.AppendValueJSON(nil, &v, c.tree.Width(), c.tree.Kind != trees.MaxN), nil
	case runs.Root:
		switch v := given.Get(name); v {
		case "", "true", "false":
			return json.RawMessage(v), nil
		default:
			return nil, &problem.QueryError{Name: name, Message: "the answer is true or false"}
		}
	}
	var nodes []int32
	chosen := 0
	for _, o := range q.choices(c, name, given) {
		if !o.Checked {
			continue
		}
		chosen++
		if n, err := strconv.Atoi(o.Value); err == nil {
			nodes = append(nodes, int32(n))
		}
	}
	switch {
	case chosen == 0:
		return nil, nil
	case chosen > max(1, len(nodes)):
		return nil, &problem.QueryError{Name: name, Message: "“None” stands alone: choose it, or choose nodes."}
	}
	return trees.AppendNodes(nil, nodes), nil
}

// Correct returns the right answer.
func (q *Question) Correct(ctx context.Context, searcher runs.Searcher, c *Chapter) (runs.Correct, error) {
	asked, info := q.asked(c)
	return searcher.Correct(ctx, asked, info)
}

// asked is the question as rooms ask it.
func (q *Question) asked(c *Chapter) (*runs.Question, *runs.Run) {
	return &runs.Question{Kind: q.Kind, Step: q.step, Node: q.node, Value: q.value},
		runs.NewRun(q.run.Resolved)
}

// judge compares an answer with what the engine says; nil: there is no answer.
func (q *Question) judge(ctx context.Context, searcher runs.Searcher, c *Chapter, name string, given url.Values) (*verdict, error) {
	answer, err := q.answer(c, name, given)
	if err != nil {
		var e *problem.QueryError
		if !errors.As(err, &e) {
			return nil, err
		}
		return &verdict{Fault: e.Message}, nil // without the name of the parameter
	}
	if len(answer) == 0 {
		return nil, nil
	}
	correct, err := q.Correct(ctx, searcher, c)
	if err != nil {
		return nil, err
	}
	v := &verdict{Right: string(answer) == string(correct.Answer), run: q.run, Step: len(q.run.events) - 1}
	if correct.At != nil {
		v.Step = *correct.At
	}
	v.Why = c.explain(q.run, v.Step)
	if i := q.decided(v.Step); q.Kind == runs.Value && i >= 0 {
		why := c.explain(q.run, i)
		for _, k := range q.tied(c, i, v.Step) {
			why = append(append(why, trace.Span{Text: " ", Node: -1}), c.explain(q.run, k)...)
		}
		v.Why = append(append(why, trace.Span{Text: " ", Node: -1}), v.Why...)
	}
	switch q.Kind {
	case runs.Terms:
		v.Why = append(v.Why, trace.Mentions(c.tree, " The bounds are held by "+q.holders(c, v.Step)+".")...)
	case runs.Root:
		after, err := c.rootWith(q.run, q.Node, q.Value)
		if err != nil {
			return nil, err
		}
		before := words.FormatResult(c.tree, q.run.result.Value, q.run.result.NoValue)
		said := q.run.name() + " returns " + before + " here, and " + after + " if " + q.Node + " is " + c.tree.FormatValue(q.value) + "."
		if !q.run.entered(q.node, len(q.run.events)-1) {
			said += " It does not look at " + q.Node + "."
		}
		v.Why = trace.Mentions(c.tree, said)
	case runs.Cut:
		err = q.judgeCut(ctx, c, answer, string(correct.Answer) == "[]", v)
	}
	return v, err
}

// holders names the nodes that hold the bounds of a cut.
func (q *Question) holders(c *Chapter, step int) string {
	var nodes []int
	for _, t := range q.run.events[step].Terms {
		if t.Player >= 1 {
			nodes = append(nodes, int(t.Node))
		}
	}
	slices.Sort(nodes)
	var names []string
	for _, n := range slices.Compact(nodes) {
		names = append(names, c.tree.Name(n))
	}
	return trees.InWords(names)
}

// entered reports whether the run has come to a node by a step.
func (r *Recording) entered(node, step int) bool {
	return slices.ContainsFunc(r.events[:step+1], func(e trace.Event) bool { return e.Type == trace.Enter && int(e.Node) == node })
}

// decided returns the step before the end of the node's search that gave the node its
// value; -1: there is none.
func (q *Question) decided(end int) int {
	for i := end; i > q.step; i-- {
		if e := &q.run.events[i]; e.Type == trace.Backup && int(e.Node) == q.node && e.Improved {
			return i
		}
	}
	return -1
}

// tied returns the steps at which a later child of the node was worth as much to the mover,
// and lost the tie: who answers with its value reads why it is not the node's.
func (q *Question) tied(c *Chapter, decided, end int) (steps []int) {
	mover := c.tree.Mover(q.node) - 1
	for i := decided + 1; i <= end; i++ {
		e := &q.run.events[i]
		if e.Type == trace.Backup && int(e.Node) == q.node && e.HasValue && !e.Scalar && e.Value != e.Best && e.Value[mover] == e.Best[mover] {
			steps = append(steps, i)
		}
	}
	return steps
}

// judgeCut says why nothing is cut, and what is wrong with a cut that the algorithm does
// not make.
func (q *Question) judgeCut(ctx context.Context, c *Chapter, answer []byte, none bool, v *verdict) error {
	var nodes []int
	if err := json.Unmarshal(answer, &nodes); err != nil {
		return err
	}
	for _, n := range nodes {
		if q.run.entered(n, q.step) {
			v.Judge = "The search has been at " + c.tree.Name(n) + " already: only what is still to come can be cut."
			break
		}
	}
	unseen := slices.IndexFunc(c.tree.Kids(q.node), func(k int32) bool { return !q.run.entered(int(k), q.step) })
	if c.tree.Kind != trees.MaxN || unseen < 0 || !none && (v.Right || v.Judge != "" || len(nodes) == 0) {
		return nil
	}
	node := int(c.tree.Kids(q.node)[unseen])
	if !none {
		node = nodes[0]
	}
	judged, _, err := q.run.Practise(ctx, []search.PracticeStep{{Kind: search.PracticeCut, Node: node}})
	if err != nil {
		return err
	}
	j := judged[0]
	if none && j.NoCut != "" {
		v.Why = trace.Mentions(c.tree, strings.TrimSpace(j.NoCut))
		j.Why = strings.TrimSuffix(j.Why, j.NoCut)
	}
	if !v.Right && v.Judge == "" && len(nodes) > 0 && j.Verdict != search.Right {
		v.Judge = "A cut of " + c.tree.Name(node) + " is " + j.Verdict.String() + ": " + words.LowerFirst(j.Why)
	}
	return nil
}

// single reports whether one of the choices is the answer.
func (q *Question) single() bool { return q.Kind == runs.Root }
