package checks

import (
	"maps"
	"math"
	"math/big"
	"slices"

	"espalier/trace/program"
	"espalier/trees"
)

// An ends judges the cuts of trees in which one score counts: with chance nodes too, the value
// of the root grows with that of each leaf. So two evaluations decide: with all free leaves as
// small, and as large as they can be.
type ends struct {
	*finalTree
	seen  *amounts    // score of each node without any free leaf
	at    [2]*amounts // with the free leaves smallest, and largest
	score int         // that counts
	claimed
	limit [2]trees.Vector
	now   trees.Vector
	path  []int32     // from the root to the parent of the leaves that are judged
	saved [2][]amount // their scores before
	// With look-ups, nodes that are not on the path change as well.
	changed [2][]change
	unsure  bool // the last proof goes through a node that may not have looked up its value
	clash   bool // a chance node averages a win and a loss
}

// An amount is a score, or an average, which may be a fraction of a unit; or there is none.
type amount struct {
	whole trees.Score
	part  *big.Rat // nil: it is whole
	is    bool
}

func (a *amount) rat() *big.Rat {
	if a.part != nil {
		return a.part
	}
	return new(big.Rat).SetInt64(int64(a.whole))
}

// cmp compares two amounts. One that is none is equal to none only, and below all others.
func (a *amount) cmp(b *amount) int {
	switch {
	case a.is != b.is && a.is:
		return 1
	case a.is != b.is:
		return -1
	case !a.is:
		return 0
	case a.part != nil || b.part != nil:
		return a.rat().Cmp(b.rat())
	case a.whole < b.whole:
		return -1
	case a.whole > b.whole:
		return 1
	}
	return 0
}

// amounts has an amount for each node.
type amounts struct {
	whole []trees.Score
	parts map[int32]*big.Rat // those that are fractions
}

// What represents a score that is none, or in parts.
const (
	noScore = math.MinInt64 + iota
	inPart
)

func newAmounts(nodes int) *amounts {
	a := &amounts{whole: make([]trees.Score, nodes)}
	for i := range a.whole {
		a.whole[i] = noScore
	}
	return a
}

func (a *amounts) of(n int32) amount {
	switch whole := a.whole[n]; whole {
	case noScore:
		return amount{}
	case inPart:
		return amount{part: a.parts[n], is: true}
	default:
		return amount{whole: whole, is: true}
	}
}

func (a *amounts) set(n int32, x amount) {
	if a.whole[n] == inPart && x.part == nil {
		delete(a.parts, n)
	}
	switch {
	case !x.is:
		a.whole[n] = noScore
	case x.part != nil:
		if a.parts == nil {
			a.parts = map[int32]*big.Rat{}
		}
		a.whole[n], a.parts[n] = inPart, x.part
	default:
		a.whole[n] = x.whole
	}
}

// differs reports whether the amount of a node is another one than that of a node there.
func (a *amounts) differs(n int32, there *amounts, m int32) bool {
	x, y := a.of(n), there.of(m)
	return x.cmp(&y) != 0
}

func (a *amounts) clone() *amounts { return &amounts{slices.Clone(a.whole), maps.Clone(a.parts)} }

func (j *finalTree) ends() *ends {
	c := j.c
	e := &ends{finalTree: j, claimed: c.claimed()}
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
	}
	e.seen = newAmounts(len(c.run.Nodes))
	e.looked = e.findLookups()
	e.inOrder(func(n int32) error {
		e.seen.set(n, e.compute(e.seen, noSide, n))
		return e.did(1 + len(e.kids.of(n)))
	})
	if e.err != nil {
		return e
	}
	if !e.hasValue() {
		return e
	}
	for i := range e.at {
		e.at[i] = e.seen.clone()
	}
	root := e.seen.of(0)
	c.rootValue[e.score] = e.rounded(&root)
	return e
}

// hasValue reports whether the leaves that were seen give the root a value.
func (e *ends) hasValue() bool { return len(e.seen.whole) > 0 && e.seen.whole[0] != noScore }

func (e *ends) rounded(a *amount) trees.Score {
	if a.part == nil {
		return a.whole
	}
	f, _ := a.part.Float64()
	return trees.Score(f)
}

// extreme returns the value of a free leaf with the smallest score that it can have, or the largest.
func (e *ends) extreme(n int32, side int) trees.Vector {
	v := e.limit[side]
	if e.c.run.Kind == trees.Minimax {
		return v
	}
	b := e.allowed(n)
	s := v[e.score]
	v = b.low // the other scores are as small as they can be
	if side == 0 {
		v[e.score] = max(s, b.low[e.score])
	} else {
		v[e.score] = min(s, b.up[e.score], e.c.sum-sumExcept(&v, e.score, -1, e.c.run.Width()))
	}
	return v
}

// compute returns the score of a node from those of its children.
func (e *ends) compute(at *amounts, i int, n int32) amount {
	c := e.c
	switch {
	case e.state[n] == free:
		return amount{whole: e.extreme(n, i)[e.score], is: true}
	case e.isLeaf(n) || len(e.kids.of(n)) == 0:
		if !e.hasLeaf(n) {
			return amount{}
		}
		if e.looked != nil && e.looked.sources[n] != nil {
			return e.lookedUp(at, i, n)
		}
		return amount{whole: c.valueOf(n)[e.score], is: true}
	case c.nodes[n].mover == 0:
		return e.average(at, n)
	}
	var best amount
	larger := c.holdsAlpha(n)
	for _, k := range e.kids.of(n) {
		v := at.of(k)
		if !v.is {
			continue
		}
		if d := v.cmp(&best); !best.is || d != 0 && larger == (d > 0) {
			best = v
		}
	}
	return best
}

// average is the expectation of a chance node. A child that is absent has no weight.
func (e *ends) average(at *amounts, n int32) amount {
	var sum mean
	total := new(big.Rat)
	left := e.unweighted(n)
	for _, k := range e.kids.of(n) {
		q := e.weight(k, left)
		switch v := at.of(k); {
		case v.is && v.part == nil:
			sum.add(q, v.whole)
			total.Add(total, q)
		case v.is:
			sum.sum.Add(&sum.sum, new(big.Rat).Mul(q, v.part))
			total.Add(total, q)
		}
	}
	switch {
	case sum.unknown: // as the program has it
		e.clash = true
		return amount{whole: e.c.scoreOf(n), is: e.c.nodes[n].has}
	case total.Sign() == 0:
		return amount{}
	case sum.infinite != 0:
		return amount{whole: sum.infinite, is: true}
	}
	return amount{part: sum.sum.Quo(&sum.sum, total), is: true}
}

// update computes the nodes above some leaves again, which have become free or absent.
func (e *ends) update(leaves []int32) {
	for i, at := range e.at {
		for _, l := range leaves {
			e.rise(i, at, l)
		}
	}
}

// rise computes a leaf and the nodes above it, as far as they change.
func (e *ends) rise(i int, at *amounts, n int32) {
	now := e.compute(at, i, n)
	for {
		before := at.of(n)
		at.set(n, now)
		way := now.cmp(&before)
		parent := e.c.run.Nodes[n].Parent
		if e.looked != nil && way != 0 {
			e.changed[i] = append(e.changed[i], change{n, before})
			for _, user := range e.looked.users[n] {
				if e.rise(i, at, user); e.err != nil {
					return
				}
			}
		}
		if way == 0 || parent == program.None || e.did(1) != nil {
			return
		}
		// A child that becomes better for the mover is compared with the best alone.
		best := at.of(parent)
		switch mover := e.c.nodes[parent].mover; {
		case e.state[parent] == free || e.isLeaf(parent) || len(e.kids.of(parent)) == 0:
			return
		case mover != 0 && best.is && now.is && (!before.is || (way > 0) == e.c.holdsAlpha(parent)):
			if d := now.cmp(&best); d == 0 || d > 0 != e.c.holdsAlpha(parent) {
				return
			}
		case mover != 0 && best.is && before.is && before.cmp(&best) != 0:
			return // it was not the best and is none now
		default:
			e.did(len(e.kids.of(parent)))
			now = e.compute(at, i, parent)
			n = parent
			continue
		}
		n = parent
	}
}

func (e *ends) judge(leaves []int32) (values []LeafValue, proved bool) {
	e.path = e.path[:0]
	for n := e.c.run.Nodes[leaves[0]].Parent; n != program.None; n = e.c.run.Nodes[n].Parent {
		e.path = append(e.path, n)
	}
	slices.Reverse(e.path)
	for i := range e.at {
		e.saved[i], e.changed[i] = e.saved[i][:0], e.changed[i][:0]
		for _, n := range e.path {
			e.saved[i] = append(e.saved[i], e.at[i].of(n))
		}
	}
	for _, l := range leaves {
		e.state[l] = free
	}
	e.update(leaves)
	for side := range e.at {
		if !e.changes(side) {
			continue
		}
		e.now = e.c.rootValue
		root := e.at[side].of(0)
		e.now[e.score] = e.rounded(&root)
		e.unsure = false
		e.needed(side, 0, 0, &values)
		holds, known := false, false
		if e.doubt = ""; e.unsure {
			e.doubt = "it matters only if a value that a leaf line prints was looked up, or one of another depth; print enter and exit where a value is looked up"
		} else {
			holds, known = e.confirms(values, side)
		}
		for i := range e.at { // as if the leaves had never been free
			for k := len(e.changed[i]) - 1; k >= 0; k-- {
				e.at[i].set(e.changed[i][k].node, e.changed[i][k].old)
			}
			for k, n := range e.path {
				e.at[i].set(n, e.saved[i][k])
			}
			for _, l := range leaves {
				e.state[l] = absent
				e.at[i].set(l, amount{})
			}
		}
		return values, holds && known
	}
	return nil, true
}

// changes reports whether the root gets a value, on the side of the smallest or the largest, that is not
// what the run claims. Without a claim, it is any other value than without the free leaves.
func (e *ends) changes(side int) bool {
	at, before := e.at[side].of(0), e.seen.of(0)
	if at.cmp(&before) == 0 {
		return false
	}
	k := e.claimed
	switch {
	case k.hasLow == k.hasHigh: // both, or none is known
		return !k.hasLow || k.low >= k.high || e.passes(side, &at)
	case side == 0:
		return k.hasLow && e.passes(side, &at)
	}
	return k.hasHigh && e.passes(side, &at)
}

// passes reports whether an amount is beyond the bound that is claimed on a side.
func (e *ends) passes(side int, at *amount) bool {
	if side == 0 {
		return at.cmp(&amount{whole: e.claimed.low, is: true}) < 0
	}
	return at.cmp(&amount{whole: e.claimed.high, is: true}) > 0
}

// needed lists the free leaves on which it depends that a node has another value than without
// any.
func (e *ends) needed(side int, n int32, level int, values *[]LeafValue) {
	if len(*values) > MaxValues || e.did(1) != nil {
		return
	}
	at := e.at[side]
	if e.state[n] == free {
		v := LeafValue{e.c.run.Number(n), e.c.run.Name(n), e.extreme(n, side), n, false}
		if e.looked == nil || !slices.Contains(*values, v) {
			*values = append(*values, v)
		}
		return
	}
	if e.looked != nil && e.looked.sources[n] != nil {
		e.unsure = e.unsure || e.looked.unsure[n]
		if k := e.from(at, n); k >= 0 {
			e.needed(side, k, len(e.path), values)
		}
		return
	}
	mover := e.c.nodes[n].mover
	one := mover != 0 && (side == 1) == e.c.holdsAlpha(n)   // one child is enough
	if one && level+1 < len(e.path) && e.path[level] == n { // most likely that of the cut
		if k := e.path[level+1]; at.differs(k, e.seen, k) && !at.differs(k, at, n) {
			e.needed(side, k, level+1, values)
			return
		}
	}
	if e.did(len(e.kids.of(n))) != nil {
		return
	}
	attained := false
	for _, k := range e.kids.of(n) {
		changed, seen, now := at.differs(k, e.seen, k), e.seen.of(k), at.of(n)
		switch {
		case one && (!changed || at.differs(k, at, n)):
			continue
		// What is no obstacle without any free leaf is left as it is.
		case !one && mover != 0 && !(changed && seen.is && e.beyond(side, &seen, &now)):
			attained = attained || !changed && !at.differs(k, at, n) || seen.is && seen.cmp(&now) == 0
			continue
		case !changed:
			continue
		}
		attained = attained || !at.differs(k, at, n)
		if e.needed(side, k, level+1, values); one {
			return
		}
	}
	for _, k := range e.kids.of(n) {
		if mover != 0 && !attained && !at.differs(k, at, n) {
			e.needed(side, k, level+1, values)
			return
		}
	}
}

// beyond reports whether an amount is larger than another one, on the side of the smallest, or
// smaller, on that of the largest.
func (e *ends) beyond(side int, a, b *amount) bool {
	d := a.cmp(b)
	return side == 0 && d > 0 || side == 1 && d < 0
}

func (e *ends) after() trees.Vector { return e.now }
