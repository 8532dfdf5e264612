package trees

import (
	"math"
	"slices"
)

// A workingTree tree is a draft taken out of its arena, so that nodes can be changed
// and put elsewhere. What an edit leaves alone stays where it was and is copied
// from there when the whole is put together again, which takes linear time.
type workingTree struct {
	Header
	nodes         []workingNode
	root          int32
	last          ID
	plies         []int    // the mover of the inner nodes of each ply where they have one mover, else 0
	droppedBounds []string // the bounds that a node had which has become a leaf
	lostBounds    []int32  // all such nodes that had any
}

// A workingNode is node n of a tree, or its own node where it was changed.
type workingNode struct {
	id     ID
	parent int32
	kids   []int32 // may be an arena's: never written to, only replaced
	from   *Tree
	n      int32
	own    *Node
}

func (d *Draft) workingTree() *workingTree {
	l := &workingTree{Header: d.tree.Header, nodes: make([]workingNode, d.tree.Len()), last: d.last}
	for n := range l.nodes {
		l.nodes[n] = workingNode{id: d.ids[n], parent: d.tree.parent[n], kids: d.tree.Kids(n), from: d.tree, n: int32(n)}
	}
	return l
}

func (l *workingTree) leaf(i int32) bool { return len(l.nodes[i].kids) == 0 }

// get gives node i to be read, change to be changed.
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
	if at.own == nil {
		n := l.get(i)
		at.own = &n
	}
	return at.own
}

// mover is the given mover of i, without a copy of the whole node.
func (l *workingTree) mover(i int32) int {
	if at := &l.nodes[i]; at.own == nil {
		return at.from.givenMover(int(at.n))
	}
	return l.nodes[i].own.Player
}

func (l *workingTree) newID() ID {
	l.last = l.last.next()
	return l.last
}

// next is the ID after this one. Four billion of them last longer than anybody edits.
func (id ID) next() ID {
	if id == math.MaxUint32 {
		panic(errLimit("edit", "this tree has given its nodes %d IDs, and there are no more; a copy of it begins anew", id))
	}
	return id + 1
}

// add makes a node that stands nowhere yet.
func (l *workingTree) add(n Node) int32 {
	l.nodes = append(l.nodes, workingNode{id: l.newID(), parent: none, own: &n})
	return int32(len(l.nodes) - 1)
}

// newLeaf is what a new leaf is: nothing is known of it.
func (l *workingTree) newLeaf() Node { return Node{Unknown: l.Kind != Path} }

// graft copies the subtree of node n of a tree; its nodes get new IDs.
func (l *workingTree) graft(t *Tree, n int) int32 {
	first := int32(len(l.nodes))
	shift := first - int32(n)
	if len(l.nodes)+t.End(n)-n > 2*MaxNodes { // many copies of much: the Builder would refuse them one by one
		panic(errLimit("edit", "a tree has at most %d nodes", MaxNodes))
	}
	for m := n; m < t.End(n); m++ {
		kids := slices.Clone(t.Kids(m))
		for k := range kids {
			kids[k] += shift
		}
		l.nodes = append(l.nodes, workingNode{id: l.newID(), parent: t.parent[m] + shift, kids: kids, from: t, n: int32(m)})
	}
	l.nodes[first].parent = none
	return first
}

// insert puts nodes among the children of parent, before the one that stands
// at the given index; none: as the last.
func (l *workingTree) insert(parent int32, at int, kids ...int32) {
	to := &l.nodes[parent]
	if at == none || at > len(to.kids) {
		at = len(to.kids)
	}
	to.kids = slices.Concat(to.kids[:at], kids, to.kids[at:])
	for _, k := range kids {
		l.nodes[k].parent = parent
	}
}

// index is the place of i among its brothers.
func (l *workingTree) index(i int32) int { return slices.Index(l.nodes[l.nodes[i].parent].kids, i) }

// hasContent reports whether leaf i has something that must not be lost when it gets children.
func (l *workingTree) hasContent(i int32) bool {
	if !l.leaf(i) {
		return false
	}
	n := l.get(i)
	return !n.blank()
}

// prepareParent makes i, on the given ply, ready for children. A leaf's value moves into
// a first child, so that nothing is lost; it is given, none where there was none.
func (l *workingTree) prepareParent(i int32, ply int) (first int32) {
	first = none
	if !l.leaf(i) {
		return first
	}
	n := l.modify(i)
	if !n.blank() {
		first = l.add(Node{Value: n.Value, Unknown: n.Unknown, Alternatives: n.Alternatives, Chosen: n.Chosen})
	}
	n.Value, n.Unknown, n.Alternatives, n.Chosen = nil, false, nil, false
	if n.Player == 0 {
		n.Player = l.usualMover(i, ply)
	}
	if first != none {
		l.insert(i, none, first)
	}
	return first
}

// usualMover is who moves at an inner node of which nobody has said it: who
// moves at the others of its ply, else the player after its parent's.
func (l *workingTree) usualMover(i int32, ply int) int {
	if l.Kind == Path {
		return 0
	}
	if ply < len(l.plies) && l.plies[ply] != 0 {
		return l.plies[ply]
	}
	if parent := l.nodes[i].parent; parent != none {
		return l.mover(parent)%l.Players + 1
	}
	return 1
}

// readPlyMovers fills plies in from the tree as it was, but for one node; none: all.
func (l *workingTree) readPlyMovers(t *Tree, but int) {
	const many = -1
	l.plies = make([]int, t.height+1)
	for n := range t.Len() {
		if t.IsLeaf(n) || n == but {
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

// becomeLeaf makes a leaf of a node that has lost its last child: its value is
// unknown, and it has no bounds. What went is told.
func (l *workingTree) becomeLeaf(i int32) {
	if !l.leaf(i) {
		return
	}
	n := l.modify(i)
	if n.Unknown || !n.blank() {
		return // it was a leaf before
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
	if dropped != nil {
		l.droppedBounds, l.lostBounds = dropped, append(l.lostBounds, i)
	}
}

// draft puts the whole together. Notes stay; what was typed does not say this tree any more.
func (l *workingTree) draft(notes string) (*Draft, error) {
	b := NewBuilder(l.Header)
	b.faults = &faultCollector{}
	b.grow(l)
	d := &Draft{ids: make([]ID, 0, len(l.nodes)), last: l.last, notes: notes}
	l.write(b, d, l.root)
	t, err := b.Tree()
	if err == nil {
		err = t.checkWritten()
	}
	if err != nil {
		return nil, err
	}
	d.tree = t
	d.setFaults(b.faults)
	return d, nil
}

// grow makes room for a tree of about the size of the loose one.
func (b *Builder) grow(l *workingTree) {
	nodes := min(len(l.nodes), MaxNodes)
	t := &b.t
	for _, list := range []*[]int32{&t.parent, &t.end, &t.level, &t.labelAt, &t.labelEnd, &t.altAt, &t.altEnd, &t.value, &t.low, &t.up, &t.static} {
		*list = make([]int32, 0, nodes)
	}
	t.mover, t.flags = make([]int8, 0, nodes), make([]uint8, 0, nodes)
	if from := l.nodes[0].from; from != nil { // the first was there before the edit
		const more = 16 // that an edit may add without a copy of all
		b.labels = make([]byte, 0, len(from.labels)+more)
		t.vectors = make([]Vector, 0, len(from.vectors)+more)
	}
}

func (d *Draft) setFaults(j *faultCollector) {
	d.faults = j.faults
	for i, f := range d.faults {
		if f.Node != none {
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

// copy opens a node that is as node n of another tree.
func (b *Builder) copy(from *Tree, n int) {
	id := b.add()
	if id == none {
		return
	}
	t := &b.t
	t.mover[id] = int8(from.givenMover(n))
	t.flags[id] = from.flags[n]
	t.labelAt[id] = int32(len(b.labels))
	b.labels = append(b.labels, from.Label(n)...)
	t.labelEnd[id] = int32(len(b.labels))
	keep := func(i int32) int32 {
		if i == none {
			return none
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
	case from.value[n] != none: // the first alternative
		t.value[id] = t.altAt[id]
	}
	t.low[id], t.up[id], t.static[id] = keep(from.low[n]), keep(from.up[n]), keep(from.static[n])
	if c := from.Cost(n); c != 0 {
		if t.cost == nil {
			t.cost = make([]Score, len(t.parent))
		}
		t.cost[id] = c
	}
}

// checkWritten sees to it that a tree that was put together can be kept: its
// document must be within the limit. Only a large tree is written out for that.
func (t *Tree) checkWritten() error {
	const (
		keys  = 150 // bytes at most of a node's keys, brackets and numbers other than scores
		score = 18  // of one score and its comma
	)
	if t.Len()*keys+6*len(t.labels)+(len(t.vectors)+len(t.Outcomes)+t.Len())*(2+score*t.Width())+6*len(t.Title) <= MaxBytes {
		return nil
	}
	return t.checkBytes(MaxBytes)
}
