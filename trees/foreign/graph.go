package foreign

import (
	"slices"
	"strings"

	"espalier/trees"
)

// A graph is what the readers of graphs fill: nodes and edges in the order of the text. It ends as a tree, whose children
// are in the order of their edges.
type graph struct {
	r     *reader
	all   []*vertex
	byID  map[string]*vertex
	edges int
	// undirected: the first node that is named is the root.
	undirected bool
	// drawn: a picture shows the label of a node and not its id, so an id that only counts is no name.
	drawn bool
	notes graphNotes
	// own reads a node whose members say what it is, and reports whether there are such; nil: there are none.
	own    func(v *vertex) bool
	copies []*vertex           // of leaves with several parents
	linked map[[2]*vertex]bool // what leads to a copy
	stated text                // the id of the root; not given: the text does not say it
}

// graphNotes count what the notes of a graph say.
type graphNotes struct {
	looks    bool // shapes, colours, places
	shaped   bool // triangles say who moves
	named    bool // a node with a label is named by its id
	hidden   int  // nodes and edges that a picture does not show
	numbered int  // Max1 and Min2 say that Max and Min move
	// Nodes with several labels.
	relabelled []string
	ignored    map[string]bool
	names      []string // of what is ignored
}

// A vertex is a node of a graph.
type vertex struct {
	*node
	id     string
	label  text // what a picture shows in its place; not given: its id
	beside text // what a picture shows beside it
	shape  string
	by     text // who moves
	hidden bool
	legend bool // it is named in a part that explains the picture
	row    bool // a row of a table is about it
	named  []namedScore
	above  *link
	links  []*link // to its children; in a graph without directions, to all neighbours
	level  int     // 0: not reached from the root
	whole  bool    // its id or label is its value and nothing else
	of     *vertex // the leaf with another parent that it is, too
}

// A link is an edge.
type link struct {
	from, to *vertex
	label    text // the move, or its probability
	at       int
}

// A text is a part of the text of a graph.
type text struct {
	s     string
	at    int
	given bool
}

func newGraph(r *reader) *graph {
	return &graph{r: r, byID: map[string]*vertex{}}
}

// vertex returns the node with an id; at is where the text names it.
func (g *graph) vertex(id string, at int) *vertex {
	v := g.byID[id]
	if v == nil {
		v = &vertex{node: g.r.add(at, 1), id: id}
		g.byID[id] = v
		g.all = append(g.all, v)
	}
	return v
}

// setValue sets the value of a node, and fails if the text gives it another one.
func (g *graph) setValue(v *vertex, list []number, at int) {
	if len(v.value) > 0 && !sameNumbers(v.value, list) {
		g.r.failRead(at, "%s has another value before, %s; write its value once", v.called(), listedNumbers(v.value))
	}
	v.value = list
}

func listedNumbers(list []number) string {
	var words []string
	for i := range list {
		words = append(words, shortened(list[i].String()))
	}
	return strings.Join(words, ", ")
}

// setLabel sets the label of a node. Of several, a picture shows the last one.
func (g *graph) setLabel(v *vertex, label text) {
	if v.label.given && v.label.s != "" && label.s != v.label.s && len(g.notes.relabelled) < maxListed && !slices.Contains(g.notes.relabelled, v.called()) {
		g.notes.relabelled = append(g.notes.relabelled, v.called())
	}
	v.label = label
}

// leaf returns a new node without an id.
func (g *graph) leaf(at int, value ...number) *vertex {
	v := &vertex{node: g.r.add(at, 1)}
	v.value = value
	g.all = append(g.all, v)
	return v
}

// link adds an edge.
func (g *graph) link(from, to *vertex, at int) *link {
	g.r.step()
	l := &link{from: from, to: to, at: at}
	switch {
	case from == to:
		g.r.failRead(at, "this edge leads from %s to itself; a tree has no such edge", from.called())
	case g.undirected:
		to.links = append(to.links, l)
	case to.above != nil && to.above.from == from:
		g.r.failRead(at, "this is a second edge from %s to %s; a tree has one", from.called(), to.called())
	case to.above != nil:
		if g.linked[[2]*vertex{from, to}] {
			g.r.failRead(at, "this is a second edge from %s to %s; a tree has one", from.called(), to.called())
		}
		g.copyOf(l)
	default:
		to.above = l
	}
	from.links = append(from.links, l)
	// A tree has fewer edges than nodes.
	if g.edges++; g.edges >= len(g.all) {
		if g.undirected {
			g.orient()
		}
		g.failCycle(from)
	}
	return l
}

// copyOf makes an edge to a node that has a parent lead to a copy. The whole graph shows whether the node is a leaf.
func (g *graph) copyOf(l *link) {
	if g.linked == nil {
		g.linked = map[[2]*vertex]bool{}
	}
	g.linked[[2]*vertex{l.from, l.to}] = true
	v := &vertex{node: g.r.add(l.at, 1), id: l.to.id, of: l.to, above: l}
	l.to = v
	g.all = append(g.all, v)
	g.copies = append(g.copies, v)
}

// checkCopies fails unless what has several parents is a leaf.
func (g *graph) checkCopies() {
	var names []string
	seen := map[*vertex]bool{}
	for _, v := range g.copies {
		g.r.step()
		if len(v.of.links) > 0 {
			g.failParents(v)
		}
		if !seen[v.of] && len(names) < maxListed {
			seen[v.of] = true
			names = append(names, v.of.called())
		}
	}
	if len(names) > 0 {
		g.r.game.note("A leaf that has several parents is read once for each of them: %s.", trees.InWords(names))
	}
}

// fillCopies gives the copies of leaves what the leaves have.
func (g *graph) fillCopies() {
	for _, v := range g.copies {
		g.r.step()
		of := v.of.node
		v.value, v.unknown, v.name, v.ownName, v.mover, v.player = of.value, of.unknown, of.name, of.ownName, of.mover, of.player
	}
}

// failParents ends the reading at the edge to a copy.
func (g *graph) failParents(v *vertex) {
	g.r.failRead(v.above.at, "%s is a child of %s and of %s; a tree has one parent for each node", v.of.called(), v.of.above.from.called(), v.above.from.called())
}

// called is the name of a node in an error.
func (v *vertex) called() string {
	if v.id == "" {
		return "this node"
	}
	return quoted(v.id)
}

// ignore notes that a member, an attribute or a column says nothing about the tree.
func (g *graph) ignore(name string) {
	n := &g.notes
	if n.ignored == nil {
		n.ignored = map[string]bool{}
	}
	if !n.ignored[name] && len(n.names) < maxListed {
		n.ignored[name] = true
		n.names = append(n.names, quoted(name))
	}
}

// finish makes the game. what is a thing that says something of a node: an attribute, a column.
func (g *graph) finish(what string) {
	r := g.r
	if len(g.all) == 0 {
		r.failRead(0, "this graph has no nodes; a tree has a root and leaves with values")
	}
	g.leaveLegend()
	if g.undirected {
		g.orient()
		r.game.note("The edges have no directions: %s, which is named first, is the root.", g.all[0].called())
	}
	g.checkCopies()
	root := g.root()
	if s := g.stated; s.given && s.s != root.id && g.byID[s.s] != nil {
		r.failRead(s.at, "this says that the root is %s, and it is a child; the root is %s", quoted(s.s), root.called())
	}
	order := g.preorder(root)
	if r.game.path {
		g.readPath(order)
	} else {
		g.read(order)
	}
	g.say(what)
}

// orient gives directions to the edges, away from the node that is named first.
func (g *graph) orient() {
	r := g.r
	root := g.all[0]
	root.level = 1
	for queue := []*vertex{root}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		kids := make([]*link, 0, len(v.links))
		for _, l := range v.links {
			r.step()
			if l == v.above {
				continue
			}
			if l.from != v {
				l.from, l.to = v, l.from
			}
			if l.to.level > 0 {
				r.failRead(l.at, "the edge between %s and %s closes a cycle; a tree has one way to each node", l.from.called(), l.to.called())
			}
			l.to.level = v.level + 1
			l.to.above = l
			kids = append(kids, l)
			queue = append(queue, l.to)
		}
		v.links = kids
	}
	for _, v := range g.all {
		if v.level == 0 {
			r.failRead(v.at, "no edges join %s to the root, %s, which is named first; a tree is one part", v.called(), root.called())
		}
	}
	for _, v := range g.all {
		v.level = 0
	}
}

// root returns the node without a parent.
func (g *graph) root() (root *vertex) {
	var roots []string
	var second *vertex
	for _, v := range g.all {
		g.r.step()
		if v.above != nil {
			continue
		}
		if root == nil {
			root = v
		} else if second == nil {
			second = v
		}
		if len(roots) < maxListed {
			roots = append(roots, v.called())
		}
	}
	switch {
	case root == nil:
		g.failCycle(g.all[0])
	case second != nil && g.copyBelow(second) != nil:
		g.failParents(g.copyBelow(second))
	case second != nil:
		g.r.failRead(second.at, "this graph has more than one root, a node that is no child: %s; a tree has one", trees.InWords(roots))
	}
	return root
}

// copyBelow returns the first copy of a leaf below a root, whose edge there may be wrong; nil: there is none.
func (g *graph) copyBelow(root *vertex) *vertex {
	if len(g.copies) == 0 { // as in a graph without directions, whose links lead both ways
		return nil
	}
	below := map[*vertex]bool{}
	for stack := []*vertex{root}; len(stack) > 0; {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		g.r.step()
		below[v] = true
		for _, l := range v.links {
			stack = append(stack, l.to)
		}
	}
	for _, v := range g.copies {
		if below[v] {
			return v
		}
	}
	return nil
}

// failCycle ends the reading with the cycle above a node.
func (g *graph) failCycle(v *vertex) {
	seen := map[*vertex]bool{}
	for ; v.above != nil; v = v.above.from {
		g.r.step()
		if seen[v] {
			break
		}
		seen[v] = true
	}
	if v.above == nil {
		return
	}
	last := v.above
	for u := v.above.from; u != v; u = u.above.from {
		if u.above.at > last.at {
			last = u.above
		}
	}
	g.r.failRead(last.at, "the edge from %s to %s closes a cycle; a tree has a root, and no way leads back", last.from.called(), last.to.called())
}

// preorder returns the nodes below the root, and makes them children of each other.
func (g *graph) preorder(root *vertex) (order []*vertex) {
	root.level = 1
	for stack := []*vertex{root}; len(stack) > 0; {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		g.r.step()
		g.r.level(v.at, v.level)
		order = append(order, v)
		for _, l := range v.links {
			l.to.level = v.level + 1
			v.kids = append(v.kids, l.to.node)
		}
		for i := range v.links {
			stack = append(stack, v.links[len(v.links)-1-i].to)
		}
	}
	if len(order) < len(g.all) {
		for _, v := range g.all {
			if v.level == 0 {
				g.failCycle(v)
			}
		}
	}
	return order
}

// read reads the labels of nodes and edges: first those of leaves, which show what a number is.
func (g *graph) read(order []*vertex) {
	for _, v := range order {
		if len(v.kids) > 0 {
			v.label.s = g.r.withoutWindow(v.label.s)
		}
		v.label.s, v.beside.s = g.r.withoutBounds(v.label.s), g.r.withoutBounds(v.beside.s)
	}
	l := labels{g: g, width: 1}
	l.idsCount(order)
	owned := map[*vertex]bool{}
	for _, v := range order {
		if v.of != nil {
			continue
		}
		if g.own != nil && g.own(v) {
			owned[v] = len(v.kids) > 0
		}
		if len(v.kids) == 0 {
			l.leaf(v)
		}
	}
	for _, v := range order {
		if len(v.kids) > 0 && !owned[v] {
			l.inner(v)
		}
	}
	l.shapes(order)
	l.checkStacked(order)
	for _, v := range order {
		if len(v.kids) > 0 {
			l.moves(v)
		}
	}
	g.r.game.root = order[0].node
	g.fillCopies()
	g.r.settle()
	g.fillCopies() // with the payoffs of players and who moves, which are settled now
	for _, v := range order {
		if len(v.kids) > 0 {
			l.name(v)
		}
	}
}

// readPath reads the labels of a path tree: the names of nodes, and on each edge its cost below the move.
func (g *graph) readPath(order []*vertex) {
	r := g.r
	for _, v := range order {
		r.step()
		if v.name = v.label.s; !v.label.given && !(g.drawn && counts(v.id)) {
			v.name = v.id
		}
		if v.above == nil {
			continue
		}
		label := v.above.label
		before, last := cutLast(label.s, "\n")
		cost, ok := r.texNumbers(last, label.at)
		if !ok || len(cost) != 1 {
			r.failRead(max(label.at, v.above.at), "the edge to %s has no cost; in a path tree it has a number, such as 3", v.called())
		}
		v.action, v.value = before, cost
	}
	r.game.root = order[0].node
}

// say adds the notes.
func (g *graph) say(what string) {
	game, n := &g.r.game, &g.notes
	if n.shaped {
		game.note("A triangle that points up is a node of Max, and one that points down a node of Min.")
	}
	if n.numbered > 0 {
		game.note(numberedSides, count(n.numbered, "node"))
	}
	if len(n.relabelled) > 0 {
		game.note("The text has several labels of %s; the last one is read.", trees.InWords(n.relabelled))
	}
	if n.named {
		game.note("Nodes whose label gives no name are named by their ids.")
	}
	if n.hidden > 0 {
		game.note("Invisible edges and nodes are left out: %d.", n.hidden)
	}
	if n.looks {
		game.note("What says how the graph looks is left out.")
	}
	if len(n.names) > 0 {
		game.note("%s that say nothing about the tree are left out: %s.", what, trees.InWords(n.names))
	}
}
