package learn

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/practice"
	"espalier/search/question"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/judge"
	"espalier/web/problem"
	"espalier/web/words"
)

// A Question at the end of a chapter has a kind as in a classroom. The kind defines the
// question, and the run gives the right answer.
type Question struct {
	Run   string
	At    string         // the step that the question is about, written as for a scene
	Kind  *question.Kind // a kind with Chapter in judge.Phrases
	Node  string         // cut and value: the node that the question is about; root: the leaf
	Value string         // root and change: another value of the leaf
	Other string         // fewer: the algorithm of the other search
	Intro string         // a sentence before the question

	// Set by Load.
	run     *Recording
	asked   question.Question
	settled int // see question.Right
}

func (q *Question) load(c *Chapter, step int) (err error) {
	// The choices are all nodes: those of the path alone would give the answer away.
	q.asked = question.Question{Kind: q.Kind, Step: step, Node: -1, AnyNode: true}
	switch {
	case q.Node != "":
		q.asked.Node, err = c.node(q.Node)
	case q.Kind.AtAnswer:
		q.asked.Node = int(q.run.events[step].Node)
	}
	if err == nil && q.Value != "" {
		q.asked.Value, err = c.tree.ParseValue(q.Value)
	}
	if err == nil && q.Other != "" {
		other, ok := algorithms.Find(q.Other)
		if q.asked.Other = other; !ok {
			err = fmt.Errorf("there is no algorithm %q", q.Other)
		}
	}
	if err == nil && q.Kind == question.Value {
		var right question.Right
		if right, err = q.asked.Right(context.Background(), q.run.replayed(q.run.shape())); err == nil {
			q.settled = right.Settled
		}
	}
	return err
}

// shown is the step at which the question is asked. A question about the bounds of a cut is
// asked before the cut, and one about a value before the tree shows it.
func (q *Question) shown() int { return q.asked.Shown(q.settled) }

// Words returns the question in words.
func (q *Question) Words(c *Chapter) string {
	return strings.TrimSpace(q.Intro + " " + judge.Fill(judge.PhraseOf(q.Kind).Chapter, &q.asked, q.run.shape(), q.run.spoken()))
}

// shape returns the run without the function that plays it.
func (r *Recording) shape() *question.Run {
	return &question.Run{Tree: r.Tree, Width: r.Width(), Scalar: r.Kind() != trees.MaxN, Name: r.spoken()}
}

// asks returns the run for questions. It replays the recorded events; only another value of a
// leaf needs a search.
func (r *Recording) asks(j judge.Judge) *question.Run { return r.replayed(j.On(r.Resolved)) }

// replayed makes a run for questions replay the recorded events.
func (r *Recording) replayed(of *question.Run) *question.Run {
	of.Name = r.spoken()
	of.Play = func(_ context.Context, observe trace.Observer) (engine.Result, error) {
		for i := range r.events {
			if observe != nil {
				observe(&r.events[i])
			}
		}
		return r.result, nil
	}
	return of
}

// A choice is one of the possible answers.
type choice struct {
	Value, Text string
	Checked     bool
}

// none is the value of the choice “none”.
const none = "none"

// choices returns the possible answers; nil: the answer is typed. given are the parameters of
// the student's answer.
func (q *Question) choices(c *Chapter, name string, given url.Values) (list []choice) {
	of := q.run.shape()
	for _, a := range q.asked.ChoicesOn(of) {
		value := judge.FormValue(a)
		checked := given.Get(name) == value
		if !q.single() {
			checked = given.Get(name+"."+value) != ""
		}
		list = append(list, choice{value, judge.InWords(&q.asked, of, a), checked})
	}
	if q.Kind.NoneIsAnswer {
		list = append(list, choice{none, none, given.Get(name+"."+none) != ""})
	}
	return list
}

// A verdict is what the page says about an answer.
type verdict struct {
	Right bool
	Fault string         // why the text is not an answer
	Judge string         // why a wrong cut is wrong
	Why   trace.Sentence // the reason, from the run
	Other trace.Sentence // root: how the run with the other value ends
	run   *Recording
	Step  int // the step that shows the reason
}

// answer reads the answer in the parameter name; nil: there is none.
func (q *Question) answer(c *Chapter, name string, given url.Values) (question.Answer, error) {
	text := strings.TrimSpace(given.Get(name))
	switch {
	case q.Kind.Shape == question.ValueShape:
		if text == "" {
			return nil, nil
		}
		v, err := trees.ParseVector(text, c.tree.Width())
		if err != nil {
			return nil, &problem.QueryError{Name: name, Message: err.Error()}
		}
		return question.Score{Value: v, Scalar: c.tree.Kind != trees.MaxN}, nil
	case q.Kind.Shape == question.OrderShape:
		if text == "" {
			return nil, nil
		}
		return q.order(name, text)
	case q.single():
		return q.chosen(c, name, given.Get(name))
	}
	nodes := question.Nodes{}
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
		return nil, &problem.QueryError{Name: name, Message: "Choose nodes or “none”, not both."}
	}
	return nodes, nil
}

// order reads a typed order.
func (q *Question) order(name, text string) (question.Answer, error) {
	of := q.run.shape()
	raw, err := judge.TypedOrder(text, &q.asked, of)
	var answer question.Answer
	if err == nil {
		form := q.asked.Form(of)
		answer, err = judge.ReadAnswer(raw, &form)
	}
	var e *problem.Error
	if errors.As(err, &e) {
		return nil, &problem.QueryError{Name: name, Message: e.Message}
	}
	return answer, err
}

// field is the field in which the answer is typed.
func (q *Question) field(c *Chapter) judge.Field {
	f := judge.FieldOf(&q.asked, q.run.shape())
	if f.Values == nil {
		f.Label, f.Hint = c.valueLabel(), c.valueHint()
	}
	return f
}

// chosen returns the single chosen answer.
func (q *Question) chosen(c *Chapter, name, value string) (question.Answer, error) {
	if value == "" {
		return nil, nil
	}
	var values []string
	for _, a := range q.asked.ChoicesOn(q.run.shape()) {
		if judge.FormValue(a) == value {
			return a, nil
		}
		values = append(values, judge.FormValue(a))
	}
	return nil, &problem.QueryError{Name: name, Message: "the answer must be " + strings.Join(values, " or ")}
}

// Correct returns the right answer.
func (q *Question) Correct(ctx context.Context, j judge.Judge) (question.Right, error) {
	asked := q.asked
	return j.Right(ctx, &asked, q.run.asks(j))
}

// judge compares an answer with the run; nil: there is no answer.
func (q *Question) judge(ctx context.Context, j judge.Judge, c *Chapter, name string, given url.Values) (*verdict, error) {
	answer, err := q.answer(c, name, given)
	if err != nil {
		var e *problem.QueryError
		if !errors.As(err, &e) {
			return nil, err
		}
		return &verdict{Fault: e.Message}, nil // the message alone, without the parameter
	}
	if answer == nil {
		return nil, nil
	}
	right, err := q.Correct(ctx, j)
	if err != nil {
		return nil, err
	}
	v := &verdict{Right: question.Judge(right.Answer, answer).Right, run: q.run, Step: len(q.run.events) - 1}
	if right.At >= 0 {
		v.Step = right.At
	}
	v.Why = c.explain(q.run, v.Step)
	if explain := explanations[q.Kind]; explain != nil {
		err = explain(ctx, &explaining{j, q, c, answer, right}, v)
	}
	return v, err
}

// explanations are, by kind of question, functions that add to the verdict on an answer. Every
// verdict has the sentence of the step that shows the right answer.
var explanations = map[*question.Kind]func(ctx context.Context, x *explaining, v *verdict) error{
	question.Cut:    explainCut,
	question.Value:  explainValue,
	question.Terms:  explainTerms,
	question.Root:   explainRoot,
	question.Change: explainChange,
	question.Fewer:  explainResult,
	question.Order:  explainOrder,
	question.Vote:   explainResult,
	question.Plan:   explainPlan,
}

// An explaining is what an explanation is about.
type explaining struct {
	judge.Judge
	*Question
	chapter *Chapter
	answer  question.Answer
	right   question.Right
}

// explainResult says why the right answer is right, where no step shows it.
func explainResult(_ context.Context, x *explaining, v *verdict) error {
	v.Why = trace.Mentions(x.chapter.tree, judge.Reason(&x.asked, x.run.shape(), &x.right))
	return nil
}

// explainChange says what the search returns with the value of the answer.
func explainChange(ctx context.Context, x *explaining, v *verdict) error {
	if err := explainResult(ctx, x, v); err != nil || v.Right {
		return err
	}
	first := judge.InWords(&x.asked, x.run.shape(), x.right.Answer)
	v.Judge = "It first changes at " + first + "."
	if given, ok := x.answer.(question.Score); ok {
		text := judge.InWords(&x.asked, x.run.shape(), given)
		result, err := x.chapter.rootWith(x.run, x.Node, text)
		if err != nil {
			v.Why = trace.Mentions(x.chapter.tree, x.Node+" cannot have the value "+text+". The result first changes at "+first+".")
			v.Judge = ""
			return nil
		}
		v.Why = trace.Mentions(x.chapter.tree, "With "+text+" at "+x.Node+" the result is "+result+".")
	}
	return nil
}

// explainOrder says how many leaves are evaluated in the order of the answer.
func explainOrder(ctx context.Context, x *explaining, v *verdict) error {
	order, ok := x.answer.(question.Ordered)
	if !ok || v.Right {
		return explainResult(ctx, x, v)
	}
	n, err := x.asked.LeavesIn(ctx, x.run.asks(x.Judge), order)
	if err != nil {
		return err
	}
	best := judge.InWords(&x.asked, x.run.shape(), x.right.Answer.(question.Orders)[0])
	v.Why = trace.Mentions(x.chapter.tree, "In your order the search evaluates "+words.Leaves(n)+", in the order "+best+" only "+words.Grouped(x.right.Leaves[1])+".")
	return nil
}

// explainPlan says why the vote can err.
func explainPlan(ctx context.Context, x *explaining, v *verdict) error {
	if err := explainResult(ctx, x, v); err != nil || v.Right {
		return err
	}
	v.Judge = "The vote counts what a player gets who sees each deal. A player who does not see it must choose the same move in all deals that look alike."
	return nil
}

// explainValue says which step gave the node its value.
func explainValue(_ context.Context, x *explaining, v *verdict) error {
	q, c := x.Question, x.chapter
	i := q.decided(v.Step)
	if i < 0 {
		return nil
	}
	why := c.explain(q.run, i)
	for _, k := range q.tied(c, i, v.Step) {
		why = append(append(why, trace.Span{Text: " ", Node: -1}), c.explain(q.run, k)...)
	}
	v.Why = append(append(why, trace.Span{Text: " ", Node: -1}), v.Why...)
	return nil
}

// explainTerms names the nodes that hold the bounds.
func explainTerms(_ context.Context, x *explaining, v *verdict) error {
	v.Why = append(v.Why, trace.Mentions(x.chapter.tree, " The nodes with the bounds are "+judge.InWords(&x.asked, x.run.shape(), x.right.Answer)+".")...)
	return nil
}

// explainRoot compares the results with and without the other value of the leaf.
func explainRoot(_ context.Context, x *explaining, v *verdict) error {
	q, c := x.Question, x.chapter
	after, err := c.rootWith(q.run, q.Node, q.Value)
	if err != nil {
		return err
	}
	before := words.FormatResult(c.tree, q.run.result.Value, q.run.result.NoValue)
	said := q.run.name() + " returns " + before + " here, and " + after + " if " + q.Node + " is " + c.tree.FormatValue(q.asked.Value) + "."
	if !q.run.entered(q.asked.Node, len(q.run.events)-1) {
		said += " It does not visit " + q.Node + "."
	}
	v.Why = trace.Mentions(c.tree, said)
	return nil
}

// entered reports whether the run has visited a node by a step.
func (r *Recording) entered(node, step int) bool {
	return slices.ContainsFunc(r.events[:step+1], func(e trace.Event) bool { return e.Type == trace.Enter && int(e.Node) == node })
}

// decided returns the last step up to end that changed the best value of the node, or -1.
func (q *Question) decided(end int) int {
	for i := end; i > q.asked.Step; i-- {
		if e := &q.run.events[i]; e.Type == trace.Backup && int(e.Node) == q.asked.Node && e.Improved {
			return i
		}
	}
	return -1
}

// tied returns the steps at which a later child gave the mover the same score and lost the tie.
// They explain the answer of a student who chose the value of that child.
func (q *Question) tied(c *Chapter, decided, end int) (steps []int) {
	for i := decided + 1; i <= end; i++ {
		e := &q.run.events[i]
		wanted := c.tree.Mover(q.asked.Node) - 1
		if e.About > 0 { // both sides compare the same score
			wanted = e.About - 1
		}
		if e.Type == trace.Backup && int(e.Node) == q.asked.Node && e.HasValue && !e.Scalar && e.Value != e.Best && e.Value[wanted] == e.Best[wanted] {
			steps = append(steps, i)
		}
	}
	return steps
}

// explainCut says why nothing is cut, or why a cut in the answer is wrong.
func explainCut(ctx context.Context, x *explaining, v *verdict) error {
	q, c, answer, right := x.Question, x.chapter, x.answer, x.right
	nodes, none := answer.Named(), len(right.Answer.Named()) == 0
	for _, n := range nodes {
		if q.run.entered(int(n), q.asked.Step) {
			v.Judge = "The search has already visited " + c.tree.Name(int(n)) + ". It can only cut nodes that it has not visited."
			break
		}
	}
	unseen := slices.IndexFunc(c.tree.Kids(q.asked.Node), func(k int32) bool { return !q.run.entered(int(k), q.asked.Step) })
	if c.tree.Kind == trees.Path || unseen < 0 || !none && (v.Right || v.Judge != "" || len(nodes) == 0) {
		return nil
	}
	node := int(c.tree.Kids(q.asked.Node)[unseen])
	if !none {
		node = int(nodes[0])
	}
	judged, _, err := q.run.Practise(ctx, []practice.Step{{Kind: practice.Cut, Node: node}})
	var refused *engine.NotApplicableError
	switch {
	case errors.As(err, &refused): // such as another order of moves
		return nil
	case err != nil:
		return err
	}
	j := judged[0]
	if none && j.NoCut != "" {
		v.Why = trace.Mentions(c.tree, strings.TrimSpace(j.NoCut))
		j.Why = strings.TrimSuffix(j.Why, j.NoCut)
	}
	if !v.Right && v.Judge == "" && len(nodes) > 0 && j.Verdict != practice.Right {
		v.Judge = "Cutting " + c.tree.Name(node) + " is " + j.Verdict.String() + ". " + j.Why
	}
	return nil
}

// single reports whether the answer is exactly one of the choices.
func (q *Question) single() bool { return q.Kind.Shape != question.NodesShape }
