// Package web serves Espalier: the pages, the drawings, the API and the
// websocket.
package web

//go:generate go run github.com/a-h/templ/cmd/templ@v0.3.977 generate

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"espalier/trace"
)

// A Server is the handler of everything. It must be Shut down.
type Server struct {
	*Core
	routes *chi.Mux
	socket *streamHandlers
	api    *apiHandlers
}

// New makes a server that is ready to serve.
func New(c Config) *Server {
	s := &Server{Core: newCore(c)}
	s.socket = &streamHandlers{Core: s.Core, recordings: trace.NewBudget(trace.MaxRecordedBytes)}
	s.api = newAPI(s.Core, Limits())
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
	r.Get("/ws", s.socket.serve)
	r.Post("/api/v1/trace", s.api.trace)
	r.Post("/api/v1/counterexamples", s.api.counterexamples)
	r.Get("/export/trace.ndjson", export.serveTrace)
	r.Get("/static/*", s.assets.ServeHTTP)

	r.Group(func(r chi.Router) {
		r.Use(middleware.Compress(gzipLevel, compressed...))
		r.Get("/healthz", s.healthz)

		r.Get("/api/v1/algorithms", s.api.algorithms)
		r.Get("/api/v1/figures", s.api.figures)
		r.Get("/api/v1/figures/{id}", s.api.figure)
		r.Post("/api/v1/parse", s.api.parse)
		r.Post("/api/v1/solve", s.api.solve)
		r.Post("/api/v1/compare", s.api.compare)
		r.Post("/api/v1/region", s.api.region)
		r.With(s.ownPages).Post("/api/v1/trees", s.api.createTree)
		r.Get("/api/v1/trees/{id}", s.api.savedTree)
		r.With(s.ownPages).Delete("/api/v1/trees/{id}", s.api.deleteTree)
		r.With(s.ownPages).Post("/api/v1/trees/{id}/edits", s.api.editTree)
		r.Get("/api/v1/trees/{id}/revisions", s.api.revisions)
		r.Get("/api/v1/openapi.json", s.api.openapi)

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
		r.Get("/api", s.api.serveAPIPage)
	})
	return r
}

// compressed are the types that shrink; ndjson is not among them, since a
// stream must not wait in a compressor.
var compressed = []string{"text/html", "text/plain", "image/svg+xml", "application/json", "application/problem+json"}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.routes.ServeHTTP(w, r) }

// Shutdown ends running streams with a last message, and returns when they
// have ended or the context has.
func (s *Server) Shutdown(ctx context.Context) error {
	s.stop(errStopping)
	return s.socket.sockets.wait(ctx)
}

func (s *Server) healthz(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Write([]byte("ok\n"))
}

// figurePage tells a figure's page from its picture: a pattern cannot, since
// ids hold any characters but a slash.
func (h figuresHandlers) figurePage(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "id")
	if id, ok := strings.CutSuffix(id, ".svg"); ok {
		serveFigureSVG(w, r, id)
		return
	}
	h.serveFigure(w, r, id)
}

// searching gives the context of a search: it ends with the request, and with
// the server. Slots are taken until release.
func (s *Core) searching(parent context.Context, implicit bool) (ctx context.Context, release func(), err error) {
	if s.stopping.Err() != nil {
		return nil, nil, errStopping
	}
	slots := []chan struct{}{s.searches}
	if implicit {
		slots = append(slots, s.generated)
	}
	for i, slot := range slots {
		select {
		case slot <- struct{}{}:
		default:
			for _, taken := range slots[:i] {
				<-taken
			}
			return nil, nil, &inputError{http.StatusServiceUnavailable, "searches",
				fmt.Sprintf("%d such searches are running already, the limit; try again in a moment", cap(slot))}
		}
	}
	ctx, cancel := context.WithCancelCause(parent)
	undo := context.AfterFunc(s.stopping, func() { cancel(errStopping) })
	return ctx, func() {
		undo()
		cancel(nil)
		for _, slot := range slots {
			<-slot
		}
	}, nil
}

// deadline bounds the time to answer: the longest search and its delivery. No
// request goes without: a connection keeps the deadline of the one before.
func deadline(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.NewResponseController(w).SetWriteDeadline(time.Now().Add(solveTimeout + writeTime))
		next.ServeHTTP(w, r)
	})
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

// refuseQuery answers a query that cannot be read, in the form that belongs to
// its path.
func (s *Server) refuseQuery(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case underAPI(r.URL.Path):
		s.fail(w, r, err)
	case r.URL.Path == "/embed":
		framed(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { exportHandlers{s.Core}.refuseEmbed(w, r, err) })).ServeHTTP(w, r)
	default:
		exportHandlers{s.Core}.failExport(w, r, err)
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

// sockets counts the open websockets, and waits for their end.
type sockets struct {
	mu     sync.Mutex
	open   int
	closed bool
	done   sync.WaitGroup
}

func (s *sockets) add() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return errStopping
	case s.open == MaxConnections:
		return &inputError{http.StatusServiceUnavailable, "connections",
			plural(MaxConnections, "websocket") + " are open already, the limit; try again in a moment"}
	}
	s.open++
	s.done.Add(1)
	return nil
}

func (s *sockets) remove() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	s.done.Done()
}

func (s *sockets) wait(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	done := make(chan struct{})
	go func() {
		s.done.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
