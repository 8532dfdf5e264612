package trees

import "slices"

// The places of nodes: the merge of lists of children.

// structure moves, adds and removes nodes.
func (m *merger) structure() {
	gone := make([]bool, len(m.nodes)) // from where it stands in d, to be put elsewhere or deleted
	for i := range m.c.nodes {
		if n := &m.c.nodes[i]; n.id != 0 && n.after == nil {
			if at, ok := m.d.Find(n.id); ok {
				gone[at] = true
			}
		}
	}
	for _, i := range m.lists {
		for _, k := range m.c.nodes[i].kids.after {
			if to, moves := m.moved[k]; moves {
				m.depart(k, to, gone)
			}
		}
	}
	if gone[m.root] {
		m.root = none
	}
	done := map[int]bool{}
	for n := range m.d.tree.Len() {
		p := m.d.tree.Parent(n)
		if !gone[n] || p < 0 {
			continue
		}
		m.nodes[n].parent = none
		if !done[p] {
			done[p] = true
			m.nodes[p].kids = slices.DeleteFunc(slices.Clone(m.nodes[p].kids), func(k int32) bool { return gone[k] })
		}
	}
	for _, i := range m.lists {
		m.arrive(&m.c.nodes[i])
	}
}

// moves finds the nodes that change their place: by the lists of children, a
// node is where it stands in one.
func (m *merger) moves() {
	m.moved = map[ID]move{}
	from := map[ID]ID{}
	for i := range m.c.nodes {
		if n := &m.c.nodes[i]; !n.kids.none() {
			m.lists = append(m.lists, i)
			for _, k := range n.kids.before {
				from[k] = n.id
			}
		}
	}
	for _, i := range m.lists {
		n := &m.c.nodes[i]
		stay := inOrder(n.kids.before, n.kids.after)
		for _, k := range n.kids.after {
			if parent, ok := from[k]; ok && (parent != n.id || !stay[k]) {
				m.moved[k] = move{parent, n.id}
			}
		}
	}
}

// inOrder gives the most nodes that stand in both lists in the same order: the
// longest increasing subsequence of their places, by patience sorting.
func inOrder(before, after []ID) map[ID]bool {
	place := make(map[ID]int, len(before))
	for i, id := range before {
		place[id] = i
	}
	var piles []ID       // the last of the best sequence of each length
	prior := map[ID]ID{} // the one before it
	for _, id := range after {
		at, ok := place[id]
		if !ok {
			continue
		}
		pile, _ := slices.BinarySearchFunc(piles, at, func(top ID, at int) int { return place[top] - at })
		if pile > 0 {
			prior[id] = piles[pile-1]
		}
		if pile == len(piles) {
			piles = append(piles, id)
		} else {
			piles[pile] = id
		}
	}
	stay := make(map[ID]bool, len(piles))
	if len(piles) > 0 {
		for id, ok := piles[len(piles)-1], true; ok && !stay[id]; id, ok = prior[id] {
			stay[id] = true
		}
	}
	return stay
}

// leaving sees to it that what stands below the nodes that the change deletes
// is deleted by it, too, or moved away.
func (m *merger) leaving() {
	for i := range m.c.nodes {
		n := &m.c.nodes[i]
		at, ok := m.d.Find(n.id)
		if n.after != nil || !ok {
			continue
		}
		for _, k := range m.d.tree.Kids(at) {
			id := m.d.ids[k]
			if _, moves := m.moved[id]; !moves && !m.deletes(id) {
				m.conflict(id, "", "%s stands below %s since, which would be deleted", m.name(id), m.name(n.id))
			}
		}
	}
}

func (m *merger) deletes(id ID) bool {
	i, ok := slices.BinarySearchFunc(m.c.nodes, id, func(n nodeChange, id ID) int { return int(int64(n.id) - int64(id)) })
	return ok && m.c.nodes[i].after == nil && id != 0
}

// depart takes a node from its place, to be put elsewhere.
func (m *merger) depart(id ID, to move, gone []bool) {
	i, ok := m.d.Find(id)
	if !ok {
		if to.from != to.to {
			m.conflict(id, "", "%s has been deleted since", m.name(id))
		}
		return
	}
	parent := ID(0)
	if p := m.d.tree.Parent(i); p >= 0 {
		parent = m.d.ids[p]
	}
	switch {
	case parent == to.from || m.later && to.from != to.to:
		gone[i] = true
	case parent == to.to || to.from == to.to: // there already, or only its place among brothers changed
	default:
		m.conflict(id, "", "%s has been moved since", m.name(id))
	}
}

// arrive puts nodes that have no place into a list of children, each beside the
// neighbours that it has in the change.
func (m *merger) arrive(n *nodeChange) {
	var arrivals int
	for _, k := range n.kids.after {
		if i, ok := m.find(k); ok && m.homeless(i) {
			arrivals++
		}
	}
	if arrivals == 0 {
		return
	}
	if n.id == 0 {
		m.arriveRoot(n)
		return
	}
	parent, ok := m.find(n.id)
	if !ok {
		m.conflict(n.id, "", "%s has been deleted since, and nodes would stand below it", m.name(n.id))
	}
	kids := m.nodes[parent].kids
	stands := make(map[ID]bool, len(kids))
	for _, k := range kids {
		stands[m.nodes[k].id] = true
	}
	after := map[ID][]int32{}  // what goes behind a child; 0: to the beginning
	before := map[ID][]int32{} // what goes before one; 0: to the end
	// Where the list was empty, its first children are no more the first than the last.
	left, known := n.kids.left, n.kids.left == 0 && n.kids.right != 0 || stands[n.kids.left]
	var waiting []int32
	for _, k := range n.kids.after {
		i, ok := m.find(k)
		switch {
		case stands[k]:
			before[k] = waiting
			left, known, waiting = k, true, nil
		case !ok || !m.homeless(i):
		case known:
			after[left] = append(after[left], i)
			m.nodes[i].parent = parent
		default:
			waiting = append(waiting, i)
			m.nodes[i].parent = parent
		}
	}
	if len(waiting) > 0 {
		right := n.kids.right
		if !stands[right] {
			right = 0
		}
		before[right] = append(before[right], waiting...)
	}
	list := slices.Clone(after[0])
	for _, k := range kids {
		id := m.nodes[k].id
		list = append(append(append(list, before[id]...), k), after[id]...)
	}
	m.nodes[parent].kids = append(list, before[0]...)
}

// homeless reports whether a node has no place: it is no child, and not the root.
func (m *merger) homeless(i int32) bool { return m.nodes[i].parent == none && i != m.root }

func (m *merger) arriveRoot(n *nodeChange) {
	for _, k := range n.kids.after {
		i, ok := m.find(k)
		if !ok || !m.homeless(i) {
			continue
		}
		if m.root != none {
			m.conflict(k, "", "another node has become the root since, and %s would be one too", m.name(k))
		}
		m.root = i
	}
}

// whole sees to it that the result is one tree with all nodes that are to be in it.
func (m *merger) whole() {
	if m.root == none {
		m.conflict(0, "", "the tree would have no root, since others have moved nodes")
	}
	seen := make([]bool, len(m.nodes))
	queue := []int32{m.root}
	seen[m.root] = true
	for len(queue) > 0 {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, k := range m.nodes[i].kids {
			if seen[k] {
				m.conflict(m.nodes[k].id, "", "%s would stand in two places", m.name(m.nodes[k].id))
			}
			seen[k] = true
			queue = append(queue, k)
		}
	}
	for i := range m.nodes {
		if id := m.nodes[i].id; !seen[i] && !m.deletes(id) {
			m.conflict(id, "", "%s would hang in the air: others have moved or deleted what it stood below", m.name(id))
		}
	}
}

// settleAll makes leaves and inner nodes of those that have lost their last
// child or got their first, so far as nothing is said of it.
func (m *merger) settleAll() {
	m.learnPlies(m.d.tree, none)
	sameKind := m.Kind == m.d.tree.Kind
	for i := range m.nodes {
		at := int32(i)
		if sameKind && m.nodes[i].own == nil && (i >= m.d.tree.Len() || m.leaf(at) == m.d.tree.IsLeaf(i)) {
			continue
		}
		n := m.change(at)
		switch {
		case m.leaf(at) && n.blank():
			n.Unknown = m.Kind != Path
			if i < m.d.tree.Len() && !m.d.tree.IsLeaf(i) {
				n.Low, n.Up, n.Static = nil, nil, nil // as when its last child is deleted
			}
		case m.leaf(at):
		case !n.blank():
			id := m.nodes[i].id
			m.conflict(id, "value", "%s has children now, so it cannot have a value of its own", m.name(id))
		default:
			n.Unknown = false
			if n.Player == 0 {
				n.Player = m.formerMover(i)
			}
		}
	}
}

// formerMover is who moved at the node when it was an inner one, or else the usual mover.
func (m *merger) formerMover(i int) int {
	if i < m.d.tree.Len() {
		if p := m.d.tree.givenMover(i); p != 0 {
			return p
		}
	}
	ply := 0
	for at := m.nodes[i].parent; at != none; at = m.nodes[at].parent {
		ply++
	}
	return m.usualMover(int32(i), ply)
}
