// Package web serves Espalier: the pages, the drawings, the API and the
// websocket.
package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"espalier/web/api"
	"espalier/web/app"
	"espalier/web/assign"
	"espalier/web/classroom"
	"espalier/web/code"
	"espalier/web/desk"
	"espalier/web/editor"
	"espalier/web/experiments"
	"espalier/web/export"
	"espalier/web/figures"
	"espalier/web/front"
	"espalier/web/games"
	"espalier/web/judge"
	"espalier/web/learn"
	"espalier/web/lessons"
	"espalier/web/lockstep"
	"espalier/web/maps"
	"espalier/web/play"
	"espalier/web/problem"
	"espalier/web/socket"
	"espalier/web/theorems"
	"espalier/web/traces"
	"espalier/web/tree"
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
	Assigned    *assign.Handlers
	Experiments *experiments.Handlers
	Traced      *traces.Handlers
	Code        *code.Handlers
	Maps        *maps.Handlers
	Desks       *desk.Handlers
	routes      *chi.Mux
	keyed       map[string]bool // the patterns whose first parameter can be a key
	linked      map[string]bool // those whose second parameter is a secret
	private     map[string]bool // the patterns whose answers are for whoever asks
	entry       http.Handler    // the routes, below the prefix
}

// New makes a server that is ready to serve.
func New(c app.Config) *Server {
	s := &Server{Core: app.NewCore(c)}
	s.Rooms = classroom.New(s.Core)
	s.Lessons = &lessons.Handlers{Core: s.Core, Check: s.Rooms, Chapters: learn.Lesson}
	s.Rooms.Lessons = s.Lessons
	s.Experiments = experiments.New(s.Core)
	s.Traced = traces.New(s.Core)
	s.Code = code.New(s.Core, s.Traced)
	s.Assigned = assign.New(s.Core, s.Lessons, s.Traced)
	s.Maps = maps.New(s.Core)
	s.Desks = desk.New(s.Core, s.Assigned.OnDesk(), s.Assigned.TaskOnDesk(), s.Lessons.OnDesk(), s.Rooms.OnDesk(), editor.OnDesk(s.Core), s.Traced.OnDesk(), s.Code.OnDesk())
	s.Runs, s.Drafts = play.NewRuns(s.Core), editor.NewDrafts(s.Core)
	s.Runs.Follow, s.Runs.Program = s.Traced.Follow, s.Code.Stream
	s.Maps.Follow = s.Traced.FollowMap
	s.Socket = socket.New(s.Core, s.Runs.Feature(), s.Maps.Feature(), s.Traced.Feature(), s.Experiments.Feature(), s.Drafts.Feature(), s.Rooms.Feature(), s.Assigned.Feature())
	s.API = api.New(s.Core, Limits(s.Store.MaxBytes(), s.Memory), lists())
	s.keyed, s.linked, s.private = map[string]bool{}, map[string]bool{}, map[string]bool{}
	s.routes = s.table()
	s.UseSecretPaths(s.secretPaths())
	s.entry = s.Base.Strip(s.routes)
	return s
}

// table is the whole of what the server answers.
func (s *Server) table() *chi.Mux {
	r := chi.NewRouter()
	// What is secret in an address. The log, robots.txt and the headers of answers follow (secretPaths).
	// The first parameter of a keyed route can be a key, or an id or code that is public. The answers of a private
	// route are for whoever asks, also without a key in the address.
	keyed := func(pattern string) string {
		s.keyed[pattern] = true
		return pattern
	}
	private := func(pattern string) string {
		s.private[pattern] = true
		return pattern
	}
	secret := func(pattern string) string { return private(keyed(pattern)) }
	// The second parameter of a linked route is a secret, and the first an id.
	linked := func(pattern string) string {
		s.linked[pattern] = true
		return private(pattern)
	}
	index := s.NewIndex()
	// The forms in which a route answers an error.
	api, page, file, frame, download := s.In(app.AsProblem), s.In(app.AsPage), s.In(app.AsFile), s.In(export.AsFrame), s.In(app.AsDownload)
	picture := figures.Small
	figures, editor, export := figures.Handlers{Core: s.Core, Theorem: theorems.OfFigure, Chapters: learn.Count()}, editor.Handlers{Core: s.Core}, export.Handlers{Core: s.Core}
	trace := s.Traced
	lockstep, tree := lockstep.Handlers{Core: s.Core}, tree.Handlers{Core: s.Core}
	games := games.Handlers{Core: s.Core}
	sources := func() []app.ChoiceGroup { return slices.Concat(figures.Sources(), games.Sources()) }
	rooms, course := classroom.Pages{Core: s.Core, Rooms: s.Rooms, Lessons: s.Lessons, Games: games, Sources: sources}, learn.Handlers{Core: s.Core, Open: s.Assigned.IsOpenExercise, Picture: picture}
	lesson, assigned := lessons.Pages{Core: s.Core, Lessons: s.Lessons, Sources: sources}, assign.Pages{Core: s.Core, Assigned: s.Assigned}
	theorems, doors := theorems.Handlers{Core: s.Core}, front.Handlers{Core: s.Core}
	tasks := assign.Tasks{Handlers: s.Assigned}
	r.Use(s.Measure, s.Recover, app.SecurityHeaders, app.Deadline, s.Identify, s.LogAccess, s.RequireKnownHost, s.RequireSameOrigin, s.KeepSecret, judge.Guard(s.Assigned.Viewer, s.Rooms.Viewer), middleware.GetHead, problem.ValidateQuery(s.refuseQuery))
	r.NotFound(s.NotFound)
	r.MethodNotAllowed(s.methodNotAllowed)

	// Streams set further deadlines as they go, and are not compressed; static
	// files are compressed once.
	r.Get("/ws", api(s.Socket.Serve))
	r.Get("/api/v1/trace", api(s.API.TraceOfAddress))
	r.Post("/api/v1/trace", api(s.API.Trace))
	r.Post("/api/v1/counterexamples", api(s.API.Counterexamples))
	r.Get("/export/trace.ndjson", file(export.ServeTrace))
	r.Post("/api/v1/programs/run", api(s.Code.Run))
	r.Post("/api/v1/traces", api(trace.Create))
	r.Put(keyed("/api/v1/traces/{id}"), api(trace.Replace))
	r.Post(keyed("/api/v1/traces/{id}/lines"), api(trace.Lines))
	r.Post(keyed("/api/v1/traces/{id}/end"), api(trace.End))
	r.Get(keyed("/api/v1/traces/{id}/events"), api(trace.Events))
	r.Get(keyed("/api/v1/traces/{id}/source"), download(trace.Source))
	r.Get("/learn/theorems/{id}/tries", api(theorems.ServeTries))
	r.Get("/runs/{key}/map/tiles", file(s.Maps.ServeTile))
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
		r.Post("/api/v1/ties", api(s.API.Ties))
		r.Post("/api/v1/region", api(s.API.Region))
		r.Post("/api/v1/practice/check", api(s.API.CheckPractice))
		r.Post("/api/v1/trees", api(s.API.CreateTree))
		r.Get(keyed("/api/v1/trees/{id}"), api(s.API.SavedTree))
		r.Delete(keyed("/api/v1/trees/{id}"), api(s.API.DeleteTree))
		r.Post(keyed("/api/v1/trees/{id}/edits"), api(s.API.EditTree))
		r.Get(keyed("/api/v1/trees/{id}/revisions"), api(s.API.Revisions))
		r.Get("/api/v1/openapi.json", s.API.OpenAPI)

		r.Post("/api/v1/traces/check", api(trace.Check))
		r.Get(keyed("/api/v1/traces/{id}"), api(trace.Summary))
		r.Get(keyed("/api/v1/traces/{id}/checks"), api(trace.Checks))
		r.Delete(keyed("/api/v1/traces/{id}"), api(trace.Delete))

		r.Post("/api/v1/programs/test", api(s.Code.Test))
		r.Post("/api/v1/programs", api(s.Code.Create))
		r.Get(keyed("/api/v1/programs/{id}"), api(s.Code.Get))
		r.Put(keyed("/api/v1/programs/{id}"), api(s.Code.Put))
		r.Delete(keyed("/api/v1/programs/{id}"), api(s.Code.Delete))

		r.Get("/api/v1/experiments", s.Experiments.List)
		r.Get("/api/v1/experiments/{id}/rows.csv", download(s.Experiments.ServeKeptCSV))
		r.Get("/api/v1/experiments/{id}/rows.json", api(s.Experiments.ServeKeptJSON))
		r.Post("/api/v1/experiments/{id}/runs", api(s.Experiments.Create))
		r.Get("/api/v1/experiments/runs/{run}", api(s.Experiments.Get))
		r.Delete("/api/v1/experiments/runs/{run}", api(s.Experiments.Delete))
		r.Post("/api/v1/experiments/runs/{run}/resume", api(s.Experiments.Resume))
		r.Get("/api/v1/experiments/runs/{run}/rows.csv", download(s.Experiments.CSV))
		r.Get("/api/v1/experiments/runs/{run}/rows.json", api(s.Experiments.JSON))
		r.Get("/api/v1/experiments/runs/{run}/plot.svg", api(s.Experiments.Plot))

		r.Get("/api/v1/lessons", s.Lessons.List)
		r.Get(keyed("/api/v1/lessons/{lesson}"), api(s.Lessons.Get))
		r.Post(keyed("/api/v1/lessons/{lesson}/answers"), api(lesson.ServeAnswer))
		r.Post(keyed("/api/v1/lessons/{lesson}/copy"), api(s.Lessons.Copy))
		r.Get(keyed("/api/v1/lessons/{lesson}/file"), download(s.Lessons.File))
		r.Post(keyed("/api/v1/lessons/{lesson}/restore"), api(s.Lessons.Restore))
		r.Post("/api/v1/lessons/import", api(s.Lessons.Import))

		own := r.With(judge.KeepsLimits) // what students and followers see of their own questions
		r.Post("/api/v1/rooms", api(s.Rooms.Create))
		own.Get(secret("/api/v1/rooms/{room}"), api(s.Rooms.Value))
		r.Delete(secret("/api/v1/rooms/{room}"), api(s.Rooms.Delete))
		r.Get(secret("/api/v1/rooms/{room}/sources/{hash}"), api(s.Rooms.Source))
		r.Get(secret("/api/v1/rooms/{room}/answers"), api(s.Rooms.Answers))
		r.Get(secret("/api/v1/rooms/{room}/answers.csv"), download(s.Rooms.AnswersCSV))
		r.Get(secret("/api/v1/rooms/{room}/wall"), api(s.Rooms.Wall))
		r.Get(secret("/api/v1/rooms/{room}/people"), api(s.Rooms.People))
		r.Get(secret("/api/v1/rooms/{room}/qr.svg"), api(s.Rooms.QR))
		r.Post(secret("/api/v1/rooms/{room}/hand-over"), api(s.Rooms.HandOver))
		for _, action := range classroom.Actions {
			r.Post(secret("/api/v1/rooms/{room}/"+action), api(s.Rooms.Action(action)))
		}
		r.Get(secret("/present/{room}"), page(rooms.ServePresent))
		r.Get(private("/c"), rooms.ServeEntry)
		own.Get(private("/c/{room}"), s.In(classroom.AsEntry)(rooms.ServeFollow))
		own.Get(private("/c/{room}/note"), page(rooms.ServeNote))

		r.Post("/api/v1/assignments", api(s.Assigned.Create))
		own.Get(secret("/api/v1/assignments/{assignment}"), api(s.Assigned.Get))
		r.Put(secret("/api/v1/assignments/{assignment}"), api(s.Assigned.Put))
		r.Delete(secret("/api/v1/assignments/{assignment}"), api(s.Assigned.Delete))
		own.Post(secret("/api/v1/assignments/{assignment}/students"), api(s.Assigned.Enter))
		own.Put(secret("/api/v1/assignments/{assignment}/items/{item}/answer"), api(s.Assigned.Answer))
		r.Put(secret("/api/v1/assignments/{assignment}/items/{item}"), api(s.Assigned.Correct))
		r.Put(secret("/api/v1/assignments/{assignment}/students/{student}"), api(s.Assigned.PutStudent))
		r.Delete(secret("/api/v1/assignments/{assignment}/students/{student}"), api(s.Assigned.DeleteStudent))
		r.Post(secret("/api/v1/assignments/{assignment}/students/{student}/merge"), api(s.Assigned.Merge))
		r.Get(secret("/api/v1/assignments/{assignment}/items/{item}/tree.json"), api(s.Assigned.Tree))
		r.Get(secret("/api/v1/assignments/{assignment}/items/{item}/tree.txt"), api(s.Assigned.Tree))
		r.Post(secret("/api/v1/assignments/{assignment}/items/{item}/trace"), api(s.Assigned.Trace))
		r.Post(secret("/api/v1/assignments/{assignment}/items/{item}/program"), api(s.Assigned.Program))
		r.Post(secret("/api/v1/assignments/{assignment}/runs"), api(s.Assigned.Runs))
		own.Post(secret("/api/v1/assignments/{assignment}/items/{item}/final"), api(s.Assigned.Final))
		own.Post(secret("/api/v1/assignments/{assignment}/finish"), api(s.Assigned.Finish))
		own.Post(secret("/api/v1/assignments/{assignment}/resume"), api(s.Assigned.Resume))
		r.Post("/api/v1/assignments/import", api(s.Assigned.Import))
		r.Get(secret("/api/v1/assignments/{assignment}/results.json"), api(s.Assigned.ResultsJSON))
		r.Get(secret("/api/v1/assignments/{assignment}/results"), api(s.Assigned.Results))
		r.Get(secret("/api/v1/assignments/{assignment}/results.csv"), download(s.Assigned.ResultsCSV))
		own.Get(private("/a/{assignment}"), page(assigned.ServeStudent))
		own.Get(linked("/a/{assignment}/{words}"), page(assigned.ServeLink))
		r.Get(secret("/results/{assignment}"), page(assigned.ServeResults))

		r.Post("/api/v1/tasks", api(tasks.Create))
		r.Get(secret("/api/v1/tasks/{task}"), api(tasks.Get))
		r.Delete(secret("/api/v1/tasks/{task}"), api(tasks.Delete))
		r.Get(secret("/api/v1/tasks/{task}/trees/{file}"), api(tasks.Tree))
		r.Post(secret("/api/v1/tasks/{task}/students"), api(tasks.Enter))
		r.Post(secret("/api/v1/tasks/{task}/runs"), api(tasks.Send))
		r.Get(secret("/api/v1/tasks/{task}/results"), api(tasks.Results))
		r.Get(secret("/api/v1/tasks/{task}/results.csv"), download(tasks.ResultsCSV))
		r.Get(secret("/tasks/{task}"), page(assigned.ServeTask))
		r.Get(secret("/tasks/{task}/results"), page(assigned.ServeTaskResults))

		r.Post("/api/v1/desks", api(s.Desks.Create))
		r.Get(secret("/api/v1/desks/{desk}"), api(s.Desks.Get))
		r.Put(secret("/api/v1/desks/{desk}/things"), api(s.Desks.Put))
		r.Post(secret("/api/v1/desks/{desk}/renew"), api(s.Desks.Renew))
		r.Get(secret("/api/v1/desks/{desk}/qr.svg"), api(s.Desks.QR))
		r.Get(secret("/desk/{desk}"), page(s.Desks.ServeDesk))

		r.Post("/api/v1/lessons", api(s.Lessons.Create))
		r.Put(keyed("/api/v1/lessons/{lesson}"), api(s.Lessons.Put))
		r.Delete(keyed("/api/v1/lessons/{lesson}"), api(s.Lessons.Delete))

		r.Get("/", page(figures.ServeGallery))
		r.Get("/index.json", index.Serve)
		r.Get("/explore", page(doors.ServeExplore))
		r.Get("/draw", page(doors.ServeDraw))
		r.Get("/programs", page(doors.ServeCode))
		r.Get("/figures", page(figures.ServeFigures))
		r.Get("/exercises/{id}", page(figures.ServeExercise))
		r.Get("/figures/{id}", figures.FigurePage) // and /figures/{id}.svg
		r.Get("/games", games.List)
		r.Get("/hidden-cards", page(games.ServeHiddenCards))
		r.Get("/games/{id}", page(games.ServeGame))
		r.Get("/games/{id}/search", page(games.ServeSearch))
		r.Get("/games/{id}/at", file(games.ServeAt))
		r.Get("/games/{id}/engine", page(games.ServeEngine))
		r.Get("/games/{id}/why", page(games.ServeWhy))
		r.Get("/games/{id}/votes", page(games.ServeVotes))
		r.Get("/games/{id}/opinions", page(games.ServeOpinions))
		r.Get("/runs/{key}/map/nodes", file(s.Maps.Nodes()))
		r.Get("/runs/{key}/map/node", file(s.Maps.Node()))
		r.Get("/runs/{key}/map/at", file(s.Maps.At()))
		r.Get("/runs/{key}/map/cut", file(s.Maps.NextCut()))
		r.Get("/runs/{key}/map/find", file(s.Maps.Find()))
		r.Get("/runs/{key}/map/table", file(s.Maps.Table()))
		r.Get("/tree", page(editor.ServeTree))
		r.Get("/edit", editor.ServeNewEdit)
		r.Post("/edit", page(editor.PostNewEdit))
		r.Get(secret("/edit/{key}"), page(editor.ServeEdit))
		r.Post(secret("/edit/{key}"), page(editor.PostEdit))
		r.Get("/t/{id}", page(editor.ServeRead))
		r.Get("/learn", page(course.ServePath))
		r.Get("/learn/glossary", course.ServeGlossary)
		r.Get("/learn/plan", course.ServePlan)
		r.Get("/learn/{chapter}", page(course.ServeChapter))
		r.Get("/learn/theorems", theorems.ServeList)
		r.Get("/learn/theorems/{id}", page(theorems.ServeTheorem))
		r.Get("/trees", editor.ServeList)
		r.Get("/trees/{id}/picture.svg", file(editor.ServeListPicture))
		r.Get("/trees/{id}/restore", api(editor.ServeRestore))
		r.With(app.AllowFraming).Get("/embed", frame(export.ServeEmbed))
		r.Get("/handout", file(export.ServeHandout))
		r.Get("/export/run.html", file(export.ServeRunFile))
		r.Get("/export/{name}", file(export.ServeExport))
		r.Get("/share", file(export.ServeShare))
		r.Get("/lockstep", page(lockstep.ServePage))
		r.Get("/lessons", page(lesson.ServeList))
		r.Get("/teach", s.Desks.ServeTeach)
		r.Post("/lessons/picture", api(lesson.ServePicture))
		r.Get(keyed("/lessons/{lesson}"), page(lesson.ServeRead))
		r.Get(secret("/lessons/{lesson}/print"), page(lesson.ServePrint))
		r.Get(secret("/lessons/{lesson}/edit"), page(lesson.ServeEdit))
		r.Get("/homework", assigned.ServeList)
		r.Get("/homework/new", page(assigned.ServeNew))
		r.Get("/tasks", assigned.ServeTasks)
		r.Get("/tasks/new", page(assigned.ServeNewProgram))
		r.Get("/practice", page(course.ServePractice))
		r.Get("/practice/result.txt", file(course.ServePracticeResult))
		r.Get("/notation", page(figures.ServeNotation))
		r.Get("/exhibits", page(figures.ServeExhibits))
		r.Get("/counterexamples", tree.ServeCounterexamples)
		r.Get("/opinions", page(tree.ServeOpinions))
		r.Get("/orders", page(tree.ServeOrders))
		r.Get("/samples", page(tree.ServeSamples))
		r.Get("/equilibrium", page(tree.ServeEquilibrium))
		r.Get("/ties", page(tree.ServeTies))
		r.Get("/code", page(s.Code.ServePage))
		r.Get("/code/language", s.Code.ServeLanguage)
		r.Get(keyed("/code/{id}"), page(s.Code.ServeKept))
		r.Get("/traces", page(trace.ServePage))
		r.Post("/traces", page(trace.PostPage))
		r.Get(keyed("/traces/{id}"), page(trace.ServeTrace))
		r.Get(keyed("/traces/{id}/at"), file(trace.ServeAt))
		r.Get("/traces/format", trace.ServeFormat)
		r.Get("/clients", page(trace.ServeClients))
		r.Get("/clients/{file}", page(trace.ServeClient))
		r.Get("/experiments", s.Experiments.ServeList)
		r.Get("/bench", page(s.Experiments.ServeBench))
		r.Get("/experiments/{id}", page(s.Experiments.ServeExperiment))
		r.Post("/experiments/{id}", page(s.Experiments.PostExperiment))
		r.Get("/experiments/runs/{run}", page(s.Experiments.ServeRun))
		r.Post("/experiments/runs/{run}/cancel", page(s.Experiments.PostCancel))
		r.Post("/experiments/runs/{run}/resume", page(s.Experiments.PostResume))
		r.Get("/algorithms", figures.ServeAlgorithms)
		r.Get("/api", page(s.API.Page))
	})
	return r
}

// NewIndex makes what the search of the header looks in: what each feature registers.
func (s *Server) NewIndex() *front.Index {
	return front.NewIndex(learn.Entries(), theorems.Entries(), games.Entries(), figures.Entries(), experiments.Entries(), lessons.Entries(), traces.Entries())
}

// secretPaths are the paths of the keyed and the private routes.
func (s *Server) secretPaths() app.SecretPaths {
	keys := prefixes(s.keyed)
	unlisted := slices.Concat(keys, prefixes(s.private))
	slices.Sort(unlisted)
	unlisted = slices.DeleteFunc(slices.Compact(unlisted), func(prefix string) bool {
		return app.UnderAPI(prefix) || s.hasPlainRoute(prefix)
	})
	return app.SecretPaths{Prefixes: keys, Second: prefixes(s.linked), Unlisted: unlisted, Private: s.answersInPrivate}
}

// prefixes are what patterns have before their first parameter.
func prefixes(patterns map[string]bool) (list []string) {
	for pattern := range patterns {
		if prefix, _, found := strings.Cut(pattern, "{"); found && !slices.Contains(list, prefix) {
			list = append(list, prefix)
		}
	}
	slices.Sort(list)
	return list
}

// answersInPrivate reports whether a request leads to a private route.
func (s *Server) answersInPrivate(r *http.Request) bool {
	method := r.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	return s.private[s.routes.Find(chi.NewRouteContext(), method, cmp.Or(r.URL.RawPath, r.URL.Path))]
}

// hasPlainRoute reports whether a page below a path has no parameter, so that it is for everybody.
func (s *Server) hasPlainRoute(prefix string) (found bool) {
	walk := func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		found = found || strings.HasPrefix(route, prefix) && !strings.Contains(route, "{")
		return nil
	}
	return chi.Walk(s.routes, walk) != nil || found
}

// Keyed reports whether the first parameter of a route can be a key.
func (s *Server) Keyed(pattern string) bool { return s.keyed[pattern] }

// Linked reports whether the second parameter of a route is a secret.
func (s *Server) Linked(pattern string) bool { return s.linked[pattern] }

// Private reports whether the answers of a route are for whoever asks, with or without a key in the address.
func (s *Server) Private(pattern string) bool { return s.private[pattern] }

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
	return errors.Join(s.Socket.Connections.Wait(ctx), s.Rooms.Close(ctx), s.Assigned.Close(ctx), s.Experiments.Close(ctx))
}

// refuseQuery answers a query that cannot be read, in the form that belongs to
// its path.
func (s *Server) refuseQuery(w http.ResponseWriter, r *http.Request, err error) {
	form := app.FormFor(r.URL.Path, app.AsFile)
	refuse := http.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.Refuse(w, r, form, err) }))
	if r.URL.Path == "/embed" {
		form, refuse = export.AsFrame, app.AllowFraming(refuse)
	}
	refuse.ServeHTTP(w, r)
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
	err := &problem.Error{Status: http.StatusMethodNotAllowed, Message: r.Method + " is not served here; " + list + are}
	if app.UnderAPI(r.URL.Path) {
		err.Path = r.URL.Path
	}
	s.Refuse(w, r, app.FormFor(r.URL.Path, app.AsPage), err)
}
