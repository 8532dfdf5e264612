package classroom

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// An implicitShown is a position of a game or a generated tree that a room shows. The pages draw its
// tree to a depth.
type implicitShown struct {
	game  *games.Document // nil: a generated tree
	depth int
	// further is how many plies below the depth unstable positions are drawn; see run.Game.
	further int
	// given: the show has the depth, so the room uses the node numbers of that tree. Otherwise it
	// uses the numbers of a search that does not build the tree.
	given bool
}

// implicitOf returns the implicit tree that a room shows; nil: it shows an explicit tree. If the
// room's search does not build the tree, implicitOf builds it, because the pages draw it. Both
// searches have the same steps.
func implicitOf(ctx context.Context, room *Page) (g *implicitShown, err error) {
	spec := room.Shown.Spec
	var t *trees.Tree
	switch s := spec.Source.(type) {
	case run.Generated:
		g = &implicitShown{depth: s.Expand, given: s.Expand > 0}
		if !g.given {
			t, err = g.buildGenerated(ctx, room.Shown.Of.Generator)
			s.Expand = g.depth
			spec.Source = s
		}
	case run.Game:
		g = &implicitShown{depth: s.Expand, further: s.Further, given: s.Expand > 0}
		if g.game, err = run.ReadGameDocument(s.Raw); err == nil && !g.given {
			t, err = g.buildGame(ctx, room.Shown)
			s.Expand, s.Further = g.depth, g.further
			spec.Source = s
		}
	}
	if err == nil && t != nil {
		room.Shown, err = (&run.Opened{Source: spec.Source, Tree: t}).Resolve(spec)
	}
	return g, err
}

func (g *implicitShown) buildGenerated(ctx context.Context, described *games.Generator) (*trees.Tree, error) {
	if described.MostNodes() > MaxGameNodes {
		return nil, tooLarge("a generated tree of at most %s nodes", words.Grouped(MaxGameNodes))
	}
	g.depth = max(1, described.Depth)
	return run.GeneratedTree(ctx, described)
}

func (g *implicitShown) buildGame(ctx context.Context, of *run.Resolved) (*trees.Tree, error) {
	pos, err := games.Open(g.game)
	if err != nil {
		return nil, err
	}
	depth, whole, err := run.DepthWithin(ctx, pos, MaxGameNodes)
	if err != nil {
		return nil, err
	}
	g.depth = max(1, depth)
	if o := of.Options; o.HasDepth && o.Depth+o.Quiescence <= depth {
		g.depth, g.further = max(1, o.Depth), o.Quiescence
	} else if !whole {
		return nil, tooLarge("a game with the option depth")
	}
	if pos, err = games.Open(g.game); err != nil {
		return nil, err
	}
	return run.GameTree(ctx, pos, g.depth, g.further)
}

func tooLarge(shown string, args ...any) error {
	return &problem.Error{Status: http.StatusUnprocessableEntity, Path: "show", Message: "the tree of this search is too large to draw; a room can show " + fmt.Sprintf(shown, args...)}
}

// childCounts returns the number of children of each node in preorder. From these the script of the
// page computes the numbers that a search gives to the nodes of an implicit tree.
func childCounts(t *trees.Tree) string {
	b := make([]byte, 0, 2*t.Len())
	for n := range t.Len() {
		b = append(strconv.AppendInt(b, int64(len(t.Kids(n))), 10), ' ')
	}
	return string(b[:len(b)-1])
}
