package trace

import (
	"slices"

	"espalier/trees"
)

// A nodeSet is the set of drawn nodes. Each node has a slot, which is its index
// in the fold's arrays.
type nodeSet interface {
	slot(node int32) int32 // -1: not drawn
	node(slot int32) int32
	// below calls f for node and the drawn nodes below it, node first.
	below(node int32, f func(slot, node int32))
}

// explicitNodes is the set for an explicit tree: the drawn nodes in preorder, so
// that the nodes of a subtree are adjacent.
type explicitNodes struct {
	t     *trees.Tree
	drawn []int32
}

func (k *explicitNodes) slot(node int32) int32 {
	if len(k.drawn) == k.t.Len() {
		return node
	}
	if i, found := slices.BinarySearch(k.drawn, node); found {
		return int32(i)
	}
	return -1
}

func (k *explicitNodes) node(slot int32) int32 { return k.drawn[slot] }

func (k *explicitNodes) below(node int32, f func(slot, node int32)) {
	i, _ := slices.BinarySearch(k.drawn, node)
	for end := int32(k.t.End(int(node))); i < len(k.drawn) && k.drawn[i] < end; i++ {
		f(int32(i), k.drawn[i])
	}
}

// implicitNodes is the set for an implicit tree: the nodes that were entered or
// cut so far. Each node is linked to its first child and its next sibling.
type implicitNodes struct {
	slots map[int32]int32
	of    []implicitNode
}

type implicitNode struct {
	node              int32
	firstKid, sibling int32 // slots, -1: none
}

func (g *implicitNodes) slot(node int32) int32 {
	if s, found := g.slots[node]; found {
		return s
	}
	return -1
}

func (g *implicitNodes) node(slot int32) int32 { return g.of[slot].node }

func (g *implicitNodes) add(node, parent int32) int32 {
	slot := int32(len(g.of))
	g.slots[node] = slot
	g.of = append(g.of, implicitNode{node, -1, -1})
	if p := g.slot(parent); p >= 0 {
		g.of[slot].sibling = g.of[p].firstKid
		g.of[p].firstKid = slot
	}
	return slot
}

func (g *implicitNodes) below(node int32, f func(slot, node int32)) {
	s := g.slot(node)
	if s < 0 {
		return
	}
	f(s, node)
	for k := g.of[s].firstKid; k >= 0; k = g.of[k].sibling {
		g.below(g.of[k].node, f)
	}
}
