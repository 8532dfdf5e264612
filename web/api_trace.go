package web

import (
	"net/http"
)

// trace streams the events of a search, one a line. It has no cap: it ends
// with the search, or when the client goes away.
func (h *apiHandlers) trace(w http.ResponseWriter, r *http.Request) {
	q, p, ctx, release, err := h.prepare(w, r)
	if err != nil {
		h.fail(w, r, err)
		return
	}
	defer release()
	if err := h.stream(ctx, w, q.Algorithm, p, q.Options); err != nil && r.Context().Err() == nil {
		h.fail(w, r, err)
	}
}
