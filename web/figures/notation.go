package figures

import (
	"net/http"

	"github.com/a-h/templ"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/draw"
)

const maxSearchNodes = search.MaxSearchNodes

const notationJSON = `{
  "format": "espalier/tree/1",
  "title": "Failure of deep pruning",
  "kind": "maxn",
  "players": 3,
  "maxsum": 9,
  "root": {"label": "a", "player": 1, "children": [
    {"label": "b", "value": [5,2,2]},
    {"label": "c", "player": 2, "children": [
      {"label": "d", "player": 3, "children": [
        {"label": "e", "value": [2,2,5]},
        {"label": "f", "alternatives": [[2,3,4],[3,0,6]]}]},
      {"label": "g", "value": [6,1,2]}]}]}
}`

// ServeNotation answers GET /notation.
func (h Handlers) ServeNotation(w http.ResponseWriter, r *http.Request) {
	var pictures []templ.Component
	for _, e := range notationExamples {
		t, err := trees.ReadText(e.Text)
		if err != nil {
			h.FailPage(w, r, http.StatusInternalServerError, err.Error())
			return
		}
		// The page has several pictures, so they have no ids.
		pictures = append(pictures, draw.Component(draw.StillPicture(t, trace.NewFold(t, nil), trace.Reasons{})))
	}
	h.Render(w, r, http.StatusOK, notationPage(pictures))
}
