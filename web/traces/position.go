package traces

import (
	"net/http"
	"strconv"

	"espalier/web/games"
	"espalier/web/play"
	"espalier/web/run"
)

// ServeAt answers GET /traces/{id}/at: the position of a node of a run on a game, for the pages that play it.
func (h *Handlers) ServeAt(w http.ResponseWriter, r *http.Request) error {
	o, _, err := h.open(r, "node")
	if err != nil {
		return err
	}
	ctx, release, err := h.slot(r.Context(), o.Bytes)
	if err != nil {
		return err
	}
	defer release()
	of, err := run.Open(ctx, h.Saved(), run.Recorded{ID: o.ID, Revision: o.Number})
	if err != nil {
		return err
	}
	return games.ServeRecorded(h.Core, w, r, of)
}

// BesidePosition puts the position of the node at work beside the tree of a run on a game.
func BesidePosition(page *play.Page, o *run.Opened) {
	if of, is := o.Source.(run.Recorded); is {
		games.BesideRecorded(page, o, run.TracePath(of.ID)+"/at?revision="+strconv.Itoa(o.Printed.Number))
	}
}
