package request

import (
	"encoding/json"
	"slices"
	"strconv"
	"sync"

	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/problem"
)

// MaxExpanded bounds the nodes of the tree of a game that is built to be drawn.
const MaxExpanded = games.MaxBuilt

// expand builds the tree of the game to so many plies: its nodes then have the numbers
// of a tree, and pictures.
func (q *Request) expand(raw []byte) error {
	depth, err := problem.ReadWhole(raw, "expand", 1, trees.MaxLevels-1)
	if err != nil {
		return err
	}
	if q.Tree, err = GameTree(q.Position, depth); err != nil {
		return err
	}
	q.Game, q.Position = nil, nil
	return nil
}

// GameRunBody returns the body with which the playback requests a run on the tree of a
// game.
func GameRunBody(position []byte, depth int, v View) string {
	return runBody(v, map[string]any{"game": json.RawMessage(position), "expand": depth})
}

// builtTrees keeps the trees of games that were built last: a page and its playback need
// the same one, and so does each picture beside it.
var builtTrees struct {
	sync.Mutex
	list []*builtTree
}

type builtTree struct {
	key   string
	ready func() (*trees.Tree, error)
}

// maxBuiltTrees bounds them: one of the largest takes about 60 MB.
const maxBuiltTrees = 4

// GameTree returns the tree of a position to a depth. No search may use the position.
func GameTree(pos games.Position, depth int) (*trees.Tree, error) {
	key := strconv.Itoa(depth) + string(pos.AppendDocument(nil))
	builtTrees.Lock()
	i := slices.IndexFunc(builtTrees.list, func(b *builtTree) bool { return b.key == key })
	var b *builtTree
	if i >= 0 {
		b = builtTrees.list[i]
		builtTrees.list = slices.Delete(builtTrees.list, i, i+1)
	} else {
		b = &builtTree{key, sync.OnceValues(func() (*trees.Tree, error) { return games.Build(pos, depth, MaxExpanded) })}
	}
	builtTrees.list = append(builtTrees.list, b)
	if len(builtTrees.list) > maxBuiltTrees {
		builtTrees.list = slices.Delete(builtTrees.list, 0, 1)
	}
	builtTrees.Unlock()
	t, err := b.ready()
	if err != nil {
		return nil, &problem.QueryError{Name: "expand", Message: "to this depth the tree has more than the " + strconv.Itoa(MaxExpanded) + " nodes that are built; a smaller depth is right"}
	}
	return t, nil
}
