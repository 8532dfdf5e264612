package checks

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"espalier/search/engine"
	"espalier/trace/program"
	"espalier/trees"
)

// This file checks what the run says about values, movers, order and ends. Values are judged
// from the children as they are printed, in their last visit.

func (c *checker) event(seq int) {
	e := &c.run.Events[seq]
	if seq == c.deepest { // what searches of less depth have claimed is about another tree
		c.claims = c.claims[:0]
	}
	for len(c.reweighed) > 0 && int(c.reweighed[0].Event) == seq {
		c.probs[e.Node], c.reweighed = c.reweighed[0].New, c.reweighed[1:]
	}
	switch e.Type {
	case program.Enter:
		c.enter(seq, e)
	case program.Leaf:
		c.leaf(seq, e)
	case program.Prune:
		c.prune(seq, e)
	case program.Exit:
		c.exit(seq, e)
	case program.Backup:
		c.backup(seq, e)
	case program.Done:
		c.done(seq, e)
	}
}

// visit records that the innermost open node visits a child.
func (c *checker) visit(seq int, node int32) {
	if len(c.stack) == 0 {
		return
	}
	f := &c.stack[len(c.stack)-1]
	c.appeared = max(c.appeared, node+1)
	f.current = node
	s := &c.nodes[node]
	if s.in != f.visit {
		c.missed(seq, f)
		c.answered(f, false)
	}
	s.had = s.has
	if s.in == f.visit {
		f.again = true
		c.settle(s)
		probed := c.weighs && c.nodes[f.node].mover == 0 || c.model.windows == engine.ZeroWindows || s.chosen
		if s.has && !s.cuts && s.bound == program.Exactly && !probed {
			c.add(seq, node, Again, false, "%s is visited again, though its value %s was known.", c.name(node), inWords(c.run, c.at(node)))
		}
	} else {
		if c.run.Tree != nil && !c.ordered && len(f.children) > 0 {
			if last := f.children[len(f.children)-1]; c.run.Number(node) < c.run.Number(last) {
				hint := ""
				if c.options.Task {
					hint = `: visit the children from left to right, or name the order in the header, such as "options": {"order": "best"}`
				}
				c.add(seq, node, Order, c.options.Task, "%s is visited after %s, but is left of it in the tree%s.", c.name(node), c.name(last), hint)
			}
		}
		s.place = int32(len(f.children))
		f.children = append(f.children, node)
		s.in = f.visit
	}
	if s.has = false; f.again { // its value is known anew when it ends
		c.bestOf(f, node)
	}
}

// bestOf computes the best of an open node from all its children, of which one has changed.
func (c *checker) bestOf(f *frame, changed int32) {
	f.has = false
	if c.blends(f.node) {
		return
	}
	f.bests.set(c, f, changed)
	if from, fromEnd, ok := f.bests.ends(c, f); ok {
		f.best, f.from, f.has = c.valueOf(from), from, true
		f.right, f.fromEnd = c.valueOf(fromEnd), fromEnd
	}
}

// better lets an open node take the value of a child that is better than its best.
func (c *checker) better(f *frame, n int32) {
	if !c.nodes[n].has || c.blends(f.node) {
		return
	}
	c.compared++
	value := c.valueOf(n)
	d := 1
	if f.has {
		d = c.cmp(c.key(f.node, &value), c.key(f.node, &f.best))
	}
	if d > 0 || d == 0 && !c.leftInTree(n, f.fromEnd) {
		f.right, f.fromEnd = value, n
	}
	if d > 0 || d == 0 && c.leftInTree(n, f.from) {
		f.best, f.from, f.has = value, n, true
	}
}

func (c *checker) enter(seq int, e *program.Event) {
	c.visit(seq, e.Node)
	s, n := &c.nodes[e.Node], &c.run.Nodes[e.Node]
	if turn := c.run.Turn(e.Node); e.Player != 0 && e.Player != turn && !(e.Player == program.Chance && n.Chance) {
		why := "an earlier line says"
		if n.Tree != program.None {
			why = "in the tree it is"
		}
		who := playerInWords(e.Player)
		c.add(seq, e.Node, Player, true, "%s moves at %s; %s %s.", strings.ToUpper(who[:1])+who[1:], c.name(e.Node), why, playerInWords(turn))
	}
	s.visits++
	s.fresh = s.fresh || seq >= c.deepest
	f := frame{node: e.Node, visit: c.entered + 1, late: program.None, hit: e.Hit}
	if len(c.stack) > 0 {
		above := &c.stack[len(c.stack)-1]
		f.doubt.above = above.doubtful() || above.late != program.None
	}
	if len(c.stack) == 0 {
		s.had = s.has
		c.settle(s)
	}
	c.enterWindow(seq, &f, e)
	if len(c.stack) == 0 {
		c.asks(&f)
	}
	s.cuts, s.has, s.bound, s.taken, s.chosen, s.doubt = false, false, program.Exactly, program.None, f.printed, false
	s.entered, s.recalled = true, false
	s.pass = c.nodes[0].visits
	f.early, s.early, s.looked, s.ended = s.early, false, false, neverEnded
	s.odd[0] = int32(len(c.odd))
	c.entered++
	c.stack = append(c.stack, f)
}

func (c *checker) leaf(seq int, e *program.Event) {
	before := c.nodes[e.Node]
	c.visit(seq, e.Node)
	errors := c.report.Errors
	s, n := &c.nodes[e.Node], &c.run.Nodes[e.Node]
	s.visits++
	s.fresh = s.fresh || seq >= c.deepest
	s.cuts, s.bound, s.chosen, s.looked, s.early = false, program.Exactly, false, false, false
	if len(c.stack) == 0 {
		s.had = s.has
	}
	old := c.valueOf(e.Node)
	s.recalled = false
	if len(c.stack) > 0 { // what a zero window shows of a leaf may be asked again
		f := &c.stack[len(c.stack)-1]
		s.chosen = f.printed
	}
	var known *trees.Vector
	if t := c.run.Tree; t != nil && n.Tree != program.None {
		at := int(n.Tree)
		v, ok := t.Value(at)
		if !t.IsLeaf(at) {
			v, ok = t.Static(at)
		}
		if ok {
			v = c.inRun(t, v)
			known = &v
		}
	}
	switch {
	case e.Value != program.None:
		v := c.run.Value(e.Value)
		c.setValue(e.Node, &v)
		s.has = true
		if known != nil && !c.same(known, &v) {
			x := c.add(seq, e.Node, Value, true, "%s has the value %s; in the tree it is %s.", c.name(e.Node), c.said(e.Node, &v), inWords(c.run, known))
			x.Expected = known
		}
	case known != nil:
		c.setValue(e.Node, known)
		s.has = true
	}
	s.doubt = c.report.Errors > errors
	s.ended, s.odd[0] = int32(seq), int32(len(c.odd))
	w, _ := c.inherited()
	c.hitLeaf(seq, e, &w)
	if c.innerLeaf(seq, e, before, old); c.run.Tree == nil {
		c.leafAgain(seq, e.Node, &w)
	}
	s.odd[1] = int32(len(c.odd))
	// The value that the search of the node has returned before was looked up.
	s.recalled = s.entered && s.had && before.fresh && s.has && c.same(&old, c.at(e.Node))
	if len(c.stack) == 0 && s.has && s.mover != 0 && (s.recalled || seq == c.pass) {
		c.claims = append(c.claims, claim{seq: int32(seq), value: c.scoreOf(e.Node), low: true, high: true})
	}
	c.take(e.Node)
}

// hitLeaf judges a leaf whose value a line says was looked up.
func (c *checker) hitLeaf(seq int, e *program.Event, in *window) {
	s := &c.nodes[e.Node]
	if s.hit = e.Hit; !e.Hit || !s.has || !c.model.values || c.looksUp(e.Node, c.at(e.Node), in) {
		return
	}
	if t, at := c.run.Tree, int(c.run.Nodes[e.Node].Tree); t != nil && at >= 0 && t.IsLeaf(at) {
		return // it has been compared with the leaf of the tree
	}
	c.unknownHit(seq, e.Node, c.at(e.Node))
}

// inRun returns a value of the tree in the unit of the run.
func (c *checker) inRun(t *trees.Tree, v trees.Vector) trees.Vector {
	for p := range c.run.Width() {
		if s, ok := v[p].In(t.Unit).In(c.run.Unit); ok {
			v[p] = s
		} else {
			v[p] = trees.Score(v[p].In(t.Unit).Float() * float64(c.run.Unit))
		}
	}
	return v
}

// take lets the innermost open node take the value of a child that has ended, if it is the best.
func (c *checker) take(child int32) {
	if len(c.stack) == 0 {
		return
	}
	f, s := &c.stack[len(c.stack)-1], &c.nodes[child]
	if s.cuts {
		c.nodes[f.node].cuts = true
	}
	if s.early {
		c.nodes[f.node].early = true
	}
	f.doubt.below = f.doubt.below || s.doubt
	if f.again { // it may be left of the best
		f.again = false
		c.bestOf(f, child)
		return
	}
	c.better(f, child)
	if len(f.bests.of) > 0 {
		f.bests.set(c, f, child)
	}
}

func (c *checker) exit(seq int, e *program.Event) {
	f := c.stack[len(c.stack)-1]
	c.stack = c.stack[:len(c.stack)-1]
	s := &c.nodes[e.Node]
	if !f.pruned && len(f.children) > 0 && c.cutsStale(seq, &f) {
		c.cutsMade = append(c.cutsMade, cutMade{seq: seq, ruling: ruling{may: true, known: true}})
	}
	expected, known := c.expected(&f)
	errors := c.report.Errors
	switch {
	case e.Implied && c.run.HasExits:
		c.add(seq, e.Node, Open, true, "%s never ends: its parent goes on without its value. Print an exit for it.", c.name(e.Node))
	case e.Null:
	case e.Value == program.None:
		c.setValue(e.Node, &expected)
		s.has = known
		s.taken = c.takenFrom(&f, &expected)
	default:
		value := c.run.Value(e.Value)
		c.setValue(e.Node, &value)
		s.has, s.bound = true, e.Limit
		c.judgeExit(seq, e, &f, &expected, known)
		s.taken = c.takenFrom(&f, &value)
	}
	s.doubt = f.doubt.below || c.report.Errors > errors
	f.bests.clear(c, &f)
	s.odd[1], s.ended = int32(len(c.odd)), int32(seq)
	c.remember(e.Node)
	if len(c.stack) == 0 {
		c.claim(seq, e, &f)
	}
	c.take(e.Node)
}

// expected returns the value that the children of a visit give.
func (c *checker) expected(f *frame) (v trees.Vector, known bool) {
	switch {
	case !c.blends(f.node):
		return f.best, f.has
	case c.nodes[f.node].mover > 0:
		return c.mixture(f)
	}
	return c.expectation(f)
}

// prob returns the probability of a child of a chance node, as the lines so far give it.
func (c *checker) prob(n int32) trees.Number {
	if p, ok := c.probs[n]; ok {
		return p
	}
	return c.run.Prob(n)
}

// expectation returns that of a chance node, if all its children have values.
func (c *checker) expectation(f *frame) (v trees.Vector, known bool) {
	kids := c.run.Kids(f.node)
	for len(kids) > 0 && kids[len(kids)-1] >= c.appeared {
		kids = kids[:len(kids)-1] // a later visit has shown it
	}
	if len(kids) == 0 || len(kids) != len(f.children) || f.pruned {
		return v, false // with a cut it returns a bound, even if all children have been probed
	}
	total := new(big.Rat)
	means := make([]mean, c.run.Width())
	for _, k := range kids {
		if !c.nodes[k].has {
			return v, false
		}
		q := big.NewRat(1, int64(len(kids)))
		if n := c.prob(k); n.Unit > 0 {
			q = big.NewRat(int64(n.Score), int64(n.Unit))
		}
		total.Add(total, q)
		for p := range means {
			means[p].add(q, c.scoresOf[int(k)*len(means)+p])
		}
	}
	if far, _ := new(big.Rat).Sub(total, big.NewRat(1, 1)).Float64(); far > 1e-6 || far < -1e-6 {
		return v, false // a child is missing
	}
	return nearest(means)
}

// clashes reports whether the children of a node give a player a win and a loss.
func (c *checker) clashes(f *frame) bool {
	var least, most trees.Vector
	for _, k := range f.children {
		if !c.nodes[k].has {
			continue
		}
		v := c.valueOf(k)
		for p := range c.run.Width() {
			if least[p], most[p] = min(least[p], v[p]), max(most[p], v[p]); least[p] == -trees.Infinity && most[p] == trees.Infinity {
				return true
			}
		}
	}
	return false
}

// takenFrom returns the child that a value was taken from: of equals the leftmost, or None.
func (c *checker) takenFrom(f *frame, v *trees.Vector) int32 {
	from := int32(program.None)
	for _, k := range f.children {
		if c.nodes[k].has && c.same(c.at(k), v) && (from == program.None || c.leftInTree(k, from)) {
			from = k
		}
	}
	return from
}

func (c *checker) judgeExit(seq int, e *program.Event, f *frame, expected *trees.Vector, known bool) {
	got := c.at(e.Node)
	mover := c.nodes[e.Node].mover
	switch {
	case !c.model.values:
		return
	case !known && len(f.children) == 0 && c.looksUp(e.Node, got, &f.win):
		c.looksUpEarly(seq, e.Node, f.early)
		return
	case !c.blends(e.Node) && c.isRecalled(f, got):
		return
	case !known && len(f.children) == 0 && (e.Hit || f.hit):
		c.unknownHit(seq, e.Node, got)
		return
	case !known && isInfinite(got) && (!c.blends(e.Node) || len(f.children) == 0 && !f.cutsAll):
		c.add(seq, e.Node, Value, true, "%s returns %s, a value beyond every limit, but none of its children has returned a value. Print null for a node that was not searched.", c.name(e.Node), c.said(e.Node, got))
		return
	case !known && (!c.blends(e.Node) || len(f.children) == 0 && !f.cutsAll):
		c.add(seq, e.Node, Value, true, "%s returns %s, but none of its children has returned a value.", c.name(e.Node), c.said(e.Node, got))
		return
	case !known && c.clashes(f):
		c.add(seq, e.Node, Undecided, false, "The value that %s returns is not judged: it is the average of a win and a loss.", c.name(e.Node))
		return
	case !known:
		return
	case c.same(got, expected):
		c.leftTie(f, expected)
		return
	case c.blends(e.Node):
		if c.closeTo(got, expected) {
			return
		}
		if isInfinite(got) && !isInfinite(expected) {
			c.endless(seq, e.Node, got, expected, "the average of its children is "+c.said(e.Node, expected))
			return
		}
		of := "its children"
		if mover > 0 {
			of = "what its models choose"
		}
		x := c.add(seq, e.Node, Value, true, "%s returns %s; the average of %s is %s.", c.name(e.Node), c.said(e.Node, got), of, inWords(c.run, expected))
		x.Expected = expected
		return
	}
	if c.run.Kind == trees.Minimax {
		if d := c.cmp(got[0], expected[0]); e.Limit == program.AtLeast && d < 0 || e.Limit == program.AtMost && d > 0 {
			return
		}
		if c.clamped(&f.win, expected[0], got[0]) || (f.printed || isInfinite(got)) && c.clamped(&f.may, expected[0], got[0]) {
			return
		}
		if c.mayClamp(f, got) {
			c.odd = append(c.odd, oddExit{seq: int32(seq), node: e.Node, expected: expected[0]})
			return
		}
	}
	if k := c.takenFrom(f, got); k != program.None && c.cmp(c.key(e.Node, got), c.key(e.Node, expected)) == 0 {
		c.tie(seq, e.Node, f, got, expected)
		return
	}
	c.wrongChoice(seq, e.Node, got, expected, c.takenFrom(f, expected))
}

// wrongChoice reports a value that is not what the mover of a node chooses.
func (c *checker) wrongChoice(seq int, node int32, got, expected *trees.Vector, from int32) {
	of := ""
	if from != program.None {
		of = ", from " + c.name(from)
	}
	if isInfinite(got) && !isInfinite(expected) {
		c.endless(seq, node, got, expected, fmt.Sprintf("%s chooses %s there%s", c.moverInWords(node), c.said(node, expected), of))
		return
	}
	x := c.add(seq, node, Value, true, "%s returns %s; %s chooses %s there%s.", c.name(node), c.said(node, got), c.moverInWords(node), inWords(c.run, expected), of)
	x.Expected = expected
}

// endless reports an infinite value of a node whose children give another one.
func (c *checker) endless(seq int, node int32, got, expected *trees.Vector, right string) {
	x := c.add(seq, node, Value, true, "%s returns %s, a value beyond every limit, which no child of it has; %s.", c.name(node), c.said(node, got), right)
	x.Expected = expected
}

// isInfinite reports whether a value has an infinite score.
func isInfinite(v *trees.Vector) bool {
	return slices.ContainsFunc(v[:], trees.Score.IsInfinite)
}

// leftTie notes that a node took the leftmost of several values that are equal for its mover.
func (c *checker) leftTie(f *frame, v *trees.Vector) {
	if c.run.Kind == trees.Minimax || c.blends(f.node) {
		return
	}
	for _, k := range f.children {
		if of := c.at(k); c.nodes[k].has && c.cmp(c.key(f.node, of), c.key(f.node, v)) == 0 && !c.same(of, v) {
			c.tiesLeft, c.nodes[f.node].tied = true, true
			return
		}
	}
}

// tie judges a value that is taken from another child than the leftmost of those that are equal.
func (c *checker) tie(seq int, node int32, f *frame, got, expected *trees.Vector) {
	from, first := c.takenFrom(f, got), c.takenFrom(f, expected)
	c.tiesRight, c.nodes[node].tied = true, true
	standsLeft := func(k int32) bool {
		return c.nodes[k].has && c.same(c.at(k), got) && c.run.Number(k) < c.run.Number(first)
	}
	if c.unplaced() || c.run.Tree != nil && slices.ContainsFunc(f.children, standsLeft) {
		return
	}
	left := "An earlier child"
	if c.byTree {
		left = "A child further left"
	}
	x := c.add(seq, node, Tie, c.options.TiesLeft, "%s takes %s from %s. %s, %s, is as good for %s: in a tie the leftmost child wins, so the value is %s.",
		c.name(node), inWords(c.run, got), c.name(from), left, c.name(first), c.moverInWords(node), inWords(c.run, expected))
	x.Expected = expected
}

// closeTo reports whether two averages differ by no more than rounding to whole units.
func (c *checker) closeTo(a, b *trees.Vector) bool {
	for p := range c.run.Width() {
		if d := a[p] - b[p]; d > 1 && d > c.run.Tolerance(a[p]) || d < -1 && -d > c.run.Tolerance(a[p]) {
			return false
		}
	}
	return true
}

func (c *checker) backup(seq int, e *program.Event) {
	child := &c.nodes[e.Child]
	if e.Value != program.None && child.has {
		if v, of := c.run.Value(e.Value), c.valueOf(e.Child); !c.same(&v, &of) {
			x := c.add(seq, e.Node, Value, true, "%s backs up %s to %s; %s has returned %s.", c.name(e.Child), c.said(e.Node, &v), c.name(e.Node), c.name(e.Child), inWords(c.run, &of))
			x.Expected = c.at(e.Child)
		}
	}
	f := &c.stack[len(c.stack)-1]
	if e.Best != program.None && f.has && c.model.values {
		if v := c.run.Value(e.Best); !c.same(&v, &f.best) && c.cmp(c.key(e.Node, &v), c.key(e.Node, &f.best)) != 0 {
			best := f.best
			x := c.add(seq, e.Node, Value, true, "The best at %s is %s so far, not %s.", c.name(e.Node), inWords(c.run, &best), c.said(e.Node, &v))
			x.Expected = &best
		}
	}
}

func (c *checker) done(seq int, e *program.Event) {
	if e.Value == program.None || len(c.nodes) == 0 || !c.nodes[0].has {
		return
	}
	if v, root := c.run.Value(e.Value), c.valueOf(0); !c.same(&v, &root) {
		x := c.add(seq, 0, Done, true, "The run ends with %s; the root has returned %s.", c.said(0, &v), inWords(c.run, &root))
		x.Expected = &root
	}
}

func playerInWords(player int8) string {
	if player == program.Chance || player == 0 {
		return "chance"
	}
	return fmt.Sprintf("player %d", player)
}

// moverInWords names who moves at a node.
func (c *checker) moverInWords(node int32) string {
	if c.run.Kind == trees.Minimax && !c.run.Reduced {
		return [...]string{"chance", "Max", "Min"}[c.nodes[node].mover]
	}
	return playerInWords(c.run.Turn(node))
}

// said writes a value of a line in words, with the number of the line where the program prints it from
// the view of Min.
func (c *checker) said(node int32, v *trees.Vector) string {
	if !c.run.Turned(node) || v[0] == 0 {
		return inWords(c.run, v)
	}
	return inWords(c.run, v) + " (printed as " + inWords(c.run, &trees.Vector{-v[0]}) + ")"
}
