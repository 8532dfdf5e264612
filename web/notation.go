package web

import (
	"net/http"
	"strconv"

	"github.com/a-h/templ"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
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

func (s *Server) serveNotation(w http.ResponseWriter, r *http.Request) {
	var pictures []templ.Component
	for _, e := range notationExamples {
		t, err := trees.ReadText(e.Text)
		if err != nil {
			s.failPage(w, r, http.StatusInternalServerError, err.Error())
			return
		}
		// Several in one page: without ids.
		pictures = append(pictures, drawn(drawSmall(t, trace.NewFold(t, nil), false)))
	}
	s.render(w, r, http.StatusOK, notationPage(pictures))
}

// group prints a whole number with its digits in groups of three.
func group(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
