package checks

import (
	"math/big"

	"espalier/trace/program"
	"espalier/trees"
)

// An averages judges the cuts of max^n trees with chance nodes, as far as that is cheap. It knows
// of each node the smallest and the largest score that each player can get there. If that leaves
// the root one value, a cut is sound; if one of a few values of the unseen leaves changes the
// root, it is unsound; else it is not decided.
type averages struct {
	*finalTree
	width int
	seen  []span // of each node without any free leaf: both ends are its value
	spans []span // with the free leaves
	after trees.Vector
}

// A span has the smallest and the largest value of a node, by player; nil: it has none.
type span struct{ low, up []*big.Rat }

// maxAveraged is the most nodes of a run whose cuts are judged so: fractions take time and memory.
const maxAveraged = 50_000

func (j *finalTree) averages() *averages {
	a := &averages{finalTree: j, width: j.c.run.Width(), spans: make([]span, len(j.state))}
	for n := len(j.state) - 1; n >= 0; n-- {
		if a.spans[n] = a.compute(int32(n)); a.did(1+len(a.kids.of(int32(n)))) != nil {
			break
		}
	}
	a.seen = append([]span(nil), a.spans...)
	return a
}

func (a *averages) exact(v trees.Vector) span {
	s := span{low: make([]*big.Rat, a.width)}
	for p := range s.low {
		s.low[p] = new(big.Rat).SetInt64(int64(v[p]))
	}
	s.up = s.low
	return s
}

// compute returns the span of a node from those of its children.
func (a *averages) compute(n int32) span {
	c := a.c
	switch {
	case a.state[n] == free:
		b := a.allowed(n)
		return span{a.exact(b.low).low, a.exact(b.up).low}
	case a.isLeaf(n) || len(a.kids.of(n)) == 0:
		if a.hasLeaf(n) {
			return a.exact(c.valueOf(n))
		}
		return span{}
	case c.nodes[n].mover == 0:
		return a.mean(n, func(k int32) span { return a.spans[k] })
	}
	return a.winners(n)
}

// mean is the expectation of a chance node. A child that is absent has no weight.
func (a *averages) mean(n int32, of func(k int32) span) span {
	total := new(big.Rat)
	s := span{make([]*big.Rat, a.width), make([]*big.Rat, a.width)}
	for p := range a.width {
		s.low[p], s.up[p] = new(big.Rat), new(big.Rat)
	}
	left := a.unweighted(n)
	for _, k := range a.kids.of(n) {
		v := of(k)
		if v.low == nil {
			continue
		}
		q := a.weight(k, left)
		total.Add(total, q)
		for p := range a.width {
			s.low[p].Add(s.low[p], new(big.Rat).Mul(q, v.low[p]))
			s.up[p].Add(s.up[p], new(big.Rat).Mul(q, v.up[p]))
		}
	}
	if total.Sign() == 0 {
		return span{}
	}
	for p := range a.width {
		s.low[p].Quo(s.low[p], total)
		s.up[p].Quo(s.up[p], total)
	}
	return s
}

// winners is the span of the children that the mover of a node can choose. Who is chosen has for
// the mover at least what any other one is sure of, which leaves less of the sum for the others.
func (a *averages) winners(n int32) (s span) {
	p := int(a.c.nodes[n].mover) - 1
	kids := a.kids.of(n)
	for i, k := range kids {
		v := a.spans[k]
		if v.low == nil {
			continue
		}
		need, loses := v.low[p], false
		for other, o := range kids {
			w := a.spans[o]
			if other == i || w.low == nil {
				continue
			}
			d := v.up[p].Cmp(w.low[p])
			if loses = loses || d < 0 || d == 0 && other < i; loses {
				break
			}
			if w.low[p].Cmp(need) > 0 {
				need = w.low[p]
			}
		}
		a.did(len(kids))
		if loses {
			continue
		}
		low := append([]*big.Rat(nil), v.low...)
		low[p] = need
		up := a.within(low, v.up)
		if up == nil {
			continue
		}
		if s.low == nil {
			s = span{low, up}
			continue
		}
		for q := range a.width {
			if low[q].Cmp(s.low[q]) < 0 {
				s.low[q] = low[q]
			}
			if up[q].Cmp(s.up[q]) > 0 {
				s.up[q] = up[q]
			}
		}
	}
	return s
}

// within lowers the largest scores to what the largest sum leaves; nil: there is no such value.
func (a *averages) within(low, up []*big.Rat) []*big.Rat {
	up = append([]*big.Rat(nil), up...)
	left := new(big.Rat).SetInt64(int64(a.c.sum))
	for _, s := range low {
		left.Sub(left, s)
	}
	for p := range up {
		if most := new(big.Rat).Add(left, low[p]); !a.c.unbounded && most.Cmp(up[p]) < 0 {
			up[p] = most
		}
		if up[p].Cmp(low[p]) < 0 {
			return nil
		}
	}
	return up
}

// set makes leaves of one parent free or absent.
func (a *averages) set(leaves []int32, to state) {
	for _, l := range leaves {
		a.state[l] = to
		a.spans[l] = a.compute(l)
	}
	for n := a.c.run.Nodes[leaves[0]].Parent; n != program.None && a.did(1+len(a.kids.of(n))) == nil; n = a.c.run.Nodes[n].Parent {
		a.spans[n] = a.compute(n)
	}
}

// judge reports whether the leaves, free like those of later cuts, can change the value of the
// root: it returns values with which it does, or that it is not known. Only then are they absent
// again, if there are such values.
func (a *averages) judge(leaves []int32) (values []LeafValue, known bool) {
	a.set(leaves, free)
	if a.same(&a.spans[0], &a.seen[0]) {
		return nil, true
	}
	var all []int32
	for n := range a.state {
		if a.state[n] == free {
			all = append(all, int32(n))
		}
	}
	if a.did(len(a.state)) != nil || len(all) > MaxValues {
		return nil, false
	}
	// All of them get the same kind of value: as little as possible for all, or for all but one.
	for most := -1; most < a.width; most++ {
		for others := range 2 {
			given := map[int32]trees.Vector{}
			for _, n := range all {
				given[n] = a.extreme(n, most)
				if others == 1 && a.c.run.Nodes[n].Cut != a.c.run.Nodes[leaves[0]].Cut {
					given[n] = a.extreme(n, -1)
				}
			}
			v := a.valueWith(0, given)
			if a.err != nil {
				return nil, false
			}
			if a.same(&v, &a.seen[0]) || a.isReturned(a.rounded(&v)) {
				continue
			}
			for _, n := range all {
				values = append(values, LeafValue{a.c.run.Number(n), a.c.run.Name(n), given[n], n, false})
			}
			a.after = a.rounded(&v)
			a.set(leaves, absent)
			return values, true
		}
	}
	return nil, false
}

// extreme is a value of a free leaf, with as much as possible for one player, from 0; -1: for none.
func (a *averages) extreme(n int32, most int) trees.Vector {
	b := a.allowed(n)
	v := b.low
	for p := range a.width {
		v[p] = roundUp(v[p], a.step)
	}
	if most >= 0 {
		v[most] = min(b.up[most], max(a.c.high, 0)+a.c.run.Unit)
		if !a.c.unbounded {
			v[most] = min(v[most], a.c.sum-sumExcept(&v, most, -1, a.width))
		}
		v[most] = -roundUp(-v[most], a.step)
	}
	return v
}

// valueWith is the value of a node with values of all free leaves.
func (a *averages) valueWith(n int32, given map[int32]trees.Vector) span {
	if a.did(1) != nil {
		return span{}
	}
	if a.state[n] == free {
		return a.exact(given[n])
	}
	if s := &a.spans[n]; s.low == nil || a.same(s, s) { // no value of a leaf matters
		return *s
	}
	if a.c.nodes[n].mover == 0 {
		return a.mean(n, func(k int32) span { return a.valueWith(k, given) })
	}
	var best span
	p := int(a.c.nodes[n].mover) - 1
	for _, k := range a.kids.of(n) {
		if v := a.valueWith(k, given); v.low != nil && (best.low == nil || v.low[p].Cmp(best.low[p]) > 0) {
			best = v
		}
	}
	return best
}

// same reports whether both have one value, the same one.
func (a *averages) same(s, t *span) bool {
	if (s.low == nil) != (t.low == nil) {
		return false
	}
	for p := range s.low {
		if s.low[p].Cmp(t.low[p]) != 0 || s.up[p].Cmp(t.up[p]) != 0 || s.low[p].Cmp(s.up[p]) != 0 {
			return false
		}
	}
	return true
}

func (a *averages) rounded(s *span) (v trees.Vector) {
	for p := range s.low {
		f, _ := s.low[p].Float64()
		v[p] = trees.Score(f)
	}
	return v
}

// averagedCuts judges all cuts of a max^n tree with chance nodes.
func (c *checker) averagedCuts(j *finalTree) error {
	switch {
	case len(c.run.Nodes) > maxAveraged:
		c.allUndecided("chance moves in this tree of several players, which is too large for that")
		return j.err
	case c.infinite:
		c.allUndecided("chance moves in this tree of several players, and some values are infinite")
		return j.err
	}
	a := j.averages()
	if j.err != nil || a.seen[0].low == nil {
		return j.err
	}
	c.rootValue = a.rounded(&a.seen[0])
	j.most = j.work + maxWork // fractions take longer
	for i := len(c.cutsMade) - 1; i >= 0; i-- {
		cut := c.cutsMade[i]
		if cut.seq < c.deepest {
			c.notThis(cut)
			continue
		}
		leaves := c.unseen(cut.seq)
		if j.did(1); j.err != nil && j.err != errTooDear {
			return j.err
		}
		var values []LeafValue
		known := true
		if len(leaves) > 0 {
			if known = false; j.err == nil {
				values, known = a.judge(leaves)
			}
		}
		switch {
		case j.err != nil && j.err != errTooDear:
			return j.err
		case !known:
			c.undecided(cut.seq, "chance moves in this tree of several players, and the values of what was cut may matter or not")
		case values != nil:
			c.unsound(&cut, values, a.after)
		default:
			c.notThis(cut)
		}
	}
	return nil
}
