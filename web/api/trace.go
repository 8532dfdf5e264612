package api

import "net/http"

// Trace streams the events of a search, one per line, without a limit: it ends
// with the search or when the client disconnects.
func (h *Handlers) Trace(w http.ResponseWriter, r *http.Request) {
	q, ctx, release, err := h.prepare(w, r)
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	defer release()
	if err := h.StreamTrace(ctx, w, q); err != nil && r.Context().Err() == nil {
		h.Fail(w, r, err)
	}
}
