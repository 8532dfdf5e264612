package web

import (
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/go-chi/chi/v5/middleware"
)

// failSaved answers a page whose tree cannot be had.
func (s *Core) failSaved(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // nobody waits for the page any more
	}
	status, message := pictureError(err)
	if status == http.StatusInternalServerError {
		s.log.Error("a saved tree could not be shown", "path", logged(r), "err", err)
	}
	s.failPage(w, r, status, message)
}

// failExport says why nothing can be taken away: to a person as a page, to a
// program as a line of text.
func (s *Core) failExport(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // nobody waits for it any more
	}
	status, message := pictureError(err)
	if status == http.StatusInternalServerError {
		s.log.Error("an export failed", "path", r.URL.Path, "err", err)
	}
	if strings.Contains(r.Header.Get("Accept"), "text/html") {
		s.failPage(w, r, status, message)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/plain; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	fmt.Fprintln(w, message)
}

// fail answers an API request with the problem of an error, and says more in
// its detail where there is more to say.
func (s *Core) fail(w http.ResponseWriter, r *http.Request, err error, more ...string) {
	p := problemOf(err)
	p.Detail += strings.Join(more, "")
	if p.Status == http.StatusInternalServerError {
		s.log.Error("request failed", "method", r.Method, "path", logged(r), "err", err)
	}
	p.write(w)
}

// logged is the path of a request for the log: an edit key is a secret, and
// stands in no file.
func logged(r *http.Request) string {
	for _, secret := range []string{"/edit/", "/api/v1/trees/"} {
		if rest, ok := strings.CutPrefix(r.URL.Path, secret); ok {
			_, below, _ := strings.Cut(rest, "/")
			return strings.TrimSuffix(secret+"…/"+below, "/")
		}
	}
	return r.URL.Path
}

// underAPI reports whether errors of a path are problem documents.
func underAPI(path string) bool {
	return path == "/api" || strings.HasPrefix(path, "/api/") || path == "/ws"
}

// failPage answers with a page that says what is wrong, in the words of the API.
func (s *Core) failPage(w http.ResponseWriter, r *http.Request, status int, message string) {
	s.render(w, r, status, errorPage(status, message))
}

// recoverer answers a panic with a problem and keeps the server alive.
func (s *Core) recoverer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		defer func() {
			cause := recover()
			if cause == nil {
				return
			}
			if cause == http.ErrAbortHandler {
				panic(cause)
			}
			s.log.Error("panic", "method", r.Method, "path", logged(r), "cause", cause, "stack", string(debug.Stack()))
			if ww.Status() != 0 {
				panic(http.ErrAbortHandler) // too late for a status: the client must see that the answer is cut short
			}
			h := w.Header()
			h.Del("Content-Encoding")
			h.Del("Content-Length")
			s.fail(w, r, errors.New("panic"))
		}()
		next.ServeHTTP(ww, r)
	})
}

const noPage = "There is nothing at this address. The figures are all on the first page."

func (s *Core) notFound(w http.ResponseWriter, r *http.Request) {
	if underAPI(r.URL.Path) {
		newProblem(http.StatusNotFound, r.URL.Path, "there is nothing at this address; /api/v1/openapi.json describes the API").write(w)
		return
	}
	s.failPage(w, r, http.StatusNotFound, noPage)
}
