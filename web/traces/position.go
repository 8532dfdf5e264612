package traces

import (
	"net/http"

	"espalier/web/games"
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
