package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"espalier/trees"
	"espalier/web/store/records"
)

// TestDamagedRecordIsLogged has a saved tree that breaks a rule of trees: the
// server's fault, not that of who asks for it.
func TestDamagedRecordIsLogged(t *testing.T) {
	damaged := &records.DamagedError{ID: "x", Revision: 2, Err: &trees.Error{Path: "root", Message: "m"}}
	for name, form := range forms {
		var log strings.Builder
		s := NewCore(Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
		w := httptest.NewRecorder()
		s.In(form)(func(http.ResponseWriter, *http.Request) error { return damaged })(w, httptest.NewRequest("GET", "/api/v1/trees/abc", nil))
		if w.Code != http.StatusServiceUnavailable || !strings.Contains(w.Body.String(), "evision 2 of the tree x cannot be read: root: m") {
			t.Errorf("%s answers %d, %s", name, w.Code, w.Body)
		}
		if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), "root: m") {
			t.Errorf("%s logs %q", name, log.String())
		}
	}
}

var forms = map[string]Form{"problem": AsProblem, "page": AsPage, "file": AsFile}

// A client that does not wait for its answer is no error of the server.
func TestGoneClientIsNotLogged(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	answers := map[string]func(s *Core, w http.ResponseWriter, r *http.Request){
		"Render": func(s *Core, w http.ResponseWriter, r *http.Request) {
			s.Render(w, r, 200, errorPage(200, "", nil, false))
		},
	}
	for name, form := range forms {
		answers[name] = func(s *Core, w http.ResponseWriter, r *http.Request) { s.Refuse(w, r, form, context.Cause(gone)) }
	}
	for name, answer := range answers {
		var log, counted strings.Builder
		s := NewCore(Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
		routes := chi.NewRouter()
		routes.Use(s.Measure)
		routes.Get("/x", func(w http.ResponseWriter, r *http.Request) { answer(s, w, r) })
		w := httptest.NewRecorder()
		routes.ServeHTTP(w, httptest.NewRequestWithContext(gone, "GET", "/x", nil))
		if log.Len() > 0 || w.Body.Len() > 0 {
			t.Errorf("%s logs %s and answers %s", name, &log, w.Body)
		}
		s.measures.registry.WriteTo(&counted)
		if want := `espalier_requests_total{route="/x",status="499"} 1`; !strings.Contains(counted.String(), want) {
			t.Errorf("%s: /metrics lacks %s", name, want)
		}
	}
}

// TestBegunAnswerIsCutOff checks that an error after the first byte is never written behind it.
func TestBegunAnswerIsCutOff(t *testing.T) {
	s := NewCore(Config{})
	for name, use := range map[string][]func(http.Handler) http.Handler{
		"stream": {s.Recover}, "answer": {s.Recover, s.LimitAnswers, middleware.Compress(GzipLevel, CompressedTypes...)},
	} {
		routes := chi.NewRouter()
		routes.Use(use...)
		routes.Get("/x", s.In(AsProblem)(func(w http.ResponseWriter, r *http.Request) error {
			WriteJSON(w, []byte("{}"))
			return errors.New("too late")
		}))
		w := httptest.NewRecorder()
		func() {
			defer func() {
				if cause := recover(); cause != http.ErrAbortHandler {
					t.Errorf("%s: the handler ends with %v", name, cause)
				}
			}()
			routes.ServeHTTP(w, httptest.NewRequest("GET", "/x", nil))
		}()
		if strings.Contains(w.Body.String(), "title") {
			t.Errorf("%s: the answer is %s", name, w.Body)
		}
	}
}
