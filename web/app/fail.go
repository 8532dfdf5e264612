package app

import (
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-chi/chi/v5/middleware"

	"espalier/web/problem"
	"espalier/web/store/records"
)

// A Handler answers a request, or returns why it cannot. Once it has begun to write it returns no
// error: it ends the answer with a line that says why, or cuts it off with http.ErrAbortHandler.
type Handler func(w http.ResponseWriter, r *http.Request) error

// A Form writes an error as the answer of a route.
type Form func(s *Core, w http.ResponseWriter, r *http.Request, p problem.Problem, err error)

// In returns what serves a handler on a route whose errors have a form.
func (s *Core) In(form Form) func(Handler) http.HandlerFunc {
	return func(h Handler) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			err := h(w, r)
			if err != nil && hasBegun(w) && r.Context().Err() == nil {
				s.Log.Error("an answer was cut off", "method", r.Method, "path", s.logged(r), "err", err)
				panic(http.ErrAbortHandler)
			}
			if err != nil {
				s.Refuse(w, r, form, err)
			}
		}
	}
}

// hasBegun reports whether something of an answer was written.
func hasBegun(w http.ResponseWriter) bool {
	for {
		switch w := w.(type) {
		case *answer:
			return w.status != 0
		case interface{ Status() int }:
			return w.Status() != 0
		}
		wrapped, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return false
		}
		w = wrapped.Unwrap()
	}
}

// Refuse answers a request with an error. It logs what is a fault of the server, and answers
// nothing when the client has gone.
func (s *Core) Refuse(w http.ResponseWriter, r *http.Request, form Form, err error) {
	if r.Context().Err() != nil {
		return
	}
	p := problem.Of(err)
	if isOurs(p.Status, err) {
		s.Log.Error("request failed", "method", r.Method, "path", s.logged(r), "err", err)
	}
	form(s, w, r, p, err)
}

// AsProblem is the form of the API: an RFC 9457 document.
func AsProblem(_ *Core, w http.ResponseWriter, _ *http.Request, p problem.Problem, _ error) {
	p.Write(w)
}

// AsPage is the form of pages. That of a damaged tree links to what can still be read of it.
func AsPage(s *Core, w http.ResponseWriter, r *http.Request, p problem.Problem, err error) {
	if p.After > 0 {
		problem.SetRetryTime(w.Header(), p.After)
	}
	text := p.Detail
	if p.Status == http.StatusNotFound {
		text = sentence(strings.TrimPrefix(text, p.Errors[0].Path+": ")) // the address is the place
	}
	s.Render(w, r, p.Status, errorPage(p.Status, text, readableOf(err), p.Status == http.StatusNotFound && s.secretPaths.ofSomebody(r.URL.Path)))
}

// sentence returns a message as a sentence.
func sentence(message string) string {
	first, size := utf8.DecodeRuneInString(message)
	if size == 0 {
		return ""
	}
	text := string(unicode.ToUpper(first)) + message[size:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

// AsFile is the form of downloads: a page for a browser, a line of text for other clients.
func AsFile(s *Core, w http.ResponseWriter, r *http.Request, p problem.Problem, err error) {
	if wantsPage(r) {
		AsPage(s, w, r, p, err)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/plain; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	problem.SetRetryAfter(header, p.Status)
	w.WriteHeader(p.Status)
	fmt.Fprintln(w, p.Detail)
}

// AsDownload is the form of a file of the API that pages link to: a page for a browser, a problem document for
// other clients.
func AsDownload(s *Core, w http.ResponseWriter, r *http.Request, p problem.Problem, err error) {
	if wantsPage(r) {
		AsPage(s, w, r, p, err)
		return
	}
	AsProblem(s, w, r, p, err)
}

// wantsPage reports whether a browser asks for a page, and not a script or another client.
func wantsPage(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

// FormFor returns the form of an error outside of a handler, as of middleware and of an address without a
// route: that of the API, or the other one.
func FormFor(path string, other Form) Form {
	if UnderAPI(path) {
		return AsProblem
	}
	return other
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

// UnderAPI reports whether errors of a path are problem documents.
func UnderAPI(path string) bool {
	return path == "/api" || strings.HasPrefix(path, "/api/") || path == "/ws"
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
			s.Log.Error("panic", "method", r.Method, "path", s.logged(r), "cause", cause, "stack", string(debug.Stack()))
			if ww.Status() != 0 {
				panic(http.ErrAbortHandler) // too late for a status: the client must see that the answer is cut short
			}
			h := w.Header()
			h.Del("Content-Encoding")
			h.Del("Content-Length")
			s.Refuse(w, r, AsProblem, errors.New("panic"))
		}()
		next.ServeHTTP(ww, r)
	})
}

const noPage = "There is nothing at this address. The figures are all on the first page."

// NotFound answers a request for an unknown address.
func (s *Core) NotFound(w http.ResponseWriter, r *http.Request) {
	err := &problem.Error{Status: http.StatusNotFound, Message: noPage}
	if UnderAPI(r.URL.Path) {
		err.Path, err.Message = r.URL.Path, "there is nothing at this address; "+s.Link("/api/v1/openapi.json")+" describes the API"
	}
	s.Refuse(w, r, FormFor(r.URL.Path, AsPage), err)
}
