package trees

import (
	"fmt"
	"slices"
)

// parent inserts a new inner node above a node. The cost of the edge stays
// with the node, so the costs of all paths stay the same; the name of the move and its
// probability lead to the new node, so that the moves of the node above stay the same.
func (w *editState) parent() {
	n := w.namedNode()
	w.readPlyMovers(w.d.tree, int(n))
	above := w.add(Node{})
	parent := w.at(n).parent
	if parent == NoNode {
		w.root = above
	} else {
		kids := slices.Clone(w.at(parent).kids)
		kids[w.index(n)] = above
		w.at(parent).kids = kids
		w.at(above).parent = parent
	}
	w.insert(above, NoNode, n)
	w.modify(above).Player = w.usualMover(above, w.plyOf(n))
	if action, prob := w.edge(n); action != "" || prob.Unit != 0 {
		w.modify(above).Action, w.modify(above).Prob = action, prob
		w.modify(n).Action, w.modify(n).Prob = "", Number{}
	}
	w.create(above)
	w.setSummary("a parent added above %s", w.name(n))
}

// dissolve removes nodes and puts their children in their places. The costs of edges
// that are joined are added.
func (w *editState) dissolve() {
	nodes := w.all()
	gone := make([]bool, w.size())
	for _, n := range nodes {
		gone[n] = true
	}
	done := map[int32]bool{}
	for _, n := range nodes {
		parent := w.at(n).parent
		if parent == NoNode {
			w.dissolveRoot(gone)
			continue
		}
		if gone[parent] || done[parent] {
			continue
		}
		done[parent] = true
		kids := w.spliced(nil, parent, gone, nil, w.giveProbs(parent, gone))
		w.at(parent).kids = kids
		for _, k := range kids {
			w.at(k).parent = parent
		}
		w.becomeLeaf(parent)
	}
	w.selected = w.at(w.successor(nodes[0], gone)).id
	w.setSummary("%s taken out", w.names(nodes))
	if w.staysBelow(nodes, gone) {
		w.summary += "; the nodes below stay"
	}
}

// successorBelow returns the first remaining node below n, or else n.
func (w *editState) successorBelow(n int32, gone []bool) int32 {
	for k := n; k < w.d.tree.end[n]; k++ {
		if !gone[k] {
			return k
		}
	}
	return n
}

// staysBelow reports whether a node stays below one of the nodes, which are in preorder. The
// part of the tree below several of them is looked at once.
func (w *editState) staysBelow(nodes []int32, gone []bool) bool {
	from := int32(0)
	for _, n := range nodes {
		for from = max(from, n); from < w.d.tree.end[n]; from++ {
			w.pace.step()
			if !gone[from] {
				return true
			}
		}
	}
	return false
}

// successor returns the node to select when n is removed: the first remaining node below
// n, else the nearest remaining node above n.
func (w *editState) successor(n int32, gone []bool) int32 {
	if k := w.successorBelow(n, gone); !gone[k] {
		return k
	}
	for n != NoNode && gone[n] {
		n = int32(w.d.tree.Parent(int(n)))
	}
	if n == NoNode {
		return w.root
	}
	return n
}

// spliced appends the children of a node to list; a removed node is replaced by its
// children. above is the edge into the parent if that is removed, else nil. probs: the edges have
// probabilities.
func (w *editState) spliced(list []int32, parent int32, gone []bool, above *edge, probs bool) []int32 {
	given := w.someProb(parent)
	for _, n := range w.at(parent).kids {
		w.pace.step()
		if above == nil && !gone[n] {
			list = append(list, n)
			continue
		}
		e := w.edgeInto(n, parent, above, given)
		if gone[n] {
			list = w.spliced(list, n, gone, &e, probs)
			continue
		}
		own := w.modify(n)
		own.Cost, own.Action = e.cost, e.action
		if probs {
			own.Prob = e.prob
		}
		list = append(list, n)
	}
	return list
}

func (w *editState) dissolveRoot(gone []bool) {
	left := w.spliced(nil, 0, gone, &edge{action: w.get(0).Action}, false)
	switch len(left) {
	case 0:
		w.clearTree()
	case 1:
		w.root = left[0]
		w.at(w.root).parent = NoNode
		if w.get(w.root).Cost != 0 {
			w.modify(w.root).Cost = 0 // no edge leads to the root
		}
	default:
		w.fail("nodes", "%s would be left, and a tree has one root; the root can be taken out only if it has one child", children(len(left)))
	}
}

// move puts nodes, with all nodes below them, below another node.
func (w *editState) move() {
	nodes, to := w.topmost(), w.target()
	above := map[int32]bool{}
	for i := to; i != NoNode; i = w.at(i).parent {
		above[i] = true
	}
	for _, n := range nodes {
		switch {
		case n == 0:
			w.fail("nodes", "the root cannot be moved: all other nodes are below it")
		case above[n]:
			w.fail("to", "%s cannot be moved to %s: a node cannot be below itself", w.name(n), w.name(to))
		}
	}
	w.readPlyMovers(w.d.tree, NoNode)
	w.detach(nodes)
	w.put(to, nodes)
	w.parentsBecomeLeaves(nodes)
	w.selected = w.at(nodes[0]).id
	w.setSummary("%s moved below %s", w.names(nodes), w.name(to))
}

// copy puts copies of nodes, with all nodes below them, below a node.
func (w *editState) copy() {
	nodes, to := w.topmost(), w.target()
	w.readPlyMovers(w.d.tree, NoNode)
	var copies []int32
	for _, n := range nodes {
		copies = append(copies, w.graft(w.d.tree, int(n)))
	}
	w.create(copies...)
	w.put(to, copies)
	w.setSummary("%s copied below %s", w.names(nodes), w.name(to))
}

// paste puts the nodes of a text below a node.
func (w *editState) paste() {
	to := w.target()
	w.readPlyMovers(w.d.tree, NoNode)
	before := w.size()
	nodes := w.read(*w.e.text)
	w.setSummary("%s pasted below %s", count(w.size()-before, "node"), w.name(to))
	w.create(nodes...)
	w.put(to, nodes)
}

func (w *editState) target() int32 { return w.node(w.e.to, "to") }

// put inserts nodes below a node, at the edit's place. If a leaf gets children, its value
// moves to its first child.
func (w *editState) put(to int32, nodes []int32) {
	if first := w.prepareParent(to, w.plyOf(to)); first != NoNode {
		w.created = append(w.created, w.at(first).id)
	}
	w.insert(to, w.place(len(w.at(to).kids)), nodes...)
}

// reorder moves a node among its siblings, as far as possible.
func (w *editState) reorder() {
	n := w.namedNode()
	if n == 0 {
		w.fail("node", "the root has no siblings to change places with")
	}
	parent := w.at(n).parent
	kids := slices.Clone(w.at(parent).kids)
	from := slices.Index(kids, n)
	to := min(max(from+w.e.by, 0), len(kids)-1)
	switch {
	case to == from && w.e.by < 0:
		w.fail("by", "%s is the first child of its parent already", w.name(n))
	case to == from && w.e.by > 0:
		w.fail("by", "%s is the last child of its parent already", w.name(n))
	}
	kids = slices.Insert(slices.Delete(kids, from, from+1), to, n)
	w.at(parent).kids = kids
	w.selected = w.at(n).id
	side, by := "right", to-from
	if by < 0 {
		side, by = "left", -by
	}
	w.setSummary("%s moved %s to the %s", w.name(n), placeCount(by), side)
}

func placeCount(n int) string {
	if n == 1 {
		return "one place"
	}
	return fmt.Sprintf("%d places", n)
}
