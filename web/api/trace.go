package api

import (
	"net/http"

	"espalier/web/app"
	"espalier/web/play"
	"espalier/web/run"
)

// Trace streams the events of a search, without a limit: it ends with the search or when the client
// disconnects. They are lines of JSON, or packed (trace/README.md).
func (h *Handlers) Trace(w http.ResponseWriter, r *http.Request) error {
	form, err := app.ReadTraceForm(r.URL.Query())
	if err != nil {
		return err
	}
	q, ctx, release, err := h.prepare(w, r)
	if err != nil {
		return err
	}
	defer release()
	return h.StreamTrace(ctx, w, q, form)
}

// TraceOfAddress is Trace of a run whose source, algorithm and options are in the query, as in the address of its page.
func (h *Handlers) TraceOfAddress(w http.ResponseWriter, r *http.Request) error {
	form, q, err := h.readTraceAddress(r)
	if err != nil {
		return err
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.KindOfRun(q))
	if err != nil {
		return err
	}
	defer release()
	return h.StreamTrace(ctx, w, q, form)
}

func (h *Handlers) readTraceAddress(r *http.Request) (form app.TraceForm, q *run.Resolved, err error) {
	values := r.URL.Query()
	if form, err = app.ReadTraceForm(values); err != nil {
		return form, nil, err
	}
	values.Del("format")
	o, a, err := run.OpenAddress(r.Context(), h.Saved(), values)
	if err != nil {
		return form, nil, err
	}
	if o.Fault != nil {
		return form, nil, o.Fault
	}
	_, q, err = play.ReadRun(o, a.Rest, "format")
	return form, q, err
}
