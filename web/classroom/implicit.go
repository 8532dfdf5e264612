package classroom

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/problem"
	"espalier/web/request"
	"espalier/web/words"
)

// An implicitShown is a position of a game, or a generated tree, that a room shows. The
// pages draw its tree to a depth.
type implicitShown struct {
	source string // game or generate
	text   []byte
	game   *games.Document // nil: a generated tree
	depth  int
	// given: the show names the depth, so the room names nodes by their numbers in that
	// tree. Else it names them as a search does that does not build the tree.
	given bool
}

// implicitOf returns the implicit tree that a room shows; nil: it shows another one. Where
// the room's search does not build the tree, implicitOf does: the pages draw it. Both have
// the same steps.
func implicitOf(ctx context.Context, room *Page) (g *implicitShown, err error) {
	var shown struct {
		Game, Generate json.RawMessage
		Expand         int
	}
	if err := json.Unmarshal(room.Run, &shown); err != nil || shown.Game == nil && shown.Generate == nil {
		return nil, err
	}
	given := shown.Expand > 0
	var t *trees.Tree
	if shown.Generate != nil {
		g = &implicitShown{source: "generate", text: shown.Generate, depth: shown.Expand, given: given}
		if !given {
			t, err = g.buildGenerated(ctx)
		}
	} else {
		g = &implicitShown{source: "game", text: shown.Game, depth: shown.Expand, given: given}
		if g.game, err = request.ReadGameDocument(shown.Game); err == nil && !given {
			t, err = g.buildGame(ctx, room.Request)
		}
	}
	if err != nil || t == nil {
		return g, err
	}
	q := *room.Request
	q.Tree, q.Game, q.Position, q.Generate = t, nil, nil, nil
	room.Request = &q
	return g, nil
}

func (g *implicitShown) buildGenerated(ctx context.Context) (*trees.Tree, error) {
	described, err := request.ReadGenerator(g.text)
	if err != nil {
		return nil, err
	}
	if described.MostNodes() > MaxGameNodes {
		return nil, tooLarge("a generated tree of at most %s nodes", words.Grouped(MaxGameNodes))
	}
	g.depth = max(1, described.Depth)
	return request.GeneratedTree(ctx, described)
}

func (g *implicitShown) buildGame(ctx context.Context, q *request.Request) (*trees.Tree, error) {
	pos, err := games.Open(g.game)
	if err != nil {
		return nil, err
	}
	depth, whole, err := request.DepthWithin(ctx, pos, MaxGameNodes)
	if err != nil {
		return nil, err
	}
	g.depth = max(1, depth)
	if o := q.Options; o.HasDepth && o.Depth <= depth {
		g.depth = max(1, o.Depth)
	} else if !whole {
		return nil, tooLarge("a game with the option depth")
	}
	if pos, err = games.Open(g.game); err != nil {
		return nil, err
	}
	return request.GameTree(ctx, pos, g.depth)
}

func tooLarge(shown string, args ...any) error {
	return &problem.Error{Status: http.StatusUnprocessableEntity, Path: "show", Message: "the tree of this search is too large to be drawn; a room shows " + fmt.Sprintf(shown, args...)}
}

// childCounts returns how many children each node has, in preorder: with them the script of
// the page finds the numbers that a search gives to the nodes of an implicit tree.
func childCounts(t *trees.Tree) string {
	b := make([]byte, 0, 2*t.Len())
	for n := range t.Len() {
		b = append(strconv.AppendInt(b, int64(len(t.Kids(n))), 10), ' ')
	}
	return string(b[:len(b)-1])
}
