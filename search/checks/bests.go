package checks

import (
	"slices"

	"espalier/trees"
)

// bests has the best of the children of an open node, also while some of them are visited again: a
// change of one child costs the logarithm of their number. It is made when the first child is visited
// again. Children whose values are within the tolerance of the largest count as equal to it.
type bests struct {
	// of is a binary tree: the children of i are 2i and 2i+1, and the second half has those of the node
	// from left to right. Each place has 1 + the child with the largest value below it; 0: none has a value.
	of []int32
}

// bytesOfBests is what a child takes in bests at most: the tree has up to four times as many places.
const bytesOfBests = 4 * bytesOfNumber

// set takes the value of a child into account, or that it has none.
func (b *bests) set(c *checker, f *frame, child int32) {
	i := len(b.of)/2 + c.rank(f, child)
	if i >= len(b.of) {
		b.make(c, f)
		return
	}
	if b.of[i] = 0; c.nodes[child].has {
		b.of[i] = child + 1
	}
	for i /= 2; i > 0; i /= 2 {
		b.of[i] = c.larger(f, b.of[2*i], b.of[2*i+1])
	}
}

// make makes the tree of all children of a node. In the tree of the header a node may have many more children
// than a visit of it: there its places are kept for the next visit.
func (b *bests) make(c *checker, f *frame) {
	least := len(f.children)
	if c.byTree {
		least = len(c.run.Tree.Kids(c.run.Number(f.node)))
	}
	places := 1
	for places < least {
		places *= 2
	}
	if b.of = c.places[f.node]; len(b.of) < 2*places {
		b.of = make([]int32, 2*places)
		if c.byTree {
			c.places[f.node] = b.of
		}
	}
	for _, k := range f.children {
		b.set(c, f, k)
	}
}

// clear empties the places of a node whose visit ends.
func (b *bests) clear(c *checker, f *frame) {
	if len(b.of) == 0 || !c.byTree {
		return
	}
	for _, k := range f.children {
		for i := len(b.of)/2 + c.rank(f, k); i > 0; i /= 2 {
			b.of[i] = 0
		}
	}
}

// ends returns the leftmost and the rightmost of the children with the best value.
func (b *bests) ends(c *checker, f *frame) (from, fromEnd int32, ok bool) {
	if b.of[1] == 0 {
		return 0, 0, false
	}
	best := c.keyOf(f, b.of[1])
	isBest := func(i int) bool { return b.of[i] > 0 && c.cmp(c.keyOf(f, b.of[i]), best) == 0 }
	left, right := 1, 1
	for left < len(b.of)/2 {
		if left *= 2; !isBest(left) {
			left++
		}
		if right = 2*right + 1; !isBest(right) {
			right--
		}
	}
	return b.of[left] - 1, b.of[right] - 1, true
}

// rank returns the place of a child among those of an open node, from left to right.
func (c *checker) rank(f *frame, child int32) int {
	if !c.byTree {
		return int(c.nodes[child].place)
	}
	i, _ := slices.BinarySearch(c.run.Tree.Kids(c.run.Number(f.node)), int32(c.run.Number(child)))
	return i
}

// larger returns that of two places of bests whose value is larger for the mover of an open node.
func (c *checker) larger(f *frame, first, second int32) int32 {
	c.compared++
	if first == 0 || second > 0 && c.keyOf(f, second) > c.keyOf(f, first) {
		return second
	}
	return first
}

// keyOf returns the key of the child of a place of bests.
func (c *checker) keyOf(f *frame, place int32) trees.Score {
	return c.key(f.node, c.at(place-1))
}
