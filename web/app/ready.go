package app

import (
	"net/http"

	"espalier/web/problem"
	"espalier/web/store/records"
)

// ServeHealth answers GET /healthz: the process serves.
func (s *Core) ServeHealth(w http.ResponseWriter, r *http.Request) {
	writeState(w, http.StatusOK, "ok")
}

// ServeReady answers GET /readyz: the library answers, too, and its disk accepts something.
// A server without one is ready. So is one whose library is damaged in part; the text says
// it then. One whose disk is full is not: it cannot keep what is edited, and another server
// may. The answer takes records.HealthTime at most.
func (s *Core) ServeReady(w http.ResponseWriter, r *http.Request) {
	if s.Stopping.Err() != nil {
		writeState(w, http.StatusServiceUnavailable, "not ready: "+problem.ErrStopping.Error())
		return
	}
	if s.Library == nil {
		writeState(w, http.StatusOK, "ok, without a library")
		return
	}
	switch h := s.Store.Health(r.Context()); h.State {
	case records.StateUnavailable, records.StateHanging, records.StateFull:
		writeState(w, http.StatusServiceUnavailable, "not ready: "+h.Reason)
	case records.StateDamaged, records.StateReadOnly:
		writeState(w, http.StatusOK, "ok, but "+string(h.State)+": "+h.Reason) // what is whole is served
	default:
		writeState(w, http.StatusOK, "ok")
	}
}

func writeState(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	problem.SetRetryAfter(h, status)
	w.WriteHeader(status)
	w.Write([]byte(text + "\n"))
}
