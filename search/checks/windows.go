package checks

import (
	"math"

	"espalier/search/engine"
	"espalier/trace/program"
	"espalier/trees"
)

// This file has the windows of searches of two sides: what the path allows, what the run prints, and
// what the algorithm that it claims to be gives.
//
// A window that is printed, and lies inside the one that the path allows, is a choice of the program:
// a zero window, or one around a guess. From there on everything below is judged by it.

// A bound is a score that is held on the path; is is false if there is none.
type bound struct {
	score trees.Score
	is    bool
	// over is how much it must be exceeded: below a child left of the best, and in a
	// zero window, whose other end is the next score.
	over trees.Score
	next bool // it is the next score, beyond score
}

// A window is what a node was searched with.
type window struct {
	alpha, beta bound
	zero        bool // a zero window that no line prints, or below one
	// vague: a zero window beside a win or a loss, which has no next score; one below a re-search, which may begin at
	// what the probe has returned; the window of a probe that no line prints; or a window below one of these.
	vague bool
}

// narrow narrows a window by what the path holds.
func (w *window) narrow(a, b bound) {
	if a.is && (!w.alpha.is || a.score > w.alpha.score) {
		w.alpha = a
	}
	if b.is && (!w.beta.is || b.score < w.beta.score) {
		w.beta = b
	}
}

// inherited returns the window that the innermost open node gives the child that it visits: may is the
// narrowest one that the algorithm gives.
func (c *checker) inherited() (w, may window) {
	if len(c.stack) == 0 { // a program may begin with the least and the largest value
		p, far := c.rootScore(), trees.MaxUnits/trees.MaxPlayers
		may.alpha = bound{score: c.least[p], is: c.least[p] > -far}
		may.beta = bound{score: c.most[p], is: c.most[p] < far}
		return w, may
	}
	f := &c.stack[len(c.stack)-1]
	if c.nodes[f.node].mover == 0 && !c.across { // nearly no window passes a chance node
		return w, may
	}
	w, may = f.win, f.may
	if !f.has || c.nodes[f.node].mover == 0 {
		return w, may
	}
	held := bound{score: c.windowScore(&f.best), is: true}
	if c.byTree && c.reachesLeft(f) {
		held.over = 1
	}
	a, b := held, bound{}
	if !c.holdsAlpha(f.node) {
		a, b = b, held
	}
	w.narrow(a, b)
	may.narrow(a, b)
	if c.model.windows != engine.ZeroWindows || len(f.children) < 2 || w.zero || w.vague {
		return w, may
	}
	switch child := f.current; {
	case f.again: // with what the zero window has shown, too
		s := &c.nodes[child]
		if shown := (bound{score: c.scoreOf(child), is: s.had}); c.holdsAlpha(f.node) {
			may.narrow(shown, bound{})
		} else {
			may.narrow(bound{}, shown)
		}
	case c.holdsAlpha(f.node):
		if w.vague = w.alpha.score.IsInfinite() || may.alpha.is && may.alpha.score > w.alpha.score; !w.vague {
			w.beta, w.zero = bound{score: w.alpha.score, is: true, over: 1, next: true}, true
		}
		may = w
	default:
		if w.vague = w.beta.score.IsInfinite() || may.beta.is && may.beta.score < w.beta.score; !w.vague {
			w.alpha, w.zero = bound{score: w.beta.score, is: true, over: 1, next: true}, true
		}
		may = w
	}
	return w, may
}

// windowScore is the score that a window is about: Max's, or that of the paranoid player.
func (c *checker) windowScore(v *trees.Vector) trees.Score {
	return v[c.rootScore()]
}

// scoreOf is that score of the value of a node.
func (c *checker) scoreOf(n int32) trees.Score {
	return c.scoresOf[int(n)*c.run.Width()+c.rootScore()]
}

// holdsAlpha reports whether the best of a node is a lower bound.
func (c *checker) holdsAlpha(node int32) bool {
	if c.run.Kind == trees.Minimax {
		return c.nodes[node].mover == 1
	}
	return int(c.nodes[node].mover) == c.rootPlayer
}

// given returns a bound of a line. One that is beyond every value is infinite, as a value is.
func (c *checker) given(b *program.Bound) bound {
	if b == nil || !b.Is && !math.IsInf(b.Float, 0) {
		return bound{}
	}
	if size := b.Float * float64(c.run.Unit); math.Abs(size) > float64(trees.MaxUnits/4) {
		return bound{score: trees.Rounded(math.Inf(int(math.Copysign(1, size)))), is: true}
	}
	s := trees.Score(b.Float * float64(c.run.Unit))
	if b.Score.Unit > 0 { // else it is a float
		if exact, fits := b.Score.In(max(c.run.Unit, 1)); fits {
			s = exact
		}
	}
	far := math.Abs(b.Float) >= program.MinInfinite
	switch p := c.rootScore(); {
	case s > c.high && (far || c.most[p] < trees.Infinity && s > c.most[p]):
		s = trees.Infinity
	case s < c.low && (far || c.least[p] > -trees.Infinity && s < c.least[p]):
		s = -trees.Infinity
	}
	return bound{score: s, is: true}
}

// asAlpha and asBeta return a bound as an end of a window. One that every value is beyond is none.
func (c *checker) asAlpha(b bound) bound {
	if b.is && (b.score < c.low || b.score.IsInfinite()) {
		return bound{}
	}
	return b
}

func (c *checker) asBeta(b bound) bound {
	if b.is && (b.score > c.high || b.score.IsInfinite()) {
		return bound{}
	}
	return b
}

// enterWindow sets the window of a node that is entered, and checks what the line prints of it.
func (c *checker) enterWindow(seq int, f *frame, e *program.Event) {
	f.win, f.may = c.inherited()
	if c.probes.has(seq) {
		f.win.vague, f.may.vague = true, true
	}
	if e.Given == program.None {
		return
	}
	g := c.run.Given(e.Given)
	c.bounds(seq, f.node, &g)
	path := &f.win
	for i := range c.stack {
		if c.weighs && c.nodes[c.stack[i].node].mover == 0 {
			return // it depends on all children of the chance node
		}
	}
	if g.Alpha == nil && g.Beta == nil {
		return
	}
	// The path allows the whole window, whatever the algorithm would give.
	whole := c.whole()
	alpha, beta := whole.alpha, whole.beta
	// Beside a win the window may be empty, with both ends at the same infinity. As some programs print an
	// infinite number for any open end, nothing has to be cut by such an end.
	narrow := window{alpha: alpha, beta: beta}
	wider := false
	report := func(name, holds string, got, want bound) {
		if wider = true; len(c.stack) > 0 && c.isFollowOn(&c.stack[len(c.stack)-1]) {
			return
		}
		right := "it should be open: the path has no such bound yet"
		if want.is {
			right = "it should be " + c.boundInWords(want) + ", " + holds
		}
		x := c.add(seq, f.node, Bounds, true, "%s is %s at %s, which is wider than the path allows; %s.", name, c.boundInWords(got), c.name(f.node), right)
		if len(c.stack) > 0 {
			x.scene = &scene{node: c.stack[len(c.stack)-1].node, win: whole, beta: name == "β"}
		}
	}
	if g.Alpha != nil {
		got, want := c.given(g.Alpha), c.asAlpha(whole.alpha)
		switch shown := c.asAlpha(got); {
		case got.is && got.score == trees.Infinity:
			narrow.alpha = got
		case want.is && (!shown.is || c.cmp(shown.score, want.score) < 0):
			report("α", "the largest lower bound on the path", shown, want)
		case shown.is && (!whole.alpha.is || c.cmp(shown.score, whole.alpha.score) != 0):
			alpha, narrow.alpha = shown, shown
		}
	}
	if g.Beta != nil {
		got, want := c.given(g.Beta), c.asBeta(whole.beta)
		switch shown := c.asBeta(got); {
		case got.is && got.score == -trees.Infinity:
			narrow.beta = got
		case want.is && (!shown.is || c.cmp(shown.score, want.score) > 0):
			report("β", "the smallest upper bound on the path", shown, want)
		case shown.is && (!whole.beta.is || c.cmp(shown.score, whole.beta.score) != 0):
			beta, narrow.beta = shown, shown
		}
	}
	isNarrow := alpha != whole.alpha || beta != whole.beta
	if c.run.Program != "" && (wider && isNarrow || !wider && g.Alpha != nil && g.Beta != nil && c.reversed(seq, f, c.given(g.Alpha), c.given(g.Beta), &whole)) {
		f.doubt = doubt{true, true} // it is no choice of the program
		alpha, beta, narrow, wider = whole.alpha, whole.beta, whole, true
	}
	path.alpha, path.beta, path.zero, path.vague = alpha, beta, false, false
	f.may = narrow
	f.printed = !wider
	if len(c.stack) == 1 && !c.stack[0].printed && len(c.stack[0].children) == 1 && !wider && c.nodes[0].mover != 0 {
		// The root has passed on what it was given.
		c.stack[0].win, c.stack[0].may, c.stack[0].printed = *path, narrow, true
	}
}

// reversed reports a window without any number in it, though the path leaves one, such as one whose ends are exchanged.
func (c *checker) reversed(seq int, f *frame, alpha, beta bound, whole *window) bool {
	if len(c.stack) == 0 || !alpha.is || !beta.is || alpha.score <= beta.score ||
		whole.alpha.is && whole.beta.is && whole.alpha.score >= whole.beta.score {
		return false
	}
	above := &c.stack[len(c.stack)-1]
	if !c.isFollowOn(above) {
		x := c.add(seq, f.node, Bounds, true, "The window at %s is empty: α is %s, and β is %s. On the path α is %s, and β is %s.", c.name(f.node),
			c.boundInWords(alpha), c.boundInWords(beta), c.boundInWords(whole.alpha), c.boundInWords(whole.beta))
		x.scene = &scene{node: above.node, win: *whole}
	}
	return true
}

// whole returns the window that the path leaves for the child that is entered.
func (c *checker) whole() window {
	model := c.model.windows
	c.model.windows = engine.WholeWindows
	w, _ := c.inherited()
	c.model.windows = model
	return w
}

// bounds checks the bounds of players that a line prints as a node is entered.
func (c *checker) bounds(seq int, node int32, g *program.Given) {
	if len(c.stack) == 0 {
		return // the root's own window is given from outside
	}
	for p := range g.Bounds {
		got := c.given(&g.Bounds[p])
		if !got.is || got.score < c.low || got.score > c.high || c.held(p, got.score) {
			continue
		}
		if c.isFollowOn(&c.stack[len(c.stack)-1]) {
			continue
		}
		c.add(seq, node, Bounds, true, "The bound %s of player %d at %s is not held: no node of player %d above has this as its best.", got.score.In(c.run.Unit), p+1, c.name(node), p+1)
	}
}

// A question is what a pass from the root asks: whether the value is at least γ, which is more than
// low and at most high.
type question struct {
	low, high       trees.Score
	hasLow, hasHigh bool
}

// asks begins a pass from the root.
func (c *checker) asks(f *frame) {
	q := &c.question
	*q = question{}
	switch root := &c.nodes[0]; {
	case c.model.windows == engine.FallingQuestion && root.visits == 1:
		*q = question{low: trees.MaxUnits, hasLow: true}
	case c.model.windows == engine.FallingQuestion && root.had:
		g := c.scoreOf(0)
		*q = question{g - 1, g, true, true}
	case f.printed:
		*q = question{f.win.alpha.score, f.win.beta.score, f.win.alpha.is, f.win.beta.is}
	}
}

// byWindows adds the rule of α and β, or of the question of a pass.
func (c *checker) byWindows(r *ruling, f *frame) {
	if f.win.vague {
		r.may = true
		return
	}
	if f.has && (!c.remembers() || f.printed) {
		c.rule(r, c.outside(f, &f.win), byWindow, false)
		if f.may != f.win {
			c.rule(r, c.outside(f, &f.may), byWindow, true)
		}
		r.may = r.may || c.atLimit(f) && !(c.strict != nil && *c.strict)
	}
	if !c.remembers() {
		return
	}
	if f.printed {
		if best, some := c.recalled(f); some {
			with := *f
			with.best[c.rootScore()] = best
			c.rule(r, c.outside(&with, &f.win), byWindow, true)
		}
		return
	}
	q := &c.question
	most, _ := c.recalled(f)
	must, may := false, !q.hasLow || most > q.low
	if !c.holdsAlpha(f.node) {
		may = !q.hasHigh || most < q.high
	}
	if f.has {
		v := c.windowScore(&f.best)
		must = c.holdsAlpha(f.node) && q.hasHigh && v >= q.high || !c.holdsAlpha(f.node) && q.hasLow && v <= q.low
	}
	if must || may {
		c.rule(r, 1, byQuestion, !must)
	}
}

// remembers reports whether the algorithm keeps what it has found of each node.
func (c *checker) remembers() bool {
	return c.model.windows == engine.OneQuestion || c.model.windows == engine.FallingQuestion
}

// recalled returns the best for the mover of an open node among its children that have a value from this
// visit or from an earlier one: a program with memory need not print that it has looked up a child.
func (c *checker) recalled(f *frame) (best trees.Score, some bool) {
	larger := c.holdsAlpha(f.node)
	for _, k := range c.run.Kids(f.node) {
		if !c.nodes[k].has {
			continue
		}
		if v := c.scoreOf(k); !some || v != best && larger == (v > best) {
			best, some = v, true
		}
	}
	return best, some
}

// isRecalled reports whether a value is that of a child which only an earlier visit has printed, and at
// least as good as what this visit has printed.
func (c *checker) isRecalled(f *frame, got *trees.Vector) bool {
	if !c.remembers() || f.has && c.cmp(c.key(f.node, got), c.key(f.node, &f.best)) < 0 {
		return false
	}
	for _, k := range c.run.Kids(f.node) {
		if v := c.valueOf(k); c.nodes[k].has && c.same(&v, got) {
			return true
		}
	}
	return false
}

// answered notes what a node shows of the question of the pass: it has cut the rest of its children, or
// has gone on to one.
func (c *checker) answered(f *frame, cut bool) {
	if c.model.windows != engine.OneQuestion || c.nodes[f.node].mover == 0 {
		return
	}
	q, v, some := &c.question, c.windowScore(&f.best), f.has
	if cut {
		v, some = c.recalled(f)
	}
	if !some {
		return
	}
	if c.holdsAlpha(f.node) == cut { // γ is at most v
		if !(q.hasLow && v <= q.low) && (!q.hasHigh || v < q.high) {
			q.high, q.hasHigh = v, true
		}
		return
	}
	if !(q.hasHigh && v >= q.high) && (!q.hasLow || v > q.low) {
		q.low, q.hasLow = v, true
	}
}
