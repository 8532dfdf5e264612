package trees

import (
	"math"
	"slices"
)

// A workingTree is a draft as a mutable tree: nodes can be changed and moved. Nodes are
// copied from the draft when they are first used, a page at a time: an edit of a large tree
// uses few of them. See patch.go for how a new draft is built.
type workingTree struct {
	Header
	base          *Draft
	pages         [][]workingNode // the nodes of the draft; nil: a page that was not used
	more          []workingNode   // added nodes, numbered after those of the draft
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

// pageNodes is the number of nodes of a page.
const pageNodes = 64

func (d *Draft) workingTree(p *pace) *workingTree {
	return &workingTree{Header: d.tree.Header, base: d, pages: make([][]workingNode, (d.tree.Len()+pageNodes-1)/pageNodes), last: d.last, pace: p}
}

// size returns the number of nodes, with those that were taken out.
func (l *workingTree) size() int { return l.base.tree.Len() + len(l.more) }

// at returns a node. The pointer to an added node is valid until another one is added.
func (l *workingTree) at(i int32) *workingNode {
	if added := int(i) - l.base.tree.Len(); added >= 0 {
		return &l.more[added]
	}
	page := l.pages[i/pageNodes]
	if page == nil {
		page = l.readPage(i / pageNodes)
	}
	return &page[i%pageNodes]
}

// used reports whether node i may have changed: at was called with it, or one of its page.
func (l *workingTree) used(i int32) bool {
	return int(i) >= l.base.tree.Len() || l.pages[i/pageNodes] != nil
}

func (l *workingTree) readPage(number int32) []workingNode {
	t, first := l.base.tree, int(number)*pageNodes
	page := make([]workingNode, min(pageNodes, t.Len()-first))
	for i := range page {
		n := first + i
		l.pace.step()
		page[i] = workingNode{id: l.base.ids[n], parent: t.parent[n], kids: t.Kids(n), from: t, n: int32(n)}
	}
	l.pages[number] = page
	return page
}

func (l *workingTree) leaf(i int32) bool { return len(l.at(i).kids) == 0 }

// get returns a copy of node i, modify a pointer to a copy that replaces it.
func (l *workingTree) get(i int32) Node {
	at := l.at(i)
	if at.own != nil {
		return *at.own
	}
	n := at.from.Node(int(at.n))
	n.Player = at.from.givenMover(int(at.n))
	return n
}

func (l *workingTree) modify(i int32) *Node {
	at := l.at(i)
	l.pace.step()
	if at.own == nil {
		n := l.get(i)
		at.own = &n
	}
	return at.own
}

// mover returns the mover of i without a copy of the whole node.
func (l *workingTree) mover(i int32) int {
	if at := l.at(i); at.own == nil {
		return at.from.givenMover(int(at.n))
	}
	return l.at(i).own.Player
}

// isChance reports whether i is a chance node, without a copy of the whole node.
func (l *workingTree) isChance(i int32) bool {
	if at := l.at(i); at.own == nil {
		return at.from.IsChance(int(at.n))
	}
	return l.at(i).own.Chance
}

// edge returns the text on the edge into i, without a copy of the whole node.
func (l *workingTree) edge(i int32) (action string, prob Number) {
	if at := l.at(i); at.own == nil {
		prob, _ = at.from.GivenProb(int(at.n))
		return at.from.Action(int(at.n)), prob
	}
	return l.at(i).own.Action, l.at(i).own.Prob
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
	l.more = append(l.more, workingNode{id: l.newID(), parent: NoNode, own: &n})
	return int32(l.size() - 1)
}

// newLeaf returns a leaf of unknown value.
func (l *workingTree) newLeaf() Node { return Node{Unknown: l.Kind != Path} }

// graft copies the subtree of node n of t; the copies get new IDs.
func (l *workingTree) graft(t *Tree, n int) int32 {
	first := int32(l.size())
	shift := first - int32(n)
	if l.size()+t.End(n)-n > 2*MaxNodes { // fail early for many copies of a large subtree
		panic(ErrorOverLimit("edit", "a tree has at most %d nodes", MaxNodes))
	}
	for m := n; m < t.End(n); m++ {
		l.pace.step()
		kids := slices.Clone(t.Kids(m))
		for k := range kids {
			kids[k] += shift
		}
		l.more = append(l.more, workingNode{id: l.newID(), parent: t.parent[m] + shift, kids: kids, from: t, n: int32(m)})
	}
	l.at(first).parent = NoNode
	return first
}

// insert adds nodes to the children of parent, before index at; none: at the
// end.
func (l *workingTree) insert(parent int32, at int, kids ...int32) {
	to := l.at(parent)
	if at == NoNode || at > len(to.kids) {
		at = len(to.kids)
	}
	to.kids = slices.Concat(to.kids[:at], kids, to.kids[at:])
	for _, k := range kids {
		l.at(k).parent = parent
	}
}

// index returns the index of i among its siblings.
func (l *workingTree) index(i int32) int { return slices.Index(l.at(l.at(i).parent).kids, i) }

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
	for parent := l.at(i).parent; parent != NoNode; parent = l.at(parent).parent {
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
	if n.Infoset != "" {
		dropped, n.Infoset = append(dropped, "information set "+inQuotes(n.Infoset)), ""
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
	if d := l.patched(notes); d != nil {
		return d, nil
	}
	return l.rebuilt(notes)
}

// rebuilt builds the new draft node by node, and checks every node.
func (l *workingTree) rebuilt(notes string) (*Draft, error) {
	b := NewBuilder(l.Header)
	b.faults, b.pace = &faultCollector{}, l.pace
	b.grow(l)
	d := &Draft{ids: make([]ID, 0, l.size()), last: l.last, notes: notes, mark: &mark{}, lookup: &lookup{}}
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
	nodes := min(l.size(), MaxNodes)
	t := &b.t
	for _, list := range []*[]int32{&t.parent, &t.end, &t.level, &t.labelAt, &t.labelEnd, &t.altAt, &t.altEnd, &t.value, &t.low, &t.up, &t.static} {
		*list = make([]int32, 0, nodes)
	}
	t.mover, t.flags = make([]int8, 0, nodes), make([]uint8, 0, nodes)
	from := l.base.tree
	b.labels = make([]byte, 0, len(from.labels)+moreNodes)
	t.vectors = make([]Vector, 0, len(from.vectors)+moreNodes)
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
	at := l.at(i)
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
	if id := b.add(); id != NoNode {
		b.copyInto(id, from, n)
	}
}

func (b *Builder) copyInto(id int, from *Tree, n int) {
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
	b.placeInfoset(id, from, n)
	b.placeEdge(id, from, n)
}

func (b *Builder) placeInfoset(id int, from *Tree, n int) {
	if name := from.Infoset(n); name != "" {
		b.setInfoset(id, name)
	}
}

// placeEdge gives the edge into a node what is on that into node n of another tree.
func (b *Builder) placeEdge(id int, from *Tree, n int) {
	if action := from.Action(n); action != "" {
		b.setAction(id, action)
	}
	if prob, given := from.GivenProb(n); given {
		b.setProb(id, prob)
	}
	if c := from.Cost(n); c != 0 {
		b.setCost(id, c)
	}
}

// mostWritten bounds the bytes of nodes in a document, with vectors of width scores, and letters
// of labels.
func mostWritten(nodes, vectors, letters, width int) int {
	const (
		keys   = 256 // largest length of a node's keys, brackets and numbers other than scores
		score  = 18  // of a score and its comma
		letter = 6   // as \u00XX
	)
	return nodes*keys + letter*letters + vectors*(2+score*width)
}

// checkWritten checks that the document of a new tree is within MaxBytes. Only
// a large tree is written to find that out.
func (t *Tree) checkWritten(p *pace) (err error) {
	letters := len(t.labels) + len(t.Title)
	for _, a := range t.actions {
		letters += len(a)
	}
	for _, name := range t.infosets {
		letters += len(name)
	}
	t.most = mostWritten(t.Len(), len(t.vectors)+len(t.Outcomes)+t.Len(), letters, t.Width())
	if t.most > MaxBytes {
		t.most, err = t.checkBytes(MaxBytes, p)
	}
	return err
}
