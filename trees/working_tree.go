package trees

import (
	"math"
	"slices"
)

// A workingTree is a draft as a mutable tree: nodes can be changed and moved.
// Unchanged nodes still refer to the original tree and are copied from it when
// a new draft is built, which takes linear time.
type workingTree struct {
	Header
	nodes         []workingNode
	root          int32
	last          ID
	plies         []int    // by ply: the mover of its inner nodes if they all have the same, else 0
	droppedBounds []string // the bounds of the last node that became a leaf
	lostBounds    []int32  // all nodes that lost bounds in this way
	pace          *pace
}

// A workingNode is node n of the tree from, or own if it was changed.
type workingNode struct {
	id     ID
	parent int32
	kids   []int32 // may be a slice of a Tree: replaced, never written to
	from   *Tree
	n      int32
	own    *Node
}

func (d *Draft) workingTree(p *pace) *workingTree {
	l := &workingTree{Header: d.tree.Header, nodes: make([]workingNode, d.tree.Len()), last: d.last, pace: p}
	for n := range l.nodes {
		p.step()
		l.nodes[n] = workingNode{id: d.ids[n], parent: d.tree.parent[n], kids: d.tree.Kids(n), from: d.tree, n: int32(n)}
	}
	return l
}

func (l *workingTree) leaf(i int32) bool { return len(l.nodes[i].kids) == 0 }

// get returns a copy of node i, modify a pointer to a copy that replaces it.
func (l *workingTree) get(i int32) Node {
	at := &l.nodes[i]
	if at.own != nil {
		return *at.own
	}
	n := at.from.Node(int(at.n))
	n.Player = at.from.givenMover(int(at.n))
	return n
}

func (l *workingTree) modify(i int32) *Node {
	at := &l.nodes[i]
	l.pace.step()
	if at.own == nil {
		n := l.get(i)
		at.own = &n
	}
	return at.own
}

// mover returns the mover of i without a copy of the whole node.
func (l *workingTree) mover(i int32) int {
	if at := &l.nodes[i]; at.own == nil {
		return at.from.givenMover(int(at.n))
	}
	return l.nodes[i].own.Player
}

// isChance reports whether i is a chance node, without a copy of the whole node.
func (l *workingTree) isChance(i int32) bool {
	if at := &l.nodes[i]; at.own == nil {
		return at.from.IsChance(int(at.n))
	}
	return l.nodes[i].own.Chance
}

// edge returns what stands on the edge into i, without a copy of the whole node.
func (l *workingTree) edge(i int32) (action string, prob Number) {
	if at := &l.nodes[i]; at.own == nil {
		prob, _ = at.from.GivenProb(int(at.n))
		return at.from.Action(int(at.n)), prob
	}
	return l.nodes[i].own.Action, l.nodes[i].own.Prob
}

func (l *workingTree) newID() ID {
	l.last = l.last.next()
	return l.last
}

// next returns the next ID. There are four billion IDs, more than edits will ever use.
func (id ID) next() ID {
	if id == math.MaxUint32 {
		panic(ErrorOverLimit("edit", "this tree has given its nodes %d IDs, the most that is possible; make a copy to go on", id))
	}
	return id + 1
}

// add creates a node without a parent.
func (l *workingTree) add(n Node) int32 {
	l.nodes = append(l.nodes, workingNode{id: l.newID(), parent: NoNode, own: &n})
	return int32(len(l.nodes) - 1)
}

// newLeaf returns a leaf of unknown value.
func (l *workingTree) newLeaf() Node { return Node{Unknown: l.Kind != Path} }

// graft copies the subtree of node n of t; the copies get new IDs.
func (l *workingTree) graft(t *Tree, n int) int32 {
	first := int32(len(l.nodes))
	shift := first - int32(n)
	if len(l.nodes)+t.End(n)-n > 2*MaxNodes { // fail early for many copies of a large subtree
		panic(ErrorOverLimit("edit", "a tree has at most %d nodes", MaxNodes))
	}
	for m := n; m < t.End(n); m++ {
		l.pace.step()
		kids := slices.Clone(t.Kids(m))
		for k := range kids {
			kids[k] += shift
		}
		l.nodes = append(l.nodes, workingNode{id: l.newID(), parent: t.parent[m] + shift, kids: kids, from: t, n: int32(m)})
	}
	l.nodes[first].parent = NoNode
	return first
}

// insert adds nodes to the children of parent, before index at; none: at the
// end.
func (l *workingTree) insert(parent int32, at int, kids ...int32) {
	to := &l.nodes[parent]
	if at == NoNode || at > len(to.kids) {
		at = len(to.kids)
	}
	to.kids = slices.Concat(to.kids[:at], kids, to.kids[at:])
	for _, k := range kids {
		l.nodes[k].parent = parent
	}
}

// index returns the index of i among its siblings.
func (l *workingTree) index(i int32) int { return slices.Index(l.nodes[l.nodes[i].parent].kids, i) }

// hasContent reports whether i is a leaf with a value or alternatives, which
// must not be lost when it gets children.
func (l *workingTree) hasContent(i int32) bool {
	if !l.leaf(i) {
		return false
	}
	n := l.get(i)
	return !n.blank()
}

// prepareParent makes i, on the given ply, an inner node if it is a leaf. If the leaf has a
// value, the value moves to a new first child, which is returned. Otherwise first is none.
func (l *workingTree) prepareParent(i int32, ply int) (first int32) {
	first = NoNode
	if !l.leaf(i) {
		return first
	}
	n := l.modify(i)
	if !n.blank() {
		first = l.add(Node{Value: n.Value, Unknown: n.Unknown, Alternatives: n.Alternatives, NotFromPaper: n.NotFromPaper})
	}
	n.Value, n.Unknown, n.Alternatives, n.NotFromPaper = nil, false, nil, false
	if n.Player == 0 {
		n.Player = l.usualMover(i, ply)
	}
	if first != NoNode {
		l.insert(i, NoNode, first)
	}
	return first
}

// usualMover returns the mover of a new inner node: the mover of the other nodes of its ply
// if they all have the same mover, else the player after the parent's mover.
func (l *workingTree) usualMover(i int32, ply int) int {
	if l.Kind == Path {
		return 0
	}
	if ply < len(l.plies) && l.plies[ply] != 0 {
		return l.plies[ply]
	}
	for parent := l.nodes[i].parent; parent != NoNode; parent = l.nodes[parent].parent {
		if !l.isChance(parent) {
			return l.mover(parent)%l.Players + 1
		}
	}
	return 1
}

// readPlyMovers sets plies from the tree before the edit. It ignores the node but; if but is
// none, it uses all nodes.
func (l *workingTree) readPlyMovers(t *Tree, but int) {
	const many = -1
	l.plies = make([]int, t.height+1)
	for n := range t.Len() {
		if t.IsLeaf(n) || t.IsChance(n) || n == but {
			continue
		}
		switch at := &l.plies[t.Level(n)]; *at {
		case 0:
			*at = t.Mover(n)
		case t.Mover(n):
		default:
			*at = many
		}
	}
	for level := range l.plies {
		l.plies[level] = max(l.plies[level], 0)
	}
}

// becomeLeaf turns a node that has lost its last child into a leaf of unknown
// value without bounds. Lost bounds are recorded in droppedBounds and
// lostBounds.
func (l *workingTree) becomeLeaf(i int32) {
	if !l.leaf(i) {
		return
	}
	n := l.modify(i)
	if n.Unknown || !n.blank() {
		return // already a leaf
	}
	n.Unknown = l.Kind != Path
	var dropped []string
	for _, bound := range []struct {
		name string
		v    **Vector
	}{{"low", &n.Low}, {"up", &n.Up}, {"static", &n.Static}} {
		if *bound.v != nil {
			dropped = append(dropped, bound.name+" "+l.FormatValue(**bound.v))
			*bound.v = nil
		}
	}
	if n.Chance {
		dropped, n.Chance = append(dropped, "chance"), false
	}
	if dropped != nil {
		l.droppedBounds, l.lostBounds = dropped, append(l.lostBounds, i)
	}
}

// draft builds the new draft. It keeps the notes, but not the typed text,
// which described the old tree.
func (l *workingTree) draft(notes string) (*Draft, error) {
	b := NewBuilder(l.Header)
	b.faults, b.pace = &faultCollector{}, l.pace
	b.grow(l)
	d := &Draft{ids: make([]ID, 0, len(l.nodes)), last: l.last, notes: notes}
	l.write(b, d, l.root)
	t, err := b.Tree()
	if err == nil {
		err = t.checkWritten(l.pace)
	}
	if err != nil {
		return nil, err
	}
	d.tree = t
	d.setFaults(b.faults)
	return d, nil
}

// grow reserves memory for a tree of about the size of l.
func (b *Builder) grow(l *workingTree) {
	nodes := min(len(l.nodes), MaxNodes)
	t := &b.t
	for _, list := range []*[]int32{&t.parent, &t.end, &t.level, &t.labelAt, &t.labelEnd, &t.altAt, &t.altEnd, &t.value, &t.low, &t.up, &t.static} {
		*list = make([]int32, 0, nodes)
	}
	t.mover, t.flags = make([]int8, 0, nodes), make([]uint8, 0, nodes)
	if from := l.nodes[0].from; from != nil { // node 0 is part of the tree before the edit
		const more = 16 // nodes that an edit can add without a reallocation
		b.labels = make([]byte, 0, len(from.labels)+more)
		t.vectors = make([]Vector, 0, len(from.vectors)+more)
	}
}

func (d *Draft) setFaults(j *faultCollector) {
	d.faults = j.faults
	for i, f := range d.faults {
		if f.Node != NoNode {
			d.faults[i].ID = d.ids[f.Node]
		}
	}
}

func (l *workingTree) write(b *Builder, d *Draft, i int32) {
	at := &l.nodes[i]
	if at.own != nil {
		b.Open(*at.own)
	} else {
		b.copy(at.from, int(at.n))
	}
	if b.err != nil {
		return
	}
	d.ids = append(d.ids, at.id)
	for _, k := range at.kids {
		if b.err == nil {
			l.write(b, d, k)
		}
	}
	b.Close()
}

// copy opens a node equal to node n of another tree.
func (b *Builder) copy(from *Tree, n int) {
	id := b.add()
	if id == NoNode {
		return
	}
	t := &b.t
	t.mover[id] = int8(from.givenMover(n))
	t.flags[id] = from.flags[n]
	t.labelAt[id] = int32(len(b.labels))
	b.labels = append(b.labels, from.Label(n)...)
	t.labelEnd[id] = int32(len(b.labels))
	keep := func(i int32) int32 {
		if i == NoNode {
			return NoNode
		}
		t.vectors = append(t.vectors, from.vectors[i])
		return int32(len(t.vectors) - 1)
	}
	t.altAt[id] = int32(len(t.vectors))
	t.vectors = append(t.vectors, from.Alternatives(n)...)
	t.altEnd[id] = int32(len(t.vectors))
	switch {
	case t.flags[id]&flagOwnValue != 0:
		t.value[id] = keep(from.value[n])
	case from.value[n] != NoNode: // the first alternative
		t.value[id] = t.altAt[id]
	}
	t.low[id], t.up[id], t.static[id] = keep(from.low[n]), keep(from.up[n]), keep(from.static[n])
	if action := from.Action(n); action != "" {
		b.setAction(id, action)
	}
	if prob, given := from.GivenProb(n); given {
		b.setProb(id, prob)
	}
	if c := from.Cost(n); c != 0 {
		if t.cost == nil {
			t.cost = make([]Score, len(t.parent))
		}
		t.cost[id] = c
	}
}

// checkWritten checks that the document of a new tree is within MaxBytes. Only
// a large tree is written to find that out.
func (t *Tree) checkWritten(p *pace) error {
	const (
		keys  = 240 // largest length of a node's keys, brackets and numbers other than scores
		score = 18  // of a score and its comma
	)
	actions := 0
	for _, a := range t.actions {
		actions += len(a)
	}
	if t.Len()*keys+6*(len(t.labels)+actions)+(len(t.vectors)+len(t.Outcomes)+t.Len())*(2+score*t.Width())+6*len(t.Title) <= MaxBytes {
		return nil
	}
	return t.checkBytes(MaxBytes, p)
}
