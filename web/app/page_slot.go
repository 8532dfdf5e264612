package app

import (
	"bytes"
	"net/http"

	"espalier/web/fair"
)

// LimitPages makes at most MaxPages pages at a time, and shares them among the
// clients that wait. A page is made in memory and sent afterwards, so that a slow
// reader holds no slot. Requests with a body are not limited here: their bodies
// and their searches are.
func (s *Core) LimitPages(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		lease, err := s.pages.Acquire(r.Context(), fair.ClientFrom(r.Context()), 1)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		defer lease.Release()
		page := pageBuffer{ResponseWriter: w}
		r, cancel := s.withProgress(&page, r)
		defer cancel()
		next.ServeHTTP(&page, r)
		lease.Release()
		page.send()
	})
}

// refuse answers a request that has waited too long.
func (s *Core) refuse(w http.ResponseWriter, r *http.Request, err error) {
	if UnderAPI(r.URL.Path) {
		s.Fail(w, r, err)
		return
	}
	s.FailDownload(w, r, err)
}

// A pageBuffer keeps an answer until it is complete.
type pageBuffer struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
	lines  *NDJSON // of an answer with progress
}

func (p *pageBuffer) WriteHeader(status int) {
	if p.status == 0 {
		p.status = status
	}
}

func (p *pageBuffer) Write(b []byte) (int, error) {
	p.WriteHeader(http.StatusOK)
	return p.body.Write(b)
}

// Unwrap gives a response controller its deadlines.
func (p *pageBuffer) Unwrap() http.ResponseWriter { return p.ResponseWriter }

func (p *pageBuffer) send() {
	if p.lines != nil && p.lines.sent > 0 {
		p.sendLast()
		return
	}
	if p.status != 0 {
		p.ResponseWriter.WriteHeader(p.status)
	}
	p.ResponseWriter.Write(p.body.Bytes())
}
