package checks

import (
	"slices"

	"espalier/search/engine"
	"espalier/trace/program"
	"espalier/trees"
)

// This file has what a run claims of its root, and the values that are right only if the program had a
// window that no line prints.

// An oddExit is a value that is not what the children give, but what a search with a narrower window
// may return. Whether it does harm is known at the end.
type oddExit struct {
	seq, node int32
	expected  trees.Score
	settled   bool // a later visit decides
}

// A claim is what a visit of the root says of its value: it is at least low, and at most high.
type claim struct {
	seq       int32
	value     trees.Score
	low, high bool
	given     bool // a line says which
}

// look looks through the run before it is judged: at how often the root is visited, and at the nodes
// that end without a visit below, or are leaves after they have been searched: these can only have been
// looked up.
func (c *checker) look() {
	run, last := c.run, int32(program.None) // the node that was entered last, with nothing visited since
	entered := make([]bool, len(run.Nodes))
	find := func(n int32) {
		if c.idle == nil {
			c.idle = map[string][]trees.Vector{}
		}
		c.idle[c.nameOf(n)] = nil
	}
	for i := range run.Events {
		e := &run.Events[i]
		if e.Node == 0 && (e.Type == program.Enter || e.Type == program.Leaf) {
			c.roots++
		}
		switch {
		case e.Type == program.Enter:
			last, entered[e.Node] = e.Node, true
		case e.Type == program.Leaf:
			if last = program.None; entered[e.Node] || e.Hit {
				find(e.Node)
			}
		case e.Type == program.Exit && e.Value != program.None && e.Node == last:
			find(e.Node)
		}
	}
	if c.roots > 1 {
		c.lookDeeper()
	}
}

// unknownHit notes a value that a line says was looked up, and that no earlier line gives a node of this name.
func (c *checker) unknownHit(seq int, n int32, v *trees.Vector) {
	c.add(seq, n, Undecided, false, "The value %s of %s is not judged: it was looked up, and no earlier line gives this value to a node of that id.", c.said(n, v), c.name(n))
}

// lookDeeper finds out whether the program searches to one depth after the other: then a node is a leaf
// first and an inner node in a later visit of the root. What the visits before that one have shown is
// about another tree.
func (c *checker) lookDeeper() {
	const never, inner = -1, -2
	leafIn := make([]int32, len(c.run.Nodes)) // the last visit of the root in which a node was a leaf
	for i := range leafIn {
		leafIn[i] = never
	}
	visit, last := int32(-1), int32(0)
	var begins []int32 // by visit of the root
	for i := range c.run.Events {
		e := &c.run.Events[i]
		if e.Type != program.Enter && e.Type != program.Leaf {
			continue
		}
		if e.Node == 0 {
			visit++
			begins = append(begins, int32(i))
		}
		switch of := &leafIn[e.Node]; {
		case *of == inner:
		case e.Type == program.Leaf:
			*of = visit
		default:
			if *of >= 0 && *of < visit {
				last = max(last, *of+1)
			}
			*of = inner
		}
	}
	c.deepest = int(begins[last])
}

// isStale reports whether the run has seen a node only in searches of less depth.
func (c *checker) isStale(n int32) bool {
	return c.deepest > 0 && c.run.Nodes[n].Visited && !c.nodes[n].fresh || c.nodes[n].early
}

// cutsStale notes the children of an open node that only a search of less depth has seen, and that this
// visit leaves out.
func (c *checker) cutsStale(seq int, f *frame) (some bool) {
	if c.deepest == 0 && c.run.Tree == nil || seq < c.deepest || seq < c.pass {
		return false
	}
	for _, k := range c.run.Kids(f.node) {
		if s := &c.nodes[k]; s.in != f.visit && s.visits > 0 && c.isStale(k) {
			if c.stale == nil {
				c.stale = map[int][]int32{}
			}
			c.stale[seq], some = append(c.stale[seq], k), true
		}
	}
	return some
}

// nameOf returns the name that a node shares with all nodes of the same position.
func (c *checker) nameOf(n int32) string {
	if id := c.run.ID(n); id != "" {
		return id
	}
	return string(append([]byte{0}, byte(n), byte(n>>8), byte(n>>16), byte(n>>24)))
}

// maxRemembered is how many values of one name are kept.
const maxRemembered = 16

// remember keeps the value of a node whose name is looked up somewhere.
func (c *checker) remember(n int32) {
	s := &c.nodes[n]
	if c.idle == nil || !s.has {
		return
	}
	name := c.nameOf(n)
	list, ok := c.idle[name]
	if !ok {
		return
	}
	value := c.valueOf(n)
	for i := range list {
		if list[i] == value {
			return
		}
	}
	if len(list) == maxRemembered {
		list = list[1:]
	}
	c.idle[name] = append(list, value)
}

// looksUp reports whether a node that is not searched returns what it, or another node of the same name,
// has returned before, or that clamped to its window.
func (c *checker) looksUp(n int32, v *trees.Vector, in *window) bool {
	for _, w := range c.idle[c.nameOf(n)] {
		if c.same(&w, v) || c.run.Kind == trees.Minimax && c.clamped(in, w[0], v[0]) {
			c.nodes[n].looked = true
			return true
		}
	}
	return false
}

// clamped reports whether a score is another one, clamped to a window. Below a cut that was missed the window is
// empty, and either end may come last.
func (c *checker) clamped(w *window, s, got trees.Score) bool {
	low, high := -trees.MaxUnits, trees.MaxUnits
	if a := w.alpha; a.is && !a.next {
		low = a.score
	}
	if b := w.beta; b.is && !b.next {
		high = b.score
	}
	return c.near(min(max(s, low), high), got) || c.near(max(min(s, high), low), got)
}

// leafAgain judges a leaf that the run has searched before: it returns what a search has returned.
func (c *checker) leafAgain(seq int, n int32, in *window) {
	s := &c.nodes[n]
	if !s.entered || !s.had || !s.has || !c.model.values || s.mover == 0 {
		return
	}
	// A later visit of the root may be a search of less depth, for which this node is a leaf. The last visit is
	// none if it does not enter the root.
	isLess := c.deepest > 0 && s.pass < c.nodes[0].visits && !(n == 0 && seq == c.pass)
	if isLess || c.looksUp(n, c.at(n), in) {
		return
	}
	before := c.idle[c.nameOf(n)]
	if len(before) == 0 || len(before) == maxRemembered {
		return
	}
	last := before[len(before)-1]
	if c.run.Kind == trees.Minimax && len(c.stack) > 0 && c.mayClamp(&frame{win: *in, printed: c.stack[len(c.stack)-1].printed}, c.at(n)) {
		c.odd = append(c.odd, oddExit{seq: int32(seq), node: n, expected: last[0]})
		return
	}
	x := c.add(seq, n, Value, true, "%s is shown as a leaf with %s; its search has returned %s.", c.name(n), c.said(n, c.at(n)), inWords(c.run, &last))
	x.Expected = &last
}

// fixes reports whether it is known which windows the program had: it claims to be a search without
// windows, or with those of the path, and prints that of the root.
func (c *checker) fixes(f *frame) bool {
	if c.algorithm == nil || c.model.windows != engine.WholeWindows || c.algorithm.Judged != engine.ByModel {
		return false
	}
	if len(c.stack) > 0 {
		f = &c.stack[0]
	}
	return f.printed || !c.windowed
}

// mayClamp reports whether a narrower window than the path allows explains a value.
func (c *checker) mayClamp(f *frame, got *trees.Vector) bool {
	if f.printed || !f.win.vague && c.fixes(f) {
		return false
	}
	v := got[0]
	a, b := f.win.alpha, f.win.beta
	if v.IsInfinite() { // only beside a win or a loss that the path holds
		return f.win.vague || a.is && a.score == v || b.is && b.score == v
	}
	if p := c.rootScore(); f.win.vague && (v < c.least[p] || v > c.most[p]) { // no window ends there
		return false
	}
	return !(a.is && !a.next && c.cmp(v, a.score) < 0) && !(b.is && !b.next && c.cmp(v, b.score) > 0)
}

// settle is called when a node is visited again: this visit decides, and what was odd in the last one
// does no harm.
func (c *checker) settle(s *nodeState) {
	for i := s.odd[0]; i < s.odd[1]; i++ {
		c.odd[i].settled = true
	}
}

// claim notes what the root returns.
func (c *checker) claim(seq int, e *program.Event, f *frame) {
	if e.Value == program.None || c.nodes[0].mover == 0 {
		return
	}
	v := c.valueOf(0)
	x := claim{seq: int32(seq), value: c.windowScore(&v), low: true, high: true}
	a, b := f.may.alpha, f.may.beta // of a window that is printed, the narrowest that it may be
	switch {
	case e.Limit == program.AtLeast:
		x.high, x.given = false, true
	case e.Limit == program.AtMost:
		x.low, x.given = false, true
	case f.printed && b.is && c.cmp(x.value, b.score) >= 0:
		x.high, x.given = false, true
	case f.printed && a.is && c.cmp(x.value, a.score) <= 0:
		x.low, x.given = false, true
	case f.printed:
		x.given = true
	}
	c.claims = append(c.claims, x)
}

// A guess says whether a window of the root that no line prints explains a cut.
type guess uint8

const (
	noGuess guess = iota
	mayBe         // one around the value that the root returns does
	settled       // any may, and a later visit of the root decides
)

// guessed returns whether a cut that the path gives no reason for has such an explanation.
func (c *checker) guessed(cut *cutMade) guess {
	switch {
	case !cut.open:
		return noGuess
	case cut.seq < c.deepest:
		return settled
	}
	for i := range c.claims {
		x := &c.claims[i]
		if int(x.seq) < cut.seq {
			continue
		}
		if d := c.cmp(cut.value, x.value); i == len(c.claims)-1 && (d == 0 || d > 0 != cut.max) {
			return noGuess
		}
		if i < len(c.claims)-1 {
			return settled
		}
		break
	}
	return mayBe
}

// A claimed has what the whole run says of the value of its root.
type claimed struct {
	low, high       trees.Score
	hasLow, hasHigh bool
}

// claimed returns what the last visit of the root says, and where that is a bound only, what earlier
// ones say besides.
func (c *checker) claimed() (k claimed) {
	for i := len(c.claims) - 1; i >= 0; i-- {
		x := &c.claims[i]
		if i < len(c.claims)-1 && !x.given {
			continue
		}
		if x.low && (!k.hasLow || x.value > k.low) {
			k.low, k.hasLow = x.value, true
		}
		if x.high && (!k.hasHigh || x.value < k.high) {
			k.high, k.hasHigh = x.value, true
		}
		if k.hasLow && k.hasHigh {
			break
		}
	}
	return k
}

// atLimit reports whether the mover of an open node has the best of all values that the run shows,
// though neither the header nor a window of the root limits them: then the program may know that there
// is nothing better.
func (c *checker) atLimit(f *frame) bool {
	if c.run.Kind != trees.Minimax && !c.isTwoSided() {
		return false
	}
	if v := f.best[c.rootScore()]; v.IsInfinite() && (v > 0) == c.holdsAlpha(f.node) {
		return true // whatever the window, nothing is better than a win
	}
	if c.stack[0].printed {
		return false
	}
	p, far := c.rootScore(), trees.MaxUnits/trees.MaxPlayers
	v := f.best[p]
	if c.holdsAlpha(f.node) {
		return c.most[p] >= far && c.cmp(v, c.shown[1]) >= 0
	}
	return c.least[p] <= -far && c.cmp(v, c.shown[0]) <= 0
}

// contradicted returns the odd exit, or the last claim, that is wrong because the root has another value
// than the run claims; nil: the claim holds.
func (c *checker) contradicted(truth *amount) bool {
	k := c.claimed()
	if !truth.is || !k.hasLow && !k.hasHigh || c.valueErrors > 0 || !c.model.values {
		return false
	}
	is, _ := truth.rat().Float64()
	over := func(of trees.Score) float64 { // averages are rounded at each node
		if truth.part == nil {
			return float64(c.run.Tolerance(of))
		}
		return float64(program.MaxLevels) * float64(max(c.run.Tolerance(of), 1))
	}
	return k.hasLow && is < float64(k.low)-over(k.low) || k.hasHigh && is > float64(k.high)+over(k.high)
}

// blame reports the value with which the run leaves what its leaves show: from the root down, the last
// node whose value is not theirs. Of equals it is the one that was searched first: it may have been the bound
// that the others return.
func (c *checker) blame(e *ends) {
	n := int32(0)
	wrong := func(k int32) bool {
		seen := e.seen.of(k)
		return c.nodes[k].has && seen.is && seen.part == nil && !c.near(c.scoreOf(k), seen.whole)
	}
	for down := true; down; {
		down = false
		var next int32
		kids := slices.Clone(e.kids.of(n))
		slices.SortStableFunc(kids, c.lastVisit(kids))
		for _, k := range kids {
			if !wrong(k) || c.run.Nodes[k].IsLeaf {
				continue
			}
			same := c.nodes[n].has && c.near(c.scoreOf(k), c.scoreOf(n))
			if !down || same {
				next, down = k, true
			}
			if same {
				break
			}
		}
		if down {
			n = next
		}
	}
	late := c.late
	c.late = false
	defer func() { c.late = late }()
	for i := range c.odd {
		if x := &c.odd[i]; x.node == n && !x.settled {
			x.settled = true
			got, expected := c.valueOf(n), c.valueOf(n)
			expected[0] = x.expected
			c.wrongChoice(int(x.seq), n, &got, &expected, program.None)
			return
		}
	}
	last := &c.claims[len(c.claims)-1]
	truth := c.rootValue
	root := e.seen.of(0)
	truth[e.score] = e.rounded(&root)
	by := ""
	if n != 0 {
		got := c.valueOf(n)
		why := "it was searched with a narrow window, and not again"
		if e.looked != nil && e.looked.sources[n] != nil {
			why = "it was looked up, and its search has shown no more"
		}
		by = " The value of " + c.name(n) + ", " + inWords(c.run, &got) + ", is only a bound: " + why + "."
	}
	got := c.valueOf(0)
	got[e.score] = last.value // the root's last visit may return none
	x := c.add(int(last.seq), 0, Value, true, "%s returns %s; its leaves that were seen give %s.%s", c.name(0), inWords(c.run, &got), inWords(c.run, &truth), by)
	x.Expected = &truth
}

// odds reports the values that only a window explains which no line prints.
func (c *checker) odds() {
	late := c.late
	c.late = false
	defer func() { c.late = late }()
	for i := range c.odd {
		x := &c.odd[i]
		if x.settled {
			continue
		}
		expected := x.expected.In(c.run.Unit)
		c.add(int(x.seq), x.node, Undecided, false, "The value that %s returns is not judged: its children give %s, and another value is right only if the search had a window that ends there. Print alpha and beta where a node is entered.", c.name(x.node), expected)
	}
}
