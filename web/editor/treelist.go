package editor

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/draw"
	"espalier/web/problem"
	"espalier/web/treestore"
)

// ServeList answers GET /trees: "Your trees". The page is the same for everybody, and holds
// no edit key: its script makes the list from what the browser keeps, since the server does
// not know who has which tree.
func (h Handlers) ServeList(w http.ResponseWriter, r *http.Request) {
	h.Render(w, r, http.StatusOK, listPage())
}

// pictureEnds is the number of leaves and folded nodes of a picture: with more
// side by side, nothing could be seen in a card.
const pictureEnds = 9

// ServeListPicture answers GET /trees/{id}/picture.svg: the newest revision of a saved
// tree, folded until it can be seen in a card of the list.
func (h Handlers) ServeListPicture(w http.ResponseWriter, r *http.Request) error {
	id, err := treestore.ParseID(chi.URLParam(r, "id"))
	if err != nil {
		return err
	}
	th, ok := draw.FindTheme(r.URL.Query().Get("theme"))
	if !ok {
		return &problem.QueryError{Name: "theme", Message: "the theme is missing or unknown; there are " + trees.InWords(draw.ThemeNames())}
	}
	saved, err := LoadRevision(h.Core, r.Context(), id, "")
	if err != nil {
		return err
	}
	t := saved.Draft.Tree()
	p := draw.Picture{Drawing: draw.Folded(t, layout.FoldsToFit(t, pictureEnds), 0), Theme: th, Standalone: true}
	p.Show(trace.NewFold(t, nil))
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "no-cache")
	w.Write(p.SVG())
	return nil
}
