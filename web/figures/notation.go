package figures

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/foreign"
	"espalier/web/draw"
	"espalier/web/problem"
)

const maxSearchNodes = engine.MaxSearchNodes

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
func (h Handlers) ServeNotation(w http.ResponseWriter, r *http.Request) error {
	var pictures []templ.Component
	for _, e := range notationExamples {
		t, err := trees.ReadText(e.Text)
		if err != nil {
			return &problem.Error{Status: http.StatusInternalServerError, Message: err.Error()}
		}
		// The page has several pictures, so they have no ids.
		pictures = append(pictures, draw.Component(draw.StillPicture(t, trace.NewFold(t, nil), trace.Reasons{})))
	}
	h.Render(w, r, http.StatusOK, notationPage(pictures))
	return nil
}

// otherNotations are those that the page does not describe elsewhere.
func otherNotations() []foreign.Notation {
	return slices.DeleteFunc(foreign.Notations(), func(n foreign.Notation) bool {
		return n.ID == foreign.Espalier || n.ID == foreign.JSON
	})
}

// exampleAddress returns the address of the page with an example.
func exampleAddress(n foreign.Notation) string {
	q := url.Values{"text": {n.Example}}
	if n.Chosen { // no text shows that it is in this notation
		q.Set("as", n.ID)
	}
	return "/tree?" + q.Encode()
}
