package app

import (
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/go-chi/chi/v5/middleware"

	"espalier/web/problem"
	"espalier/web/store/records"
	"espalier/web/treestore"
)

// FailPageFor answers the request for a page whose tree cannot be loaded.
func (s *Core) FailPageFor(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the client has gone
	}
	status, message := problem.StatusAndDetail(err)
	if isOurs(status, err) {
		s.Log.Error("a saved tree could not be shown", "path", logged(r), "err", err)
	}
	if after := problem.Of(err).After; after > 0 {
		problem.SetRetryTime(w.Header(), after)
	}
	s.Render(w, r, status, errorPage(status, message, readableOf(err)))
}

// isOurs reports whether an error is a fault of the server, which the log has.
func isOurs(status int, err error) bool {
	return status == http.StatusInternalServerError || records.IsDamaged(err)
}

// A readable is what can still be read of a damaged tree.
type readable struct{ Path, Text string }

// readableOf returns the newest revision of a damaged tree that can be read; nil:
// there is none, or the error is another one.
func readableOf(err error) *readable {
	var d *records.DamagedError
	switch {
	case !errors.As(err, &d) || d.Value:
		return nil
	case d.Newest == 0: // an earlier revision alone is lost
		return &readable{"/t/" + string(d.ID), "The page of the tree"}
	case d.Readable == 0:
		return nil
	}
	return &readable{fmt.Sprintf("/t/%s?revision=%d", d.ID, d.Readable), fmt.Sprintf("Revision %d of the tree", d.Readable)}
}

// FailDownload answers a download that fails: a page for a browser, a line of
// text for other clients.
func (s *Core) FailDownload(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the client has gone
	}
	status, message := problem.StatusAndDetail(err)
	if isOurs(status, err) {
		s.Log.Error("an export failed", "path", logged(r), "err", err)
	}
	if strings.Contains(r.Header.Get("Accept"), "text/html") {
		s.FailPage(w, r, status, message)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/plain; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	problem.SetRetryAfter(header, status)
	w.WriteHeader(status)
	fmt.Fprintln(w, message)
}

// Fail answers an API request with the problem of an error; more is added to its
// detail.
func (s *Core) Fail(w http.ResponseWriter, r *http.Request, err error, more ...string) {
	if r.Context().Err() != nil {
		return // the client has gone
	}
	p := problem.Of(err)
	p.Detail += strings.Join(more, "")
	if isOurs(p.Status, err) {
		s.Log.Error("request failed", "method", r.Method, "path", logged(r), "err", err)
	}
	p.Write(w)
}

// logged returns the path of a request for the log, without edit keys and presenters'
// keys, which are secrets.
func logged(r *http.Request) string {
	path := r.URL.Path
	for _, secret := range []string{"/edit/", "/api/v1/trees/", "/api/v1/rooms/", "/present/", "/api/v1/lessons/", "/lessons/", "/api/v1/assignments/", "/results/", "/api/v1/traces/", "/api/v1/tasks/", "/tasks/"} {
		if rest, ok := strings.CutPrefix(path, secret); ok {
			_, below, _ := strings.Cut(rest, "/")
			path = strings.TrimSuffix(secret+"…/"+below, "/")
			break
		}
	}
	// A key may also be where it does not belong, as in /t/KEY or //edit/KEY.
	return longRun.ReplaceAllStringFunc(path, func(run string) string {
		if _, err := treestore.ParseID(run); err == nil {
			return run // public
		}
		return "…"
	})
}

// longRun matches what may be a key, or most of one.
var longRun = regexp.MustCompile(`[0-9A-Za-z]{20,}`)

// UnderAPI reports whether errors of a path are problem documents.
func UnderAPI(path string) bool {
	return path == "/api" || strings.HasPrefix(path, "/api/") || path == "/ws"
}

// FailPage answers with an error page, with the same message as the API.
func (s *Core) FailPage(w http.ResponseWriter, r *http.Request, status int, message string) {
	s.Render(w, r, status, errorPage(status, message, nil))
}

// Recover answers a panic with a problem; the server goes on.
func (s *Core) Recover(next http.Handler) http.Handler {
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
			s.Log.Error("panic", "method", r.Method, "path", logged(r), "cause", cause, "stack", string(debug.Stack()))
			if ww.Status() != 0 {
				panic(http.ErrAbortHandler) // too late for a status: the client must see that the answer is cut short
			}
			h := w.Header()
			h.Del("Content-Encoding")
			h.Del("Content-Length")
			s.Fail(w, r, errors.New("panic"))
		}()
		next.ServeHTTP(ww, r)
	})
}

const noPage = "There is nothing at this address. The figures are all on the first page."

// NotFound answers a request for an unknown address.
func (s *Core) NotFound(w http.ResponseWriter, r *http.Request) {
	if UnderAPI(r.URL.Path) {
		problem.New(http.StatusNotFound, r.URL.Path, "there is nothing at this address; "+s.Link("/api/v1/openapi.json")+" describes the API").Write(w)
		return
	}
	s.FailPage(w, r, http.StatusNotFound, noPage)
}
