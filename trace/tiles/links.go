package tiles

import "math"

// links have the children of each node in the order in which a run first speaks of them. They are
// for runs in which siblings have no consecutive numbers, as that of another program.
type links struct {
	last column[uint32] // of a node: one more than its last child; 0: none is known
	next column[uint32] // one more than the next sibling, for the last one the first; 0: not linked
	rank column[uint16] // which child it is
	far  map[int32]int32
}

// farRank marks a rank that is kept in far: few nodes have more than 65,534 children.
const farRank = math.MaxUint16

func (l *links) grow(n int) {
	l.last.grow(n)
	l.next.grow(n)
	l.rank.grow(n)
}

// child returns which child of a node another one is. A new one is the last.
func (l *links) child(parent, node int32) int32 {
	next := l.next.at(node)
	if *next != 0 {
		return l.rankOf(node)
	}
	last, rank := l.last.at(parent), int32(0)
	if *last == 0 {
		*next = uint32(node) + 1
	} else {
		before := int32(*last - 1)
		rank = l.rankOf(before) + 1
		*next, *l.next.at(before) = *l.next.at(before), uint32(node)+1
	}
	*last = uint32(node) + 1
	if *l.rank.at(node) = uint16(min(rank, farRank)); rank >= farRank {
		l.far[node] = rank
	}
	return rank
}

// known returns which child a node is; -1: the run has not spoken of it.
func (l *links) known(node int32) int {
	if *l.next.at(node) == 0 {
		return -1
	}
	return int(l.rankOf(node))
}

func (l *links) rankOf(node int32) int32 {
	if rank := *l.rank.at(node); rank != farRank {
		return int32(rank)
	}
	return l.far[node]
}

// appendKids appends the children of a node.
func (l *links) appendKids(list []int32, node int32) []int32 {
	last := *l.last.at(node)
	if last == 0 {
		return list
	}
	for k := *l.next.at(int32(last - 1)); ; k = *l.next.at(int32(k - 1)) {
		if list = append(list, int32(k-1)); k == last {
			return list
		}
	}
}
