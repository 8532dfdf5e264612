// Package web serves Espalier: the pages, the drawings, the API and the
// websocket.
package web

//go:generate go run github.com/a-h/templ/cmd/templ@v0.3.977 generate

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"espalier/trace"
)

// A Server is the handler of everything. It must be Shut down.
type Server struct {
	*Core
	Stream *streamHandlers
	API    *apiHandlers
	routes *chi.Mux
}

// New makes a server that is ready to serve.
func New(c Config) *Server {
	s := &Server{Core: newCore(c)}
	s.Stream = &streamHandlers{Core: s.Core, recordings: trace.NewBudget(trace.MaxRecordedBytes)}
	s.API = newAPI(s.Core, Limits())
	s.routes = s.table()
	return s
}

// table is the whole of what the server answers.
func (s *Server) table() *chi.Mux {
	r := chi.NewRouter()
	figures, editor, export := figuresHandlers{s.Core}, editorHandlers{s.Core}, exportHandlers{s.Core}
	lockstep, counterexample := lockstepHandlers{s.Core}, counterexampleHandlers{s.Core}
	r.Use(s.recoverer, secure, deadline, middleware.GetHead, validateQuery(s.refuseQuery))
	r.NotFound(s.notFound)
	r.MethodNotAllowed(s.methodNotAllowed)

	// Streams set further deadlines as they go, and are not compressed; static
	// files are compressed once.
	r.Get("/ws", s.Stream.serve)
	r.Post("/api/v1/trace", s.API.trace)
	r.Post("/api/v1/counterexamples", s.API.counterexamples)
	r.Get("/export/trace.ndjson", export.serveTrace)
	r.Get("/static/*", s.assets.ServeHTTP)

	r.Group(func(r chi.Router) {
		r.Use(middleware.Compress(gzipLevel, compressed...))
		r.Get("/healthz", s.healthz)

		r.Get("/api/v1/algorithms", s.API.algorithms)
		r.Get("/api/v1/figures", s.API.figures)
		r.Get("/api/v1/figures/{id}", s.API.figure)
		r.Post("/api/v1/parse", s.API.parse)
		r.Post("/api/v1/solve", s.API.solve)
		r.Post("/api/v1/compare", s.API.compare)
		r.Post("/api/v1/region", s.API.region)
		r.With(s.ownPages).Post("/api/v1/trees", s.API.createTree)
		r.Get("/api/v1/trees/{id}", s.API.savedTree)
		r.With(s.ownPages).Delete("/api/v1/trees/{id}", s.API.deleteTree)
		r.With(s.ownPages).Post("/api/v1/trees/{id}/edits", s.API.editTree)
		r.Get("/api/v1/trees/{id}/revisions", s.API.revisions)
		r.Get("/api/v1/openapi.json", s.API.openapi)

		r.Get("/", figures.serveGallery)
		r.Get("/figures/{id}", figures.figurePage) // and /figures/{id}.svg
		r.Get("/tree", editor.serveTree)
		r.Get("/edit", editor.serveNewEdit)
		r.With(s.ownPages).Post("/edit", editor.postNewEdit)
		r.Get("/edit/{key}", editor.serveEdit)
		r.With(s.ownPages).Post("/edit/{key}", editor.postEdit)
		r.Get("/t/{id}", editor.serveRead)
		r.With(framed).Get("/embed", export.serveEmbed)
		r.Get("/handout", export.serveHandout)
		r.Get("/export/run.html", export.serveRunFile)
		r.Get("/export/{name}", export.serveExport)
		r.Get("/share", export.serveShare)
		r.Get("/lockstep", lockstep.serveLockstep)
		r.Get("/notation", figures.serveNotation)
		r.Get("/exhibits", figures.serveExhibits)
		r.Get("/counterexamples", counterexample.serveCounterexamples)
		r.Get("/api", s.API.serveAPIPage)
	})
	return r
}

// Routes is the table of all routes.
func (s *Server) Routes() *chi.Mux { return s.routes }

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.routes.ServeHTTP(w, r) }

// Shutdown ends running streams with a last message, and returns when they
// have ended or the context has.
func (s *Server) Shutdown(ctx context.Context) error {
	s.stop(errStopping)
	return s.Stream.sockets.wait(ctx)
}

func (s *Server) healthz(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Write([]byte("ok\n"))
}

// refuseQuery answers a query that cannot be read, in the form that belongs to
// its path.
func (s *Server) refuseQuery(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case underAPI(r.URL.Path):
		s.fail(w, r, err)
	case r.URL.Path == "/embed":
		framed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { exportHandlers{s.Core}.refuseEmbed(w, r, err) })).ServeHTTP(w, r)
	default:
		s.failExport(w, r, err)
	}
}

func (s *Server) methodNotAllowed(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, m := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		if s.routes.Match(chi.NewRouteContext(), m, r.URL.Path) || m == http.MethodHead && len(allowed) > 0 {
			allowed = append(allowed, m)
		}
	}
	list, are := strings.Join(allowed, ", "), " are"
	if len(allowed) == 1 {
		are = " is"
	}
	w.Header().Set("Allow", list)
	message := r.Method + " is not served here; " + list + are
	if underAPI(r.URL.Path) {
		newProblem(http.StatusMethodNotAllowed, r.URL.Path, message).write(w)
		return
	}
	s.failPage(w, r, http.StatusMethodNotAllowed, message)
}
