package program

import (
	"go.starlark.net/starlark"

	"espalier/trees"
)

// A source is what the nodes of a program are nodes of.
type source interface {
	// expand makes the children of a node.
	expand(n *node) []*node
	// count returns how many there are, and limit an error if they cannot be made.
	count(n *node) int
	limit(n *node) error
	// name returns what a person calls a node.
	name(n *node) string
	// attr returns what the tree document has of a node; nil: it is no attribute of a node.
	attr(n *node, name string) starlark.Value
	scalar() bool // a value is one number, Max's
	players() int
	info() *gameInfo
	// appendHeader appends the members of the header of a trace that say what is searched.
	appendHeader(b []byte) []byte
}

// A node is one of the tree, as the program has it.
type node struct {
	from     source
	parent   *node
	index    int // among the children of its parent
	id       int // in a tree its number, else its place in the order in which nodes are made
	children []*node
	expanded bool
	visited  bool
}

var _ starlark.HasAttrs = (*node)(nil)

// String is how a node is printed: by its name, where the tree has names.
func (n *node) String() string { return "<node " + n.from.name(n) + ">" }

func (n *node) Type() string          { return "node" }
func (n *node) Freeze()               {}
func (n *node) Truth() starlark.Bool  { return true }
func (n *node) Hash() (uint32, error) { return uint32(n.id) * 2654435761, nil }

func (n *node) kids() []*node {
	if !n.expanded {
		n.children, n.expanded = n.from.expand(n), true
	}
	return n.children
}

func (n *node) depth() (plies int) {
	for a := n.parent; a != nil; a = a.parent {
		plies++
	}
	return plies
}

// isBelow reports whether a node is another one or below it.
func (n *node) isBelow(above *node) bool {
	for ; n != nil; n = n.parent {
		if n == above {
			return true
		}
	}
	return false
}

// nodeAttrs are the attributes of a node.
var nodeAttrs = []string{"children", "value", "player", "leaf", "chance", "probability", "label", "move", "depth", "heuristic"}

func (n *node) AttrNames() []string { return nodeAttrs }

func (n *node) Attr(name string) (starlark.Value, error) {
	switch name {
	case "children":
		if err := n.from.limit(n); err != nil {
			return nil, err
		}
		kids := n.kids()
		list := make([]starlark.Value, len(kids))
		for i, k := range kids {
			list[i] = k
		}
		return starlark.NewList(list), nil // its own: a program may sort it
	case "leaf":
		return starlark.Bool(n.from.count(n) == 0), nil
	case "depth":
		return starlark.MakeInt(n.depth()), nil
	}
	if v := n.from.attr(n, name); v != nil {
		return v, nil
	}
	return nil, starlark.NoSuchAttrError(noField("a node", name, nodeAttrs))
}

func listed(names []string) string {
	s := ""
	for i, name := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			s += " and "
		default:
			s += ", "
		}
		s += "." + name
	}
	return s
}

// treeSource is a tree whose nodes are all there.
type treeSource struct {
	tree     *trees.Tree
	lettered *trees.Tree // with the letters of its picture; nil: no name was asked for
}

func (s *treeSource) scalar() bool { return s.tree.Kind == trees.Minimax }
func (s *treeSource) players() int { return s.tree.Players }

func (s *treeSource) count(n *node) int { return len(s.tree.Kids(n.id)) }
func (s *treeSource) limit(*node) error { return nil }

func (s *treeSource) name(n *node) string {
	if n.parent == nil {
		return "root"
	}
	if s.lettered == nil {
		s.lettered = s.tree.WithLetters()
	}
	return s.lettered.Name(n.id)
}

func (s *treeSource) expand(n *node) []*node {
	kids := s.tree.Kids(n.id)
	list := make([]*node, len(kids))
	all := make([]node, len(kids))
	for i, k := range kids {
		all[i] = node{from: s, parent: n, index: i, id: int(k)}
		list[i] = &all[i]
	}
	return list
}

func (s *treeSource) attr(n *node, name string) starlark.Value {
	t := s.tree
	switch name {
	case "value":
		if v, known := t.Value(n.id); known && t.IsLeaf(n.id) {
			return s.value(&v)
		}
		return starlark.None
	case "heuristic":
		if v, has := t.Static(n.id); has {
			return s.value(&v)
		}
		return starlark.None
	case "player":
		if p := t.Mover(n.id); p > 0 && !t.IsLeaf(n.id) {
			return starlark.MakeInt(p)
		}
		return starlark.None
	case "chance":
		return starlark.Bool(t.IsChance(n.id))
	case "probability":
		if n.parent == nil || !t.IsChance(n.parent.id) {
			return starlark.None
		}
		return fromNumber(t.Prob(n.id))
	case "label":
		return text(t.Label(n.id))
	case "move":
		return text(t.Action(n.id))
	}
	return nil
}

// value returns a value as the program has it: in a minimax tree a number, else one for each player.
func (s *treeSource) value(v *trees.Vector) starlark.Value {
	return fromVector(v, s.players(), s.tree.Unit, s.scalar())
}

func fromVector(v *trees.Vector, players int, unit trees.Score, scalar bool) starlark.Value {
	if scalar {
		return fromNumber(trees.Number{Score: v[0], Unit: unit})
	}
	t := make(starlark.Tuple, players)
	for p := range players {
		t[p] = fromNumber(trees.Number{Score: v[p], Unit: unit})
	}
	return t
}

func text(s string) starlark.Value {
	if s == "" {
		return starlark.None
	}
	return starlark.String(s)
}

func fromNumber(n trees.Number) starlark.Value {
	if n.Score%n.Unit == 0 {
		return starlark.MakeInt64(int64(n.Score / n.Unit))
	}
	return starlark.Float(n.Float())
}

// A gameInfo is the value of game: what is known of the whole tree.
type gameInfo struct{ fields starlark.StringDict }

var gameAttrs = []string{"players", "maxsum", "minp", "maxp", "delta", "kind"}

func (g *gameInfo) String() string        { return "<game>" }
func (g *gameInfo) Type() string          { return "game" }
func (g *gameInfo) Freeze()               {}
func (g *gameInfo) Truth() starlark.Bool  { return true }
func (g *gameInfo) Hash() (uint32, error) { return 0, nil }
func (g *gameInfo) AttrNames() []string   { return gameAttrs }
func (g *gameInfo) Attr(name string) (starlark.Value, error) {
	if v, has := g.fields[name]; has {
		return v, nil
	}
	return nil, starlark.NoSuchAttrError(noField("game", name, gameAttrs))
}

func (s *treeSource) info() *gameInfo {
	t := s.tree
	g := &gameInfo{starlark.StringDict{"players": starlark.MakeInt(t.Players), "kind": starlark.String(t.Kind.String())}}
	limit := func(name string, of func(player int) trees.Opt) {
		var v trees.Vector
		equal := true
		for p := range t.Width() {
			o := of(p + 1)
			if !o.Given {
				g.fields[name] = starlark.None
				return
			}
			v[p] = o.Score
			equal = equal && v[p] == v[0]
		}
		g.fields[name] = fromVector(&v, t.Players, t.Unit, equal)
	}
	least, known := t.Minima()
	limit("minp", func(player int) trees.Opt { return trees.Opt{Score: least[player-1], Given: known} })
	limit("maxp", t.Most)
	g.fields["maxsum"], g.fields["delta"] = starlark.None, starlark.None
	if t.MaxSum.Given {
		g.fields["maxsum"] = fromNumber(trees.Number{Score: t.MaxSum.Score, Unit: t.Unit})
	}
	if t.Delta > 0 {
		g.fields["delta"] = fromNumber(trees.Number{Score: t.Delta, Unit: t.Unit})
	}
	return g
}
