package foreign

import (
	"slices"
	"strings"

	"espalier/trees"
)

// This file reads calls that make a node, as programs have them, as objects of the JSON of nodes:
//
//	Node("A", [Node("B", value=3), Node("C", value=5)])
//	new TreeNode({name: "A"}, 3)
//	Node(List(Leaf(3), Leaf(5)))
//
// An argument with a name is a member. Without one, a text is the name, a number the value, and lists and nodes are the
// children.

// constructorAt returns the function that is called at the start of a text, with what is before its
// bracket; "" if none is.
func constructorAt(text string) string {
	end := 0
	for word := wordAt(text); word != ""; word = wordAt(text[end:]) {
		end += len(word)
		switch {
		case word == "new" && strings.HasPrefix(text[end:], " "):
			end += len(text[end:]) - len(strings.TrimLeft(text[end:], " "))
		case strings.HasPrefix(text[end:], "."):
			end++
		case strings.HasPrefix(text[end:], "::"):
			end += len("::")
		case strings.HasPrefix(text[end:], "("):
			return text[:end]
		default:
			return ""
		}
		if end > maxFunction {
			break
		}
	}
	return ""
}

// wrappers are functions and types that hold one value.
var wrappers = []string{"Box", "Rc", "Arc", "RefCell", "Cell", "Some", "Just", "unique_ptr", "shared_ptr"}

// makers are methods of a class that make one of it.
var makers = []string{"new", "of", "create", "make", "from", "build", "init"}

// classOf returns the class in the name of a function: MaxNode of MaxNode::new.
func classOf(name string) string {
	parts := strings.FieldsFunc(name, func(ch rune) bool { return ch == '.' || ch == ' ' || ch == ':' })
	last := len(parts) - 1
	if last > 0 && isOneOf(parts[last], makers) && parts[last-1] != "List" {
		last--
	}
	return parts[last]
}

// wrapped reads the one value in brackets.
func (d *jsonDocument) wrapped(level int) int32 {
	r := d.r
	open := r.mark()
	r.take('(')
	v := d.read(level)
	if r.peek() == 0 && r.pos == len(r.src) {
		r.failOpen(open, `")"`)
	}
	if !r.take(')') {
		r.expected(`")"`)
	}
	return v
}

// paths reads the nodes of bigtree, which are named by the way to them, as a table of nodes with their parents:
// dict_to_tree({"a": {}, "a/b": {"value": 3}}).
func (d *jsonDocument) paths(at, level int) int32 {
	v := d.wrapped(level)
	var rows []int32
	seen := map[string]bool{}
	add := func(path string, at int, members []int32) {
		path = strings.Trim(path, "/")
		for from := strings.IndexByte(path, '/'); from > 0; { // nodes that the way passes are nodes, too
			if above := path[:from]; !seen[above] {
				seen[above] = true
				rows = append(rows, d.row(above, at, nil))
			}
			next := strings.IndexByte(path[from+1:], '/')
			if next < 0 {
				break
			}
			from += 1 + next
		}
		if !seen[path] {
			seen[path] = true
			rows = append(rows, d.row(path, at, members))
		}
	}
	switch d.kind(v) {
	case jsonList:
		for _, item := range d.items(v) {
			d.r.step()
			add(d.text(item), d.at(item), nil)
		}
	case jsonObject:
		d.fields(v, func(key string, at, value int32) {
			var members []int32
			if d.kind(value) == jsonObject {
				members = d.items(value)
			} else if d.kind(value) != jsonNull {
				members = []int32{d.string("value", d.at(value)), value}
			}
			add(key, d.at(at), members)
		})
	}
	return d.holding(jsonList, rows, at)
}

// row returns a node with the way to it.
func (d *jsonDocument) row(path string, at int, members []int32) int32 {
	i := strings.LastIndexByte(path, '/')
	items := []int32{d.string("id", at), d.string(path, at), d.string("parent", at), d.string(path[:max(0, i)], at)}
	named := false
	for j := 0; j < len(members); j += 2 {
		named = named || isOneOf(d.text(members[j]), nameKeys)
	}
	if !named {
		items = append(items, d.string("label", at), d.string(path[i+1:], at))
	}
	return d.holding(jsonObject, append(items, members...), at)
}

// listCalls are functions that make a list of their arguments. Those in pythonLists, of Python and vis.js, take a list.
var (
	listCalls   = []string{"List", "Seq", "Vector", "Array", "IndexedSeq", "LazyList", "Stream", "of", "asList", "listOf", "arrayOf", "mutableListOf", "arrayListOf"}
	pythonLists = []string{"list", "tuple", "array", "asarray", "DataSet"}
)

// maxFunction bounds the name of a function with its module.
const maxFunction = 100

// constructor reads a call as an object.
func (d *jsonDocument) constructor(name string, at, level int) int32 {
	r := d.r
	if word := trees.NotFiniteAt(r.src[r.pos:]); word != "" {
		r.failNotFinite(at, word)
	}
	r.stepOver(len(name))
	class := classOf(name)
	if isOneOf(class, wrappers) {
		return d.wrapped(level)
	}
	switch lists := isOneOf(class, listCalls, pythonLists); {
	case lists && level <= -trees.MaxLevels:
		r.fail(at, "the call %s makes a list; write the list itself, such as [3, 5]", shortened(name))
	case isOneOf(class, listCalls):
		return d.holding(jsonList, d.list('(', r.mark(), level), at)
	case isOneOf(class, pythonLists):
		items := d.list('(', r.mark(), level)
		if len(items) != 1 || d.kind(items[0]) != jsonList {
			r.fail(at, "the call %s makes a list of one argument, which is a list, such as [3, 5]", shortened(name))
		}
		return items[0]
	}
	if class == "list_to_tree" || class == "dict_to_tree" {
		return d.paths(at, level)
	}
	m := d.madeBy(class, at)
	if graphCalls[class] {
		return d.graphCall(class, level)
	}
	before, prob := d.ofChance, noValue
	who, _, _ := moverOf(m.said)
	ofChance := who == chanceMoves
	open, within := r.mark(), "" // the last call that is an argument
	r.take('(')
	for first := true; !r.take(')'); first = false {
		if !first && r.take(',') && r.take(')') {
			break
		}
		if r.peek() == 0 && r.pos == len(r.src) {
			r.failOpen(open, `another argument or ")"`)
		}
		argument := r.mark()
		if key := wordAt(r.src[r.pos:]); key != "" {
			r.stepOver(len(key))
			if r.take('=') || r.peek() == ':' && !strings.HasPrefix(r.src[r.pos:], "::") && r.take(':') {
				if key == "parent" {
					if d.variables == nil {
						r.fail(argument, "a node that names its parent is not read alone; write the statements that make all nodes, or the node among the children of its parent")
					}
					m.parent = d.read(level + 1)
					d.next()
					continue
				}
				d.ofChance = ofChance
				v := d.read(level + 1)
				if key == "label" && m.labelled() {
					m.label = v
					d.next()
					continue
				}
				m.entry = m.entry || d.kind(v) == jsonObject && isOneOf(plainKey(key), linkKeys)
				m.add(key, v)
				d.next()
				continue
			}
			r.pos = argument
		}
		tuple := r.peek() == '('
		within = constructorAt(r.src[r.pos:])
		d.ofChance = ofChance
		v := d.read(level + 1)
		d.next()
		switch kind := d.kind(v); {
		case ofChance && kind == jsonNumber && prob < 0:
			prob = v
			continue
		case ofChance && kind == jsonObject && prob >= 0:
			v, prob = d.likely(prob, v), noValue
		case kind == jsonList && m.labelled() && len(d.items(v)) == 0:
			continue
		case kind == jsonList && (class == "OrderedTree" || class == "RootedTree"):
			d.shape(v)
		}
		m.argument(v, tuple, argument)
	}
	if within != "" && strings.HasSuffix(class, "Tree") && !m.labelled() && strings.HasSuffix(classOf(within), "Node") && len(m.kids) == 1 && len(m.items) == 0 && m.list < 0 {
		d.ofChance = before
		return m.kids[0] // new Tree(new Node(…)) holds the root
	}
	if d.ofChance = before; prob >= 0 {
		m.argument(prob, false, d.at(prob))
	}
	if m.mover && m.said == class && level > -trees.MaxLevels && len(m.kids) == 0 && m.list < 0 && len(m.items) == 2 && m.valued {
		r.fail(at, "what %s says of a node is not known; write who moves as player=\"max\", and the probability of a child as prob=0.5", shortened(r.src[at:r.pos]))
	}
	v := m.object()
	if m.parent >= 0 && d.kind(m.parent) != jsonNull {
		d.joined = append(d.joined, joinedNode{m.parent, v})
	}
	return v
}

// A joinedNode is a node that names its parent.
type joinedNode struct{ parent, child int32 }

// A madeNode is what the arguments of a call say of a node.
type madeNode struct {
	d           *jsonDocument
	at          int
	items, kids []int32
	list        int32 // of children; -1: there is none
	label       int32 // of a tree of Sage; noValue: there is none
	parent      int32 // noValue: it names none
	class       string
	said        string // the class without Node: MaxNode says who moves
	mover       bool   // it says so
	valued      bool
	named       bool
	entry       bool // it is an entry for a move, with the node in it
}

func (d *jsonDocument) madeBy(class string, at int) *madeNode {
	m := &madeNode{d: d, at: at, list: -1, label: noValue, parent: noValue, class: class, said: strings.TrimSuffix(strings.TrimSuffix(class, "Node"), "_node")}
	_, _, m.mover = moverOf(m.said)
	return m
}

func (m *madeNode) add(key string, value int32) {
	m.items = append(m.items, m.d.string(key, m.at), value)
}

// argument takes one without a name.
func (m *madeNode) argument(v int32, tuple bool, at int) {
	d := m.d
	switch kind := d.kind(v); {
	case kind == jsonNull:
	case kind == jsonString && (!m.named || typed(d.text(v))):
		if typed(d.text(v)) {
			m.add("type", v)
			break
		}
		m.named = true
		m.add("name", v)
	case (kind == jsonNumber || kind == jsonList && tuple) && !m.valued:
		m.valued = true
		m.add("value", v)
	case kind == jsonList && m.list < 0 && len(m.kids) == 0:
		m.list = v
		d.listed = true
	case kind == jsonObject && m.list < 0:
		m.kids = append(m.kids, v)
	default:
		d.r.fail(at, "what %s says of a node is not known; write its name, such as value=3 or children=[…]", quoted(d.raw(v)))
	}
}

// object returns the object that the call makes.
func (m *madeNode) object() int32 {
	if len(m.kids) > 0 {
		m.list = m.d.holding(jsonList, m.kids, m.at)
	}
	if m.list >= 0 {
		m.add("children", m.list)
	}
	if m.label >= 0 {
		m.addLabel()
	}
	if m.mover && !m.entry {
		m.add("type", m.d.string(m.said, m.at))
	}
	return m.d.holding(jsonObject, m.items, m.at)
}

// labelled reports whether the node is one of a labelled tree of Sage: the label of a leaf is its value.
func (m *madeNode) labelled() bool {
	return strings.HasPrefix(m.class, "Labelled") && strings.HasSuffix(m.class, "Tree")
}

// addLabel adds what a label says: the value, who moves, or the name.
func (m *madeNode) addLabel() {
	d := m.d
	word := d.raw(m.label)
	if d.kind(m.label) == jsonString {
		word = strings.TrimSpace(d.text(m.label))
	}
	switch {
	case d.kind(m.label) == jsonNull:
	case d.kind(m.label) == jsonList, numberAt(word) == word && word != "", isOpen(word) && m.list < 0:
		m.add("value", m.label)
	case m.list >= 0 && typed(word):
		m.add("type", m.label)
	default:
		m.add("name", m.label)
	}
}

// shape makes the empty lists in a list leaves whose values are not known, as in OrderedTree([[], [[], []]]).
func (d *jsonDocument) shape(v int32) {
	d.shaped = true
	for i, item := range d.items(v) {
		d.r.step()
		switch {
		case d.kind(item) == jsonList && len(d.items(item)) == 0:
			d.items(v)[i] = d.string("?", d.at(item))
		case d.kind(item) == jsonList:
			d.shape(item)
		}
	}
}

// graphCalls are the classes of graphs of Sage and networkx, and Cytoscape.js, whose one argument is the graph.
var graphCalls = map[string]bool{"DiGraph": true, "Graph": true, "MultiDiGraph": true, "MultiGraph": true, "cytoscape": true}

// graphCall reads the argument of a class of graphs: an object of nodes with their children. Options are read over.
func (d *jsonDocument) graphCall(class string, level int) int32 {
	r := d.r
	open := r.mark()
	r.take('(')
	if r.peek() != '{' {
		r.expected("an object with the children of each node, such as " + class + `({"A": ["B", "C"]})`)
	}
	d.isGraph = true
	v := d.read(level)
	for r.take(',') {
		if word := wordAt(r.src[r.mark():]); word != "" {
			r.stepOver(len(word))
			if !r.take('=') {
				r.expected(`"=" and the option`)
			}
			d.read(level)
			d.options = true
		}
	}
	if r.mark() == len(r.src) {
		r.failOpen(open, `")"`)
	}
	if !r.take(')') {
		r.expected(`"," or ")"`)
	}
	return v
}

// typed reports whether an argument says who moves, or that the node is a leaf.
func typed(word string) bool {
	_, _, mover := moverOf(word)
	return mover || slices.Contains([]string{"leaf", "terminal", "decision", "inner", "internal"}, folded(word))
}

// next checks that an argument ends.
func (d *jsonDocument) next() {
	r := d.r
	if c := r.peek(); c != ',' && c != ')' && r.pos < len(r.src) {
		r.expected(`"," or ")"`)
	}
}
