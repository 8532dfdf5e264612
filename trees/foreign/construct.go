package foreign

import (
	"strings"

	"espalier/trees"
)

// This file reads the statements of a program that build a tree, as a document of JSON of nodes:
//
//	tree = {"A": ["B", "C"]}            root = Node("A")        G = nx.DiGraph()
//	values = {"B": 3, "C": 5}           root.left = Node(3)     G.add_node("B", value=3)
//	                                    root.add_child(b)       G.add_edge("A", "B")

func (r *reader) construct() {
	p := programText{r: r, text: r.src}
	p.comments()
	r.src = p.text
	list, _ := statementsOf(r.src)
	c := &construction{childrenReader: newChildrenReader(r), objects: map[int32]*object{}}
	c.variables = map[string]*variable{}
	left := false
	if at := changeAt(r.src, list, variablesOf(list)); at >= 0 {
		r.pos = at
		r.fail(at, "this statement may change the tree, and only a program that runs knows how; write the tree that it makes, with each child assigned or added by itself, as in root.add_child(b)")
	}
	for _, s := range list {
		r.pos = s.from
		switch s.kind {
		case assignsValue:
			r.pos = s.value
			c.assign(s)
			c.ends(s)
		case assignsGraph:
			c.variables[s.name] = &variable{name: s.name, at: s.from, value: noValue, graph: true}
			c.edgesOf(s)
		case assignsAttribute:
			c.attribute(s)
			c.ends(s)
		case callsMethod:
			c.method(s)
			c.ends(s)
		case assignsMembers:
			c.assignMembers(s)
			c.ends(s)
		case setsMembers:
			c.setMembers(s)
			c.ends(s)
		default:
			left = true
		}
	}
	r.pos = len(r.src)
	v := c.document()
	if p.removed > 0 {
		r.game.note("Comments are left out.")
	}
	if left {
		r.game.note("The statements of the program that build no tree are left out.")
	}
	c.game(v)
}

const noValue int32 = -1

const listAlone = "this is a list of numbers, and a program knows its levels; write them, as in [[3, 5], [2, 9]]"

// A variable is one of a program.
type variable struct {
	name  string
	at    int
	value int32 // noValue: it is a graph
	graph bool
	made  bool // by a call that makes a node
	child bool // of a node
}

// An object is a node that statements change.
type object struct {
	items []int32
	index map[string]int // the places of its keys
}

// A construction reads statements.
type construction struct {
	*childrenReader
	objects      map[int32]*object
	order        []*variable
	nodes, edges []int32          // of a graph
	known        map[string]int32 // the nodes of a graph by their ids
}

// ends checks that a statement is read to its end.
func (c *construction) ends(s programStatement) {
	r := c.r
	for r.pos < s.to && strings.IndexByte(" \t\r\n", r.src[r.pos]) >= 0 {
		r.stepOver(1)
	}
	if r.pos < s.to {
		r.expected("the end of the statement")
	}
}

func (c *construction) assign(s programStatement) {
	if value := c.r.src[s.value:s.to]; strings.HasPrefix(value, "{") && numbersAlone(value) {
		c.r.failRead(s.from, listAlone)
	}
	made := constructorAt(c.r.src[c.r.pos:]) != ""
	v := c.read(1 - trees.MaxLevels)
	if before := c.variables[s.name]; before != nil && s.name != "" {
		c.r.fail(s.from, "%s is assigned a second time; give each node its own variable", quoted(s.name))
	}
	c.join(s.from)
	x := &variable{name: s.name, at: s.from, value: v, made: made}
	c.variables[s.name] = x
	c.order = append(c.order, x)
}

// object returns the object with a number, so that it can be changed.
func (c *construction) object(v int32) *object {
	o := c.objects[v]
	if o == nil {
		o = &object{items: append([]int32(nil), c.items(v)...)}
		c.objects[v] = o
	}
	return o
}

// find returns the place of a member in an object; -1: it has none.
func (c *construction) find(o *object, key string) int {
	if o.index == nil {
		o.index = map[string]int{}
		for i := 0; i < len(o.items); i += 2 {
			c.r.step()
			o.index[c.plainKey(c.text(o.items[i]))] = i
		}
	}
	if i, has := o.index[plainKey(key)]; has {
		return i
	}
	return -1
}

// set sets a member of an object.
func (c *construction) set(o *object, key string, at int, v int32) {
	if i := c.find(o, key); i >= 0 {
		o.items[i+1] = v
		return
	}
	o.index[plainKey(key)] = len(o.items)
	o.items = append(o.items, c.string(key, at), v)
}

// target returns the object that a path leads to, without its last part, and that part.
func (c *construction) target(s programStatement) (o *object, last string) {
	parts := strings.FieldsFunc(s.path, func(ch rune) bool { return strings.ContainsRune(".-> \t\r\n", ch) })
	v := c.variables[s.name].value
	for i, part := range parts {
		if i == len(parts)-1 || i == len(parts)-2 && c.isKids(part) {
			last = strings.Join(parts[i:], ".")
			break
		}
		o := c.object(v)
		at := c.find(o, part)
		if at < 0 || c.kind(o.items[at+1]) != jsonObject {
			c.r.fail(s.from, "there is no node %s%s yet; assign it before what is below it", s.name, "."+strings.Join(parts[:i+1], "."))
		}
		v = o.items[at+1]
	}
	if c.kind(v) != jsonObject {
		c.r.fail(s.from, "%s is no node, so this statement says nothing about the tree", quoted(s.name))
	}
	return c.object(v), last
}

func (c *construction) isKids(key string) bool { return keyUses[plainKey(key)].use == kidsUse }

func (c *construction) attribute(s programStatement) {
	o, key := c.target(s)
	c.r.pos = s.value
	c.set(o, key, s.from, c.read(1-trees.MaxLevels))
}

// method reads a call that changes a node or a graph.
func (c *construction) method(s programStatement) {
	r := c.r
	x := c.variables[s.name]
	if x.graph {
		c.graphMethod(s)
		return
	}
	o, path := c.target(s)
	method := plainKey(path[strings.LastIndexByte(path, '.')+1:])
	r.pos = s.value
	arguments, named := c.arguments()
	for _, f := range named {
		r.fail(c.at(f), "what this argument says of a node is not known")
	}
	what := withoutVerb(method)
	side := strings.TrimSuffix(strings.TrimSuffix(what, "child"), "node")
	switch use := keyUses[what].use; {
	case isOneOf(side, sideKeys) && len(arguments) == 1:
		c.set(o, side, s.from, arguments[0])
		return
	case len(arguments) == 1 && use != otherKey && use != kidsUse:
		c.set(o, what, s.from, arguments[0])
		return
	case what != "" && what != "all" && !isOneOf(what, kidKeys, addedKeys):
		r.fail(s.from, "what %s does to the tree is not known; a call adds a node, as in root.add_child(b)", shortened(s.name+s.path))
	}
	listed := strings.Contains(path, ".") || what != "" // a number is a child, and no key to be inserted
	var kids []int32
	action := noValue
	for _, v := range arguments {
		switch c.kind(v) {
		case jsonList:
			kids = append(kids, c.items(v)...)
		case jsonObject:
			kids = append(kids, v)
		case jsonString:
			if action >= 0 {
				r.fail(c.at(v), "what this argument says of a node is not known")
			}
			action = v
		case jsonNumber:
			if len(arguments) > 1 || !listed {
				r.fail(c.at(v), "what this argument says of a node is not known")
			}
			kids = append(kids, v)
		}
	}
	if len(kids) == 0 {
		r.fail(s.from, "what this call adds to the tree is not known; a call adds a node, as in root.add_child(b)")
	}
	if action >= 0 {
		if len(kids) != 1 || c.kind(kids[0]) != jsonObject {
			r.fail(c.at(action), "the name of a move belongs to one node")
		}
		c.set(c.object(kids[0]), "action", s.from, action)
	}
	c.addKidsTo(o, kids, s.from, !strings.HasPrefix(method, "set"))
}

// addKidsTo adds children to a node, beside those that it has, or in their place.
func (c *construction) addKidsTo(o *object, kids []int32, at int, beside bool) {
	i := c.find(o, "children")
	if i >= 0 && c.kind(o.items[i+1]) == jsonList && beside {
		list := c.object(o.items[i+1])
		list.items = append(list.items, kids...)
		return
	}
	list := c.holding(jsonList, nil, at)
	c.objects[list] = &object{items: kids}
	c.set(o, "children", at, list)
}

// join adds the nodes that name their parents, as in Node("A", parent=root), to these.
func (c *construction) join(at int) {
	for _, j := range c.joined {
		if c.kind(j.parent) != jsonObject {
			c.r.fail(at, "the parent of this node is no node; write the variable of a node, as in Node(\"B\", parent=root)")
		}
		c.addKidsTo(c.object(j.parent), []int32{j.child}, at, true)
	}
	c.joined = c.joined[:0]
}

// edgesOf reads the edges in the call that makes a graph: DiGraph([("A", "B")]).
func (c *construction) edgesOf(s programStatement) {
	m := graphOfEdges.FindStringSubmatchIndex(c.r.src[s.value:s.to])
	if m == nil {
		return
	}
	c.r.pos = s.value + m[2]
	list, named := c.arguments()
	for i := 0; i < len(named); i += 2 {
		if c.text(named[i]) == "edges" {
			list = append(list, named[i+1])
		}
	}
	for _, v := range list {
		switch c.kind(v) {
		case jsonList:
			for _, edge := range c.items(v) {
				if c.kind(edge) != jsonList {
					c.r.fail(c.at(edge), "expected an edge, such as (\"A\", \"B\")")
				}
				c.add(true, c.items(edge), nil, c.at(edge))
			}
		case jsonObject:
			c.fields(v, func(_ string, at, below int32) {
				if c.kind(below) != jsonList {
					c.r.fail(c.at(below), "expected a list of the nodes below this one")
				}
				for _, to := range c.items(below) {
					c.add(true, []int32{at, to}, nil, c.at(to))
				}
			})
		}
	}
}

// assignMembers reads G.nodes["A"]["value"] = 3 of networkx, and g.vs["value"] = [1, 2] of igraph, whose nodes have numbers
// from 0.
func (c *construction) assignMembers(s programStatement) {
	r := c.r
	var keys []int32
	for r.pos = s.value; r.peek() == '['; {
		list := c.list('[', r.mark(), 1-trees.MaxLevels)
		if len(list) != 1 {
			r.fail(s.value, "expected one key in the brackets")
		}
		keys = append(keys, list[0])
	}
	if !r.take('=') {
		r.expected(`"=" and a value`)
	}
	v := c.read(1 - trees.MaxLevels)
	switch {
	case len(keys) == 2:
		c.add(false, keys[:1], []int32{keys[1], v}, s.from)
	case c.kind(v) == jsonList:
		for i, item := range c.items(v) {
			if key := c.plainKey(c.text(keys[0])); c.kind(item) == jsonNumber && isOneOf(key, nameKeys) {
				c.add(false, []int32{c.string(decimal(i), s.from)}, []int32{c.string("value", s.from), item}, s.from)
			} else if c.kind(item) != jsonNull {
				c.add(false, []int32{c.string(decimal(i), s.from)}, []int32{keys[0], item}, s.from)
			}
		}
	default:
		r.fail(s.from, "what this statement says of the graph is not known; a value is given as in G.nodes[\"A\"][\"value\"] = 3")
	}
}

// setMembers reads nx.set_node_attributes(G, {"A": 3}, "value").
func (c *construction) setMembers(s programStatement) {
	r := c.r
	r.pos = s.value
	r.take(',')
	name := func() {
		if word := wordAt(r.src[r.mark():]); (word == "values" || word == "name") && strings.HasPrefix(strings.TrimLeft(r.src[r.pos+len(word):], " "), "=") {
			r.stepOver(len(word))
			r.take('=')
		}
	}
	name()
	v, key := c.read(1-trees.MaxLevels), noValue
	if r.take(',') && r.peek() != ')' {
		name()
		key = c.read(1 - trees.MaxLevels)
		r.take(',')
	}
	if !r.take(')') {
		r.expected(`")"`)
	}
	if c.kind(v) != jsonObject {
		r.fail(s.from, "expected an object from nodes to their values, as in {\"A\": 3}")
	}
	c.fields(v, func(_ string, at, value int32) {
		switch {
		case key >= 0:
			c.add(false, []int32{at}, []int32{key, value}, s.from)
		case c.kind(value) == jsonObject:
			c.add(false, []int32{at}, c.items(value), s.from)
		}
	})
}

// createNode reads tree.create_node("A", "a", parent="root", data=3) of treelib.
func (c *construction) createNode(s programStatement) {
	list, named := c.arguments()
	var more []int32
	tag, id, parent := noValue, noValue, noValue
	if len(list) > 0 {
		tag = list[0]
	}
	if len(list) > 1 {
		id = list[1]
	}
	if len(list) > 2 {
		parent = list[2]
	}
	for i := 0; i < len(named); i += 2 {
		switch key, v := c.text(named[i]), named[i+1]; key {
		case "tag":
			tag = v
		case "identifier":
			id = v
		case "parent":
			parent = v
		case "data":
			if c.kind(v) == jsonObject {
				more = append(more, c.items(v)...)
			} else {
				more = append(more, c.string("value", s.from), v)
			}
		}
	}
	if id < 0 {
		id = tag
	}
	if id < 0 {
		c.r.fail(s.from, "expected the name of a node, as in tree.create_node(\"A\", \"a\", parent=\"root\")")
	}
	if tag >= 0 {
		more = append(more, c.string("label", s.from), tag)
	}
	c.add(false, []int32{id}, more, s.from)
	if parent >= 0 && c.kind(parent) != jsonNull {
		c.add(true, []int32{parent, id}, nil, s.from)
	}
	if s.as != "" {
		c.variables[s.as] = &variable{name: s.as, at: s.from, value: id}
	}
}

// addedKeys are what a call adds, besides the keys of children.
var addedKeys = []string{"node", "leaf", "branch", "successor", "kid", "son"}

// withoutVerb returns what a method adds or sets: addChild adds a child.
func withoutVerb(method string) string {
	for _, verb := range changingVerbs {
		if what, ok := strings.CutPrefix(method, verb); ok {
			return what
		}
	}
	return method
}

// arguments reads those of a call. Those with a name are keys and values in turn.
func (c *construction) arguments() (list, named []int32) {
	r := c.r
	open := r.mark()
	r.take('(')
	for first := true; !r.take(')'); first = false {
		if !first && !r.take(',') {
			r.expected(`"," or ")"`)
		}
		if r.take(')') {
			break
		}
		if r.peek() == 0 {
			r.failOpen(open, `another argument or ")"`)
		}
		at := r.pos
		if key := wordAt(r.src[at:]); key != "" {
			r.stepOver(len(key))
			if r.take('=') {
				named = append(named, c.string(key, at), c.read(1-trees.MaxLevels))
				continue
			}
			r.pos = at
		}
		list = append(list, c.read(1-trees.MaxLevels))
	}
	return list, named
}

// graphMethod reads a call that adds nodes or edges to a graph, as those of networkx and graphviz.
func (c *construction) graphMethod(s programStatement) {
	r := c.r
	method := plainKey(strings.TrimLeft(s.path, ".-> "))
	edges := strings.Contains(method, "edge")
	if !edges && !strings.Contains(method, "node") || strings.HasPrefix(method, "attr") {
		r.pos = s.to
		return
	}
	r.pos = s.value
	if method == "createnode" {
		c.createNode(s)
		return
	}
	list, named := c.arguments()
	switch {
	case strings.HasSuffix(method, "sfrom") || strings.HasSuffix(method, "edges") || strings.HasSuffix(method, "nodes"):
		if len(list) != 1 || c.kind(list[0]) != jsonList || len(named) > 0 {
			r.fail(s.from, "expected a list of nodes or edges")
		}
		for _, item := range c.items(list[0]) {
			r.step()
			if c.kind(item) == jsonList {
				c.add(edges, c.items(item), nil, c.at(item))
			} else {
				c.add(edges, []int32{item}, nil, c.at(item))
			}
		}
	default:
		c.add(edges, list, named, s.from)
	}
}

// add adds a node or an edge of a graph.
func (c *construction) add(edge bool, list, named []int32, at int) {
	ends := 1
	keys := []string{"id"}
	if edge {
		ends, keys = 2, []string{"source", "target"}
	}
	if len(list) < ends || len(list) > ends+1 {
		c.r.fail(at, "expected a node, as in G.add_node(\"A\"), or an edge, as in G.add_edge(\"A\", \"B\")")
	}
	var items []int32
	for i := range ends {
		if k := c.kind(list[i]); k != jsonString && k != jsonNumber {
			c.r.fail(c.at(list[i]), "expected the name of a node, found %s", shortened(c.raw(list[i])))
		}
		items = append(items, c.string(keys[i], at), list[i])
	}
	if len(list) > ends {
		switch more := list[ends]; c.kind(more) {
		case jsonObject: // what networkx keeps with it
			items = append(items, c.items(more)...)
		default:
			items = append(items, c.string("label", at), more)
		}
	}
	if before, known := c.known[c.text(list[0])]; known && !edge { // which gets more members
		o := c.object(before)
		for i, more := 2*ends, append(items, named...); i < len(more); i += 2 {
			c.set(o, c.text(more[i]), at, more[i+1])
		}
		return
	}
	v := c.holding(jsonObject, append(items, named...), at)
	if edge {
		c.edges = append(c.edges, v)
		for i := range ends {
			c.declare(list[i], at)
		}
		return
	}
	c.knows(list[0], v)
}

// knows adds a node of a graph.
func (c *construction) knows(id, v int32) {
	if c.known == nil {
		c.known = map[string]int32{}
	}
	c.known[c.text(id)] = v
	c.nodes = append(c.nodes, v)
}

// declare adds a node that only an edge names.
func (c *construction) declare(id int32, at int) {
	if _, known := c.known[c.text(id)]; !known {
		c.knows(id, c.holding(jsonObject, []int32{c.string("id", at), id}, at))
	}
}

// document returns the value that the statements make.
func (c *construction) document() int32 {
	for v, o := range c.objects {
		c.jsonDocument.values[v].from = int32(len(c.within))
		c.within = append(c.within, o.items...)
		c.jsonDocument.values[v].to = int32(len(c.within))
	}
	if len(c.edges) > 0 {
		at := c.at(c.edges[0])
		nodes, edges := c.holding(jsonList, c.nodes, at), c.holding(jsonList, c.edges, at)
		return c.holding(jsonObject, []int32{c.string("nodes", at), nodes, c.string("edges", at), edges}, at)
	}
	c.adopt()
	var roots []*variable
	for _, x := range c.order {
		if !x.child {
			roots = append(roots, x)
		}
	}
	switch {
	case len(roots) == 0:
		c.r.fail(0, "these statements build no tree")
	case len(roots) == 1 && !numbersAlone(c.raw(roots[0].value)):
		return roots[0].value
	case c.merge(roots):
		var items []int32
		for _, x := range roots {
			items = append(items, c.items(x.value)...)
		}
		c.r.game.note("The objects that the text assigns are read as one.")
		return c.holding(jsonObject, items, roots[0].at)
	case c.ofGraph(roots):
		var items []int32
		for _, x := range roots {
			items = append(items, c.string(x.name, x.at), x.value)
		}
		return c.holding(jsonObject, items, roots[0].at)
	case c.named(roots):
		var items []int32
		for _, x := range roots {
			items = append(items, x.value)
		}
		return c.holding(jsonList, items, roots[0].at)
	}
	if x := roots[0]; len(roots) == 1 && numbersAlone(c.raw(x.value)) {
		c.r.failRead(x.at, listAlone)
	}
	c.r.failRead(roots[1].at, "a second tree begins here: %s is no child of another node; one tree is read at a time", quoted(roots[1].name))
	return noValue
}

// adopt finds which variables are below others. No node is below two, and none below itself.
func (c *construction) adopt() {
	of := map[int32]*variable{}
	for _, x := range c.order {
		of[x.value] = x
	}
	const open, done = 1, 2
	state := map[int32]uint8{}
	var visit func(v int32, level int)
	visit = func(v int32, level int) {
		if k := c.kind(v); k != jsonList && k != jsonObject || state[v] == done {
			return
		}
		if state[v] == open {
			c.r.failRead(c.at(v), "this node is below itself; a tree has a root, and no way leads back")
		}
		c.r.level(c.at(v), level)
		state[v] = open
		for _, item := range c.items(v) {
			c.r.step()
			if x := of[item]; x != nil {
				if x.child && x.made {
					c.r.failRead(x.at, "%s is a child of two nodes; a tree has one parent for each node", quoted(x.name))
				}
				x.child = true
			}
			visit(item, level+1)
		}
		state[v] = done
	}
	for _, x := range c.order {
		visit(x.value, -trees.MaxLevels) // a node is up to three levels of JSON
	}
}

// merge reports whether variables are an object of nodes, and others from nodes to their values.
func (c *construction) merge(roots []*variable) bool {
	ids := map[string]bool{}
	trees := 0
	for _, x := range roots {
		if c.kind(x.value) != jsonObject || x.made {
			return false
		}
		if c.areValues(x.value) {
			continue
		}
		trees++
		c.fields(x.value, func(key string, _, value int32) {
			ids[key] = true
			if c.kind(value) != jsonList {
				return
			}
			for _, item := range c.items(value) {
				if k := c.kind(item); k == jsonString || k == jsonNumber {
					ids[c.text(item)] = true
				}
			}
		})
	}
	if trees != 1 {
		return false
	}
	for _, x := range roots {
		if !c.areValues(x.value) {
			continue
		}
		shared := false
		c.fields(x.value, func(key string, _, _ int32) { shared = shared || ids[key] })
		if !shared {
			return false
		}
	}
	return true
}

// ofGraph reports whether two variables are the lists of the nodes and of the edges of a graph, as vis.js has them.
func (c *construction) ofGraph(roots []*variable) bool {
	nodes, edges := 0, 0
	for _, x := range roots {
		switch name := plainKey(x.name); {
		case c.kind(x.value) != jsonList:
		case name == "nodes" || name == "vertices":
			nodes++
		case isOneOf(name, edgeListKeys):
			edges++
		}
	}
	return nodes == 1 && edges == 1 && len(roots) == 2
}

// areValues reports whether an object has numbers alone, or lists of them.
func (c *construction) areValues(v int32) bool {
	all := true
	c.fields(v, func(_ string, _, value int32) {
		all = all && (c.kind(value) == jsonNumber || c.numbers(value) != nil && strings.HasPrefix(c.raw(value), "("))
	})
	return all
}

// named reports whether nodes name their children.
func (c *construction) named(roots []*variable) bool {
	found := false
	for _, x := range roots {
		if c.kind(x.value) != jsonObject || !x.made {
			return false
		}
		m := c.ownMembers(x.value)
		if m.kids < 0 {
			continue
		}
		for _, item := range c.items(m.fields[m.kids].value) {
			found = found || c.kind(item) == jsonString && !c.isScore(item)
		}
	}
	return found
}
