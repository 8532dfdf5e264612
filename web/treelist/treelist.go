// Package treelist serves the page "Your trees". The list itself is made by the
// page's script from what the browser keeps: the server does not know who has
// which tree, and the page as it is sent holds no edit key.
package treelist

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"espalier/trace"
	"espalier/trees/layout"
	"espalier/web/app"
	"espalier/web/draw"
	"espalier/web/problem"
	"espalier/web/request"
	"espalier/web/treestore"
)

// Handlers serve the page and its pictures.
type Handlers struct{ *app.Core }

// ServePage answers GET /trees. The page is the same for everybody.
func (h Handlers) ServePage(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, page())
}

// pictureEnds is the number of leaves and folded nodes of a picture: with more
// side by side, nothing could be seen in a card.
const pictureEnds = 9

// ServePicture answers GET /trees/{id}/picture.svg: the newest revision of a saved
// tree, folded until it can be seen in a card of the list.
func (h Handlers) ServePicture(w http.ResponseWriter, r *http.Request) {
	th, ok := draw.FindTheme(r.URL.Query().Get("theme"))
	id, err := treestore.ParseID(chi.URLParam(r, "id"))
	if err == nil && !ok {
		err = &problem.QueryError{Name: "theme", Message: "the theme is missing or unknown; there are light, dark and projector"}
	}
	var saved *treestore.Saved
	if err == nil {
		saved, err = request.LoadRevision(h.Core, r.Context(), id, "")
	}
	if err != nil {
		h.FailDownload(w, r, err)
		return
	}
	t := saved.Draft.Tree()
	p := draw.Picture{Drawing: draw.Folded(t, layout.FoldsToFit(t, pictureEnds), 0), Theme: th, Standalone: true}
	p.Show(trace.NewFold(t, nil))
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "no-cache")
	w.Write(p.SVG())
}
