package web

import (
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
)

// figuresHandlers serve the gallery and the figures.
type figuresHandlers struct{ *Core }

// figurePage tells a figure's page from its picture: a pattern cannot, since
// ids hold any characters but a slash.
func (h figuresHandlers) figurePage(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "id")
	if id, ok := strings.CutSuffix(id, ".svg"); ok {
		serveFigureSVG(w, r, id)
		return
	}
	h.serveFigure(w, r, id)
}
