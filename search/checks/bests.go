package checks

import "espalier/trace/program"

// bests has the best of the children of an open node, also while some of them are visited again: a
// change of one child costs the logarithm of their number. It is made when the first child is visited
// again. Values are equal only if they are the same there: equality within a tolerance depends on the
// order in which more than two values are compared.
type bests struct {
	// of has a binary tree: the children of i are 2i and 2i+1, and the second half has those of the node,
	// in the order of their first visits.
	of []bestPair
}

// A bestPair is the child with the best value and, of its equals, the one of frame.right. None: no child has a value.
type bestPair struct{ from, fromEnd int32 }

// bytesOfBests is what a child takes in bests at most: the tree has up to four times as many places.
const bytesOfBests = 4 * 2 * bytesOfNumber

// set takes the value of a child into account, or that it has none.
func (b *bests) set(c *checker, f *frame, child int32) {
	if len(f.children) > len(b.of)/2 {
		b.make(c, f)
		return
	}
	i := len(b.of)/2 + int(c.nodes[child].place)
	b.of[i] = c.pairOf(child)
	for i /= 2; i > 0; i /= 2 {
		b.of[i] = c.betterOf(f, b.of[2*i], b.of[2*i+1])
	}
}

// make makes the tree of all children of a node.
func (b *bests) make(c *checker, f *frame) {
	places := 1
	for places < len(f.children) {
		places *= 2
	}
	b.of = make([]bestPair, 2*places)
	for i := range places {
		b.of[places+i] = bestPair{program.None, program.None}
		if i < len(f.children) {
			b.of[places+i] = c.pairOf(f.children[i])
		}
	}
	for i := places - 1; i > 0; i-- {
		b.of[i] = c.betterOf(f, b.of[2*i], b.of[2*i+1])
	}
}

// pairOf returns the pair of one child.
func (c *checker) pairOf(child int32) bestPair {
	if !c.nodes[child].has {
		return bestPair{program.None, program.None}
	}
	return bestPair{child, child}
}

// betterOf returns the pair of two lists of children, of which the first was visited before the second.
func (c *checker) betterOf(f *frame, first, second bestPair) bestPair {
	switch {
	case first.from == program.None:
		return second
	case second.from == program.None:
		return first
	}
	switch d := c.cmp(c.key(f.node, c.at(second.from)), c.key(f.node, c.at(first.from))); {
	case d > 0:
		return second
	case d < 0:
		return first
	}
	if c.leftInTree(second.from, first.from) {
		first.from = second.from
	}
	if !c.leftInTree(second.fromEnd, first.fromEnd) {
		first.fromEnd = second.fromEnd
	}
	return first
}
