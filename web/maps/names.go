package maps

import (
	"strconv"
	"strings"

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
	case n.game == nil:
		return "node " + strings.Join(n.moves(line), ".")
	}
	return strings.Join(n.moves(line), " ")
}
