package web

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// framed lets a page stand in a frame of any other page: course notes, slides,
// also those that are opened from a disk. Nothing else of this server may:
// somebody could lay a page of his own over it and have its visitor click.
func framed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", strings.Replace(contentPolicy, "frame-ancestors 'none'", "frame-ancestors * file:", 1))
		h.Del("X-Frame-Options")
		next.ServeHTTP(w, r)
	})
}

// An embedded is the player of one run for a frame of another page: the
// picture, the player's bar, and the sentence.
type embedded struct {
	*runPage
	Theme string // empty: as the system says
	Full  string // where the whole page is
}

// serveEmbed answers GET /embed?figure=…: the source and the view of a run, and
// theme.
func (s *Server) serveEmbed(w http.ResponseWriter, r *http.Request) {
	run, own, err := s.readTaken(r, "theme")
	theme := ""
	if err == nil {
		theme, err = themeOf(own)
	}
	if err != nil {
		status, message := pictureError(err)
		s.render(w, r, status, embedRefusal(message))
		return
	}
	p := &runPage{Path: "/embed", Title: run.Title, Alone: true, Keep: slices.Clone(run.Params)}
	for _, n := range run.view.Open {
		p.Keep = append(p.Keep, parameter{"open", strconv.Itoa(n)})
	}
	if theme != "" {
		p.Keep = append(p.Keep, parameter{"theme", theme})
	}
	p.play(r.Context(), run.with, run.view)
	p.keepView(run)
	s.render(w, r, http.StatusOK, embedView(&embedded{p, theme, run.address(run.Path)}))
}

// keepView keeps in the page's form what runs: there is nothing to choose it by.
func (p *runPage) keepView(run *takenRun) {
	q := run.view.query(run.Tree)
	q.Del("step")
	for _, name := range slices.Sorted(maps.Keys(q)) {
		p.Keep = append(p.Keep, parameter{name, q.Get(name)})
	}
}
