package runs

import (
	"context"
	"fmt"
	"net/http"

	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/problem"
	"espalier/web/request"
	"espalier/web/words"
)

// CheckExpanded checks that the tree of a game or of a generator has at most so many nodes,
// the limit of a room, before it is built.
func CheckExpanded(ctx context.Context, game, generate, expand []byte, most int) error {
	depth, err := problem.ReadWhole(expand, "expand", 0, trees.MaxLevels-1)
	if err != nil {
		return err
	}
	tooLarge := func(hint string) error {
		return &problem.Error{Status: http.StatusRequestEntityTooLarge, Path: "expand", Message: fmt.Sprintf("to depth %d the tree has more than %s nodes, the limit of a room; %s", depth, words.Grouped(most), hint)}
	}
	if generate != nil {
		g, err := request.ReadGenerator(generate)
		if err == nil && g.MostNodes() > most {
			err = tooLarge("a smaller depth or branching is right")
		}
		return err
	}
	doc, err := request.ReadGameDocument(game)
	if err != nil {
		return err
	}
	pos, err := games.Open(doc)
	if err != nil {
		return err
	}
	fits, whole, err := request.DepthWithin(ctx, pos, most)
	if err != nil {
		return err
	}
	if depth > fits && !whole {
		return tooLarge(fmt.Sprintf("depth %d fits", fits))
	}
	return nil
}
