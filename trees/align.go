package trees

import "slices"

// This file matches the nodes of a typed text with the nodes of the draft that the
// text replaces. Matched nodes keep their IDs, so that the picture moves them
// instead of redrawing them. The method follows GumTree (Falleri et al. 2014,
// "Fine-grained and accurate source code differencing"): it matches equal subtrees
// first, then the nodes between them.

// align returns an ID for each node of t: the ID of the matching node of the draft,
// or a new ID. last is the greatest ID in use. align takes linear time, except for
// the sorting of labels.
func (d *Draft) align(t *Tree, p *pace) (ids []ID, last ID) {
	old, in := alike(&Draft{tree: d.tree}, &Draft{tree: t})
	a := &aligner{old: old.tree, new: in.tree, oldHash: old.tree.hashes(p), newHash: in.tree.hashes(p), pace: p}
	a.oldPartner, a.newPartner = make([]int32, t.Len()), make([]int32, d.tree.Len())
	for n := range a.oldPartner {
		a.oldPartner[n] = NoNode
	}
	for n := range a.newPartner {
		a.newPartner[n] = NoNode
	}
	a.pairUnique()
	if a.unpaired(0, 0) {
		a.pair(0, 0)
	}
	for n := range t.Len() { // parents before their children
		if a.oldPartner[n] != NoNode {
			a.pairChildren(int(a.oldPartner[n]), n)
		}
	}
	a.pairMoved()
	ids, last = make([]ID, t.Len()), d.last
	for n, o := range a.oldPartner {
		if o != NoNode {
			ids[n] = d.ids[o]
			continue
		}
		last = last.next()
		ids[n] = last
	}
	return ids, last
}

type aligner struct {
	old, new               *Tree
	oldHash, newHash       []uint64
	oldPartner, newPartner []int32 // the matched node of the other tree, or none
	pace                   *pace
}

func (a *aligner) pair(o, n int) { a.oldPartner[n], a.newPartner[o] = int32(o), int32(n) }

func (a *aligner) unpaired(o, n int) bool {
	return a.newPartner[o] == NoNode && a.oldPartner[n] == NoNode
}

// equal reports whether two subtrees have the same content and shape.
func (a *aligner) equal(o, n int) bool {
	return a.oldHash[o] == a.newHash[n] && a.old.End(o)-o == a.new.End(n)-n
}

// pairAll pairs two equal subtrees node by node. If one of their nodes is already
// paired, pairAll does nothing and returns false.
func (a *aligner) pairAll(o, n int) bool {
	for i := range a.old.End(o) - o {
		a.pace.step()
		if !a.unpaired(o+i, n+i) {
			return false
		}
	}
	for i := range a.old.End(o) - o {
		a.pair(o+i, n+i)
	}
	return true
}

// pairUnique pairs equal subtrees that occur exactly once in each tree, at any
// position, the largest first.
func (a *aligner) pairUnique() {
	type count struct{ old, new, at int32 }
	counts := make(map[uint64]count, len(a.oldHash))
	for o, h := range a.oldHash {
		a.pace.step()
		c := counts[h]
		c.old++
		c.at = int32(o)
		counts[h] = c
	}
	for _, h := range a.newHash {
		a.pace.step()
		if c, ok := counts[h]; ok {
			c.new++
			counts[h] = c
		}
	}
	for n := 0; n < a.new.Len(); {
		a.pace.step()
		c := counts[a.newHash[n]]
		if c.old == 1 && c.new == 1 && a.equal(int(c.at), n) && a.pairAll(int(c.at), n) {
			n = a.new.End(n)
		} else {
			n++
		}
	}
}

// pairChildren pairs the children of two paired nodes: first equal children from
// both ends, then equal children at any position, then children with the same
// label, then children with the same paired sibling on their left.
func (a *aligner) pairChildren(o, n int) {
	old, new := a.old.Kids(o), a.new.Kids(n)
	for i := 0; i < min(len(old), len(new)); i++ {
		if !a.same(old[i], new[i]) && !a.pairEqual(old[i], new[i]) {
			break
		}
	}
	for i := 1; i <= min(len(old), len(new)); i++ {
		if k, m := old[len(old)-i], new[len(new)-i]; !a.same(k, m) && !a.pairEqual(k, m) {
			break
		}
	}
	if !slices.ContainsFunc(new, func(m int32) bool { return a.oldPartner[m] == NoNode }) {
		return
	}
	pairBy(a, old, new, func(k int32) (uint64, bool) { return a.oldHash[k], true }, func(m int32) (uint64, bool) { return a.newHash[m], true }, a.pairEqual)
	pairBy(a, old, new, label(a.old), label(a.new), a.pairFree)
	a.pairByChildren(old, new)
	a.pairByPlace(old, new)
}

func label(t *Tree) func(int32) (string, bool) {
	return func(n int32) (string, bool) { return t.Label(int(n)), t.Label(int(n)) != "" }
}

func (a *aligner) same(o, n int32) bool { return a.newPartner[o] == n }

func (a *aligner) pairEqual(o, n int32) bool {
	return a.equal(int(o), int(n)) && a.pairAll(int(o), int(n))
}

func (a *aligner) pairFree(o, n int32) bool {
	if !a.unpaired(int(o), int(n)) {
		return false
	}
	a.pair(int(o), int(n))
	return true
}

// pairBy pairs the remaining children that have the same key, in their order.
func pairBy[K comparable](a *aligner, old, new []int32, oldKey, newKey func(int32) (K, bool), pair func(o, n int32) bool) {
	var waiting map[K][]int32
	for _, o := range old {
		a.pace.step()
		if key, ok := oldKey(o); ok && a.newPartner[o] == NoNode {
			if waiting == nil {
				waiting = map[K][]int32{}
			}
			waiting[key] = append(waiting[key], o)
		}
	}
	if waiting == nil {
		return
	}
	for _, n := range new {
		a.pace.step()
		if a.oldPartner[n] != NoNode {
			continue
		}
		key, ok := newKey(n)
		if list := waiting[key]; ok && len(list) > 0 && pair(list[0], n) {
			waiting[key] = list[1:]
		}
	}
}

// pairByChildren pairs nodes that share the largest number of children.
func (a *aligner) pairByChildren(old, new []int32) {
	for _, n := range new {
		if a.oldPartner[n] != NoNode {
			continue
		}
		a.pace.step()
		votes, best := map[int32]int{}, int32(NoNode)
		for _, k := range a.new.Kids(int(n)) {
			if o := a.oldPartner[k]; o > 0 {
				parent := a.old.parent[o]
				votes[parent]++
				if best == NoNode || votes[parent] > votes[best] {
					best = parent
				}
			}
		}
		if best == NoNode || a.newPartner[best] != NoNode {
			continue
		}
		if _, isSibling := slices.BinarySearch(old, best); isSibling {
			a.pair(int(best), int(n))
		}
	}
}

// pairByPlace pairs remaining children with the same paired sibling on their
// left: first leaves with leaves and inner nodes with inner nodes, then any nodes,
// unless a child of the old node is paired elsewhere.
func (a *aligner) pairByPlace(old, new []int32) {
	type place struct {
		left int32 // the old node
		leaf bool
	}
	for _, any := range []bool{false, true} {
		oldLeft, newLeft := a.leftSiblings(old, new)
		pairBy(a, old, new,
			func(o int32) (place, bool) {
				return place{oldLeft[o], any || a.old.IsLeaf(int(o))}, !any || !a.hasPairedChild(o)
			},
			func(n int32) (place, bool) { return place{newLeft[n], any || a.new.IsLeaf(int(n))}, true }, a.pairFree)
	}
}

// leftSiblings returns, for each unpaired child, the nearest old sibling to
// its left that is paired with one of the new children.
func (a *aligner) leftSiblings(old, new []int32) (ofOld, ofNew map[int32]int32) {
	ofOld, ofNew = map[int32]int32{}, map[int32]int32{}
	last := int32(NoNode)
	for _, o := range old {
		if n := a.newPartner[o]; n == NoNode {
			ofOld[o] = last
		} else if _, isSibling := slices.BinarySearch(new, n); isSibling {
			last = o
		}
	}
	last = NoNode
	for _, n := range new {
		if o := a.oldPartner[n]; o == NoNode {
			ofNew[n] = last
		} else if _, isSibling := slices.BinarySearch(old, o); isSibling {
			last = o
		}
	}
	return ofOld, ofNew
}

// hasPairedChild reports whether a child of old node o is paired.
func (a *aligner) hasPairedChild(o int32) bool {
	return slices.ContainsFunc(a.old.Kids(int(o)), func(k int32) bool { return a.newPartner[k] != NoNode })
}

// pairMoved pairs the remaining equal subtrees: the user has moved them to another
// place. It ignores leaves without a label, because many of them are equal.
func (a *aligner) pairMoved() {
	left := map[uint64][]int32{}
	for o := range a.newPartner {
		a.pace.step()
		if a.newPartner[o] == NoNode {
			left[a.oldHash[o]] = append(left[a.oldHash[o]], int32(o))
		}
	}
	for n := range a.oldPartner {
		if a.oldPartner[n] != NoNode || a.new.IsLeaf(n) && a.new.Label(n) == "" {
			continue
		}
		// Any subtree in the list can be used. The first may be impossible,
		// because one of its nodes is paired already.
		for list := left[a.newHash[n]]; len(list) > 0; list = left[a.newHash[n]] {
			left[a.newHash[n]] = list[1:]
			if a.pairEqual(list[0], int32(n)) {
				break
			}
		}
	}
}

// hashes returns a hash for each subtree: equal subtrees have equal hashes. It
// is FNV-1a on 64-bit words.
func (t *Tree) hashes(p *pace) []uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	hashes := make([]uint64, t.Len())
	for n := t.Len() - 1; n >= 0; n-- { // children before their parents
		p.step()
		h := uint64(offset)
		add := func(word uint64) { h = (h ^ word) * prime; h ^= h >> 29 }
		vector := func(i int32) {
			add(uint64(min(i, 0)))
			if i != NoNode {
				for _, s := range t.vectors[i] {
					add(uint64(s))
				}
			}
		}
		for _, c := range []byte(t.Label(n)) {
			add(uint64(c))
		}
		add(uint64(t.givenMover(n))<<8 | uint64(t.flags[n]))
		add(uint64(t.Cost(n)))
		for _, c := range []byte(t.Action(n)) {
			add(uint64(c) << 8) // a label and a move of the same name are different
		}
		for _, c := range []byte(t.Infoset(n)) {
			add(uint64(c) << 16) // nor an information set of that name
		}
		prob := t.givenProb(n)
		add(uint64(prob.Score))
		add(uint64(prob.Unit))
		vector(t.value[n])
		vector(t.low[n])
		vector(t.up[n])
		vector(t.static[n])
		for i := t.altAt[n]; i < t.altEnd[n]; i++ {
			vector(i)
		}
		for _, k := range t.Kids(n) {
			add(hashes[k])
		}
		hashes[n] = h
	}
	return hashes
}
