package checks

import (
	"slices"

	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
)

// This file says where the algorithm that a run claims to be cuts, given the bests that the run
// itself has printed.

// A bound is a score that is held on the path; is is false if there is none.
type bound struct {
	score trees.Score
	is    bool
}

// window returns α and β at a depth of the stack: what Max and Min hold on the path above, and
// the window that the root was given.
func (c *checker) window(depth int, own *program.Given) (alpha, beta bound) {
	narrow := func(a, b bound) {
		if a.is && (!alpha.is || a.score > alpha.score) {
			alpha = a
		}
		if b.is && (!beta.is || b.score < beta.score) {
			beta = b
		}
	}
	from := 0 // a window does not pass a chance node
	for i := range depth {
		if c.nodes[c.stack[i].node].mover == 0 {
			from = i + 1
		}
	}
	if first := own; from == 0 {
		if depth > 0 {
			first = &c.stack[0].window
		}
		narrow(c.given(first.Alpha), c.given(first.Beta))
	}
	for i := from; i < depth; i++ {
		f := &c.stack[i]
		if !f.has {
			continue
		}
		if v := c.windowScore(&f.best); c.holdsAlpha(f.node) {
			narrow(bound{v, true}, bound{})
		} else {
			narrow(bound{}, bound{v, true})
		}
	}
	return alpha, beta
}

// windowScore is the score that a window is about: Max's, or that of the paranoid player.
func (c *checker) windowScore(v *trees.Vector) trees.Score {
	if c.run.Kind == trees.Minimax {
		return v[0]
	}
	return v[c.rootPlayer-1]
}

// holdsAlpha reports whether the best of a node is a lower bound.
func (c *checker) holdsAlpha(node int32) bool {
	if c.run.Kind == trees.Minimax {
		return c.nodes[node].mover == 1
	}
	return int(c.nodes[node].mover) == c.rootPlayer
}

// given returns a bound of a line. One beyond every value is none.
func (c *checker) given(b *program.Bound) bound {
	if b == nil || !b.Is {
		return bound{}
	}
	if size := b.Float * float64(c.run.Unit); size > float64(trees.MaxUnits/4) || size < -float64(trees.MaxUnits/4) {
		return bound{}
	}
	s, ok := b.Score.In(max(c.run.Unit, 1))
	if b.Score.Unit == 0 || !ok {
		s = trees.Score(b.Float * float64(c.run.Unit))
	}
	if s < c.low || s > c.high {
		return bound{}
	}
	return bound{s, true}
}

// bounds checks those that a line prints as a node is entered.
func (c *checker) bounds(seq int, node int32, g *program.Given) {
	if len(c.stack) == 0 {
		return // the root's own window is given from outside
	}
	alpha, beta := c.window(len(c.stack), &program.Given{})
	for _, end := range []struct {
		name  string
		given *program.Bound
		path  bound
		holds string
	}{{"α", g.Alpha, alpha, "the largest lower bound on the path"}, {"β", g.Beta, beta, "the smallest upper bound on the path"}} {
		if end.given == nil {
			continue
		}
		got, want := c.given(end.given), end.path
		if want.is && (want.score < c.low || want.score > c.high) {
			want = bound{}
		}
		if got.is == want.is && (!got.is || c.near(got.score, want.score)) {
			continue
		}
		right := "it should be open: the path has no such bound yet"
		if want.is {
			right = "it should be " + c.boundInWords(want) + ", " + end.holds
		}
		c.add(seq, node, Bounds, true, "%s is %s at %s; %s.", end.name, c.boundInWords(got), c.name(node), right)
	}
	for p := range g.Bounds {
		got := c.given(&g.Bounds[p])
		if !got.is || c.held(p, got.score) {
			continue
		}
		c.add(seq, node, Bounds, true, "The bound %s of player %d at %s is not held: no node of player %d above has this as its best.", got.score.In(c.run.Unit), p+1, c.name(node), p+1)
	}
}

// held reports whether a node of a player on the path has a score as its best for the player.
func (c *checker) held(player int, s trees.Score) bool {
	for i := range c.stack {
		if f := &c.stack[i]; f.has && player < c.run.Width() && c.near(f.best[player], s) && (c.run.Kind == trees.Minimax || int(c.nodes[f.node].mover) == player+1) {
			return true
		}
	}
	return false
}

func (c *checker) boundInWords(b bound) string {
	if !b.is {
		return "open"
	}
	return b.score.In(c.run.Unit).String()
}

// margin says how the rule of the algorithm stands at the innermost open node: 1, it cuts the
// rest of its children; 0, it does so on equality; -1, it does not. known is false for an
// algorithm whose rule is not judged here.
func (c *checker) margin(depth int) (margin int, known bool) {
	if c.algorithm == nil {
		return 0, false
	}
	f := &c.stack[depth]
	if !f.has || c.nodes[f.node].mover == 0 {
		return -1, true // nobody holds anything there yet
	}
	margin = -1
	for _, rule := range c.rules {
		m := -1
		switch rule {
		case trace.Immediate:
			if m = c.alone(f); len(c.rules) == 1 {
				m = c.immediate(f)
			}
		case trace.Shallow:
			if depth > 0 {
				m = c.together(f, &c.stack[depth-1])
			}
		case trace.Deep:
			for i := range depth {
				m = max(m, c.together(f, &c.stack[i]))
			}
		case trace.Alpha, trace.Beta:
			m = c.outside(f, depth)
		default:
			return 0, false
		}
		margin = max(margin, m)
	}
	return margin, true
}

// outside compares the best of an open node with the window that it got.
func (c *checker) outside(f *frame, depth int) int {
	alpha, beta := c.window(depth, &f.window)
	switch v := c.windowScore(&f.best); {
	case c.holdsAlpha(f.node) && beta.is:
		return c.cmp(v, beta.score)
	case !c.holdsAlpha(f.node) && alpha.is:
		return c.cmp(alpha.score, v)
	}
	return -1
}

// immediate is 1 if the mover has the most that it can get.
func (c *checker) immediate(f *frame) int {
	p := c.nodes[f.node].mover - 1
	if c.run.Kind != trees.MaxN || c.most[p] >= trees.MaxUnits/trees.MaxPlayers {
		return -1
	}
	if c.cmp(f.best[p], c.most[p]) >= 0 {
		return 1
	}
	return -1
}

// alone compares what the mover of an open node holds with the largest sum.
func (c *checker) alone(f *frame) int {
	p := c.nodes[f.node].mover - 1
	if c.unbounded || c.run.Kind != trees.MaxN {
		return -1
	}
	sum := f.best[p]
	for i := range c.run.Width() {
		if i != int(p) {
			sum += c.least[i]
		}
	}
	return c.cmp(sum, c.sum)
}

// together compares what the movers of two open nodes hold with the largest sum.
func (c *checker) together(f, above *frame) int {
	p, q := c.nodes[f.node].mover-1, c.nodes[above.node].mover-1
	if q < 0 || p == q || !above.has || c.unbounded || c.run.Kind != trees.MaxN {
		return -1
	}
	sum := f.best[p] + above.best[q]
	for i := range c.run.Width() {
		if i != int(p) && i != int(q) {
			sum += c.least[i]
		}
	}
	return c.cmp(sum, c.sum)
}

// cutsAt reports whether the algorithm must cut with a margin, and whether it may.
func (c *checker) cutsAt(margin int) (must, may bool) {
	switch {
	case margin != 0:
		return margin > 0, margin > 0
	case c.strict == nil:
		return false, true
	}
	return !*c.strict, !*c.strict
}

// missed is called when a node goes on to a child, the last of f's children.
func (c *checker) missed(seq int, f *frame) {
	if f.late != program.None {
		return
	}
	margin, known := c.margin(len(c.stack) - 1)
	if must, _ := c.cutsAt(margin); !known || !must {
		return
	}
	f.late = int32(seq)
	child := c.run.Events[seq].Node
	c.add(seq, child, Missed, true, "%s should be cut: %s", c.name(child), c.whyCut(f))
}

// whyCut says why the algorithm cuts the rest of the children of an open node.
func (c *checker) whyCut(f *frame) string {
	mover := c.nodes[f.node].mover
	v := inWords(c.run, &f.best)
	if slices.Contains(c.rules, trace.Beta) {
		alpha, beta := c.window(len(c.stack)-1, &f.window)
		s := c.windowScore(&f.best).In(c.run.Unit).String()
		if c.holdsAlpha(f.node) {
			return c.moverInWords(mover) + " has " + s + " at " + c.name(f.node) + ", and β is " + c.boundInWords(beta) + "."
		}
		return c.moverInWords(mover) + " has " + s + " at " + c.name(f.node) + ", and α is " + c.boundInWords(alpha) + "."
	}
	if c.immediate(f) > 0 {
		return c.moverInWords(mover) + " has " + v + " at " + c.name(f.node) + ", the most that it can get."
	}
	return "with " + v + " at " + c.name(f.node) + " no later child can win at a node above: the scores that the movers hold reach the largest sum, " + c.sum.In(c.run.Unit).String() + "."
}

func (c *checker) prune(seq int, e *program.Event) {
	f := &c.stack[len(c.stack)-1]
	c.nodes[f.node].cuts = true
	f.cut = true
	if skipped := c.skipped(seq); len(skipped) > 0 {
		c.appeared = max(c.appeared, skipped[len(skipped)-1]+1)
	}
	margin, known := c.margin(len(c.stack) - 1)
	c.cutsMade = append(c.cutsMade, cutMade{seq, margin, known})
}
