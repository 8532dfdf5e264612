package web_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"espalier/web/app"
	"espalier/web/fair"
)

// TestPanicGivesProcessorBack: a handler that panics while it has a processor ends its own request
// alone.
func TestPanicGivesProcessorBack(t *testing.T) {
	core := app.NewCore(app.Config{Processors: 1})
	h := core.Recover(core.Identify(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := fair.TakeTurn(r.Context()); err != nil {
			t.Error(err)
		}
		panic("a fault of one request")
	})))
	for range 3 { // the next one has to get the processor
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/", nil))
		if w.Code != http.StatusInternalServerError {
			t.Errorf("the request is answered with %d", w.Code)
		}
	}
}
