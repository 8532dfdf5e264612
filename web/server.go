// Package web serves Espalier: the pages, the drawings, the API and the
// websocket.
package web

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"espalier/web/api"
	"espalier/web/app"
	"espalier/web/classroom"
	"espalier/web/counterexample"
	"espalier/web/editor"
	"espalier/web/experiments"
	"espalier/web/export"
	"espalier/web/figures"
	"espalier/web/games"
	"espalier/web/homework"
	"espalier/web/judge"
	"espalier/web/learn"
	"espalier/web/lessons"
	"espalier/web/lockstep"
	"espalier/web/maps"
	"espalier/web/opinions"
	"espalier/web/orders"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/samples"
	"espalier/web/socket"
	"espalier/web/tasks"
	"espalier/web/theorems"
	"espalier/web/traces"
)

//go:generate sh ../.ci/templ generate -include-version=false

// A Server is the handler of everything. It must be Shut down.
type Server struct {
	*app.Core
	Socket      *socket.Handlers
	Runs        *play.Runs
	Drafts      *editor.Drafts
	API         *api.Handlers
	Rooms       *classroom.Handlers
	Lessons     *lessons.Handlers
	Homework    *homework.Handlers
	Experiments *experiments.Handlers
	Traced      *traces.Handlers
	Tasks       *tasks.Handlers
	Maps        *maps.Handlers
	routes      *chi.Mux
	entry       http.Handler // the routes, below the prefix
}

// New makes a server that is ready to serve.
func New(c app.Config) *Server {
	s := &Server{Core: app.NewCore(c)}
	s.Rooms = classroom.New(s.Core)
	s.Lessons = &lessons.Handlers{Core: s.Core, Check: s.Rooms, Chapters: learn.Lesson}
	s.Rooms.Lessons = s.Lessons
	s.Homework = homework.New(s.Core, s.Lessons)
	s.Experiments = experiments.New(s.Core)
	s.Traced = traces.New(s.Core)
	s.Tasks = tasks.New(s.Core, s.Traced)
	s.Maps = maps.New(s.Core)
	s.Runs, s.Drafts = play.NewRuns(s.Core), editor.NewDrafts(s.Core)
	s.Runs.Follow = s.Traced.Follow
	s.Maps.Follow = s.Traced.FollowMap
	s.Socket = socket.New(s.Core, s.Runs.Feature(), s.Maps.Feature(), s.Traced.Feature(), s.Experiments.Feature(), s.Drafts.Feature(), s.Rooms.Feature(), s.Homework.Feature())
	s.API = api.New(s.Core, Limits(s.Store.MaxBytes(), s.Memory))
	s.routes = s.table()
	s.entry = s.Base.Strip(s.routes)
	return s
}

// table is the whole of what the server answers.
func (s *Server) table() *chi.Mux {
	r := chi.NewRouter()
	figures, editor, export := figures.Handlers{Core: s.Core, Theorem: theorems.OfFigure}, editor.Handlers{Core: s.Core}, export.Handlers{Core: s.Core}
	trace := s.Traced
	lockstep, counterexample := lockstep.Handlers{Core: s.Core}, counterexample.Handlers{Core: s.Core}
	games := games.Handlers{Core: s.Core}
	opinions := opinions.Handlers{Core: s.Core}
	orders := orders.Handlers{Core: s.Core}
	samples := samples.Handlers{Core: s.Core}
	rooms, course := classroom.Pages{Core: s.Core, Rooms: s.Rooms, Lessons: s.Lessons, Games: games}, learn.Handlers{Core: s.Core, Open: s.Homework.IsOpenExercise}
	lesson, homework := lessons.Pages{Core: s.Core, Lessons: s.Lessons}, homework.Pages{Core: s.Core, Homework: s.Homework}
	theorems := theorems.Handlers{Core: s.Core}
	tasks := tasks.Pages{Core: s.Core, Tasks: s.Tasks}
	r.Use(s.Measure, s.Recover, app.SecurityHeaders, app.Deadline, s.Identify, s.LogAccess, s.RequireKnownHost, s.RequireSameOrigin, judge.Guard(s.Homework.Viewer, s.Rooms.Viewer), middleware.GetHead, problem.ValidateQuery(s.refuseQuery))
	r.NotFound(s.NotFound)
	r.MethodNotAllowed(s.methodNotAllowed)

	api, page := s.In(app.AsProblem), s.In(app.AsPage) // how a route answers an error

	// Streams set further deadlines as they go, and are not compressed; static
	// files are compressed once.
	r.Get("/ws", s.Socket.Serve)
	r.Get("/api/v1/trace", api(s.API.TraceOfAddress))
	r.Post("/api/v1/trace", api(s.API.Trace))
	r.Post("/api/v1/counterexamples", api(s.API.Counterexamples))
	r.Get("/export/trace.ndjson", export.ServeTrace)
	r.Post("/api/v1/traces", trace.Create)
	r.Put("/api/v1/traces/{id}", trace.Replace)
	r.Post("/api/v1/traces/{id}/lines", trace.Lines)
	r.Post("/api/v1/traces/{id}/end", trace.End)
	r.Get("/api/v1/traces/{id}/events", trace.Events)
	r.Get("/api/v1/traces/{id}/source", trace.Source)
	r.Get("/learn/theorems/{id}/tries", theorems.ServeTries)
	r.Get("/runs/{key}/map/tiles", s.Maps.ServeTile)
	r.Get("/static/*", s.Assets.ServeHTTP)
	r.Get("/favicon.ico", s.Assets.At("favicon.ico"))
	r.Get("/apple-touch-icon.png", s.Assets.At("apple-touch-icon.png"))
	r.Get("/apple-touch-icon-precomposed.png", s.Assets.At("apple-touch-icon.png"))
	r.Get("/robots.txt", s.ServeRobots)
	r.Get("/healthz", s.ServeHealth)
	r.Get("/readyz", s.ServeReady)
	r.Get("/metrics", s.ServeMetrics)

	r.Group(func(r chi.Router) {
		r.Use(s.LimitAnswers, middleware.Compress(app.GzipLevel, app.CompressedTypes...))

		r.Get("/api/v1/algorithms", s.API.Algorithms)
		r.Get("/api/v1/rules", s.API.Rules)
		r.Get("/api/v1/games", s.API.Games)
		r.Post("/api/v1/moves", api(s.API.Moves))
		r.Post("/api/v1/count", api(s.API.Count))
		r.Get("/api/v1/figures", api(s.API.Figures))
		r.Get("/api/v1/figures/{id}", api(s.API.Figure))
		r.Post("/api/v1/parse", api(s.API.Parse))
		r.Post("/api/v1/solve", api(s.API.Solve))
		r.Post("/api/v1/compare", api(s.API.Compare))
		r.Post("/api/v1/region", api(s.API.Region))
		r.Post("/api/v1/practice/check", api(s.API.CheckPractice))
		r.Post("/api/v1/trees", api(s.API.CreateTree))
		r.Get("/api/v1/trees/{id}", api(s.API.SavedTree))
		r.Delete("/api/v1/trees/{id}", api(s.API.DeleteTree))
		r.Post("/api/v1/trees/{id}/edits", api(s.API.EditTree))
		r.Get("/api/v1/trees/{id}/revisions", api(s.API.Revisions))
		r.Get("/api/v1/openapi.json", s.API.OpenAPI)

		r.Post("/api/v1/traces/check", trace.Check)
		r.Get("/api/v1/traces/{id}", trace.Summary)
		r.Get("/api/v1/traces/{id}/checks", trace.Checks)
		r.Delete("/api/v1/traces/{id}", trace.Delete)

		r.Get("/api/v1/experiments", s.Experiments.List)
		r.Post("/api/v1/experiments/{id}/runs", s.Experiments.Create)
		r.Get("/api/v1/experiments/runs/{run}", s.Experiments.Get)
		r.Delete("/api/v1/experiments/runs/{run}", s.Experiments.Delete)
		r.Post("/api/v1/experiments/runs/{run}/resume", s.Experiments.Resume)
		r.Get("/api/v1/experiments/runs/{run}/rows.csv", s.Experiments.CSV)
		r.Get("/api/v1/experiments/runs/{run}/rows.json", s.Experiments.JSON)
		r.Get("/api/v1/experiments/runs/{run}/plot.svg", s.Experiments.Plot)

		r.Get("/api/v1/lessons", s.Lessons.List)
		r.Get("/api/v1/lessons/{lesson}", s.Lessons.Get)
		r.Post("/api/v1/lessons/{lesson}/answers", lesson.ServeAnswer)

		r.Group(func(r chi.Router) {
			r.Use(app.Private)
			own := r.With(judge.KeepsLimits) // what students and followers see of their own questions
			r.Post("/api/v1/rooms", s.Rooms.Create)
			own.Get("/api/v1/rooms/{room}", s.Rooms.Value)
			r.Delete("/api/v1/rooms/{room}", s.Rooms.Delete)
			r.Get("/api/v1/rooms/{room}/sources/{hash}", s.Rooms.Source)
			r.Get("/api/v1/rooms/{room}/answers", s.Rooms.Answers)
			r.Get("/api/v1/rooms/{room}/answers.csv", s.Rooms.AnswersCSV)
			r.Get("/api/v1/rooms/{room}/wall", s.Rooms.Wall)
			r.Get("/api/v1/rooms/{room}/qr.svg", s.Rooms.QR)
			r.Post("/api/v1/rooms/{room}/hand-over", s.Rooms.HandOver)
			for _, action := range classroom.Actions {
				r.Post("/api/v1/rooms/{room}/"+action, s.Rooms.Action(action))
			}
			r.Get("/present/{room}", rooms.ServePresent)
			r.Get("/c", rooms.ServeEntry)
			own.Get("/c/{room}", rooms.ServeFollow)

			r.Post("/api/v1/assignments", s.Homework.Create)
			own.Get("/api/v1/assignments/{assignment}", s.Homework.Get)
			r.Put("/api/v1/assignments/{assignment}", s.Homework.Put)
			r.Delete("/api/v1/assignments/{assignment}", s.Homework.Delete)
			own.Post("/api/v1/assignments/{assignment}/students", s.Homework.Enter)
			own.Put("/api/v1/assignments/{assignment}/items/{item}/answer", s.Homework.Answer)
			own.Post("/api/v1/assignments/{assignment}/items/{item}/final", s.Homework.Final)
			own.Post("/api/v1/assignments/{assignment}/finish", s.Homework.Finish)
			own.Post("/api/v1/assignments/{assignment}/resume", s.Homework.Resume)
			r.Get("/api/v1/assignments/{assignment}/results", s.Homework.Results)
			r.Get("/api/v1/assignments/{assignment}/results.csv", s.Homework.ResultsCSV)
			own.Get("/a/{assignment}", homework.ServeStudent)
			r.Get("/results/{assignment}", homework.ServeResults)

			r.Post("/api/v1/tasks", s.Tasks.Create)
			r.Get("/api/v1/tasks/{task}", s.Tasks.Get)
			r.Delete("/api/v1/tasks/{task}", s.Tasks.Delete)
			r.Get("/api/v1/tasks/{task}/trees/{file}", s.Tasks.Tree)
			r.Post("/api/v1/tasks/{task}/students", s.Tasks.Enter)
			r.Post("/api/v1/tasks/{task}/runs", s.Tasks.Send)
			r.Get("/api/v1/tasks/{task}/results", s.Tasks.Results)
			r.Get("/api/v1/tasks/{task}/results.csv", s.Tasks.ResultsCSV)
			r.Get("/tasks/{task}", tasks.ServeTask)
			r.Get("/tasks/{task}/results", tasks.ServeResults)

			r.Post("/api/v1/lessons", s.Lessons.Create)
			r.Put("/api/v1/lessons/{lesson}", s.Lessons.Put)
			r.Delete("/api/v1/lessons/{lesson}", s.Lessons.Delete)
		})

		r.Get("/", figures.ServeGallery)
		r.Get("/figures", figures.ServeFigures)
		r.Get("/exercises/{id}", figures.ServeExercise)
		r.Get("/figures/{id}", figures.FigurePage) // and /figures/{id}.svg
		r.Get("/games", games.ServeRoom)
		r.Get("/hidden-cards", games.ServeHiddenCards)
		r.Get("/games/{id}", games.ServeGame)
		r.Get("/games/{id}/search", games.ServeSearch)
		r.Get("/games/{id}/at", games.ServeAt)
		r.Get("/games/{id}/engine", games.ServeEngine)
		r.Get("/games/{id}/why", games.ServeWhy)
		r.Get("/games/{id}/votes", games.ServeVotes)
		r.Get("/games/{id}/opinions", games.ServeOpinions)
		r.Get("/runs/{key}/map/nodes", s.Maps.Nodes())
		r.Get("/runs/{key}/map/node", s.Maps.Node())
		r.Get("/runs/{key}/map/at", s.Maps.At())
		r.Get("/runs/{key}/map/cut", s.Maps.NextCut())
		r.Get("/runs/{key}/map/find", s.Maps.Find())
		r.Get("/runs/{key}/map/table", s.Maps.Table())
		r.Get("/tree", editor.ServeTree)
		r.Get("/edit", editor.ServeNewEdit)
		r.Post("/edit", editor.PostNewEdit)
		r.With(app.Private).Get("/edit/{key}", editor.ServeEdit)
		r.With(app.Private).Post("/edit/{key}", editor.PostEdit)
		r.Get("/t/{id}", editor.ServeRead)
		r.Get("/learn", course.ServePath)
		r.Get("/learn/glossary", course.ServeGlossary)
		r.Get("/learn/plan", course.ServePlan)
		r.Get("/learn/{chapter}", course.ServeChapter)
		r.Get("/learn/theorems", theorems.ServeList)
		r.Get("/learn/theorems/{id}", theorems.ServeTheorem)
		r.Get("/trees", editor.ServeList)
		r.Get("/trees/{id}/picture.svg", editor.ServeListPicture)
		r.Get("/trees/{id}/restore", editor.ServeRestore)
		r.With(app.AllowFraming).Get("/embed", export.ServeEmbed)
		r.Get("/handout", export.ServeHandout)
		r.Get("/export/run.html", export.ServeRunFile)
		r.Get("/export/{name}", export.ServeExport)
		r.Get("/share", export.ServeShare)
		r.Get("/lockstep", lockstep.ServePage)
		r.Get("/lessons", lesson.ServeList)
		r.Get("/teach", lesson.ServeTeach)
		r.Post("/lessons/picture", lesson.ServePicture)
		r.Get("/lessons/{lesson}", lesson.ServeRead)
		r.With(app.Private).Get("/lessons/{lesson}/print", lesson.ServePrint)
		r.With(app.Private).Get("/lessons/{lesson}/edit", lesson.ServeEdit)
		r.Get("/homework", homework.ServeList)
		r.Get("/homework/new", homework.ServeNew)
		r.Get("/tasks", tasks.ServeList)
		r.Get("/tasks/new", tasks.ServeNew)
		r.Get("/practice", course.ServePractice)
		r.Get("/practice/result.txt", course.ServePracticeResult)
		r.Get("/notation", figures.ServeNotation)
		r.Get("/exhibits", figures.ServeExhibits)
		r.Get("/counterexamples", counterexample.ServePage)
		r.Get("/opinions", opinions.ServePage)
		r.Get("/orders", orders.ServePage)
		r.Get("/samples", samples.ServePage)
		r.Get("/traces", trace.ServePage)
		r.Post("/traces", trace.PostPage)
		r.Get("/traces/{id}", trace.ServeTrace)
		r.Get("/traces/format", trace.ServeFormat)
		r.Get("/clients", trace.ServeClients)
		r.Get("/clients/{file}", trace.ServeClient)
		r.Get("/experiments", s.Experiments.ServeList)
		r.Get("/experiments/{id}", s.Experiments.ServeExperiment)
		r.Post("/experiments/{id}", s.Experiments.PostExperiment)
		r.Get("/experiments/runs/{run}", s.Experiments.ServeRun)
		r.Post("/experiments/runs/{run}/cancel", s.Experiments.PostCancel)
		r.Post("/experiments/runs/{run}/resume", s.Experiments.PostResume)
		r.Get("/algorithms", figures.ServeAlgorithms)
		r.Get("/api", page(s.API.Page))
	})
	return r
}

// Routes is the table of all routes.
func (s *Server) Routes() *chi.Mux { return s.routes }

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.entry.ServeHTTP(w, r) }

// HasPath reports whether the server has pages at or below a path.
func (s *Server) HasPath(path string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	for _, route := range s.routes.Routes() {
		if at, _, _ := strings.Cut(strings.TrimPrefix(route.Pattern, "/"), "/"); first != "" && at == first {
			return true
		}
	}
	return false
}

// Shutdown ends running streams with a last message, and returns when they
// have ended or the context has.
func (s *Server) Shutdown(ctx context.Context) error {
	s.Stop(problem.ErrStopping)
	s.Traced.Close()
	s.Maps.Close()
	return errors.Join(s.Socket.Connections.Wait(ctx), s.Rooms.Close(ctx), s.Homework.Close(ctx), s.Experiments.Close(ctx))
}

// refuseQuery answers a query that cannot be read, in the form that belongs to
// its path.
func (s *Server) refuseQuery(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case app.UnderAPI(r.URL.Path):
		s.Fail(w, r, err)
	case r.URL.Path == "/embed":
		app.AllowFraming(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { export.Handlers{Core: s.Core}.RefuseEmbed(w, r, err) })).ServeHTTP(w, r)
	default:
		s.FailDownload(w, r, err)
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
	if app.UnderAPI(r.URL.Path) {
		problem.New(http.StatusMethodNotAllowed, r.URL.Path, message).Write(w)
		return
	}
	s.FailPage(w, r, http.StatusMethodNotAllowed, message)
}
