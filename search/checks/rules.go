package checks

import (
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
)

// This file says where the algorithm that a run claims to be cuts, given the bests that the run
// itself has printed.

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
	return trace.Minus(b.score.In(c.run.Unit).String())
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
	byQuestion               // the best with what the pass asks
	byReply                  // another opponent has replied to the last move of the root player
)

// rule adds a rule. unsure: whether it applies depends on what the run does not say.
func (c *checker) rule(r *ruling, margin int, why reason, unsure bool) {
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
	if c.model.replies && len(f.children) > 0 && int(c.nodes[f.node].mover) != c.rootPlayer {
		if at := c.reply(depth); at >= 0 {
			c.rule(&r, 1, byReply, c.unplaced())
		}
	}
	recalls := false
	if !f.has && c.remembers() {
		_, recalls = c.recalled(f)
	}
	if !f.has && !recalls || c.blends(f.node) {
		return r // nobody holds anything there yet
	}
	if c.model.replies { // the papers search the part with alpha-beta, and it may be left out
		c.rule(&r, c.outside(f, &f.win), byWindow, true)
	}
	if c.windowed {
		c.byWindows(&r, f)
	}
	p := c.nodes[f.node].mover - 1
	for _, rule := range c.rules {
		switch rule {
		case trace.Immediate:
			switch {
			case c.chained: // maxp counts, too
				c.rule(&r, min(c.immediate(f), 0), byMost, false)
			case len(c.rules) == 1:
				c.rule(&r, c.immediate(f), byMost, false)
			default:
				c.rule(&r, c.alone(f), bySum, false)
			}
		case trace.Shallow:
			if depth > 0 && !c.chained {
				c.pair(&r, f, &c.stack[depth-1])
			}
		case trace.Deep:
			for i := range depth {
				c.pair(&r, f, &c.stack[i])
			}
		case trace.LastBranch, trace.Speculative:
			c.chain(&r, depth, rule == trace.LastBranch)
		case trace.BnBImmediate:
			if _, up := c.heuristic(f.node); up[p] < trees.MaxUnits/trees.MaxPlayers {
				c.rule(&r, c.unlessOpen(f, c.cmp(f.best[p], up[p])), byMost, false)
			}
		case trace.ABBnB:
			c.rule(&r, c.withLow(f, depth), bySum, false)
		}
	}
	return r
}

// outside compares the best of an open node with a window.
func (c *checker) outside(f *frame, w *window) int {
	switch v := c.windowScore(&f.best); {
	case c.holdsAlpha(f.node) && w.beta.is:
		return c.cmp(v, w.beta.score+w.beta.over)
	case !c.holdsAlpha(f.node) && w.alpha.is:
		return c.cmp(w.alpha.score-w.alpha.over, v)
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

// pair adds the rule about what the movers of two open nodes hold. A child that is visited again need not win
// a tie with one that was visited later: a program that keeps only its best cuts where bounds are equal.
func (c *checker) pair(r *ruling, f, above *frame) {
	q := int(c.nodes[above.node].mover) - 1
	if q < 0 {
		return
	}
	held := c.bound(above, q, 1)
	c.rule(r, c.together(f, above, held), bySum, false)
	if above.has && held != above.best[q] && !c.leftInTree(above.current, above.from) {
		c.rule(r, c.together(f, above, above.best[q]), bySum, true)
	}
}

// together compares what the mover of an open node holds, and held by that of one above, with the largest sum.
func (c *checker) together(f, above *frame, held trees.Score) int {
	p, q := c.nodes[f.node].mover-1, c.nodes[above.node].mover-1
	if p == q || !above.has || c.unbounded || c.run.Kind != trees.MaxN {
		return -1
	}
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
	if depth := len(c.stack) - 1; f.has && c.atLimit(f) {
		if c.beyondLimit == nil {
			c.beyondLimit = map[place]bool{}
		}
		c.beyondLimit[place{depth, c.holdsAlpha(f.node)}] = true
	}
	equal := c.isEqual(f)
	if equal && !f.doubtful() && f.late == program.None {
		c.equal.on++
	}
	if f.late != program.None {
		return
	}
	r := c.ruling()
	child := c.run.Events[seq].Node
	if c.playsAnother(f, child) {
		r.must, r.why = true, byReply
	}
	if !r.must {
		return
	}
	f.late = int32(seq)
	if c.isFollowOn(f) {
		return
	}
	why := c.whyCut(f, &r)
	if c.mixed >= 0 && equal && r.why == byWindow {
		why += c.goesOn()
	}
	x := c.add(seq, child, Missed, true, "%s should be cut: %s", c.name(child), why)
	x.scene = c.sceneOf(f)
}

// whyCut says why the algorithm cuts the rest of the children of an open node.
func (c *checker) whyCut(f *frame, r *ruling) string {
	mover := c.moverInWords(f.node)
	v := inWords(c.run, &f.best)
	switch r.why {
	case byWindow:
		alpha, beta := f.win.alpha, f.win.beta
		s := trace.Minus(c.windowScore(&f.best).In(c.run.Unit).String())
		if c.holdsAlpha(f.node) {
			return mover + " has " + s + " at " + c.name(f.node) + ", and β is " + c.boundInWords(beta) + "."
		}
		return mover + " has " + s + " at " + c.name(f.node) + ", and α is " + c.boundInWords(alpha) + "."
	case byQuestion:
		return mover + " has " + trace.Minus(c.windowScore(&f.best).In(c.run.Unit).String()) + " at " + c.name(f.node) + ", and an earlier line of this pass shows that this answers its question."
	case byMost:
		return mover + " has " + v + " at " + c.name(f.node) + ", the most that it can get."
	case byParent:
		return "below " + c.name(f.node) + " a mover above can get no more than it has already."
	case byReply:
		at := c.stack[c.reply(len(c.stack)-1)].node
		return c.moverInWords(at) + " has replied at " + c.name(at) + ", so all others play their first move."
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
	f.cutsAll = f.cutsAll || len(f.children) == 0 && !e.Implied
	if skipped := c.skipped(seq); len(skipped) > 0 {
		c.appeared = max(c.appeared, skipped[len(skipped)-1]+1)
	}
	cut := cutMade{seq: seq, ruling: c.ruling(), win: f.win, follows: f.doubtful()}
	if !f.doubtful() && c.equal.cut < 0 && (c.isEqual(f) || c.windowed && f.win.isPoint() && (!f.has || c.outside(f, &f.win) < 0)) {
		c.equal.cut = seq
	}
	if c.run.Program != "" && f.win.isPoint() && (c.strict == nil || !*c.strict) { // where the bound was met, any node below may be cut
		cut.may = true
	}
	if f.has && c.nodes[f.node].mover > 0 {
		cut.atLimit, cut.place = c.atLimit(f), place{len(c.stack) - 1, c.holdsAlpha(f.node)}
		cut.open = c.windowed && !c.stack[0].printed
		cut.value, cut.max = c.windowScore(&f.best), c.holdsAlpha(f.node)
		cut.has = true
	}
	if cut.known && !cut.may { // what the node returns follows from it
		f.doubt.below = true
	}
	c.cutsMade = append(c.cutsMade, cut)
	c.cutsStale(seq, f)
	c.answered(f, true)
}
