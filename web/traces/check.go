package traces

import (
	"net/http"

	"espalier/web/app"
	"espalier/web/store/key"
)

// Check answers POST /api/v1/traces/check: what is right and wrong in a run. Nothing is kept; a large
// run is stored until it has been checked.
func (h *Handlers) Check(w http.ResponseWriter, r *http.Request) error {
	q, o, err := readQuery(r, SkipOther)
	if err != nil {
		return err
	}
	id := key.New().ID()
	writer := h.Traces().NewWriter(id)
	in := &intake{writer: writer, skip: on(q, SkipOther)}
	if r.ContentLength >= 0 && r.ContentLength <= largeBytes {
		in.writer = nil
	}
	report, _, err := h.intake(w, r, in, o)
	h.drop(r.Context(), writer, id)
	if err != nil {
		return err
	}
	app.WriteJSON(w, report.AppendJSON(nil))
	return nil
}
