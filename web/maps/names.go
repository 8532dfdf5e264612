package maps

import (
	"strconv"
	"strings"

	"espalier/trace/tiles"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/run"
)

// A namer names the nodes of a run by the moves that lead to them. It is not for several
// goroutines at a time.
type namer struct {
	tree *trees.Tree
	root int
	game games.Position // nil: the moves have no texts

	printed *printedNames // of the run of another program without a tree
	m       *tiles.Map
}

// namer returns what names the nodes of the map that a request is about.
func (q *request) namer() (*namer, error) {
	if q.of.printed == nil {
		return newNamer(q.of.of)
	}
	names := q.of.printedNames()
	return &namer{tree: names.tree, printed: names, m: q.m}, nil
}

// explicit returns the tree of a run, and its root; nil: it has none.
func (m *mapped) explicit() (t *trees.Tree, root int) {
	if m.printed != nil {
		return m.printedNames().tree, 0
	}
	return m.of.Tree, m.of.Options.Root
}

// printedNode returns what the node of a line is called, at the node and in sentences; false: the map
// does not have its number.
func (n *namer) printedNode(line []int) (label, name string, ok bool) {
	p, ok := n.m.Find(line)
	if !ok {
		return "", "", false
	}
	node, ok := n.m.Number(p)
	if !ok {
		return "", "", false
	}
	label, name = n.printed.nameOf(node)
	return label, name, true
}

func newNamer(q *run.Resolved) (*namer, error) {
	n := &namer{tree: q.Tree, root: q.Options.Root}
	if q.Of.Game != nil {
		pos, err := games.Open(q.Of.Game)
		if err != nil {
			return nil, err
		}
		n.game = pos
	}
	return n, nil
}

// moves returns the text of each move of a line.
func (n *namer) moves(line []int) []string {
	list := make([]string, 0, len(line))
	switch {
	case n.tree != nil:
		at := n.root
		for _, kid := range line {
			kids := n.tree.Kids(at)
			if kid >= len(kids) {
				break
			}
			at = int(kids[kid])
			text := n.tree.Written(at)
			if text == "" {
				text = n.tree.Name(at)
			}
			list = append(list, text)
		}
	case n.printed != nil:
		for i := range line {
			label, _, ok := n.printedNode(line[:i+1])
			if !ok {
				label = strconv.Itoa(line[i] + 1)
			}
			list = append(list, label)
		}
	case n.game != nil:
		var v trees.Vector
		for _, kid := range line {
			n.game.Do(kid, &v)
			list = append(list, games.Written(n.game, string(n.game.AppendLast(nil))))
		}
		for range line {
			n.game.Undo()
		}
	default:
		for _, kid := range line {
			list = append(list, strconv.Itoa(kid+1))
		}
	}
	return list
}

// label returns the text of the last move of a line; that of the root is empty.
func (n *namer) label(line []int) string {
	if len(line) == 0 {
		return ""
	}
	if n.tree == nil && n.printed != nil {
		if label, _, ok := n.printedNode(line); ok {
			return label
		}
	}
	list := n.moves(line)
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

// name returns the name of the node to which a line leads.
func (n *namer) name(line []int) string {
	switch {
	case len(line) == 0:
		return "the root"
	case n.tree != nil:
		at := n.root
		for _, kid := range line {
			at = int(n.tree.Kids(at)[kid])
		}
		return n.tree.Name(at)
	case n.printed != nil:
		if _, name, ok := n.printedNode(line); ok {
			return name
		}
		return "node " + strings.Join(n.moves(line), ".")
	case n.game == nil:
		return "node " + strings.Join(n.moves(line), ".")
	}
	return strings.Join(n.moves(line), " ")
}
