package figures

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"espalier/web/app"
)

// Handlers serve the gallery and the figures.
type Handlers struct {
	*app.Core
	Theorem func(figure string) (title, address string) // that a figure is about; empty: none
}

// FigurePage serves the page or the picture of a figure. A route pattern cannot
// distinguish the two, because ids may contain any character except a slash.
func (h Handlers) FigurePage(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "id")
	if id, ok := strings.CutSuffix(id, ".svg"); ok {
		serveFigureSVG(w, r, id)
		return
	}
	h.serveFigure(w, r, id)
}
