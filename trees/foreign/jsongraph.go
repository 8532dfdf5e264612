package foreign

import "strings"

// Graphs in JSON, as other tools write them: a list of nodes with a list of edges, nodes with the ids of their children or of
// their parent, and objects from the name of each node to the names of its children.
//
//	{"nodes": [{"id": "A"}, {"id": "B", "value": 3}], "edges": [["A", "B"]]}
//	{"A": ["B", "C"], "B": 3, "C": 5}

var (
	edgeListKeys = []string{"edges", "links", "arcs", "relationships", "relations"}
	fromKeys     = []string{"source", "from", "parent", "src", "start", "tail"}
	toKeys       = []string{"target", "to", "child", "dst", "dest", "destination", "end", "head"}
	idKeys       = []string{"id", "key", "nodeid", "identifier", "uid", "node"}
	parentKeys   = []string{"parent", "parentid", "pid", "parentnode"}
	graphKeys    = []string{"graph", "elements", "network", "tree", "data", "game", "gametree", "gameefg", "efg", "extensiveform"}
	// Objects from the ids of leaves to what they are, beside the nodes.
	leavesKeys = []string{"outcomes", "values", "leaves", "leafvalues", "leafnodes", "utilities", "payoffs", "scores", "terminal", "terminals", "terminalnodes", "endnodes"}
)

// A jsonGraph is a graph in a document.
type jsonGraph struct {
	*graph
	d  *childrenReader
	of map[*vertex]members // of the nodes that are objects
	// labelled: the label of some node is not its id, so a label that equals an id is one, too.
	labelled bool
}

// graph makes the game of a document that is a graph, and reports whether it is one.
func (d *childrenReader) graph(v int32) bool {
	g := &jsonGraph{graph: newGraph(d.r), d: d, of: map[*vertex]members{}}
	g.undirected = d.undirected
	switch {
	case d.kind(v) == jsonObject && g.lists(v):
	case d.kind(v) == jsonObject && g.dictionary(v):
	case d.kind(v) == jsonList && len(d.items(v)) != 1 && (g.table(v) || g.mixed(v)):
	default:
		return false
	}
	for v, m := range g.of {
		for _, f := range m.fields {
			g.labelled = g.labelled || g.isLabel(f) && d.text(f.value) != v.id
		}
	}
	g.own = g.members
	g.finish("Members")
	return true
}

// lists reads a document with a list of edges, and reports whether it is one.
func (g *jsonGraph) lists(v int32) bool {
	d := g.d
	nodes, edges := int32(-1), int32(-1)
	var others []field
	for _, f := range d.ownMembers(v).fields {
		switch {
		case isOneOf(f.plain, edgeListKeys) && edges < 0 && d.kind(f.value) == jsonList && g.areEdges(f.value):
			edges = f.value
		case f.plain == "nodes" || f.plain == "vertices":
			nodes = f.value
		case f.use == kidsUse:
			return false
		default:
			others = append(others, f)
		}
	}
	if edges < 0 {
		for _, f := range others {
			if !isOneOf(f.plain, graphKeys) || nodes >= 0 {
				continue
			}
			if d.kind(f.value) == jsonObject && g.lists(f.value) || d.kind(f.value) == jsonList && g.mixed(f.value) {
				g.about(others, f.value)
				return true
			}
		}
		if nodes >= 0 && (d.kind(nodes) == jsonObject && g.dictionary(nodes) || d.kind(nodes) == jsonList && g.table(nodes)) {
			g.about(g.leaves(others), -1)
			return true
		}
		return false
	}
	var list []*vertex
	switch {
	case nodes < 0:
	case d.kind(nodes) == jsonObject:
		d.fields(nodes, func(key string, at, value int32) {
			list = append(list, g.node(g.vertex(key, d.at(at)), value))
		})
	default:
		list = g.nodes(d.items(nodes))
	}
	for _, e := range d.items(edges) {
		g.edge(e, list)
	}
	g.about(g.leaves(others), -1)
	return true
}

// nodes adds the nodes of a list.
func (g *jsonGraph) nodes(items []int32) (list []*vertex) {
	for i, item := range items {
		item = g.data(item)
		id, at := g.idOf(item)
		if id == "" {
			id, at = decimal(i), g.d.at(item)
		}
		if g.byID[id] != nil {
			g.d.r.fail(at, "the node %s is in the list twice", quoted(id))
		}
		list = append(list, g.node(g.vertex(id, at), item))
	}
	return list
}

// data returns the object that says what a node or an edge of Cytoscape.js is, which has its place and its style beside it.
func (g *jsonGraph) data(item int32) int32 {
	found := noValue
	if g.d.kind(item) == jsonObject {
		g.d.fields(item, func(key string, _, value int32) {
			switch plain := g.d.plainKey(key); {
			case isOneOf(plain, idKeys):
				found = item
			case plain == "data" && found < 0 && g.d.kind(value) == jsonObject:
				found = value
			}
		})
	}
	if found < 0 {
		return item
	}
	return found
}

// mixed reads a list of both nodes and edges, as Cytoscape.js has it, and reports whether it is one.
func (g *jsonGraph) mixed(v int32) bool {
	d := g.d
	var nodes, edges []int32
	for _, item := range d.items(v) {
		if d.r.step(); d.kind(item) != jsonObject {
			return false
		}
		item = g.data(item)
		if from, to := g.ends(item); from >= 0 && to >= 0 {
			edges = append(edges, item)
		} else if id, _ := g.idOf(item); id != "" {
			nodes = append(nodes, item)
		} else {
			return false
		}
	}
	if len(nodes) == 0 || len(edges) == 0 {
		return false
	}
	list := g.nodes(nodes)
	for _, e := range edges {
		g.edge(e, list)
	}
	return true
}

// isLabel reports whether a member is a name of the node beside its id.
func (g *jsonGraph) isLabel(f field) bool {
	return f.use == nameUse && !isOneOf(f.plain, idKeys) && g.isID(f.value)
}

// leaves reads the objects beside the nodes that say what the leaves are, and returns the other members.
func (g *jsonGraph) leaves(others []field) (rest []field) {
	d := g.d
	for _, f := range others {
		if !isOneOf(f.plain, leavesKeys) || d.kind(f.value) != jsonObject {
			rest = append(rest, f)
			continue
		}
		d.fields(f.value, func(key string, at, value int32) {
			leaf := g.known(key, d.at(at))
			if d.kind(value) == jsonObject && !d.areNumbers(value) {
				g.node(leaf, value)
				return
			}
			d.value(leaf.node, value)
		})
	}
	return rest
}

// about leaves out what is beside the graph.
func (g *jsonGraph) about(others []field, but int32) {
	for _, f := range others {
		switch {
		case f.value == but:
		case isOneOf(f.plain, titleKeys) && g.d.kind(f.value) == jsonString && g.r.game.title == "":
			g.r.game.title = g.d.text(f.value)
		case f.use == playersUse:
			g.d.listPlayers(members{fields: []field{f}, used: []bool{false}})
		case isOneOf(f.plain, rootKeys) && g.isID(f.value) && g.byID[g.d.text(f.value)] != nil:
			g.stated = text{g.d.text(f.value), g.d.at(f.value), true}
		default:
			g.d.ignore(f.key)
		}
	}
}

// known returns the node with an id that is named before.
func (g *jsonGraph) known(id string, at int) *vertex {
	v := g.byID[id]
	if v == nil {
		g.r.failRead(at, "there is no node %s", quoted(id))
	}
	return v
}

// ends returns the ids at the ends of an edge.
func (g *jsonGraph) ends(e int32) (from, to int32) {
	d := g.d
	from, to = -1, -1
	switch d.kind(e) {
	case jsonList:
		if items := d.items(e); len(items) >= 2 && g.isID(items[0]) && g.isID(items[1]) {
			return items[0], items[1]
		}
	case jsonObject:
		data := int32(-1) // as Cytoscape has it
		d.fields(e, func(key string, _, value int32) {
			switch plain := d.plainKey(key); {
			case isOneOf(plain, fromKeys) && from < 0:
				from = value
			case (isOneOf(plain, toKeys) || plain == "children") && to < 0:
				to = value
			case plain == "data" && d.kind(value) == jsonObject:
				data = value
			}
		})
		if from < 0 && to < 0 && data >= 0 {
			return g.ends(data)
		}
	}
	return from, to
}

func (g *jsonGraph) isID(v int32) bool {
	return g.d.kind(v) == jsonString || g.d.kind(v) == jsonNumber
}

// areEdges reports whether a list is one of edges.
func (g *jsonGraph) areEdges(v int32) bool {
	items := g.d.items(v)
	if len(items) == 0 {
		return false
	}
	from, to := g.ends(items[0])
	return from >= 0 && to >= 0
}

// idOf returns the id of a node in a list; empty: it has none.
func (g *jsonGraph) idOf(v int32) (id string, at int) {
	d := g.d
	if g.isID(v) {
		return d.text(v), d.at(v)
	}
	if d.kind(v) != jsonObject {
		d.r.fail(d.at(v), "expected a node: an object with an id, or an id, found %s", shortened(d.raw(v)))
	}
	m := d.members(v)
	for _, f := range m.fields {
		if isOneOf(f.plain, idKeys) && g.isID(f.value) {
			return d.text(f.value), d.at(f.value)
		}
	}
	if m.name >= 0 && g.isID(m.fields[m.name].value) {
		return d.text(m.fields[m.name].value), d.at(v)
	}
	return "", d.at(v)
}

// node says that a value has the members of a node.
func (g *jsonGraph) node(v *vertex, value int32) *vertex {
	switch g.d.kind(value) {
	case jsonObject:
		g.of[v] = g.d.members(value)
	case jsonString, jsonNull:
	case jsonNumber, jsonList:
		if v.id != g.d.raw(value) {
			g.d.value(v.node, value)
		}
	}
	return v
}

// edge reads an edge. Without ids, its ends are places in the list of nodes.
func (g *jsonGraph) edge(e int32, list []*vertex) {
	d := g.d
	from, to := g.ends(e)
	if from < 0 || to < 0 {
		d.r.fail(d.at(e), "expected an edge, such as [\"A\", \"B\"] or {\"from\": \"A\", \"to\": \"B\"}, found %s", shortened(d.raw(e)))
	}
	if g.edgesTo(from, to) {
		return
	}
	end := func(v int32) *vertex {
		id := ""
		switch {
		case g.isID(v):
			id = d.text(v)
		case d.kind(v) == jsonObject: // as d3 replaces ids
			id, _ = g.idOf(v)
		}
		if found := g.byID[id]; found != nil {
			return found
		}
		if d.kind(v) == jsonNumber && allDigits(id) && len(id) < maxDigits/4 {
			n := 0
			for _, c := range id {
				n = 10*n + int(c-'0')
			}
			if n < len(list) {
				return list[n]
			}
		}
		if list != nil || id == "" {
			d.r.fail(d.at(v), "there is no node %s", shortened(d.raw(v)))
		}
		return g.vertex(id, d.at(v))
	}
	l := g.link(end(from), end(to), d.at(e))
	if d.kind(e) == jsonObject {
		g.aboutEdge(l, d.members(e), from, to)
	}
}

// edgesTo reads the edges from a node to several, which are a list, or words with commas, and reports whether they are
// such.
func (g *jsonGraph) edgesTo(from, to int32) bool {
	d := g.d
	var ids []string
	switch {
	case !g.isID(from):
	case d.kind(to) == jsonList:
		for _, item := range d.items(to) {
			if !g.isID(item) {
				d.r.fail(d.at(item), "expected the id of a child, found %s", shortened(d.raw(item)))
			}
			ids = append(ids, d.text(item))
		}
	case d.kind(to) == jsonString && strings.Contains(d.text(to), ",") && g.byID[d.text(to)] == nil:
		ids = strings.Split(d.text(to), ",")
	}
	for _, id := range ids {
		g.link(g.vertex(d.text(from), d.at(from)), g.vertex(strings.TrimSpace(id), d.at(to)), d.at(to))
	}
	return ids != nil
}

// aboutEdge reads what the members of an edge say, besides its ends.
func (g *jsonGraph) aboutEdge(l *link, m members, from, to int32) {
	d := g.d
	if g.undirected { // which end is the child is not known yet
		if m.action >= 0 {
			l.label = text{d.word(m.fields[m.action].value), d.at(m.fields[m.action].value), true}
		}
	} else {
		d.aboutMove(l.to.node, m)
	}
	for _, f := range m.fields {
		switch {
		case f.value == from || f.value == to || f.use == actionUse || f.use == probUse || d.kind(f.value) == jsonNull:
		case f.use == nameUse && f.plain != "id" && l.to.action == "" && g.isID(f.value):
			l.label = text{d.text(f.value), d.at(f.value), true}
		case f.plain != "id" && d.kind(f.value) != jsonObject:
			d.ignore(f.key)
		}
	}
}

// dictionary reads an object from ids to children or values, or to the members of nodes, and reports whether it is one.
func (g *jsonGraph) dictionary(v int32) bool {
	d := g.d
	ids := map[string]bool{}
	lists, objects, others := 0, 0, 0
	d.fields(v, func(key string, _, value int32) {
		ids[key] = true
		switch d.kind(value) {
		case jsonList:
			lists++
		case jsonObject:
			objects++
		default:
			others++
		}
	})
	names, keys := d.isGraph, 0 // texts in the lists, and keys among the items
	ofNodes := objects > 0 && lists == 0
	d.fields(v, func(key string, _, value int32) {
		if d.kind(value) == jsonObject {
			if kids := g.kidIDs(d.members(value)); kids >= 0 {
				for _, item := range d.items(kids) {
					d.r.step()
					id := g.childID(item)
					names = names || id >= 0 && ids[d.text(id)]
				}
			}
			return
		}
		for _, item := range d.items(value) {
			d.r.step()
			if d.kind(value) != jsonList || !g.isID(item) {
				continue
			}
			if ids[d.text(item)] {
				keys++
			}
			names = names || d.kind(item) == jsonString && !d.isScore(item)
		}
	})
	counted := keys > 0 && keys == len(ids)-1 && others > 0
	if !names && !counted || objects > 0 && !ofNodes {
		return false
	}
	if !ofNodes && !g.noMembers(v) {
		return false
	}
	numeric := false
	for id := range ids {
		numeric = numeric || numberAt(id) == id
	}
	d.fields(v, func(key string, at, value int32) {
		from := g.vertex(key, d.at(at))
		switch d.kind(value) {
		case jsonObject:
			m := d.members(value)
			g.of[from] = m
			if kids := g.kidIDs(m); kids >= 0 {
				g.children(from, kids, true)
			}
		case jsonList:
			if strings.HasPrefix(d.raw(value), "(") && len(d.numbers(value)) > 0 {
				from.value = d.numbers(value)
				d.plainScores(from.node)
				return
			}
			g.children(from, value, numeric)
		case jsonNull:
		case jsonBool:
			d.noNode(value)
		default:
			d.value(from.node, value)
		}
	})
	return true
}

// noMembers reports whether the keys of an object are no members of a node whose values would be lists of texts.
func (g *jsonGraph) noMembers(v int32) bool {
	d := g.d
	plain := true
	d.fields(v, func(key string, _, value int32) {
		use := keyUses[d.plainKey(key)].use
		if (use == kidsUse || use == valueUse || use == playersUse) && len(key) > 2 {
			plain = false
		}
	})
	return plain
}

// kidIDs returns the list of the ids of children among members; -1: there is none.
func (g *jsonGraph) kidIDs(m members) int32 {
	d := g.d
	found := int32(-1)
	for _, f := range m.fields {
		if d.kind(f.value) != jsonList || f.use != kidsUse && !isOneOf(f.plain, moreKidKeys) {
			continue
		}
		ids := true
		for _, item := range d.items(f.value) {
			d.r.step()
			ids = ids && g.childID(item) >= 0
		}
		if ids && found < 0 {
			found = f.value
		}
	}
	return found
}

// childID returns the id of a child in a list: the item itself, or what it leads to: {"move": "L", "target": "B"}; -1: it
// has none.
func (g *jsonGraph) childID(item int32) int32 {
	d := g.d
	if g.isID(item) {
		return item
	}
	if d.kind(item) != jsonObject {
		return -1
	}
	m := d.ownMembers(item)
	if m.node() {
		return -1
	}
	for _, f := range m.fields {
		if isOneOf(f.plain, linkKeys, toKeys) && g.isID(f.value) {
			return f.value
		}
	}
	return -1
}

// children adds the children in a list: ids, and where these are no numbers also the values of leaves without an id.
func (g *jsonGraph) children(from *vertex, list int32, numeric bool) {
	d := g.d
	for _, item := range d.items(list) {
		at := d.at(item)
		switch {
		case d.kind(item) == jsonNumber && !numeric:
			x, _ := d.number(item)
			g.link(from, g.leaf(at, x), at)
		case g.childID(item) >= 0:
			id := g.childID(item)
			l := g.link(from, g.vertex(d.text(id), d.at(id)), d.at(id))
			if id != item {
				g.aboutEdge(l, d.members(item), -1, id)
			}
		case len(d.numbers(item)) > 0:
			leaf := g.leaf(at, d.numbers(item)...)
			d.plainScores(leaf.node)
			g.link(from, leaf, at)
		default:
			d.r.fail(at, "expected the name of a child, or the value of one, found %s", shortened(d.raw(item)))
		}
	}
}

// table reads a list of nodes with ids that have the id of their parent or those of their children, and reports whether it
// is one.
func (g *jsonGraph) table(v int32) bool {
	d := g.d
	parents, children := 0, 0
	type row struct {
		v      *vertex
		parent int32
		kids   int32
	}
	items := d.items(v)
	ids := map[string]bool{}
	for _, item := range items {
		if d.kind(item) != jsonObject {
			return false
		}
		id, _ := g.idOf(item)
		if id == "" {
			return false
		}
		ids[id] = true
	}
	rows := make([]row, 0, len(items))
	for _, item := range items {
		m := d.members(item)
		of := row{parent: -1, kids: g.kidIDs(m)}
		has := false
		for _, f := range m.fields {
			if isOneOf(f.plain, parentKeys) && (g.isID(f.value) || d.kind(f.value) == jsonNull) {
				of.parent = f.value
				has = true
			}
		}
		if has {
			parents++
		}
		if of.kids >= 0 {
			known := 0
			for _, item := range d.items(of.kids) {
				kid := g.childID(item)
				if d.r.step(); ids[d.text(kid)] {
					known++
				} else if d.kind(kid) == jsonString && !d.isScore(kid) {
					children++ // the edge says that there is no such node
				}
			}
			if known > 0 && known == len(d.items(of.kids)) {
				children++
			}
		}
		rows = append(rows, of)
	}
	if parents == 0 && children == 0 {
		return false
	}
	for i, item := range items {
		id, at := g.idOf(item)
		if g.byID[id] != nil {
			d.r.fail(at, "the node %s is in the list twice", quoted(id))
		}
		rows[i].v = g.node(g.vertex(id, at), item)
	}
	for _, of := range rows {
		switch {
		case parents > 0 && of.parent >= 0 && d.kind(of.parent) != jsonNull && !isNothing(d.text(of.parent)) && d.text(of.parent) != "":
			id := d.text(of.parent)
			if id == "-1" && g.byID[id] == nil {
				continue
			}
			g.link(g.known(id, d.at(of.parent)), of.v, d.at(of.parent))
		case parents == 0 && of.kids >= 0:
			for _, item := range d.items(of.kids) {
				id := g.childID(item)
				l := g.link(of.v, g.known(d.text(id), d.at(id)), d.at(id))
				if id != item {
					g.aboutEdge(l, d.members(item), -1, id)
				}
			}
		}
	}
	return true
}

// members reads what the members of a node say.
func (g *jsonGraph) members(v *vertex) bool {
	d := g.d
	m, ok := g.of[v]
	if !ok {
		return false
	}
	kids := g.kidIDs(m)
	var same text // a label that equals the id
	for i, f := range m.fields {
		switch {
		case f.value == kids, isOneOf(f.plain, parentKeys), isOneOf(f.plain, idKeys) && g.isID(f.value) && d.text(f.value) == v.id:
			m.used[i] = true
		case g.isLabel(f) && d.text(f.value) == v.id:
			same = text{v.id, d.at(f.value), true}
			m.used[i] = true
		case f.use == nameUse && g.isID(f.value) && d.text(f.value) != v.id:
			v.label = text{d.text(f.value), d.at(f.value), true}
			m.used[i] = true
		}
	}
	v.name = v.id
	if v.label.given {
		v.name = v.label.s
		if m.name >= 0 && isOneOf(m.fields[m.name].plain, idKeys) {
			m.name = -1
		}
	}
	d.aboutMove(v.node, m)
	value := m.value
	if value < 0 && len(v.kids) == 0 {
		value = d.otherValue(v.node, m)
	}
	if value >= 0 && len(v.kids) > 0 && d.kind(m.fields[value].value) == jsonString && !d.sayMover(m.fields[value].value) && !d.isScore(m.fields[value].value) {
		m.used[value] = true // a word in place of a value that is not known yet
		d.ignore(m.fields[value].key)
		value = -1
	}
	if value >= 0 && !(len(v.kids) > 0 && d.sayMover(m.fields[value].value)) {
		m.used[value] = true
		if d.kind(m.fields[value].value) != jsonNull || len(v.kids) == 0 && !v.label.given {
			d.value(v.node, m.fields[value].value)
		}
	}
	if len(v.kids) > 0 {
		v.unknown = false
		for _, l := range v.links {
			if l.label.given && l.to.action == "" {
				l.to.action = l.label.s
			}
		}
	} else if len(v.value) == 0 && !v.unknown {
		if !v.label.given && g.labelled {
			v.label = same
		}
		if v.label.given {
			v.name = "" // it may hold the value
		}
	}
	d.decide(v.node, m)
	d.rest(m)
	return true
}
