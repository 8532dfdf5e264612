package classroom

import (
	"context"
	"fmt"

	"espalier/trees/games"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// checkExpanded checks, before the tree of a game or generator is built, that it has at most most
// nodes, the limit of a room. Other sources have no such limit.
func checkExpanded(ctx context.Context, s run.Source, most int) error {
	tooLarge := func(depth int, hint string) error {
		return problem.OverLimit("expand", "at depth %d the tree has more than %s nodes, the limit of a room; %s", depth, words.Grouped(most), hint)
	}
	switch s := s.(type) {
	case run.Generated:
		if s.Expand == 0 {
			return nil
		}
		g, err := run.ReadGenerator(s.Raw)
		if err == nil && g.MostNodes() > most {
			err = tooLarge(s.Expand, "choose a smaller depth or branching")
		}
		return err
	case run.Game:
		if s.Expand == 0 {
			return nil
		}
		doc, err := run.ReadGameDocument(s.Raw)
		if err != nil {
			return err
		}
		pos, err := games.Open(doc)
		if err != nil {
			return err
		}
		fits, whole, err := run.DepthWithin(ctx, pos, most)
		if err == nil && s.Expand+s.Further > fits && !whole {
			err = tooLarge(s.Expand, fmt.Sprintf("the largest depth that fits is %d", fits))
		}
		return err
	}
	return nil
}
