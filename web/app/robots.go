package app

import (
	"net/http"
	"strings"
)

// notForRobots are what a search engine must not ask for. A page with a query is one of
// very many states of the page without it, and each costs a search; what is saved or
// presented is for those who were given its address.
var notForRobots = []string{"/*?", "/api/v1/", "/export/", "/edit/", "/t/", "/trees/", "/c/", "/present/"}

// ServeRobots answers GET /robots.txt. Robots look for it at the top of a host alone: behind
// a proxy that serves below a prefix, its lines have to be in the file of the host.
func (s *Core) ServeRobots(w http.ResponseWriter, r *http.Request) {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, path := range notForRobots {
		b.WriteString("Disallow: " + s.Link(path) + "\n")
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=86400")
	w.Write([]byte(b.String()))
}
