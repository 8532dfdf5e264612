package checks

import (
	"math/big"

	"espalier/trace/program"
	"espalier/trees"
)

// An ends judges the cuts of trees in which one score counts: with chance nodes too, the value
// of the root grows with that of each leaf. So two evaluations decide: with all free leaves as
// small, and as large as they can be.
type ends struct {
	*finalTree
	at    [2][]*big.Rat // score of each node with the free leaves smallest and largest; nil: none
	score int           // that counts
	limit [2]trees.Vector
	root  *big.Rat
	now   trees.Vector
}

func (j *finalTree) ends() (sounder, string) {
	c := j.c
	e := &ends{finalTree: j}
	if c.run.Kind == trees.MaxN {
		e.score = c.rootPlayer - 1
	}
	for i := range e.limit {
		e.limit[i] = c.least
		if i == 1 {
			e.limit[i] = c.most
		}
		// Without a limit, a score beyond all others is as good as any. Below chance nodes it
		// must be far beyond them.
		far := c.run.Unit
		if c.hasChance() {
			far = max(far, min(trees.MaxUnits/64, c.run.Unit*1_000_000_000))
		}
		if s := &e.limit[i][e.score]; i == 0 && *s <= -trees.MaxUnits/trees.MaxPlayers {
			*s = min(c.low, 0) - far
		} else if i == 1 && *s >= trees.MaxUnits/trees.MaxPlayers {
			*s = max(c.high, 0) + far
		}
		e.at[i] = make([]*big.Rat, len(c.run.Nodes))
		for n := len(c.run.Nodes) - 1; n >= 0; n-- {
			e.compute(i, int32(n))
		}
	}
	e.root = e.at[0][0]
	if e.root == nil {
		return nil, "a chance node on the way to the root lacks a value"
	}
	return e, ""
}

// compute sets the score of a node from those of its children.
func (e *ends) compute(i int, n int32) {
	e.did(1 + len(e.kids[n]))
	c := e.c
	if e.state[n] == free {
		e.at[i][n] = rat(e.limit[i][e.score])
		return
	}
	if c.run.Nodes[n].IsLeaf || len(e.kids[n]) == 0 {
		if e.at[i][n] = nil; e.has[n] {
			e.at[i][n] = rat(e.value[n][e.score])
		}
		return
	}
	if c.nodes[n].mover == 0 {
		e.at[i][n] = e.average(i, n)
		return
	}
	var best *big.Rat
	larger := c.holdsAlpha(n)
	for _, k := range e.kids[n] {
		if v := e.at[i][k]; v != nil && (best == nil || larger && v.Cmp(best) > 0 || !larger && v.Cmp(best) < 0) {
			best = v
		}
	}
	e.at[i][n] = best
}

// average is the expectation of a chance node. A child that is absent has no weight.
func (e *ends) average(i int, n int32) *big.Rat {
	sum, total := new(big.Rat), new(big.Rat)
	for _, k := range e.kids[n] {
		q := big.NewRat(1, int64(len(e.kids[n])))
		if p := e.c.run.Nodes[k].Prob; p.Unit > 0 {
			q = big.NewRat(int64(p.Score), int64(p.Unit))
		}
		if v := e.at[i][k]; v != nil {
			sum.Add(sum, new(big.Rat).Mul(q, v))
			total.Add(total, q)
		}
	}
	if total.Sign() == 0 {
		return nil
	}
	return sum.Quo(sum, total)
}

func rat(s trees.Score) *big.Rat { return new(big.Rat).SetInt64(int64(s)) }

// update computes the nodes above some leaves again.
func (e *ends) update(leaves []int32) {
	parent := e.c.run.Nodes[leaves[0]].Parent
	for i := range e.at {
		for _, l := range leaves {
			e.compute(i, l)
		}
		for n := parent; n != program.None; n = e.c.run.Nodes[n].Parent {
			before := e.at[i][n]
			e.compute(i, n)
			if before != nil && e.at[i][n] != nil && before.Cmp(e.at[i][n]) == 0 {
				break
			}
		}
	}
}

func (e *ends) judge(leaves []int32) (values []LeafValue) {
	for _, l := range leaves {
		e.state[l] = free
	}
	e.update(leaves)
	side := -1
	for i := range e.at {
		if e.at[i][0].Cmp(e.root) != 0 {
			side = i
			break
		}
	}
	if side < 0 {
		return nil
	}
	e.now = e.c.rootValue
	f, _ := e.at[side][0].Float64()
	e.now[e.score] = trees.Score(f)
	values = e.valuesOf(side, leaves)
	for _, l := range leaves {
		e.state[l] = absent
	}
	e.update(leaves)
	return values
}

// valuesOf lists the free leaves: those of the cut first, then those of later ones.
func (e *ends) valuesOf(side int, leaves []int32) (values []LeafValue) {
	add := func(n int32) {
		v := e.limit[side]
		if e.c.run.Kind == trees.MaxN { // the other scores are as small as they can be
			v = e.c.least
			v[e.score] = e.limit[side][e.score]
		}
		values = append(values, LeafValue{e.c.run.Number(n), e.c.name(n), v})
	}
	for _, l := range leaves {
		add(l)
	}
	for n := leaves[len(leaves)-1]; int(n) < len(e.state) && len(values) < MaxValues; n++ {
		if e.state[n] == free && e.c.run.Nodes[n].Cut != e.c.run.Nodes[leaves[0]].Cut {
			add(n)
		}
	}
	return values
}

func (e *ends) after() trees.Vector { return e.now }
