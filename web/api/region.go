package api

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"

	"espalier/search/compare"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
)

// Region returns the values of one leaf for which an unsound algorithm fails.
func (h *Handlers) Region(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	leaf, players, about := -1, []int{}, []problem.Member{}
	for _, m := range members {
		switch m.Key {
		case "leaf":
			leaf, err = problem.ReadWhole(m.Raw, m.Key, 0, trees.MaxNodes)
		case "players":
			players, err = problem.ReadNodes(m.Raw, m.Key)
		default:
			about = append(about, m)
		}
		if err != nil {
			return err
		}
	}
	var q *run.Resolved
	acquire := func(parent context.Context, _ app.SearchKind) (context.Context, func(), error) {
		return h.AcquireCounterexampleSlot(parent)
	}
	ctx, release, err := h.withSlot(r.Context(), about, acquire, func(ctx context.Context) (kind app.SearchKind, err error) {
		q, err = run.Read(ctx, h.Saved(), about)
		switch {
		case err != nil:
		case q.Tree == nil:
			err = problem.Refused("generate", "a region needs a leaf of an explicit tree: tree, text, figure or saved")
		case leaf < 0:
			err = problem.Refused("leaf", "the number of the leaf is missing")
		case len(players) != 2:
			err = problem.Refused("players", "the two players for the axes are missing; give them, for example [2,3]")
		default:
			err = q.Allowed(ctx)
		}
		return
	})
	if err != nil {
		return err
	}
	defer release()
	region, err := compare.FindRegion(ctx, q.Algorithm, q.Tree, q.Options, leaf, [2]int{players[0], players[1]})
	if err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	app.Answer(w, http.StatusOK, newRegion(&region))
	return nil
}

// A regionAnswer is the answer of Region.
type regionAnswer struct {
	Leaf    int             `json:"leaf"`
	Players [2]int          `json:"players"` // of the axes
	Step    json.RawMessage `json:"step"`
	Wrong   int             `json:"wrong"`
	Of      int             `json:"of"`
	Cells   []regionCell    `json:"cells"`
}

type regionCell struct {
	Scores [2]json.RawMessage `json:"scores"`
	Wrong  int                `json:"wrong"`
	Of     int                `json:"of"`
}

func newRegion(g *compare.Region) *regionAnswer {
	score := func(s trees.Score) json.RawMessage { return s.In(g.Unit).AppendJSON(nil) }
	a := &regionAnswer{g.Leaf, g.Players, score(g.Step), g.Wrong, g.Of, []regionCell{}}
	for _, c := range g.Cells {
		a.Cells = append(a.Cells, regionCell{[2]json.RawMessage{score(c.Score[0]), score(c.Score[1])}, c.Wrong, c.Of})
	}
	return a
}
