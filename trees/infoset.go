package trees

import (
	"fmt"
	"slices"
)

// This file is about information sets. The nodes with the same name form one set: their mover
// cannot distinguish them, and so makes the same move at all of them. Therefore they have the same
// mover and the same moves. Searches ignore them, but for those that say so
// (engine.Algorithm.Infosets): they play as if every player saw everything.

// Infoset returns the name of the information set of n, or "" if it has none.
func (t *Tree) Infoset(n int) string { return t.infosets[int32(n)] }

// An Infoset is an information set with all its nodes.
type Infoset struct {
	Name  string
	Nodes []int // in preorder
}

// Infosets returns the information sets that have a name, in the order of their first nodes.
func (t *Tree) Infosets() []Infoset {
	if len(t.infosets) == 0 {
		return nil
	}
	nodes := make([]int32, 0, len(t.infosets))
	for n := range t.infosets {
		nodes = append(nodes, n)
	}
	slices.Sort(nodes)
	var sets []Infoset
	at := map[string]int{}
	for _, n := range nodes {
		name := t.infosets[n]
		i, known := at[name]
		if !known {
			i, at[name] = len(sets), len(sets)
			sets = append(sets, Infoset{Name: name})
		}
		sets[i].Nodes = append(sets[i].Nodes, int(n))
	}
	return sets
}

// Imperfect reports whether a player cannot distinguish some nodes: an information set has
// several.
func (t *Tree) Imperfect() bool {
	if len(t.infosets) < 2 {
		return false
	}
	known := make(map[string]bool, len(t.infosets))
	for _, name := range t.infosets {
		if known[name] {
			return true
		}
		known[name] = true
	}
	return false
}

// AsIfSeen says what a search makes of information sets: it has one value for each node.
const AsIfSeen = "As if everybody saw the deals: a search ignores the information sets of the tree."

const noPathInfoset = "a path tree has no information sets: its player sees everything"

// noInfoset returns the reason why a node cannot be in an information set; "" if it can.
func noInfoset(kind Kind, leaf, chance bool) string {
	switch {
	case kind == Path:
		return noPathInfoset
	case leaf:
		return "a leaf has no moves, so it is in no information set; only a node where a player moves is in one"
	case chance:
		return "chance has no information set; only a node where a player moves is in one"
	}
	return ""
}

// noInfoset is that of node n, "" if it has none.
func (t *Tree) noInfoset(n int) string {
	if t.Infoset(n) == "" {
		return ""
	}
	return noInfoset(t.Kind, t.IsLeaf(n), t.IsChance(n))
}

// checkInfosets checks that the nodes of each information set have the same mover and the same
// moves, in the same order. The first node says which.
func (t *Tree) checkInfosets(j *faultCollector) *Error {
	for _, set := range t.Infosets() {
		first := set.Nodes[0]
		for _, n := range set.Nodes[1:] {
			why := t.unlike(first, n)
			if why == "" {
				continue
			}
			why = fmt.Sprintf("all nodes of information set %s have the same mover and the same moves; %s", quoted(set.Name), why)
			if err := j.node(t, n, "infoset", why); err != nil {
				return err
			}
		}
	}
	return nil
}

// unlike says why two nodes cannot be in one information set; "" if they can.
func (t *Tree) unlike(first, n int) string {
	a, b := t.Kids(first), t.Kids(n)
	switch {
	case t.Mover(first) != t.Mover(n):
		return fmt.Sprintf("%s moves at %s, and %s here", t.MoverName(t.Mover(first)), t.Name(first), t.MoverName(t.Mover(n)))
	case len(a) != len(b):
		return fmt.Sprintf("%s has %s, and this node %d", t.Name(first), count(len(a), "move"), len(b))
	}
	for i := range a {
		x, y := t.Action(int(a[i])), t.Action(int(b[i]))
		if x == y {
			continue
		}
		return fmt.Sprintf("move %d of %s is %s, and here it is %s", i+1, t.Name(first), nameOr(x), nameOr(y))
	}
	return ""
}

func nameOr(action string) string {
	if action == "" {
		return "without a name"
	}
	return quoted(action)
}

// MoverName returns the name of a mover in a sentence.
func (h *Header) MoverName(player int) string {
	if h.Kind == Minimax && player <= 2 {
		return [...]string{"nobody", "Max", "Min"}[player]
	}
	return fmt.Sprintf("player %d", player)
}

// dropInfoset takes a node out of its information set where chance moves in future.
func (w *editState) dropInfoset(i int32, n *Node) {
	if n.Infoset != "" {
		n.Infoset = ""
		w.lostInfosets = append(w.lostInfosets, i)
	}
}
