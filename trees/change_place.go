package trees

import (
	"cmp"
	"slices"
)

// This file merges the places of nodes, that is, the lists of children.

// Nodes are identified by their index in the working tree. A deleted node that the
// change refers to has an index after all of these.

// lists holds the change of the children of one node.
type lists struct {
	id            ID
	parent        int32 // none: the parent of the root
	left, right   int32 // none: the beginning or the end
	before, after []int32
}

// readLists reads the changed lists of children from the change.
func (m *merger) readLists() {
	size := int32(m.size())
	m.ids = map[int32]ID{}
	gone := map[ID]int32{}
	place := func(id ID) int32 {
		m.pace.step()
		if id == 0 {
			return NoNode
		}
		if i, ok := m.find(id); ok {
			return i
		}
		i, ok := gone[id]
		if !ok {
			i = size + int32(len(gone))
			gone[id], m.ids[i] = i, id
		}
		return i
	}
	places := func(ids []ID) []int32 {
		list := make([]int32, len(ids))
		for i, id := range ids {
			list[i] = place(id)
		}
		return list
	}
	for i := range m.c.nodes {
		if n := &m.c.nodes[i]; !n.kids.none() {
			m.lists = append(m.lists, lists{n.id, place(n.id), place(n.kids.left), place(n.kids.right), places(n.kids.before), places(n.kids.after)})
		}
	}
	m.places = size + int32(len(gone))
}

// A move is the parent of a node before and after the change.
type move struct{ from, to int32 }

// stays marks a node that does not move.
var stays = move{-2, -2}

// moves finds the nodes that the change moves: nodes whose parent, or whose order
// among their siblings, differs.
func (m *merger) moves() {
	m.moved = make([]move, m.places)
	from := make([]int32, m.places)
	for i := range from {
		m.moved[i], from[i] = stays, stays.from
	}
	for i := range m.lists {
		for _, k := range m.lists[i].before {
			from[k] = m.lists[i].parent
		}
	}
	at, stay := make([]int32, m.places), make([]bool, m.places)
	for i := range m.lists {
		m.pace.step()
		l := &m.lists[i]
		l.inOrder(at, stay, from)
		for _, k := range l.after {
			if from[k] != stays.from && (from[k] != l.parent || !stay[k]) {
				m.moved[k] = move{from[k], l.parent}
			}
		}
	}
}

// inOrder marks a largest set of nodes that keep their order in both lists:
// the longest increasing subsequence of their places, by patience sorting.
func (l *lists) inOrder(at []int32, stay []bool, from []int32) {
	for i, k := range l.before {
		at[k] = int32(i)
	}
	var piles []int32 // by length: the index in after of the last element of the best sequence
	prior := make([]int32, len(l.after))
	for i, k := range l.after {
		if from[k] != l.parent {
			continue
		}
		pile, _ := slices.BinarySearchFunc(piles, at[k], func(top, place int32) int { return cmp.Compare(at[l.after[top]], place) })
		prior[i] = NoNode
		if pile > 0 {
			prior[i] = piles[pile-1]
		}
		if pile == len(piles) {
			piles = append(piles, NoNode)
		}
		piles[pile] = int32(i)
	}
	if len(piles) == 0 {
		return
	}
	for i := piles[len(piles)-1]; i != NoNode; i = prior[i] {
		stay[l.after[i]] = true
	}
}

// checkDeleted marks the nodes that the change deletes. It reports a conflict
// if a node below one of them would stay.
func (m *merger) checkDeleted() {
	m.gone = make([]bool, m.places)
	var nodes []int
	for i := range m.c.nodes {
		if n := &m.c.nodes[i]; n.id != 0 && n.after == nil {
			if at, ok := m.d.Find(n.id); ok {
				m.gone[at] = true
				nodes = append(nodes, at)
			}
		}
	}
	stay := int32(NoNode)
	for _, p := range nodes {
		m.pace.step()
		for _, n := range m.d.tree.Kids(p) {
			if !m.gone[n] && m.moved[n] == stays && (stay == NoNode || n < stay) {
				stay = n
			}
		}
	}
	if stay != NoNode {
		parent := m.d.tree.Parent(int(stay))
		m.conflict(m.d.ids[stay], "", "%s has been moved below %s, which would be deleted", m.name(m.d.ids[stay]), m.name(m.d.ids[parent]))
	}
	m.deleted = slices.Clone(m.gone)
}

// structure moves, adds and removes nodes.
func (m *merger) structure() {
	for i := range m.lists {
		for _, k := range m.lists[i].after {
			m.detach(k)
		}
	}
	if m.gone[m.root] {
		m.root = NoNode
	}
	done := make([]bool, m.places)
	for n := range m.d.tree.Len() {
		p := m.d.tree.Parent(n)
		if !m.gone[n] || p < 0 {
			continue
		}
		m.at(int32(n)).parent = NoNode
		if !done[p] {
			done[p] = true
			m.at(int32(p)).kids = slices.DeleteFunc(slices.Clone(m.at(int32(p)).kids), func(k int32) bool { return m.gone[k] })
		}
	}
	neighbours := &neighbours{make([]bool, m.places), map[int32][]int32{}, map[int32][]int32{}}
	for i := range m.lists {
		m.attach(&m.lists[i], neighbours)
	}
}

// detach removes node k from its place if the change moves it.
func (m *merger) detach(k int32) {
	to := m.moved[k]
	if to == stays {
		return
	}
	elsewhere := to.from != to.to
	if int(k) >= m.d.tree.Len() {
		if elsewhere {
			m.conflict(m.idOf(k), "", "%s has been deleted since", m.name(m.idOf(k)))
		}
		return
	}
	switch parent := m.d.tree.parent[k]; {
	case parent == to.from || m.later && elsewhere:
		m.gone[k] = true
	case parent == to.to || !elsewhere: // the node has this parent already, or only its order among the siblings changed
	default:
		m.conflict(m.idOf(k), "", "%s has been moved since", m.name(m.idOf(k)))
	}
}

func (m *merger) idOf(i int32) ID {
	if int(i) < m.size() {
		return m.at(i).id
	}
	return m.ids[i]
}

// unplaced reports whether node i exists but has no parent yet and is not the
// root.
func (m *merger) unplaced(i int32) bool {
	return int(i) < m.size() && m.at(i).parent == NoNode && i != m.root && (int(i) >= m.d.tree.Len() || !m.deleted[i])
}

// neighbours holds the nodes that are inserted into a list of children, beside the
// nodes that are already in the list.
type neighbours struct {
	present []bool
	after   map[int32][]int32 // none: at the beginning
	before  map[int32][]int32 // none: at the end
}

// attach inserts the unplaced nodes of l into the list of children, each
// beside the neighbours that it has in the change.
func (m *merger) attach(l *lists, by *neighbours) {
	if !slices.ContainsFunc(l.after, m.unplaced) {
		return
	}
	if l.id == 0 {
		m.attachRoot(l)
		return
	}
	if int(l.parent) >= m.size() {
		m.conflict(l.id, "", "%s has been deleted, and nodes would be added below it", m.name(l.id))
	}
	kids := m.at(l.parent).kids
	for _, k := range kids {
		by.present[k] = true
	}
	clear(by.after)
	clear(by.before)
	// In a list that was empty, left and right give no order.
	left, known := l.left, l.left == NoNode && l.right != NoNode || l.left != NoNode && by.present[l.left]
	var waiting []int32
	for _, k := range l.after {
		m.pace.step()
		switch {
		case by.present[k]:
			if waiting != nil {
				by.before[k] = waiting
			}
			left, known, waiting = k, true, nil
		case !m.unplaced(k):
		case known:
			by.after[left] = append(by.after[left], k)
			m.at(k).parent = l.parent
		default:
			waiting = append(waiting, k)
			m.at(k).parent = l.parent
		}
	}
	if right := l.right; right != NoNode && by.present[right] {
		by.before[right] = append(by.before[right], waiting...)
	} else {
		by.before[NoNode] = waiting
	}
	list := slices.Clone(by.after[NoNode])
	for _, k := range kids {
		by.present[k] = false
		list = append(append(append(list, by.before[k]...), k), by.after[k]...)
	}
	m.at(l.parent).kids = append(list, by.before[NoNode]...)
}

func (m *merger) attachRoot(l *lists) {
	for _, k := range l.after {
		if !m.unplaced(k) {
			continue
		}
		if m.root != NoNode {
			m.conflict(m.idOf(k), "", "another node has become the root since, and %s would be one too", m.name(m.idOf(k)))
		}
		m.root = k
	}
}

// checkConnected checks that the result is one tree that contains every required
// node.
func (m *merger) checkConnected() {
	if m.root == NoNode {
		m.conflict(0, "", "the tree would have no root, since others have moved nodes")
	}
	if len(m.lists) == 0 && len(m.more) == 0 && !slices.Contains(m.deleted, true) {
		return // no node moves
	}
	t, relisted := m.d.tree, m.relisted()
	seen := make([]bool, m.size())
	queue := []int32{m.root}
	for len(queue) > 0 {
		m.pace.step()
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		end := i + 1
		if int(i) < t.Len() && noneIn(relisted, i, t.end[i]) {
			end = t.end[i] // all below it are where they were
		} else {
			queue = append(queue, m.at(i).kids...)
		}
		for k := i; k < end; k++ {
			if seen[k] {
				m.conflict(m.at(k).id, "", "%s would be in two places", m.name(m.at(k).id))
			}
			seen[k] = true
		}
	}
	for i := range seen {
		if !seen[i] && !(i < t.Len() && m.deleted[i]) {
			id := m.at(int32(i)).id
			m.conflict(id, "", "%s would have no parent: others have moved or deleted it", m.name(id))
		}
	}
}

// relisted returns the nodes of the draft that have other children now, in preorder.
func (m *merger) relisted() (nodes []int32) {
	for number, page := range m.pages {
		for i := range page {
			if n := number*pageNodes + i; !slices.Equal(page[i].kids, m.d.tree.Kids(n)) {
				nodes = append(nodes, int32(n))
			}
		}
	}
	return nodes
}

// retypeNodes turns nodes that lost their last child into leaves, and leaves
// that got children into inner nodes, unless the change sets their fields.
func (m *merger) retypeNodes() {
	m.readPlyMovers(m.d.tree, NoNode)
	sameKind := m.Kind == m.d.tree.Kind
	for i := range m.size() {
		at := int32(i)
		if sameKind && !m.used(at) {
			continue // it is as it was
		}
		m.pace.step()
		if sameKind && m.at(at).own == nil && (i >= m.d.tree.Len() || m.leaf(at) == m.d.tree.IsLeaf(i)) {
			continue
		}
		n := m.modify(at)
		if m.leaf(at) || m.Kind == Path {
			n.Chance = false
		}
		if m.leaf(at) || m.Kind == Path || n.Chance {
			n.Infoset = "" // the mover whom it was about is gone
		}
		switch {
		case m.leaf(at) && n.blank():
			n.Unknown = m.Kind != Path
			if i < m.d.tree.Len() && !m.d.tree.IsLeaf(i) {
				n.Low, n.Up, n.Static = nil, nil, nil // as when its last child is deleted
			}
		case m.leaf(at):
		case !n.blank():
			id := m.at(at).id
			m.conflict(id, "value", "%s has children now, so it cannot have a value of its own", m.name(id))
		default:
			n.Unknown = false
			switch {
			case m.Kind == Path:
				n.Player = 0 // a path tree has no movers
			case n.Player == 0 && !n.Chance:
				n.Player = m.previousMover(i)
			}
		}
	}
}

// plyOf returns the ply of node i of the merged tree. All plies are computed at once: the
// way from each node of a deep tree to its root would take a multiple of the time.
func (m *merger) plyOf(i int) int {
	if m.ply == nil {
		m.ply = make([]int32, m.size())
		queue := []int32{m.root}
		for len(queue) > 0 {
			m.pace.step()
			at := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			for _, k := range m.at(at).kids {
				m.ply[k] = m.ply[at] + 1
				queue = append(queue, k)
			}
		}
	}
	return int(m.ply[i])
}

// previousMover returns the mover that the node had as an inner node, else the usual
// mover.
func (m *merger) previousMover(i int) int {
	if i < m.d.tree.Len() {
		if p := m.d.tree.givenMover(i); p != 0 {
			return p
		}
	}
	return m.usualMover(int32(i), m.plyOf(i))
}
