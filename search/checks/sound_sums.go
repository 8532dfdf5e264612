package checks

import (
	"slices"

	"espalier/trace/program"
	"espalier/trees"
)

// A sums judges the cuts of max^n trees. If the root's value comes from a leaf, the score of the
// mover there is at each node above at least that of every child beside the path: one linear
// test for each player. Every free leaf beside the path can be as unattractive as its limits
// allow, independently of the others. So it is enough to look at each leaf by itself.
type sums struct {
	*finalTree
	root  trees.Vector
	open  []int32       // how many children have a free leaf below, or are one
	least []trees.Score // of a node, the smallest score that it can give the mover of its parent
	known []bool        // of least
	given map[int32]trees.Vector
	now   trees.Vector

	path   []int32       // from the root to the parent of the leaves that are judged
	leaves []int32       // these
	old    []trees.Score // of the path, what least was before they were free
}

func (j *finalTree) sums() *sums {
	n := len(j.state)
	return &sums{finalTree: j, root: j.valueOf(0), open: make([]int32, n), least: make([]trees.Score, n), known: make([]bool, n)}
}

// fixed reports whether no free leaf is at a node or below: its value is known.
func (s *sums) fixed(n int32) bool { return s.open[n] == 0 && s.state[n] != free }

// there reports whether a node gives a value: it was seen and has one, or is free, or has a free
// leaf below.
func (s *sums) there(n int32) bool { return s.has[n] || !s.fixed(n) }

// set makes leaves of one parent free or absent.
func (s *sums) set(leaves []int32, to state) {
	r := s.c.run
	for _, l := range leaves {
		s.state[l], s.known[l] = to, false
	}
	more, changes := int32(len(leaves)), true // the number of open children changes
	if to != free {
		more = -more
	}
	for n := r.Nodes[leaves[0]].Parent; n != program.None; n = r.Nodes[n].Parent {
		if s.did(1) != nil || s.isLeaf(n) {
			return
		}
		s.known[n] = false
		if !changes {
			continue
		}
		was := s.open[n] > 0
		s.open[n] += more
		if changes = was != (s.open[n] > 0); more < 0 {
			more = -1
		} else {
			more = 1
		}
	}
}

func (s *sums) judge(leaves []int32) (values []LeafValue, proved bool) {
	proved = true
	try := func(leaf int32, low trees.Vector) bool {
		v, ok := s.other(leaf, low)
		if !ok {
			return true
		}
		s.given = map[int32]trees.Vector{}
		s.assign(0, leaf, v)
		if s.now = s.withGiven(0); s.now != v || s.isRoots(&s.now) {
			return true // cannot be; another leaf is tried rather than a wrong claim made
		}
		if holds, known := s.proves(s.given, s.kids, &s.now, -1); !holds {
			proved = false
			return known
		}
		proved = true
		values = s.listed(leaves)
		return false
	}
	more := s.onlyAdds(leaves)
	s.set(leaves, free)
	if more {
		s.fresh(try)
	} else {
		s.each(0, s.c.least, try)
	}
	if values != nil {
		s.set(leaves, absent)
		for i, n := range s.path[1:] {
			if more {
				s.least[n], s.known[n] = s.old[i+1], true
			}
		}
	}
	return values, proved
}

// onlyAdds prepares to judge leaves, and reports whether they can only add values from which the
// root's can come: the node above them has a value without them, and they are right of all its
// other children, so that what was possible stays so.
func (s *sums) onlyAdds(leaves []int32) bool {
	r := s.c.run
	s.path, s.leaves = s.path[:0], leaves
	for n := r.Nodes[leaves[0]].Parent; n != program.None; n = r.Nodes[n].Parent {
		s.path = append(s.path, n)
	}
	slices.Reverse(s.path)
	parent := s.path[len(s.path)-1]
	if s.c.informed || !s.there(parent) {
		return false
	}
	// What was possible stays so if the leaves lose ties, as the last ones, or if another child is sure
	// to give the mover more than they can give at least.
	kids := s.kids.of(parent)
	last, sure, p := true, trees.Score(0), s.c.nodes[parent].mover-1
	for i, some, after := len(kids)-1, false, len(leaves); i >= 0; i-- {
		switch k := kids[i]; {
		case slices.Contains(leaves, k):
			after--
		case s.there(k):
			last = last && after == 0
			if least := s.leastOf(k); !some || least > sure {
				sure, some = least, true
			}
		}
	}
	if !last && sure <= s.up(s.c.least[p]) {
		return false
	}
	s.old = append(s.old[:0], 0)
	for i, n := range s.path {
		if s.isLeaf(n) {
			return false
		}
		if i > 0 {
			s.old = append(s.old, s.leastOf(n))
		}
	}
	return s.err == nil
}

// fresh calls do with the leaves and nodes from which the value of the root can come now that the
// leaves are free, and could not come before. It computes anew what the nodes of the path give at
// least, from below.
func (s *sums) fresh(do func(leaf int32, low trees.Vector) bool) {
	for i := len(s.path) - 1; i > 0; i-- {
		n := s.path[i]
		p := s.c.nodes[s.path[i-1]].mover - 1
		least := s.old[i]
		s.freshBelow(i, s.c.least, func(leaf int32, low trees.Vector) bool {
			least = min(least, s.scoreOf(leaf, low, int(p)))
			return true
		})
		s.least[n], s.known[n] = least, true
	}
	s.freshBelow(0, s.c.least, do)
}

// scoreOf is the smallest score of a player that a leaf or node gives.
func (s *sums) scoreOf(leaf int32, low trees.Vector, p int) trees.Score {
	if s.state[leaf] != free {
		return s.valueOf(leaf)[p]
	}
	return s.up(low[p])
}

// freshBelow does so below a node of the path. What its children beside the path can give is new
// only if that on the path stood in their way and now gives less.
func (s *sums) freshBelow(i int, low trees.Vector, do func(leaf int32, low trees.Vector) bool) bool {
	n := s.path[i]
	kids := s.kids.of(n)
	if s.did(1+len(kids)/8) != nil {
		return false
	}
	p := s.c.nodes[n].mover - 1
	child, was := int32(program.None), trees.Score(0)
	if i+1 < len(s.path) {
		child, was = s.path[i+1], s.old[i+1]
	}
	changed := child != program.None && s.least[child] != was
	// What the children at the right give at least, and what they gave.
	var few [2][16]trees.Score
	after, before := few[0][:], few[1][:]
	if len(kids) >= len(after) {
		after, before = make([]trees.Score, len(kids)+1), make([]trees.Score, len(kids)+1)
	}
	after[len(kids)], before[len(kids)] = low[p], low[p]
	for k := len(kids) - 1; k >= 0; k-- {
		if after[k], before[k] = after[k+1], before[k+1]; !s.there(kids[k]) {
			continue
		}
		least := s.leastOf(kids[k])
		after[k] = max(after[k], least)
		if kids[k] == child {
			least = was
		}
		before[k] = max(before[k], least)
	}
	left, leftBefore := low[p], low[p]
	for k, kid := range kids {
		if !s.there(kid) {
			continue
		}
		need := low
		need[p] = max(left, after[k+1])
		least := s.leastOf(kid)
		left = max(left, least+1) // an earlier one wins a tie
		needBefore := max(leftBefore, before[k+1])
		if kid == child {
			least = was
		}
		leftBefore = max(leftBefore, least+1)
		switch {
		case kid == child:
			if s.fits(need, &s.c.most) && !s.freshBelow(i+1, need, do) {
				return false
			}
		case child == program.None && slices.Contains(s.leaves, kid), changed && need[p] < needBefore:
			if s.fits(need, &s.c.most) && !s.each(kid, need, do) {
				return false
			}
		}
	}
	return s.err == nil
}

// listed returns the values that were given: those of some leaves first, then the others in order.
func (s *sums) listed(first []int32) (values []LeafValue) {
	list := make([]int32, 0, len(s.given))
	for n := range s.given {
		list = append(list, n)
	}
	cut := s.c.run.Nodes[first[0]].Cut
	slices.SortFunc(list, func(a, b int32) int {
		if mine := s.c.run.Nodes[a].Cut == cut; mine != (s.c.run.Nodes[b].Cut == cut) {
			if mine {
				return -1
			}
			return 1
		}
		return int(a - b)
	})
	for _, n := range list[:min(len(list), MaxValues+1)] { // one more says that there are more
		values = append(values, LeafValue{s.c.run.Number(n), s.c.run.Name(n), s.given[n], n, false})
	}
	return values
}

func (s *sums) after() trees.Vector { return s.now }

// each calls do with the leaves, and nodes whose value is known, from which the value of a node
// can come, with the smallest scores that they need for that, until do returns false.
func (s *sums) each(n int32, low trees.Vector, do func(leaf int32, low trees.Vector) bool) bool {
	if s.did(1+len(s.kids.of(n))) != nil {
		return false
	}
	if s.state[n] == free {
		b := s.allowed(n)
		for p := range s.c.run.Width() {
			low[p] = max(low[p], b.low[p])
		}
		return !s.fits(low, &b.up) || do(n, low)
	}
	if s.fixed(n) {
		for p := range s.c.run.Width() {
			if s.valueOf(n)[p] < low[p] {
				return true
			}
		}
		return !s.has[n] || do(n, low)
	}
	p := s.c.nodes[n].mover - 1
	kids := s.kids.of(n)
	var few [16]trees.Score
	after := few[:] // the most that any of the later ones gives at least
	if len(kids) >= len(few) {
		after = make([]trees.Score, len(kids)+1)
	}
	after[len(kids)] = low[p]
	for i := len(kids) - 1; i >= 0; i-- {
		if after[i] = after[i+1]; s.there(kids[i]) {
			after[i] = max(after[i], s.leastOf(kids[i]))
		}
	}
	before := low[p]
	for i, k := range kids {
		if !s.there(k) {
			continue
		}
		need := low
		need[p] = max(before, after[i+1])
		if s.fits(need, &s.c.most) && !s.each(k, need, do) {
			return false
		}
		before = max(before, s.leastOf(k)+1) // an earlier one wins a tie
	}
	return s.err == nil
}

// fits reports whether a value with at least these scores, and at most others, is allowed.
func (s *sums) fits(low trees.Vector, up *trees.Vector) bool {
	total := trees.Score(0)
	for p := range s.c.run.Width() {
		low[p] = s.up(low[p])
		if low[p] > up[p] {
			return false
		}
		total += max(low[p], -trees.MaxUnits/trees.MaxPlayers)
	}
	return total <= s.c.sum
}

// up rounds to the next score that is allowed.
func (s *sums) up(x trees.Score) trees.Score { return roundUp(x, s.step) }

// roundUp rounds to the next multiple of a step.
func roundUp(x, step trees.Score) trees.Score {
	if step <= 1 {
		return x
	}
	rest := x % step
	switch {
	case rest > 0:
		return x - rest + step
	case rest < 0:
		return x - rest
	}
	return x
}

// leastOf returns the smallest score that a node can give the mover of its parent.
func (s *sums) leastOf(n int32) trees.Score {
	if s.known[n] {
		return s.least[n]
	}
	p := s.c.nodes[s.c.run.Nodes[n].Parent].mover - 1
	best, some := trees.Score(0), false
	s.each(n, s.c.least, func(leaf int32, low trees.Vector) bool {
		if x := s.scoreOf(leaf, low, int(p)); !some || x < best {
			best, some = x, true
		}
		return true
	})
	s.least[n], s.known[n] = best, true
	return best
}

// isRoots reports whether a value is the root's as the leaves give it, or as the run returns it, which may take
// another one of equal children.
func (s *sums) isRoots(v *trees.Vector) bool {
	return *v == s.root || s.isReturned(*v)
}

// other returns a value for a leaf that is not the root's.
func (s *sums) other(leaf int32, low trees.Vector) (v trees.Vector, ok bool) {
	if s.state[leaf] != free {
		v := s.valueOf(leaf)
		return v, !s.isRoots(&v)
	}
	for p := range s.c.run.Width() {
		low[p] = s.up(low[p])
	}
	if !s.isRoots(&low) {
		return s.readable(leaf, low), true
	}
	for p := range s.c.run.Width() {
		for _, step := range []trees.Score{s.c.run.Unit, s.step} {
			v = low
			if v[p] = s.up(v[p] + step); !s.isRoots(&v) && s.fits(v, &s.allowed(leaf).up) {
				return v, true
			}
		}
	}
	return v, false
}

// readable rounds scores up to whole points, if that is allowed: 4 rather than 3.000001.
func (s *sums) readable(leaf int32, v trees.Vector) trees.Vector {
	if w := s.readableBut(leaf, v, program.None); !s.isRoots(&w) {
		return w
	}
	return v
}

// readableBut does so with all scores but one.
func (s *sums) readableBut(leaf int32, v trees.Vector, but int) trees.Vector {
	unit := s.c.run.Unit
	if s.step > 1 && unit%s.step != 0 {
		return v
	}
	w := v
	for p := range s.c.run.Width() {
		if p == but {
			continue
		}
		if rest := w[p] % unit; rest > 0 {
			w[p] += unit - rest
		} else if rest < 0 {
			w[p] -= rest
		}
	}
	if s.fits(w, &s.allowed(leaf).up) {
		return w
	}
	return v
}

// assign gives values to the free leaves below a node, so that its value is that of a leaf.
func (s *sums) assign(n, leaf int32, v trees.Vector) {
	if s.state[leaf] == free {
		s.given[leaf] = v
	}
	for at := leaf; at != n; {
		parent := s.c.run.Nodes[at].Parent
		key, before := s.c.key(parent, &v), true
		for _, k := range s.kids.of(parent) {
			if k == at {
				before = false
				continue
			}
			if s.fixed(k) || !s.has[k] {
				continue
			}
			// Without its free leaves it may be no rival.
			v := s.valueOf(k)
			if of := s.c.key(parent, &v); of > key || before && of == key {
				s.spoil(k)
			}
		}
		if at = parent; s.did(len(s.kids.of(parent))) != nil {
			return
		}
	}
}

// spoil makes a node as unattractive to the mover of its parent as it can be.
func (s *sums) spoil(n int32) {
	p := s.c.nodes[s.c.run.Nodes[n].Parent].mover - 1
	least := s.leastOf(n)
	s.each(n, s.c.least, func(leaf int32, low trees.Vector) bool {
		v := s.valueOf(leaf)
		if s.state[leaf] == free {
			for q := range s.c.run.Width() {
				low[q] = s.up(low[q])
			}
			v = s.readableBut(leaf, low, int(p))
		}
		if v[p] != least {
			return true
		}
		s.assign(n, leaf, v)
		return false
	})
}

// withGiven evaluates a node with the values that were given.
func (s *sums) withGiven(n int32) trees.Vector {
	v, _ := s.valueWith(n)
	return v
}

func (s *sums) valueWith(n int32) (v trees.Vector, has bool) {
	if s.state[n] == free {
		v, has = s.given[n]
		return v, has
	}
	if s.fixed(n) {
		return s.valueOf(n), s.has[n]
	}
	for _, k := range s.kids.of(n) {
		if w, ok := s.valueWith(k); ok && (!has || s.c.key(n, &w) > s.c.key(n, &v)) {
			v, has = w, true
		}
	}
	return v, has
}
