package foreign

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strings"

	"espalier/trees"
)

// XML of nodes: the elements are the nodes, and their attributes, their texts and elements such as <value> are the members
// of the JSON of nodes; see children.go. GraphML and GEXF become the lists of nodes and edges of jsongraph.go.
//
//	<node player="max"><leaf value="3"/><leaf value="5"/></node>
//	<max><min><leaf>3</leaf></min><leaf>5</leaf></max>

var (
	xmlBegin  = regexp.MustCompile(`^<(?:\?xml|!--|[A-Za-z_][\w.:-]*(?:\s|/?>))`)
	htmlBegin = regexp.MustCompile(`(?i)^<(?:html|head|body|div|p|svg|table|ul|pre)\b`)
)

// isXML reports whether a text begins as XML, and not as the HTML of a page.
func isXML(text string) bool {
	begin := text[:min(len(text), maxAssignment)]
	return xmlBegin.MatchString(begin) && !htmlBegin.MatchString(begin) && (strings.Contains(text, "</") || strings.Contains(text, "/>"))
}

func (r *reader) xml() {
	r.peek()
	x := &xmlReader{childrenReader: newChildrenReader(r), start: r.pos}
	x.dec = xml.NewDecoder(strings.NewReader(r.src[r.pos:]))
	x.dec.Entity = map[string]string{} // none but those of XML itself
	root := x.elements()
	r.pos = len(r.src)
	v := noValue
	switch strings.ToLower(root.name) {
	case "graphml":
		v = x.graphML(root)
	case "gexf":
		v = x.gexf(root)
	default:
		v = x.object(x.within(root))
	}
	if x.named {
		r.game.note("Elements whose names say nothing else are nodes of that name.")
	}
	x.game(v)
}

type xmlReader struct {
	*childrenReader
	dec   *xml.Decoder
	start int // where the XML begins in the text
	named bool
}

// An element is one of the text. words is its own text.
type element struct {
	name       string
	at         int
	attributes []xmlText
	words      xmlText
	parts      []string // of its words, between its elements
	kids       []*element
}

type xmlText struct {
	key, s string
	at     int
}

func (e *element) attribute(key string) xmlText {
	for _, a := range e.attributes {
		if a.key == key {
			return a
		}
	}
	return xmlText{at: e.at}
}

// offset is the byte that is read next.
func (x *xmlReader) offset() int { return x.start + int(x.dec.InputOffset()) }

// elements reads the text, and returns its root.
func (x *xmlReader) elements() (root *element) {
	r := x.r
	var open []*element
	for {
		at := x.offset()
		token, err := x.dec.Token()
		for range x.offset() - at {
			r.step()
		}
		switch {
		case err == io.EOF && root != nil:
			return root
		case err == io.EOF:
			r.failRead(at, "this XML has no element; a tree is written as <max><leaf>3</leaf><leaf>5</leaf></max>")
		case err != nil:
			r.wrongXML(max(at, x.offset()), err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			r.level(at, len(open)-trees.MaxLevels)
			e := &element{name: t.Name.Local, at: at, attributes: x.attributes(t, at)}
			switch {
			case len(open) > 0:
				above := open[len(open)-1]
				above.kids = append(above.kids, e)
			case root != nil:
				r.failRead(at, "a second root begins here: <%s>; one tree is read at a time", shortened(e.name))
			default:
				root = e
			}
			open = append(open, e)
		case xml.EndElement:
			e := open[len(open)-1]
			e.words.s = strings.Join(e.parts, " ")
			open = open[:len(open)-1]
		case xml.CharData:
			if words := strings.TrimSpace(string(t)); words != "" && len(open) > 0 {
				e := open[len(open)-1]
				if e.parts == nil {
					e.words.at = at + len(r.src[at:]) - len(strings.TrimLeft(r.src[at:], blankCharacters))
				}
				e.parts = append(e.parts, words)
			}
		}
	}
}

// wrongXML fails with an error of the package xml.
func (r *reader) wrongXML(at int, err error) {
	message := err.Error()
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		message = syntax.Msg
	}
	r.fail(min(at, len(r.src)), "this XML cannot be read: %s", shortened(strings.TrimPrefix(message, "xml: ")))
}

// attributes returns those of an element with their places, but for those of namespaces.
func (x *xmlReader) attributes(t xml.StartElement, at int) (list []xmlText) {
	src := x.r.src
	end := x.offset()
	for _, a := range t.Attr {
		i := strings.Index(src[at:end], a.Name.Local)
		if i >= 0 {
			at += i + len(a.Name.Local)
			if i = strings.IndexAny(src[at:end], `"'`); i >= 0 {
				at += i + 1
			}
		}
		if a.Name.Space == "" && a.Name.Local != "xmlns" {
			list = append(list, xmlText{a.Name.Local, strings.TrimSpace(a.Value), at})
		}
		at = min(at+len(a.Value), end)
	}
	return list
}

// frames are elements around a tree, and plainElements are nodes whose names say nothing.
var (
	frames        = []string{"map", "opml", "body", "tree", "gametree", "game", "xml", "document", "data", "root"}
	plainElements = []string{"leaf", "terminal", "node", "inner", "decision", "child", "tree", "gametree", "game", "root", "outline", "item", "branch", "state", "move", "action", "treenode", "entry", "element"}
)

// within returns the root of the tree, below elements that only hold it.
func (x *xmlReader) within(e *element) *element {
	for isOneOf(plainKey(e.name), frames) && e.words.s == "" {
		var held *element
		for _, k := range e.kids {
			switch name := plainKey(k.name); {
			case name == "head", isOneOf(name, titleKeys) && len(k.kids) == 0:
				for _, title := range append(k.kids, k) {
					if isOneOf(plainKey(title.name), titleKeys) {
						x.r.game.title = title.words.s
					}
				}
			case held != nil:
				return e
			default:
				held = k
			}
		}
		if held == nil {
			return e
		}
		for _, a := range e.attributes {
			if key := plainKey(a.key); isOneOf(key, titleKeys) || key == "name" {
				x.r.game.title = a.s
			} else if key != "version" {
				return e
			}
		}
		e = held
	}
	return e
}

// text adds a string that is in the text.
func (x *xmlReader) text(s string, at int) int32 {
	x.r.pos = min(at+len(s), len(x.r.src))
	return x.string(s, at)
}

// object adds the object of an element.
func (x *xmlReader) object(e *element) int32 {
	r := x.r
	r.step()
	var items, kids []int32
	said := map[string]bool{}
	add := func(key string, v int32) {
		said[plainKey(key)] = true
		items = append(items, x.text(key, e.at), v)
	}
	for _, a := range e.attributes {
		key := a.key
		switch name := plainKey(key); {
		case name == "text": // of mind maps and OPML
			key = "name"
		case keyUses[name].use == nameUse && keyUses[plainKey(e.name)].use == actionUse: // <move name="L">
			key = "action"
		}
		add(key, x.text(a.s, a.at))
	}
	x.below(e, add, &kids)
	m, _, mover := moverOf(e.name)
	plain := plainKey(e.name)
	switch {
	case mover && m == playerMoves:
		add("player", x.text(e.name, e.at))
	case mover:
		add("type", x.text(e.name, e.at))
	case isOneOf(plain, sideKeys):
		add("action", x.text(e.name, e.at))
	case !isOneOf(plain, plainElements) && !said["name"] && !said["label"]:
		x.named = true
		add("name", x.text(e.name, e.at))
	}
	if e.words.s != "" {
		x.words(e, mover, said["name"] || said["label"], len(kids) > 0, add)
	}
	if len(kids) > 0 {
		list := x.holding(jsonList, kids, e.at)
		add("children", list)
	}
	return x.holding(jsonObject, items, e.at)
}

// below reads the elements in one: members, nodes, and elements that hold nodes.
func (x *xmlReader) below(e *element, add func(key string, v int32), kids *[]int32) {
	for _, k := range e.kids {
		plain := plainKey(k.name)
		_, _, mover := moverOf(k.name)
		use := keyUses[plain].use
		switch {
		case !mover && use == kidsUse && !isOneOf(plain, plainElements) && len(k.attributes) == 0 && k.words.s == "":
			x.below(k, add, kids)
		case !mover && use != otherKey && use != kidsUse && use != sideUse && len(k.kids) == 0 && len(k.attributes) == 0 && !(isOneOf(plain, plainElements) && numberAt(k.words.s) == k.words.s):
			add(k.name, x.text(k.words.s, k.words.at))
		default:
			*kids = append(*kids, x.object(k))
		}
	}
}

// words reads the text of an element: its value, or its name, which may hold the value.
func (x *xmlReader) words(e *element, mover, named, inner bool, add func(key string, v int32)) {
	s, at := e.words.s, e.words.at
	list, number := x.r.texNumbers(s, at)
	switch {
	case mover && !inner && (len(list) > 1 || len(strings.Fields(s)) > 1 && numberAt(s) != ""):
		x.r.failRead(at, "write each child as an element of its own, such as <leaf>3</leaf>, and scores as (1, 2) in a leaf")
	case number || s == "?":
		add("value", x.text(s, at))
	case named:
		add("text", x.text(s, at))
	default:
		add("name", x.text(s, at))
	}
}

// A xmlGraph collects nodes and edges.
type xmlGraph struct {
	x            *xmlReader
	at           int
	nodes, edges []int32
}

func (g *xmlGraph) document() int32 {
	x := g.x
	nodes, edges := x.holding(jsonList, g.nodes, g.at), x.holding(jsonList, g.edges, g.at)
	return x.holding(jsonObject, []int32{x.text("nodes", g.at), nodes, x.text("edges", g.at), edges}, g.at)
}

// add adds a node or an edge with what is said of it.
func (g *xmlGraph) add(e *element, edge bool, says []xmlText) {
	x := g.x
	x.r.step()
	needed := []string{"id"}
	if edge {
		needed = []string{"source", "target"}
	}
	var items []int32
	for _, key := range needed {
		a := e.attribute(key)
		if a.s == "" {
			x.r.failRead(e.at, "<%s> has no %s; a graph is written as <node id=\"a\"/> and <edge source=\"a\" target=\"b\"/>", shortened(e.name), key)
		}
		items = append(items, x.text(key, a.at), x.text(a.s, a.at))
	}
	for _, t := range says {
		items = append(items, x.text(t.key, t.at), x.text(t.s, t.at))
	}
	v := x.holding(jsonObject, items, e.at)
	if edge {
		g.edges = append(g.edges, v)
	} else {
		g.nodes = append(g.nodes, v)
	}
}

// graphML returns the document of a graph in GraphML.
func (x *xmlReader) graphML(root *element) int32 {
	keys := map[string]string{}
	g := &xmlGraph{x: x, at: root.at}
	var graphs int
	for _, e := range root.kids {
		switch e.name {
		case "key":
			keys[e.attribute("id").s] = first(e.attribute("attr.name").s, e.attribute("yfiles.type").s)
		case "graph":
			if graphs++; graphs > 1 {
				x.r.failRead(e.at, "a second graph begins here; one tree is read at a time")
			}
			x.undirected = e.attribute("edgedefault").s == "undirected"
			for _, k := range e.kids {
				switch k.name {
				case "node", "edge":
					g.add(k, k.name == "edge", x.dataOf(k, keys))
				case "hyperedge":
					x.r.failRead(k.at, "an edge of a tree has two ends, and a hyperedge has more; write <edge source=\"a\" target=\"b\"/>")
				case "data", "desc":
				default:
					x.ignore(k.name)
				}
			}
		}
	}
	if len(g.edges) == 0 {
		x.r.failRead(root.at, "this graph has no edges; an edge is written as <edge source=\"a\" target=\"b\"/>")
	}
	return g.document()
}

// dataOf returns what the elements in a node or an edge of GraphML say: data with keys, and the labels of yEd.
func (x *xmlReader) dataOf(e *element, keys map[string]string) (says []xmlText) {
	for _, a := range e.attributes {
		if a.key == "label" || a.key == "name" || a.key == "value" {
			says = append(says, a)
		}
	}
	for _, d := range e.kids {
		x.r.step()
		if d.name != "data" {
			x.ignore(d.name)
			continue
		}
		if d.words.s != "" {
			says = append(says, xmlText{first(keys[d.attribute("key").s], d.attribute("key").s), d.words.s, d.words.at})
		}
		var labels func(e *element)
		labels = func(e *element) {
			for _, k := range e.kids {
				x.r.step()
				if (k.name == "NodeLabel" || k.name == "EdgeLabel") && k.words.s != "" {
					says = append(says, xmlText{"label", k.words.s, k.words.at})
				}
				labels(k)
			}
		}
		labels(d)
	}
	return says
}

// gexf returns the document of a graph in GEXF.
func (x *xmlReader) gexf(root *element) int32 {
	g := &xmlGraph{x: x, at: root.at}
	titles := map[string]string{}
	for _, graph := range root.kids {
		if graph.name != "graph" {
			continue
		}
		x.undirected = graph.attribute("defaultedgetype").s != "directed"
		for _, part := range graph.kids {
			for _, e := range part.kids {
				switch {
				case part.name == "attributes":
					titles[part.attribute("class").s+" "+e.attribute("id").s] = e.attribute("title").s
				case part.name == "nodes" || part.name == "edges":
					edge := part.name == "edges"
					class := map[bool]string{false: "node ", true: "edge "}[edge]
					var says []xmlText
					if label := e.attribute("label"); label.s != "" {
						says = append(says, label)
					}
					for _, values := range e.kids {
						for _, v := range values.kids {
							key := first(v.attribute("for").s, v.attribute("id").s)
							value := v.attribute("value")
							says = append(says, xmlText{first(titles[class+key], key), value.s, value.at})
						}
					}
					g.add(e, edge, says)
				}
			}
		}
	}
	if len(g.edges) == 0 {
		x.r.failRead(root.at, "this graph has no edges; an edge is written as <edge source=\"a\" target=\"b\"/>")
	}
	return g.document()
}
