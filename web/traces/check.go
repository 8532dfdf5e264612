package traces

import (
	"context"
	"net/http"

	"espalier/web/app"
)

// Check answers POST /api/v1/traces/check: what is right and wrong in a run. It keeps nothing.
func (h *Handlers) Check(w http.ResponseWriter, r *http.Request) {
	_, o, err := readQuery(r)
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	from, err := h.body(w, r)
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	ctx, release, err := h.slot(r.Context(), r.ContentLength)
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	defer release()
	report, _, err := h.readAndCheck(ctx, &intake{}, from, o)
	if err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		h.Fail(w, r, err)
		return
	}
	app.WriteJSON(w, report.AppendJSON(nil))
}
