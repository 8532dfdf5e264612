package app

import (
	"net/http"
	"strings"
)

// ServeRobots answers GET /robots.txt. Robots look for it at the top of a host alone: behind
// a proxy that serves below a prefix, its lines have to be in the file of the host.
func (s *Core) ServeRobots(w http.ResponseWriter, r *http.Request) {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for _, path := range s.notForRobots() {
		b.WriteString("Disallow: " + s.Link(path) + "\n")
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=86400")
	w.Write([]byte(b.String()))
}
