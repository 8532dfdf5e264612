package checks

import (
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
	// over is how much it must be exceeded for a cut below a child that stands left of the best.
	over trees.Score
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
	from := 0 // nearly no window passes a chance node
	for i := range depth {
		if c.nodes[c.stack[i].node].mover == 0 && !c.across {
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
		if !f.has || c.nodes[f.node].mover == 0 {
			continue
		}
		held := bound{score: c.windowScore(&f.best), is: true}
		if c.byTree && c.reachesLeft(f) {
			held.over = 1
		}
		if c.holdsAlpha(f.node) {
			narrow(held, bound{})
		} else {
			narrow(bound{}, held)
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
	return bound{score: s, is: true}
}

// bounds checks those that a line prints as a node is entered.
func (c *checker) bounds(seq int, node int32, g *program.Given) {
	if len(c.stack) == 0 {
		return // the root's own window is given from outside
	}
	for i := range c.stack {
		if c.weighs && c.nodes[c.stack[i].node].mover == 0 {
			return // it depends on all children of the chance node
		}
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

// A ruling says whether the algorithm cuts the rest of the children of the innermost open node.
type ruling struct {
	known     bool // whether its rules can be judged from what the run has printed
	must, may bool // they differ where bounds are equal
	margin    int  // of the rule that comes closest: 1, the bounds are exceeded; 0, met; -1, not met
	why       reason
}

// A reason is what a rule compares.
type reason uint8

const (
	bySum      reason = iota // the scores that the movers hold, with the largest sum
	byMost                   // the mover's best with the most that it can get
	byWindow                 // the best with α or β
	byParent                 // the best of a mover above with the most that it can get here
	byOutcomes               // what the movers hold with the outcomes of the table
)

// by adds a rule. unsure: whether it applies depends on what the run does not say.
func (c *checker) by(r *ruling, margin int, why reason, unsure bool) {
	must, may := c.cutsAt(margin)
	if margin > r.margin {
		r.margin, r.why = margin, why
	}
	r.must, r.may = r.must || must && !unsure, r.may || may
}

// ruling returns that for the innermost open node, as the bests of the run are now.
func (c *checker) ruling() ruling {
	r := ruling{known: c.judged, margin: -1}
	if c.algorithm == nil || !c.judged {
		return ruling{}
	}
	depth := len(c.stack) - 1
	f := &c.stack[depth]
	if len(f.children) == 0 {
		c.beforeFirst(&r, f, depth)
	}
	if !f.has || c.nodes[f.node].mover == 0 {
		return r // nobody holds anything there yet
	}
	p := c.nodes[f.node].mover - 1
	for _, rule := range c.rules {
		switch rule {
		case trace.Immediate:
			switch {
			case c.chained: // maxp counts, too
				c.by(&r, min(c.immediate(f), 0), byMost, false)
			case len(c.rules) == 1:
				c.by(&r, c.immediate(f), byMost, false)
			default:
				c.by(&r, c.alone(f), bySum, false)
			}
		case trace.Shallow:
			if depth > 0 && !c.chained {
				c.by(&r, c.together(f, &c.stack[depth-1]), bySum, false)
			}
		case trace.Deep:
			for i := range depth {
				c.by(&r, c.together(f, &c.stack[i]), bySum, false)
			}
		case trace.Alpha, trace.Beta:
			c.by(&r, c.outside(f, depth), byWindow, false)
		case trace.LastBranch, trace.Speculative:
			c.chain(&r, depth, rule == trace.LastBranch)
		case trace.BnBImmediate:
			if _, up := c.heuristic(f.node); up[p] < trees.MaxUnits/trees.MaxPlayers {
				c.by(&r, c.unlessOpen(f, c.cmp(f.best[p], up[p])), byMost, false)
			}
		case trace.ABBnB:
			c.by(&r, c.withLow(f, depth), bySum, false)
		}
	}
	return r
}

// outside compares the best of an open node with the window that it got.
func (c *checker) outside(f *frame, depth int) int {
	alpha, beta := c.window(depth, &f.window)
	switch v := c.windowScore(&f.best); {
	case c.holdsAlpha(f.node) && beta.is:
		return c.cmp(v, beta.score+beta.over)
	case !c.holdsAlpha(f.node) && alpha.is:
		return c.cmp(alpha.score-alpha.over, v)
	}
	return -1
}

// unlessOpen returns the margin of a mover who has the most that it can get. It does not cut as long as
// a child left of the best is not visited, which would win a tie.
func (c *checker) unlessOpen(f *frame, margin int) int {
	if margin >= 0 && c.leftIsOpen(f) {
		return -1
	}
	return margin
}

// immediate is 1 if the mover has the most that it can get.
func (c *checker) immediate(f *frame) int {
	p := c.nodes[f.node].mover - 1
	if c.run.Kind != trees.MaxN || c.most[p] >= trees.MaxUnits/trees.MaxPlayers {
		return -1
	}
	margin := c.unlessOpen(f, c.cmp(f.best[p], c.most[p]))
	if margin == 0 && c.strict == nil { // there is nothing beyond: it means to cut here
		margin = 1
	}
	return margin
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
	return c.unlessOpen(f, c.cmp(sum, c.sum))
}

// together compares what the movers of two open nodes hold with the largest sum.
func (c *checker) together(f, above *frame) int {
	p, q := c.nodes[f.node].mover-1, c.nodes[above.node].mover-1
	if q < 0 || p == q || !above.has || c.unbounded || c.run.Kind != trees.MaxN {
		return -1
	}
	held := c.bound(above, int(q), 1)
	sum := f.best[p] + held
	for i := range c.run.Width() {
		if i != int(p) && i != int(q) {
			sum += c.least[i]
		}
	}
	if held <= c.least[q] { // the sum leaves all to the mover, as without a bound
		return c.unlessOpen(f, c.cmp(sum, c.sum))
	}
	return c.cmp(sum, c.sum)
}

// cutsAt reports whether the algorithm must cut with a margin, and whether it may.
func (c *checker) cutsAt(margin int) (must, may bool) {
	switch {
	case margin != 0:
		return margin > 0 && !c.unplaced(), margin > 0
	case c.strict == nil, c.unplaced():
		return false, true
	}
	return !*c.strict, !*c.strict
}

// missed is called when a node goes on to a child that this visit has not seen.
func (c *checker) missed(seq int, f *frame) {
	if f.late != program.None {
		return
	}
	r := c.ruling()
	if !r.must {
		return
	}
	f.late = int32(seq)
	child := c.run.Events[seq].Node
	c.add(seq, child, Missed, true, "%s should be cut: %s", c.name(child), c.whyCut(f, &r))
}

// whyCut says why the algorithm cuts the rest of the children of an open node.
func (c *checker) whyCut(f *frame, r *ruling) string {
	mover := c.nodes[f.node].mover
	v := inWords(c.run, &f.best)
	switch r.why {
	case byWindow:
		alpha, beta := c.window(len(c.stack)-1, &f.window)
		s := c.windowScore(&f.best).In(c.run.Unit).String()
		if c.holdsAlpha(f.node) {
			return c.moverInWords(mover) + " has " + s + " at " + c.name(f.node) + ", and β is " + c.boundInWords(beta) + "."
		}
		return c.moverInWords(mover) + " has " + s + " at " + c.name(f.node) + ", and α is " + c.boundInWords(alpha) + "."
	case byMost:
		return c.moverInWords(mover) + " has " + v + " at " + c.name(f.node) + ", the most that it can get."
	case byParent:
		return "below " + c.name(f.node) + " a mover above can get no more than it has already."
	case byOutcomes:
		return "with " + v + " at " + c.name(f.node) + " no outcome of the table is left that could win at all nodes above."
	}
	if !f.has {
		return "the scores that the movers hold above " + c.name(f.node) + ", with those that the others get at least, reach the largest sum, " + c.sum.In(c.run.Unit).String() + "."
	}
	return "with " + v + " at " + c.name(f.node) + " no later child can win at a node above: the scores that the movers hold reach the largest sum, " + c.sum.In(c.run.Unit).String() + "."
}

func (c *checker) prune(seq int, e *program.Event) {
	f := &c.stack[len(c.stack)-1]
	c.nodes[f.node].cuts = true
	f.pruned = true
	if skipped := c.skipped(seq); len(skipped) > 0 {
		c.appeared = max(c.appeared, skipped[len(skipped)-1]+1)
	}
	c.cutsMade = append(c.cutsMade, cutMade{seq, c.ruling()})
}
