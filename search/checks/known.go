package checks

import (
	"fmt"
	"math"
	"slices"

	"espalier/search/engine"
	"espalier/trace/program"
	"espalier/trees"
)

// This file judges what only a known tree shows: a run that has not searched it. On a tree of the
// header, of a file or of a task, a node that has children is no leaf, and the root's value is
// known. Elsewhere a run may show as much of its tree as it likes.

// The largest set of values that a node can have by different tie rules; with more, the root's value
// is not judged.
const maxTieValues = 500

// lastPass returns the event that enters the root for the last time. What comes before it, such as
// the earlier depths of iterative deepening, does not count in the end.
func (c *checker) lastPass() int {
	for seq := len(c.run.Events) - 1; seq >= 0; seq-- {
		if e := &c.run.Events[seq]; e.Node == 0 && (e.Type == program.Enter || e.Type == program.Leaf) {
			return seq
		}
	}
	return 0
}

// innerLeaf judges an inner node of a known tree that a line shows as a leaf. before is its state
// before this line.
func (c *checker) innerLeaf(seq int, e *program.Event, before nodeState, had trees.Vector) {
	t, at := c.run.Tree, int(c.run.Nodes[e.Node].Tree)
	if t == nil || at == program.None || t.IsLeaf(at) {
		return
	}
	depth := t.Level(at) - t.Level(0)
	_, static := t.Static(at)
	frontier := c.options.Frontier
	if c.depth != nil {
		frontier = *c.depth == depth
	}
	switch {
	case e.Hit && !c.options.Task: // hitLeaf has judged it
		return
	case before.entered && before.has && c.same(&had, c.at(e.Node)):
		c.looksUpEarly(seq, e.Node, before.early)
		return // the program looks up what it has found before
	case seq < c.pass && !c.remembers():
		c.nodes[e.Node].early = !(frontier && static && depth > 0)
		return
	case frontier && static && depth > 0:
		c.frontier = append(c.frontier, e.Node)
		return // leaf compares the value with the heuristic
	}
	why := "enter it and search its children"
	switch {
	case frontier && depth == 0:
		why = "a search begins at the root and enters it"
	case frontier:
		why = "the tree has no heuristic there, so it has no value of its own; " + why
	case c.options.Task:
		why += "; this task has no frontier"
	case c.algorithm == nil || slices.Contains(c.algorithm.Options, "depth"):
		why += fmt.Sprintf(`, or say in the header that the search ends there: "options": {"depth": %d}`, depth)
	}
	c.add(seq, e.Node, Value, true, "%s is shown as a leaf; in the tree it has %s: %s.", c.name(e.Node), countOf(len(t.Kids(at)), "child", "children"), why)
}

// looksUpEarly judges a value that the program has looked up: one from a search that ended before the leaves of
// a known tree is not that of the tree.
func (c *checker) looksUpEarly(seq int, n int32, early bool) {
	if c.nodes[n].early = early; early && seq >= c.pass {
		v := c.valueOf(n)
		c.add(seq, n, Value, true, "%s returns %s, which it has from a search that ended before the leaves of the tree: search its children again.", c.name(n), inWords(c.run, &v))
	}
}

func countOf(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// rootOfTree judges what the run says in the end of the root of a known tree. A run with errors
// has its reason already.
func (c *checker) rootOfTree() error {
	if c.run.Tree == nil || !c.run.Complete || c.report.Errors > 0 || !c.model.values {
		return nil
	}
	seq, e := 0, (*program.Event)(nil)
	given := int32(program.None)
	for i := c.pass; i < len(c.run.Events); i++ {
		switch x := &c.run.Events[i]; {
		case x.Node != 0:
		case x.Type == program.Exit, x.Type == program.Leaf:
			seq, e = i, x
			if x.Value != program.None || x.Null {
				given = x.Value
			}
		case x.Type == program.Backup && x.Best != program.None:
			given = x.Best
		case x.Type == program.Done && x.Value != program.None && given == program.None:
			given = x.Value
		}
	}
	if e == nil {
		return nil
	}
	if given == program.None && c.run.Tree.IsLeaf(0) && !e.Null {
		return nil // a leaf has the value of the tree
	}
	if given == program.None {
		how := "print its value with its exit"
		if c.run.Program != "" { // its text is there: its lines are printed for it
			how = "return the value from the search, or set result"
		}
		c.add(seq, 0, Value, true, "The root returns no value, so the run has no result: %s.", how)
		return nil
	}
	if !c.judgesValues() {
		return nil
	}
	values, known, err := c.treeValues()
	if err != nil || !known {
		return err
	}
	got := c.run.Value(given)
	is := c.floats(&got)
	slack := c.slack()
	score := -1
	if c.run.Kind == trees.Minimax || c.isTwoSided() {
		score = c.rootScore()
	}
	for i := range values {
		if c.sameFloats(&values[i], &is, score, slack) {
			return nil
		}
	}
	if score >= 0 && c.boundHolds(e, c.run.Events[c.pass].Given, values[0][score], is[score], slack) {
		if c.options.Task {
			c.add(seq, 0, Value, true, "The root returns %s, which is only a bound of its value: search again until the value is found.", inWords(c.run, &got))
		}
		return nil
	}
	expected := c.scores(&values[0])
	what := inWords(c.run, &expected)
	if score >= 0 && c.run.Kind == trees.MaxN {
		what = fmt.Sprintf("%s for player %d", expected[score].In(c.run.Unit), score+1)
	}
	x := c.add(seq, 0, Value, true, "The root returns %s; the value of the tree is %s.", inWords(c.run, &got), what)
	x.Expected = &expected
	return nil
}

// judgesValues reports whether the value of the tree is that of max^n, minimax or a coalition.
func (c *checker) judgesValues() bool {
	a := c.algorithm
	return a == nil || a.Reference != nil && a.Reference.Usual() && !a.Estimate && a.SoundWith(optionsOf(&c.with))
}

// rootScore is the place of the score that a search of two sides is about.
func (c *checker) rootScore() int {
	if c.run.Kind == trees.Minimax {
		return 0
	}
	return c.rootPlayer - 1
}

// boundHolds reports whether the result of the root is a bound, as its line or its window says, and
// holds.
func (c *checker) boundHolds(e *program.Event, given int32, value, got, slack float64) bool {
	if e.Limit == program.AtLeast || e.Limit == program.AtMost {
		return e.Limit == program.AtLeast && value >= got-slack || e.Limit == program.AtMost && value <= got+slack
	}
	if given == program.None {
		return false
	}
	window := c.run.Given(given)
	if a := window.Alpha; a != nil && a.Is && got <= a.Float+slack && value <= got+slack {
		return true
	}
	b := window.Beta
	return b != nil && b.Is && got >= b.Float-slack && value >= got-slack
}

type floats = [trees.MaxPlayers]float64

func (c *checker) floats(v *trees.Vector) (f floats) {
	for p := range c.run.Width() {
		f[p] = float64(v[p]) / float64(max(c.run.Unit, 1))
	}
	return f
}

func (c *checker) scores(f *floats) (v trees.Vector) {
	for p := range c.run.Width() {
		v[p] = trees.Score(math.Round(f[p] * float64(max(c.run.Unit, 1))))
	}
	return v
}

// slack is how far two values may lie apart: an average may be rounded at each chance node.
func (c *checker) slack() float64 {
	t := c.run.Tree
	if !t.HasChance() {
		return 0
	}
	most, above := 0, make([]int, t.Len()) // chance nodes on the path to a node
	for n := range t.Len() {
		if n > 0 {
			above[n] = above[t.Parent(n)]
		}
		if t.IsChance(n) {
			above[n]++
		}
		most = max(most, above[n])
	}
	return float64(most) / float64(max(c.run.Unit, 1))
}

func (c *checker) sameFloats(a, b *floats, score int, slack float64) bool {
	for p := range c.run.Width() {
		if (score < 0 || p == score) && math.Abs(a[p]-b[p]) > slack+1e-9*max(1, math.Abs(a[p])) {
			return false
		}
	}
	return true
}

// treeValues returns the values that the root can have: one of a search of two sides, else those of
// every tie rule. known is false if a leaf has no value, or there
// are too many.
func (c *checker) treeValues() (list []floats, known bool, err error) {
	t := c.run.Tree
	static := map[int]bool{}
	for _, n := range c.frontier {
		static[int(c.run.Nodes[n].Tree)] = true
	}
	slack := c.slack()
	two := c.run.Kind == trees.Minimax || c.isTwoSided()
	sets := make([][]floats, t.Len())
	for n := t.Len() - 1; n >= 0; n-- { // children have larger numbers than their parent
		if n%1024 == 0 {
			if err := engine.PassTurn(c.ctx); err != nil {
				return nil, false, err
			}
		}
		if t.IsLeaf(n) || static[n] {
			v, ok := t.Value(n)
			if !t.IsLeaf(n) {
				v, ok = t.Static(n)
			}
			if !ok {
				return nil, false, nil
			}
			var f floats
			for p := range c.run.Width() {
				f[p] = v[p].In(t.Unit).Float()
			}
			sets[n] = []floats{f}
			continue
		}
		kids := t.Kids(n)
		switch {
		case t.IsChance(n):
			sets[n] = c.averages(t, sets, kids)
		default:
			score, sign := t.Mover(n)-1, 1.0
			if two {
				score = c.rootScore()
				if maximises := c.run.Kind == trees.Minimax && t.Mover(n) == 1 || c.run.Kind != trees.Minimax && t.Mover(n) == c.rootPlayer; !maximises {
					sign = -1
				}
			}
			sets[n] = choices(sets, kids, score, sign, slack, two)
		}
		if len(sets[n]) > maxTieValues {
			return nil, false, nil
		}
		for _, k := range kids {
			sets[k] = nil
		}
	}
	return sets[0], true, nil
}

// choices returns the values that a mover can choose: those that no other child surely exceeds. one:
// only the score counts, so one value is enough.
func choices(sets [][]floats, kids []int32, score int, sign, slack float64, one bool) (list []floats) {
	if one {
		best := sets[kids[0]][0]
		for _, k := range kids[1:] {
			if v := sets[k][0]; sign*v[score] > sign*best[score] {
				best = v
			}
		}
		return []floats{best}
	}
	sure := math.Inf(-1)
	for _, k := range kids {
		least := math.Inf(1)
		for i := range sets[k] {
			least = min(least, sign*sets[k][i][score])
		}
		sure = max(sure, least)
	}
	for _, k := range kids {
		for _, v := range sets[k] {
			if sign*v[score] >= sure-slack-1e-9*max(1, math.Abs(sure)) && !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
		if len(list) > maxTieValues {
			break
		}
	}
	return list
}

// averages returns the expectations of a chance node.
func (c *checker) averages(t *trees.Tree, sets [][]floats, kids []int32) []floats {
	list := []floats{{}}
	for _, k := range kids {
		q := t.Prob(int(k)).Float()
		var next []floats
		for _, sum := range list {
			for _, v := range sets[k] {
				one := sum
				for p := range c.run.Width() {
					one[p] += q * v[p]
				}
				next = append(next, one)
			}
			if len(next) > maxTieValues {
				return next
			}
		}
		list = next
	}
	return list
}
