package compare

import "espalier/trees"

// This file shrinks a tree on which an algorithm fails: everything that the failure
// does not need is removed, nodes first. At the end, none of these changes gives a
// tree on which the algorithm fails:
//
//	cut short   an inner node becomes a leaf with its max^n value
//	a child     a node with siblings is removed, with all nodes below it
//	a level     an inner node is replaced by one of its children; the movers
//	            below are replaced by the previous players, so that players
//	            still move in turn; not in trees with chance nodes
//	a bound     the low or the up of an inner node is removed
//	points      a score of a leaf is lowered, to any lower value on the grid

// An edit removes a part of a tree.
type edit struct {
	node int32
	kind editKind
	kid  int32 // for aLevel: the child that remains
}

type editKind uint8

const (
	cutShort editKind = iota
	aChild
	aLevel
)

// edits calls try with every edit of the nodes, until try returns true. Edits that
// may remove most nodes come first.
func (t *arena) edits(try func(edit) bool) bool {
	for i := int32(1); int(i) < len(t.nodes); i++ {
		if t.nodes[i].kids > 0 && try(edit{i, cutShort, 0}) {
			return true
		}
	}
	for i := int32(1); int(i) < len(t.nodes); i++ {
		if t.nodes[t.nodes[i].parent].kids > 1 && try(edit{i, aChild, 0}) {
			return true
		}
	}
	for i := range t.nodes {
		s := &t.nodes[i]
		for k := s.first; k < s.first+s.kids; k++ {
			if try(edit{int32(i), aLevel, k}) {
				return true
			}
		}
	}
	return false
}

// edited makes t the result of an edit of another tree.
func (t *arena) edited(from *arena, e edit) {
	t.clear()
	t.players, t.height = from.players, from.height
	type place struct {
		from    int32
		shifted bool
	}
	var queue [MaxTrialNodes]place
	n := 0
	put := func(parent, i int32, level int16, shifted bool) {
		prob := from.nodes[i].prob
		if e.kind == aLevel && i == e.node {
			// If the root is replaced, the movers below stay the same.
			i, shifted = e.kid, parent >= 0 && !t.chance
		}
		t.add(arenaNode{parent: parent, level: level, prob: prob})
		queue[n] = place{i, shifted}
		n++
	}
	put(-1, 0, 0, false)
	for i := int32(0); int(i) < n; i++ {
		at := queue[i]
		prob := t.nodes[i].prob
		t.copyNode(i, from, at.from)
		t.nodes[i].prob = prob
		s, old := &t.nodes[i], &from.nodes[at.from]
		if e.kind == cutShort && at.from == e.node {
			s.has, s.mover = 0, 0
			continue
		}
		if old.kids == 0 {
			continue
		}
		if at.shifted && s.mover > 0 {
			s.mover = int8((int(s.mover)+t.players-2)%t.players + 1)
		}
		level := s.level + 1
		first := int32(n)
		for k := old.first; k < old.first+old.kids; k++ {
			if e.kind != aChild || k != e.node {
				put(i, k, level, at.shifted)
			}
		}
		s = &t.nodes[i] // put may have reallocated it
		s.first, s.kids = first, int32(n)-first
		if e.kind == aChild && from.nodes[e.node].parent == at.from && from.isChance(at.from) {
			// The first child that is left gets the probability of the one that is removed.
			p, q := &t.nodes[first].prob, from.nodes[e.node].prob
			*p = (trees.Number{Score: p.Score*q.Unit + q.Score*p.Unit, Unit: p.Unit * q.Unit}).Reduced()
		}
	}
}

// shrink removes nodes from h.tree while the algorithm still fails.
func (h *trialSearch) shrink() {
	whole := &arena{}
	for {
		h.tree.solve()
		whole.copyFrom(h.tree)
		if !whole.edits(func(e edit) bool {
			h.tree.edited(whole, e)
			return h.fails()
		}) {
			h.tree.copyFrom(whole)
			return
		}
	}
}

// lower removes bounds and points, and nodes that are not needed after that, until
// nothing more can be removed.
func (h *trialSearch) lower() {
	for h.dropBound() || h.dropPoints() {
		h.shrink()
	}
}

// dropBound removes a low or an up, but not the last one: an algorithm that needs a
// heuristic rejects a tree without a heuristic.
func (h *trialSearch) dropBound() bool {
	left := 0
	for i := range h.tree.nodes {
		for _, what := range []uint8{hasLow, hasUp} {
			if h.tree.nodes[i].has&what != 0 {
				left++
			}
		}
	}
	for i := range h.tree.nodes {
		s := &h.tree.nodes[i]
		for _, what := range []uint8{hasLow, hasUp} {
			if s.has&what == 0 || left < 2 {
				continue
			}
			s.has &^= what
			if h.fails() {
				return true
			}
			s.has |= what
		}
	}
	return false
}

// dropPoints lowers a score as far as possible. It also lowers each low above the
// leaf that is larger than the new score.
func (h *trialSearch) dropPoints() bool {
	for i := range h.tree.nodes {
		if h.tree.nodes[i].kids > 0 {
			continue
		}
		for p := range h.size.Players {
			h.spare.copyFrom(h.tree)
			for score := trees.Score(0); score < h.spare.value[i][p]; score += h.size.Delta {
				h.tree.setScore(int32(i), p, score)
				if h.fails() {
					return true
				}
				h.tree.copyFrom(h.spare)
			}
		}
	}
	return false
}

func (t *arena) setScore(leaf int32, p int, score trees.Score) {
	t.value[leaf][p] = score
	if t.zeroSum {
		t.value[leaf][1-p] = -score
	}
	for n := t.nodes[leaf].parent; n >= 0; n = t.nodes[n].parent {
		t.low[n][p] = min(t.low[n][p], score)
	}
}
