package figures

import (
	"net/http"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/web/words"
)

// ServeAlgorithms answers GET /algorithms.
func (h Handlers) ServeAlgorithms(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, algorithmsPage(algorithms.All()))
}

// source is the paper with its section.
func algorithmSource(a *engine.Algorithm) string {
	if a.Section == "" {
		return a.Paper
	}
	return a.Paper + ", " + words.Section(a.Section)
}
