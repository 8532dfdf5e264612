package practice

import (
	"fmt"
	"math/big"
	"slices"

	"espalier/search/engine"
	"espalier/trees"
)

// This file judges cuts in a maxn tree with chance nodes.
//
// Let all skipped leaves have the same value x. Then every skipped child returns x, whoever moves
// below it, and the value on the way to the root is a·x + b: a decision node takes it, or has the
// best of its other children, and a chance node multiplies by a probability and adds its other
// children. So each node on the way limits one score of x, and the values that change the root are
// those within such limits (averageBox). All numbers are fractions of any size: a limit is divided
// by the probabilities below it.
//
// If the values of a leaf are all numbers within minp, maxp and maxsum, then nothing more is
// possible with different values: averages of such values are such values again. It is more where
// the values are multiples of delta, or where nodes below the cut have bounds, and chance moves
// below the cut. Then a cut that no x makes wrong is sound if this remains so without delta and
// these bounds; else it is not judged.

// An averageBox is a set of values: each score within two limits, nil where there is none, and the
// sum at most sum.
type averageBox struct {
	width    int
	low, up  [trees.MaxPlayers]*big.Rat
	lowOpen  [trees.MaxPlayers]bool // the limit itself is excluded
	upOpen   [trees.MaxPlayers]bool
	sum      *big.Rat // nil: any
	step     *big.Rat // the scores are multiples of it; nil: any numbers
	smallest *big.Rat // the unit of the tree: what is tried first between two limits
}

// raise makes the lower limit of a score as high as s; open: the score must exceed it.
func (b *averageBox) raise(p int, s *big.Rat, open bool) {
	if low := b.low[p]; low == nil || low.Cmp(s) < 0 || low.Cmp(s) == 0 && open {
		b.low[p], b.lowOpen[p] = s, open
	}
}

// lower makes the upper limit of a score as low as s.
func (b *averageBox) lower(p int, s *big.Rat, open bool) {
	if up := b.up[p]; up == nil || up.Cmp(s) > 0 || up.Cmp(s) == 0 && open {
		b.up[p], b.upOpen[p] = s, open
	}
}

// floorOf returns the largest multiple of step that is at most s.
func floorOf(s, step *big.Rat) *big.Rat {
	q := new(big.Rat).Quo(s, step)
	whole := new(big.Int).Div(q.Num(), q.Denom()) // rounds down
	return q.Mul(new(big.Rat).SetInt(whole), step)
}

// onSteps moves the limits to the multiples of step within them.
func (b *averageBox) onSteps() {
	for p := range b.width {
		if b.step == nil {
			return
		}
		if low := b.low[p]; low != nil {
			first := floorOf(low, b.step)
			if first.Cmp(low) < 0 || b.lowOpen[p] {
				first.Add(first, b.step)
			}
			b.low[p], b.lowOpen[p] = first, false
		}
		if up := b.up[p]; up != nil {
			last := floorOf(up, b.step)
			if last.Cmp(up) == 0 && b.upOpen[p] {
				last.Sub(last, b.step)
			}
			b.up[p], b.upOpen[p] = last, false
		}
	}
}

// pick returns a value of the box for which right holds, among those that are easy to read and
// some that are as far away from them as the box allows. Where right excludes one value, or one
// value of one score, it finds another if there is one.
func (b averageBox) pick(right func(x []*big.Rat) bool) []*big.Rat {
	b.onSteps()
	x := b.least()
	if x == nil || right(x) {
		return x
	}
	for p := range b.width {
		for _, other := range b.others(x, p) {
			c := b
			c.raise(p, other, false)
			c.lower(p, other, false)
			if low, up := c.low[p], c.up[p]; low.Cmp(other) != 0 || up.Cmp(other) != 0 || c.lowOpen[p] || c.upOpen[p] {
				continue // it is outside
			}
			if y := c.least(); y != nil && right(y) {
				return y
			}
		}
	}
	return nil
}

// least returns a value of the box with small scores; nil: it is empty.
func (b *averageBox) least() []*big.Rat {
	x := make([]*big.Rat, b.width)
	rest := b.sum // what the scores without a lower limit, and those above an open one, can share
	open := int64(0)
	if rest != nil {
		rest = new(big.Rat).Set(rest)
	}
	for p := range b.width {
		low, up := b.low[p], b.up[p]
		if low != nil && up != nil {
			if c := low.Cmp(up); c > 0 || c == 0 && (b.lowOpen[p] || b.upOpen[p]) {
				return nil
			}
		}
		if low != nil && b.lowOpen[p] {
			open++
		}
		if rest != nil && low != nil {
			rest.Sub(rest, low)
		}
	}
	free := slices.Contains(b.low[:b.width], nil)
	if rest != nil && !free && (rest.Sign() < 0 || rest.Sign() == 0 && open > 0) {
		return nil
	}
	for p := range b.width {
		if low := b.low[p]; low != nil {
			if x[p] = low; b.lowOpen[p] {
				room := b.roomAbove(p)
				if rest != nil && !free {
					share := new(big.Rat).Quo(rest, big.NewRat(open, 1))
					if room == nil || share.Cmp(room) < 0 {
						room = share
					}
				}
				x[p] = b.between(low, room)
			}
		}
	}
	for p := range b.width {
		if x[p] != nil {
			continue
		}
		x[p] = new(big.Rat)
		if up := b.up[p]; up != nil && (up.Sign() < 0 || up.Sign() == 0 && b.upOpen[p]) {
			x[p].Set(up)
			if b.upOpen[p] {
				x[p].Sub(x[p], big.NewRat(1, 1))
			}
		}
	}
	if b.sum == nil || !free {
		return x
	}
	over := new(big.Rat).Neg(b.sum)
	for _, s := range x {
		over.Add(over, s)
	}
	if over.Sign() > 0 { // one of those without a lower limit has less
		p := slices.Index(b.low[:b.width], nil)
		if b.step != nil {
			over = floorOf(over, b.step)
			over.Add(over, b.step)
		}
		x[p] = new(big.Rat).Sub(x[p], over)
	}
	return x
}

// roomAbove returns the distance of the limits of a score; nil: there is no upper one.
func (b *averageBox) roomAbove(p int) *big.Rat {
	if b.up[p] == nil {
		return nil
	}
	return new(big.Rat).Sub(b.up[p], b.low[p])
}

// between returns a number above low that is easy to read. It takes at most half of the room, so
// that other scores can still be larger than they are.
func (b *averageBox) between(low, room *big.Rat) *big.Rat {
	if room != nil {
		room = new(big.Rat).Mul(room, big.NewRat(1, 2))
	}
	for _, parts := range exampleParts {
		step := big.NewRat(1, int64(parts))
		next := floorOf(low, step)
		next.Add(next, step)
		if room == nil || next.Cmp(new(big.Rat).Add(low, room)) <= 0 {
			return next
		}
	}
	next := floorOf(low, b.smallest)
	if next.Add(next, b.smallest).Cmp(new(big.Rat).Add(low, room)) <= 0 {
		return next
	}
	return new(big.Rat).Add(low, room)
}

// others returns scores of one player that differ from that in a value of the box.
func (b *averageBox) others(x []*big.Rat, p int) (list []*big.Rat) {
	unit := b.step
	if unit == nil {
		unit = big.NewRat(1, 1)
	}
	above, below := new(big.Rat).Add(x[p], unit), new(big.Rat).Sub(x[p], unit)
	list = append(list, above, below)
	if b.step != nil {
		return list
	}
	most := new(big.Rat) // what the sum leaves, at least
	if b.sum != nil {
		most.Set(b.sum)
		for _, s := range x {
			most.Sub(most, s)
		}
		most.Add(most, x[p])
	}
	for _, end := range []*big.Rat{b.up[p], most, b.low[p]} {
		if end == nil || end == most && b.sum == nil {
			continue
		}
		middle := new(big.Rat).Add(end, x[p])
		list = append(list, end, middle.Mul(middle, big.NewRat(1, 2)))
	}
	return list
}

// findByAverage does what find does, on a tree of kind maxn with chance nodes. The values are in
// changed of the judge that it returns, which can have a finer unit.
func (j *CutJudge) findByAverage(node int) (by *CutJudge, found bool, after trees.Vector, err error) {
	x := j.uniform(node, j.tree.Delta, true)
	if x == nil {
		if why := j.moreThanUniform(node); why != "" && j.uniform(node, 0, false) != nil {
			return j, false, after, &engine.LimitError{Message: fmt.Sprintf("the cut of %s is not judged: chance moves below it, and %s", j.tree.Name(node), why)}
		}
		return j, false, after, nil
	}
	v := make([]trees.Number, j.width)
	for p, s := range x {
		if !s.Num().IsInt64() || !s.Denom().IsInt64() {
			return j, false, after, &engine.LimitError{Message: fmt.Sprintf("the cut of %s is not judged: a score that changes the root is %s, which is too long", j.tree.Name(node), s.RatString())}
		}
		v[p] = trees.Number{Score: trees.Score(s.Num().Int64()), Unit: trees.Score(s.Denom().Int64())}
	}
	if by, err = j.finer(node, v); err != nil {
		return j, false, after, err
	}
	by.changed.clear()
	var in trees.Vector
	for p := range v {
		in[p], _ = v[p].In(by.tree.Unit)
	}
	by.eachSkipped(node, func(leaf int) { by.changed.put(leaf, in) })
	by.simplify()
	return by, true, by.rootValue(), nil
}

// finer returns a judge of the tree in a unit in which a value of the skipped leaves, and all
// averages with it, are whole.
func (j *CutJudge) finer(node int, v []trees.Number) (*CutJudge, error) {
	t, err := j.tree.Admit(v)
	if err != nil {
		return nil, err
	}
	var in trees.Vector
	for p := range v {
		in[p], _ = v[p].In(t.Unit)
	}
	values := map[int]trees.Vector{}
	j.eachSkipped(node, func(leaf int) { values[leaf] = in })
	changed, err := t.WithValues(values)
	if err != nil {
		return nil, err
	}
	if changed.Unit == j.tree.Unit {
		return j, nil
	}
	t, ok := j.tree.In(changed.Unit)
	if !ok {
		return nil, &engine.LimitError{Message: "the scores of the tree are too large to be judged with such fractions"}
	}
	return NewCutJudge(j.ctx, j.config, t)
}

// eachSkipped calls each with the leaves below a child that is skipped and below its later siblings.
func (j *CutJudge) eachSkipped(node int, each func(leaf int)) {
	for n := node; n < j.tree.End(j.tree.Parent(node)); n++ {
		if j.tree.IsLeaf(n) {
			each(n)
		}
	}
}

// moreThanUniform says why different values of the skipped leaves can have an average that no leaf
// can have; empty: they cannot.
func (j *CutJudge) moreThanUniform(node int) string {
	t, parent := j.tree, j.tree.Parent(node)
	averages := t.IsChance(parent) && t.End(node) < t.End(parent)
	bounds := false
	for n := node; n < t.End(parent); n++ {
		averages = averages || t.IsChance(n)
		_, low := t.Low(n)
		_, up := t.Up(n)
		bounds = bounds || low || up
	}
	switch {
	case bounds: // they differ from leaf to leaf, also where chance does not move
		return "nodes there have bounds of their own (low, up)"
	case averages && t.Delta > 0:
		return "averages need not be multiples of delta"
	}
	return ""
}

// allowedToAll returns the values that all skipped leaves can have. Without inner, it leaves out
// the bounds of nodes below the cut.
func (j *CutJudge) allowedToAll(node int, delta trees.Score, inner bool) averageBox {
	t := j.tree
	b := averageBox{width: j.width, smallest: j.rat(1)}
	if delta > 0 {
		b.step = j.rat(delta)
	}
	if t.MaxSum.Given {
		b.sum = j.rat(t.MaxSum.Score)
	}
	least, known := t.Minima()
	narrow := func(n int) {
		low, hasLow := t.Low(n)
		up, hasUp := t.Up(n)
		for p := range j.width {
			if hasLow {
				b.raise(p, j.rat(low[p]), false)
			}
			if hasUp {
				b.lower(p, j.rat(up[p]), false)
			}
		}
	}
	for p := range j.width {
		if known {
			b.raise(p, j.rat(least[p]), false)
		}
		if most := t.Most(p); most.Given {
			b.lower(p, j.rat(most.Score), false)
		}
	}
	for n := t.Parent(node); n >= 0; n = t.Parent(n) {
		narrow(n)
	}
	for n := node; inner && n < t.End(t.Parent(node)); n++ {
		narrow(n)
	}
	return b
}

// rat returns a score as a fraction.
func (j *CutJudge) rat(s trees.Score) *big.Rat { return big.NewRat(int64(s), int64(j.tree.Unit)) }

// uniform returns a value of all skipped leaves that changes the root; nil: there is none.
func (j *CutJudge) uniform(node int, delta trees.Score, inner bool) []*big.Rat {
	t := j.tree
	box := j.allowedToAll(node, delta, inner)
	times := big.NewRat(1, 1) // the value on the way is times·x + plus
	plus := make([]*big.Rat, j.width)
	for p := range plus {
		plus[p] = new(big.Rat)
	}
	any := func([]*big.Rat) bool { return true }
	for child, n := node, t.Parent(node); ; child, n = n, t.Parent(n) {
		j.poll()
		free := func(k int) bool { return k == child || n == t.Parent(node) && k >= node }
		switch {
		case t.IsChance(n):
			j.average(n, free, times, plus)
			if times.Sign() == 0 { // x counts nothing
				return nil
			}
		default:
			l := level{goal: j.goalAt(n), needs: threshold{key: noKey}}
			for _, k := range t.Kids(n) {
				if free(int(k)) {
					continue
				}
				v := j.valueOf(int(k))
				if !l.fixed || l.goal.key(v) > l.goal.key(&l.lost) {
					l.lost, l.fixed = *v, true
				}
				l.needs = l.needs.higher(threshold{l.goal.key(v), int(k) < child})
			}
			if !l.fixed {
				break
			}
			if lost := j.upFrom(n, l.lost); j.differs(&lost) {
				missed := box
				j.limit(&missed, &l, times, plus, true)
				if x := missed.pick(any); x != nil {
					return x
				}
			}
			j.limit(&box, &l, times, plus, false)
		}
		if n == j.root {
			break
		}
	}
	return box.pick(func(x []*big.Rat) bool {
		for p, s := range x {
			if j.about > 0 && p != j.about-1 {
				continue
			}
			at := new(big.Rat).Mul(times, s)
			if at.Add(at, plus[p]).Cmp(j.rat(j.value[0][p])) != 0 {
				return true
			}
		}
		return false
	})
}

// average takes the value on the way through a chance node.
func (j *CutJudge) average(n int, free func(k int) bool, times *big.Rat, plus []*big.Rat) {
	share := new(big.Rat)
	fixed := make([]*big.Rat, j.width)
	for p := range fixed {
		fixed[p] = new(big.Rat)
	}
	for _, k := range j.tree.Kids(n) {
		prob := j.tree.Prob(int(k))
		weight := big.NewRat(int64(prob.Score), int64(prob.Unit))
		if free(int(k)) {
			share.Add(share, weight)
			continue
		}
		for p := range fixed {
			s := j.rat(j.valueOf(int(k))[p])
			fixed[p].Add(fixed[p], s.Mul(s, weight))
		}
	}
	times.Mul(times, share)
	for p := range plus {
		plus[p].Mul(plus[p], share)
		plus[p].Add(plus[p], fixed[p])
	}
}

// limit narrows a box to the values that a decision node takes, or does not take.
func (j *CutJudge) limit(b *averageBox, l *level, times *big.Rat, plus []*big.Rat, missed bool) {
	p := l.goal.player
	at := j.rat(l.needs.key)
	if l.goal.least {
		at.Neg(at)
	}
	at.Sub(at, plus[p])
	at.Quo(at, times)
	strict := l.needs.strict != missed
	if l.goal.least != missed {
		b.lower(p, at, strict)
	} else {
		b.raise(p, at, strict)
	}
}

// upFrom returns the root's value if a node has another value, and no node beside its path has.
func (j *CutJudge) upFrom(node int, v trees.Vector) trees.Vector {
	t := j.tree
	for child := node; child != j.root; child = t.Parent(child) {
		j.poll()
		n := t.Parent(child)
		if t.IsChance(n) {
			var sum trees.Vector
			for _, k := range t.Kids(n) {
				of, prob := j.valueOf(int(k)), t.Prob(int(k))
				if int(k) == child {
					of = &v
				}
				for p := range j.width {
					sum[p] += prob.Weigh(of[p])
				}
			}
			v = sum
			continue
		}
		goal, best := j.goalAt(n), (*trees.Vector)(nil)
		for _, k := range t.Kids(n) {
			of := j.valueOf(int(k))
			if int(k) == child {
				of = &v
			}
			if best == nil || goal.key(of) > goal.key(best) {
				best = of
			}
		}
		v = *best
	}
	return v
}
