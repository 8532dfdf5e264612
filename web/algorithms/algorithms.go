// Package algorithms serves the page that lists every algorithm: its paper,
// what it needs, what it guarantees, and its options. It imports what a feature
// may; all it shows comes from the registry of search.
package algorithms

import (
	"net/http"

	"espalier/search"
	"espalier/web/app"
	"espalier/web/words"
)

// Handlers serve the page.
type Handlers struct{ *app.Core }

// ServePage answers GET /algorithms.
func (h Handlers) ServePage(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, page(search.All()))
}

// source is the paper with its section.
func source(a *search.Algorithm) string {
	if a.Section == "" {
		return a.Paper
	}
	return a.Paper + ", " + words.Section(a.Section)
}
