package checks

import (
	"slices"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
)

// This file has the rules of the algorithms that use a heuristic, or the bounds of a chain of
// nodes (last-branch and speculative pruning), with δ and leaf-value tables.

// optionsOf returns the options as an engine takes them.
func optionsOf(h *program.RunOptions) engine.Options {
	o := engine.Options{Strict: h.Strict, Discrete: h.Discrete, Table: h.Table, Heuristic: h.Heuristic, AsPrinted: h.AsPrinted, Unpruned: h.Unpruned}
	engine.FindOption("order").Choose(&o, h.Order)
	if h.Depth != nil && *h.Depth >= 0 {
		o.Depth, o.HasDepth = *h.Depth, true
	}
	for name, n := range map[string]*int{"target": h.Target, "t_d": h.LeadToDefend, "t_o": h.LeadToAttack, "against": h.Against, "rival": h.Rival} {
		if n != nil {
			engine.FindOption(name).SetNumber(&o, *n)
		}
	}
	return o
}

// readRules reads the options, and says whether the rules of the algorithm are judged one by one.
func (c *checker) readRules() {
	var known bool
	c.with, known = c.run.ReadOptions()
	if c.options.Task { // what is set is the sound search of the whole tree
		c.with.Depth, c.with.AsPrinted = nil, false
	}
	if known {
		c.depth = c.with.Depth
	}
	c.ordered = namesOrder(c.run)
	if c.algorithm == nil {
		c.with = program.RunOptions{}
		return
	}
	if !known {
		c.with = program.RunOptions{Strict: c.strict != nil && *c.strict} // others are of another kind
	}
	// A program may leave out the alpha-beta of BRS+: where it cuts by a window, ruling allows it.
	c.rules = c.by.Rules(engine.Options{Unpruned: true})
	c.chained = slices.Contains(c.rules, trace.LastBranch) || slices.Contains(c.rules, trace.Speculative)
	c.windowed = slices.ContainsFunc(c.rules, func(r trace.Rule) bool {
		return r == trace.Alpha || r == trace.Beta || r == trace.QuestionHigh || r == trace.QuestionLow
	})
	c.unknownBounds = c.run.Tree == nil && (c.with.Heuristic || slices.ContainsFunc(c.rules, func(r trace.Rule) bool {
		return r == trace.BnBImmediate || r == trace.BnBShallow || r == trace.BnBDeep || r == trace.ABBnB
	}))
	c.informed = c.with.Heuristic || c.with.Table || slices.Contains(c.rules, trace.BnBImmediate)
	c.across = !c.by.Sound && slices.Contains(c.rules, trace.Alpha)
	c.judged = !c.with.Heuristic && !c.unknownBounds && !c.with.AsPrinted && !c.with.Transposition && !c.with.Deepening
	for _, rule := range c.rules {
		if c.weighs = c.weighs || rule.Weighs(); c.weighs || rule == trace.Cost {
			c.judged = false
		}
	}
	if !c.with.Table || !c.judged {
		return
	}
	c.judged = false // unless the table is known
	if t := c.run.Tree; t != nil {
		p := engine.OnTree(t, 0)
		for _, d := range engine.Decisions(&p, engine.Options{Table: true}) {
			if table, ok := d.(*engine.Table); ok {
				c.table, c.judged = table, true
			}
		}
	}
}

// heuristic returns what the tree of the header says that players get at a node, at least and at
// most.
func (c *checker) heuristic(n int32) (low, up trees.Vector) {
	low, up = c.least, c.most
	t, at := c.run.Tree, c.run.Nodes[n].Tree
	if t == nil || at == program.None {
		return low, up
	}
	if v, given := t.Low(int(at)); given {
		v = c.inRun(t, v)
		for p := range c.run.Width() {
			low[p] = max(low[p], v[p])
		}
	}
	if v, given := t.Up(int(at)); given {
		up = c.inRun(t, v)
	}
	return low, up
}

// beforeFirst adds the rules that cut all children of a node.
func (c *checker) beforeFirst(r *ruling, f *frame, depth int) {
	if c.run.Kind != trees.MaxN {
		return
	}
	low, up := c.heuristic(f.node)
	from := depth - 1
	if slices.Contains(c.rules, trace.BnBDeep) {
		from = 0
	} else if !slices.Contains(c.rules, trace.BnBShallow) {
		return
	}
	for i := max(from, 0); i < depth; i++ {
		a := &c.stack[i]
		q := c.nodes[a.node].mover - 1
		if q < 0 || !a.has {
			continue
		}
		if up[q] < trees.MaxUnits/trees.MaxPlayers {
			c.rule(r, c.cmp(c.bound(a, int(q), 1), up[q]), byParent, false)
		}
		if slices.Contains(c.rules, trace.ABBnB) && !c.unbounded {
			c.rule(r, c.cmp(a.best[q]+sumExcept(&low, int(q), -1, c.run.Width()), c.sum), bySum, false)
		}
	}
}

// sumExcept adds the scores of all players but two, counted from 0.
func sumExcept(v *trees.Vector, p, q, width int) (sum trees.Score) {
	for i := range width {
		if i != p && i != q {
			sum += v[i]
		}
	}
	return sum
}

// withLow compares what the mover of a node and that of its parent hold, and what the heuristic
// gives the others at least, with the largest sum.
func (c *checker) withLow(f *frame, depth int) int {
	if c.unbounded || c.run.Kind != trees.MaxN {
		return -1
	}
	low, _ := c.heuristic(f.node)
	p := int(c.nodes[f.node].mover) - 1
	margin := c.cmp(f.best[p]+sumExcept(&low, p, -1, c.run.Width()), c.sum)
	if depth > 0 {
		a := &c.stack[depth-1]
		if q := int(c.nodes[a.node].mover) - 1; q >= 0 && q != p && a.has {
			margin = max(margin, c.cmp(f.best[p]+a.best[q]+sumExcept(&low, p, q, c.run.Width()), c.sum))
		}
	}
	return margin
}

// chain adds the rule about the bounds of a node and of its ancestors, as long as no player moves
// twice and the best of each ancestor but the last is not better for its parent's mover than what
// that one has. lastOnly: each ancestor but the last is on its last branch, too.
func (c *checker) chain(r *ruling, depth int, lastOnly bool) {
	if c.run.Kind != trees.MaxN {
		return
	}
	f := &c.stack[depth]
	p := int(c.nodes[f.node].mover) - 1
	var bounds trees.Vector
	for i := range bounds {
		bounds[i] = engine.NoBound
	}
	bounds[p] = f.best[p]
	step := trees.Score(1)
	if delta, ok := c.delta(); ok {
		step = delta
	}
	better, unsure := true, false
	for i := depth - 1; i >= 0; i-- {
		a := &c.stack[i]
		q := int(c.nodes[a.node].mover) - 1
		if q < 0 || !a.has || bounds[q] != engine.NoBound {
			return
		}
		bounds[q] = c.bound(a, q, step)
		better = better && c.cmp(f.best[q], bounds[q]) > 0
		c.enough(r, f, &bounds, better, unsure)
		if i == 0 {
			return
		}
		g := &c.stack[i-1]
		at := int(c.nodes[g.node].mover) - 1
		if at < 0 || !g.has {
			return
		}
		most := c.bound(g, at, step)
		left, right := c.cmp(a.best[at], most) <= 0, c.cmp(a.right[at], most) <= 0
		switch {
		case c.unplaced():
			right = c.someEqual(a, at, most)
		case c.options.TiesLeft || !c.tiesRight:
			right = left
		}
		if !left && !right {
			return
		}
		unsure = unsure || left != right
		if lastOnly {
			last, sure := c.onLast(a)
			if !last {
				return
			}
			unsure = unsure || !sure
		}
	}
}

// someEqual reports whether a child that is as good as the best of an open node gives a player, from 0,
// no more than most.
func (c *checker) someEqual(f *frame, player int, most trees.Score) bool {
	for _, k := range f.children {
		v := c.valueOf(k)
		if c.nodes[k].has && c.cmp(c.key(f.node, &v), c.key(f.node, &f.best)) == 0 && c.cmp(v[player], most) <= 0 {
			return true
		}
	}
	return false
}

// bound returns what the mover of an open node, from 0, must exceed to change its best. A child that
// is left of the best replaces it on equality, too.
func (c *checker) bound(f *frame, mover int, step trees.Score) trees.Score {
	if c.reachesLeft(f) {
		return f.best[mover] - step
	}
	return f.best[mover]
}

// reachesLeft reports whether the current child of an open node is left of its best.
func (c *checker) reachesLeft(f *frame) bool {
	if !f.has || !f.again {
		return f.has && c.leftInTree(f.current, f.from)
	}
	return c.leftInTree(f.current, f.from) || !c.byTree && c.nodes[f.current].place < c.nodes[f.from].place
}

// onLast reports whether the current child of an open node is its last one, searched for the
// first time.
func (c *checker) onLast(a *frame) (last, sure bool) {
	all := len(c.run.Kids(a.node))
	if t := c.run.Tree; t != nil && c.run.Nodes[a.node].Tree != program.None {
		return len(a.children) == len(t.Kids(int(c.run.Nodes[a.node].Tree))) && !a.again, true
	}
	return len(a.children) == all && !a.again, c.run.Complete
}

// delta returns δ, if the algorithm uses it.
func (c *checker) delta() (trees.Score, bool) {
	if !c.with.Discrete || !c.run.Delta.Given {
		return 0, false
	}
	return c.run.Delta.Number.In(c.run.Unit)
}

// enough compares the bounds of a chain with the largest sum, and with the table.
func (c *checker) enough(r *ruling, f *frame, bounds *trees.Vector, better, unsure bool) {
	sum, n := trees.Score(0), 0
	for p := range c.run.Width() {
		if bounds[p] == engine.NoBound {
			sum += c.least[p]
		} else {
			sum += bounds[p]
			n++
		}
	}
	// A child without a value may be searched again, and a tie may go to the right.
	open := c.tiesRight && f.right != f.best || slices.ContainsFunc(f.children, func(k int32) bool { return !c.nodes[k].has })
	if !c.unbounded {
		c.rule(r, c.cmp(sum, c.sum), bySum, unsure)
		if delta, ok := c.delta(); ok {
			c.rule(r, c.cmp(sum+delta*trees.Score(n-2), c.sum), bySum, unsure)
			if !better {
				c.rule(r, c.cmp(sum+delta*trees.Score(n-1), c.sum), bySum, unsure || open)
			}
		}
	}
	if c.table != nil {
		c.outcomes(r, f, bounds, better, unsure || open)
	}
}

// outcomes adds the rule of the leaf-value table, whose outcomes are in the unit of the tree.
func (c *checker) outcomes(r *ruling, f *frame, bounds *trees.Vector, better, unsure bool) {
	t := c.run.Tree
	var in trees.Vector
	for p := range c.run.Width() {
		if in[p] = bounds[p]; in[p] != engine.NoBound {
			s, ok := bounds[p].In(c.run.Unit).In(t.Unit)
			if !ok {
				r.known = false
				return
			}
			in[p] = s
		}
	}
	var low, up *trees.Vector
	if at := int(c.run.Nodes[f.node].Tree); at >= 0 {
		if v, given := t.Low(at); given {
			low = &v
		}
		if v, given := t.Up(at); given {
			up = &v
		}
	}
	less := func(all bool) *trees.Vector { // what is reached counts, or what is exceeded
		v := in
		for p := range c.run.Width() {
			if v[p] != engine.NoBound && (all || p == int(c.nodes[f.node].mover)-1) {
				v[p]--
			}
		}
		return &v
	}
	switch {
	case c.table.Prune(less(true), low, up):
		c.rule(r, 1, byOutcomes, unsure)
	case c.table.Prune(less(false), low, up):
		c.rule(r, 0, byOutcomes, unsure)
	case !better && c.table.Prune(&in, low, up):
		c.rule(r, 0, byOutcomes, unsure)
	}
}
