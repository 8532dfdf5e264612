package web

import (
	"context"
	"fmt"
	"net/http"

	"espalier/search"
	"espalier/trees"
)

// region answers with which values of one leaf an unsound algorithm fails.
func (h *apiHandlers) region(w http.ResponseWriter, r *http.Request) {
	members, err := h.readBody(w, r)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	leaf, players, about := -1, []int{}, []member{}
	for _, m := range members {
		switch m.Key {
		case "leaf":
			leaf, err = readWhole(m.Raw, m.Key, 0, trees.MaxNodes)
		case "players":
			players, err = readNodes(m.Raw, m.Key)
		default:
			about = append(about, m)
		}
		if err != nil {
			h.fail(w, r, err)
			return
		}
	}
	q, err := readRequest(h.Core, r.Context(), about)
	switch {
	case err != nil:
	case q.Tree == nil:
		err = refused("generate", "a region is of a leaf of an explicit tree: tree, text, figure or saved")
	case leaf < 0:
		err = refused("leaf", "the number of the leaf is missing")
	case len(players) != 2:
		err = refused("players", "the two players whose scores are the axes are wanted, as in [2,3]")
	}
	if err != nil {
		h.fail(w, r, err)
		return
	}
	ctx, release, err := doubting(h.Core, r.Context())
	if err != nil {
		h.fail(w, r, err)
		return
	}
	defer release()
	region, err := q.Algorithm.Region(ctx, q.Tree, q.Options, leaf, [2]int{players[0], players[1]})
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		h.fail(w, r, err)
		return
	}
	writeJSON(w, appendRegion(nil, &region))
}

func appendRegion(b []byte, g *search.Region) []byte {
	b = fmt.Appendf(b, `{"leaf":%d,"players":[%d,%d],"step":%s,"wrong":%d,"of":%d,"cells":[`, g.Leaf, g.Players[0], g.Players[1], g.Step, g.Wrong, g.Of)
	for i, c := range g.Cells {
		if i > 0 {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, `{"scores":[%s,%s],"wrong":%d,"of":%d}`, c.Score[0], c.Score[1], c.Wrong, c.Of)
	}
	return append(b, "]}\n"...)
}
