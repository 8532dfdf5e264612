package figures

import (
	"net/http"

	"espalier/search"
	"espalier/web/words"
)

// ServeAlgorithms answers GET /algorithms.
func (h Handlers) ServeAlgorithms(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, algorithmsPage(search.All()))
}

// source is the paper with its section.
func algorithmSource(a *search.Algorithm) string {
	if a.Section == "" {
		return a.Paper
	}
	return a.Paper + ", " + words.Section(a.Section)
}
