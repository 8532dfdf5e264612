package learn

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/practice"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/run"
	"espalier/web/words"
)

// A result has the judged steps of a student.
type result struct {
	Items  []item
	Counts []verdictCount
	Next   *exercise // nil: there is none
	Why    string    // the reason for the size of the next exercise
}

// An item is one step that the student made or missed.
type item struct {
	Node          int
	IsCut         bool
	What          string
	Verdict, Says string // for a CSS class, and in words
	Why           string
	Fails         string // for an unsound cut: the address of a run with values for which it is wrong
}

// A verdictCount counts the steps with one verdict.
type verdictCount struct {
	Verdict, Says string
	N             int
}

const missed = "missed"

// verdicts are in the order of the summary.
var verdicts = []verdictCount{
	{practice.Right.String(), "right", 0},
	{practice.Lucky.String(), "lucky: the right cut, but for another reason", 0},
	{practice.Sound.String(), "sound, but not a cut of this algorithm", 0},
	{missed, "missed", 0},
	{practice.Wrong.String(), "wrong", 0},
	{practice.Unsound.String(), "unsound", 0},
}

// judge judges the steps of the student.
func (e *exercise) judge(ctx context.Context, t *trees.Tree, steps []practice.Step, s *solution) (*result, error) {
	judged, missedCuts, err := practice.Judge(ctx, e.config(), t, steps)
	if err != nil {
		return nil, err
	}
	r := &result{Counts: append([]verdictCount(nil), verdicts...)}
	add := func(i item) {
		for k := range r.Counts {
			if c := &r.Counts[k]; c.Verdict == i.Verdict {
				c.N++
				i.Says = strings.Split(c.Says, ":")[0]
			}
		}
		r.Items = append(r.Items, i)
	}
	given := map[int]bool{}
	for i, j := range judged {
		step := &steps[i]
		if step.Kind == practice.Backup {
			given[step.Node] = true
		}
		add(item{Node: step.Node, IsCut: step.Kind == practice.Cut, What: e.whatOf(step, t), Verdict: j.Verdict.String(), Why: j.Why, Fails: e.failing(t, &j)})
	}
	for _, n := range missedCuts {
		add(item{Node: n, IsCut: true, What: "Cut " + t.Name(n), Verdict: missed, Why: s.reasonOf(n)})
	}
	for _, v := range s.missing(t, steps, given) {
		who := v.Name
		if v.Node == 0 {
			who = "the root"
		}
		add(item{Node: v.Node, What: "Value of " + v.Name, Verdict: missed, Why: "You gave " + who + " no value. The value is " + v.Value + "."})
	}
	slices.SortStableFunc(r.Items, func(a, b item) int { return cmp.Compare(s.when(t, &a), s.when(t, &b)) })
	if e.Given != nil {
		if r.Next = e.generated(); r.Next != nil {
			r.Why = fmt.Sprintf("The next tree is a generated one with %s.", words.Plural(r.Next.nodes(), "node"))
		}
		return r, nil
	}
	r.Next, r.Why = e.next(ctx, r)
	return r, nil
}

func (e *exercise) whatOf(s *practice.Step, t *trees.Tree) string {
	switch s.Kind {
	case practice.Cut:
		return "Cut " + t.Name(s.Node)
	case practice.Backup:
		return fmt.Sprintf("Value %s at %s", trace.Minus(t.FormatValue(s.Value)), t.Name(s.Node))
	}
	if e.Algorithm.TwoPlayers {
		return fmt.Sprintf("%s = %s at %s", practice.WindowEnd(s.Player), trace.Minus(s.Score.In(t.Unit).String()), t.Name(s.Node))
	}
	return fmt.Sprintf("Bound %s of player %d at %s", s.Score.In(t.Unit), s.Player, t.Name(s.Node))
}

// failing returns the address of an exhaustive run with leaf values for which a cut is wrong. It
// is empty if there are none or the tree is too large for an address.
func (e *exercise) failing(t *trees.Tree, j *practice.Judgement) string {
	text := run.LinkText(t)
	if j.Values == nil || text == "" {
		return ""
	}
	q := url.Values{"text": {text}, "algorithm": {algorithms.Exhaustive(e.Algorithm).ID}, "step": {"last"}}
	header := t.Header
	header.Unit = j.Unit
	for n, v := range j.Values {
		q.Set("v"+strconv.Itoa(n), header.PlainValue(&v))
	}
	return "/tree?" + q.Encode()
}

func (r *result) n(verdict string) int {
	for _, c := range r.Counts {
		if c.Verdict == verdict {
			return c.N
		}
	}
	return 0
}

// exerciseSizes are the depths and branchings of exercises, from small to large.
var exerciseSizes = [][2]int{{2, 2}, {2, 3}, {3, 2}, {4, 2}, {3, 3}, {5, 2}, {4, 3}}

// next returns the exercise after a result. If everything was right, it has the special case of
// the algorithm, or if the exercise already had it, it is larger. After a wrong value or an
// unsound cut it is smaller. Otherwise it has the same size.
func (e *exercise) next(ctx context.Context, r *result) (*exercise, string) {
	n := *e
	n.Seed++
	if e.Case == nil && r.n(practice.Right.String()) == len(r.Items) {
		n.Case = ownCase(e.Algorithm)
		if n.dropMissingCase(ctx); n.Case != nil {
			return &n, fmt.Sprintf("Everything was right. The next tree has the same size and is harder: it is a tree %s.", n.Case.With)
		}
	}
	why := n.resize(r)
	n.dropMissingCase(ctx)
	return &n, why
}

// resize gives the exercise after a result its size, and returns the reason.
func (e *exercise) resize(r *result) string {
	unsound, wrong := r.n("unsound"), r.n("wrong")
	var slips []string
	for _, c := range []struct {
		verdict, one, more string
	}{{missed, "was missed", "were missed"}, {"lucky", "was right, but for another reason", "were right, but for another reason"}, {"sound", "is not a step of this algorithm", "are not steps of this algorithm"}} {
		switch k := r.n(c.verdict); {
		case k == 1:
			slips = append(slips, "1 step "+c.one)
		case k > 1:
			slips = append(slips, fmt.Sprintf("%d steps %s", k, c.more))
		}
	}
	switch {
	case unsound+wrong > 0:
		var faults []string
		first := wrong // the verb agrees with the first noun
		if unsound > 0 {
			first = unsound
			faults = append(faults, words.Plural(unsound, "unsound cut"))
		}
		if wrong > 0 {
			faults = append(faults, words.Plural(wrong, "wrong value")+" or bound")
		}
		if wrong > 1 {
			faults[len(faults)-1] += "s"
		}
		if e.step(-1) {
			return fmt.Sprintf("The next tree is smaller, with %s, because there %s %s.", words.Plural(e.nodes(), "node"), isOrAre(first), trees.InWords(faults))
		}
		return fmt.Sprintf("There %s %s. The next tree has the same size, because smaller trees have no such cuts.", isOrAre(first), trees.InWords(faults))
	case slips != nil:
		return "The next tree has the same size: " + trees.InWords(slips) + "."
	case e.step(1):
		return fmt.Sprintf("Everything was right. The next tree is larger, with %s.", words.Plural(e.nodes(), "node"))
	}
	return "Everything was right. The next tree has the same size, the largest of an exercise."
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// step changes the size to the next smaller or larger one. A rule that needs a bound of each
// player needs a level for each player. A larger size keeps the special case of the exercise; a
// smaller size may not allow it.
func (e *exercise) step(by int) bool {
	least := 2
	for _, r := range e.Algorithm.Rules(engine.Options{}) {
		if isSpecial(r) {
			least = min(e.Players, 4)
		}
	}
	var best *exercise
	for _, s := range exerciseSizes {
		other := *e
		other.Depth, other.Branching = s[0], s[1]
		if s[0] < least || cmp.Compare(other.nodes(), e.nodes()) != by || by > 0 && e.Case != nil && !e.Case.of(&other) {
			continue
		}
		if best == nil || by*cmp.Compare(other.nodes(), best.nodes()) < 0 {
			best = &other
		}
	}
	if best != nil {
		*e = *best
	}
	return best != nil
}

// A solution is a run of the algorithm on the tree.
type solution struct {
	Value  string
	End    *trace.Fold // the end of the run
	Cuts   []solvedCut
	Values []solvedValue // of inner nodes, in the order of the run

	came, left map[int]int // the first event that enters or cuts a node, and the last that exits it
}

// when returns the event of the run at which a student decides on an item: for a cut the first
// event that enters or cuts the node, for a value or a bound the last event that exits it. In
// this order a mistake comes before its consequences.
func (s *solution) when(t *trees.Tree, i *item) int {
	for n := i.Node; ; n = t.Parent(n) { // nodes below a cut belong to the cut
		if at, ok := s.left[n]; ok && !i.IsCut {
			return at
		}
		if at, ok := s.came[n]; ok && (i.IsCut || n != i.Node) {
			return at
		}
		if n == 0 {
			return 0
		}
	}
}

type solvedCut struct {
	Nodes    []int
	Sentence trace.Sentence
}

type solvedValue struct {
	Node        int
	Name, Value string
	known       bool // false: the node returns no value
}

// missing returns the values that the student did not give. Values below a cut of the student
// are not missing, because the cut itself is judged.
func (s *solution) missing(t *trees.Tree, steps []practice.Step, given map[int]bool) (list []solvedValue) {
	skipped := make([]bool, t.Len())
	for _, step := range steps {
		if step.Kind == practice.Cut && step.Node > 0 {
			for n := step.Node; n < t.End(t.Parent(step.Node)); n++ { // with its later siblings
				skipped[n] = true
			}
		}
	}
	last := map[int]solvedValue{} // a second search replaces the value of a node
	for _, v := range s.Values {
		last[v.Node] = v
	}
	for n := range t.Len() {
		if v, backsUp := last[n]; backsUp && v.known && !given[n] && !skipped[n] {
			list = append(list, v)
		}
	}
	return list
}

func (e *exercise) solve(ctx context.Context, t *trees.Tree) (*solution, error) {
	s := &solution{came: map[int]int{}, left: map[int]int{}}
	come := func(n, at int) {
		if _, ok := s.came[n]; !ok {
			s.came[n] = at
		}
	}
	fold := trace.NewFold(t, nil)
	explain := trace.NewExplainer(t, engine.SpokenName(e.Algorithm), e.Algorithm.Sound)
	_, err := e.Algorithm.Run(ctx, engine.OnTree(t, 0), engine.Options{}, func(event *trace.Event) {
		fold.Apply(event, nil)
		switch node := int(event.Node); event.Type {
		case trace.Enter:
			come(node, event.Seq)
		case trace.Prune:
			c := solvedCut{Sentence: explain.Explain(event)}
			for _, k := range event.Cut {
				come(int(k), event.Seq)
				c.Nodes = append(c.Nodes, int(k))
			}
			s.Cuts = append(s.Cuts, c)
		case trace.Exit:
			s.left[node] = event.Seq
			value := trace.Minus(words.FormatResult(t, event.Value, !event.HasValue))
			if !t.IsLeaf(node) {
				s.Values = append(s.Values, solvedValue{node, t.Name(node), value, event.HasValue})
			}
			if node == 0 {
				s.Value = value
			}
		}
	})
	if err != nil {
		return nil, err
	}
	s.End = fold
	return s, nil
}

// reasonOf returns why the algorithm cuts a node.
func (s *solution) reasonOf(n int) string {
	for _, c := range s.Cuts {
		for _, k := range c.Nodes {
			if k == n {
				return c.Sentence.String()
			}
		}
	}
	return ""
}
