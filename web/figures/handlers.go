package figures

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"espalier/web/app"
	"espalier/web/problem"
)

// Handlers serve the gallery and the figures.
type Handlers struct {
	*app.Core
	Theorem  func(figure string) (title, address string) // that a figure is about; empty: none
	Chapters int                                         // of the course
}

// FigurePage serves the page or the picture of a figure. A route pattern cannot
// distinguish the two, because ids may contain any character except a slash.
func (h Handlers) FigurePage(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "id")
	serve, form := h.serveFigure, app.AsPage
	if name, ok := strings.CutSuffix(id, ".svg"); ok {
		id, serve, form = name, serveFigureSVG, asText
	}
	h.In(form)(func(w http.ResponseWriter, r *http.Request) error { return serve(w, r, id) })(w, r)
}

// asText is the form of pictures: a line of text, also for a browser, which shows no page in place of a picture.
func asText(_ *app.Core, w http.ResponseWriter, _ *http.Request, p problem.Problem, _ error) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(p.Status)
	fmt.Fprintln(w, p.Detail)
}
