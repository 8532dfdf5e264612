package games

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/words"
)

// A search whose tree is too large to be drawn is followed by its counters.

const (
	countedNodes = 5_000_000              // of a search, by default
	reportEvery  = 200 * time.Millisecond // between two reports
	lookEvery    = 1 << 12                // events between two looks at the clock
	measured     = 3                      // plies that the progress is measured by

	// MaxCounted bounds the nodes of such a search: they take numbers, 4 bytes a node.
	MaxCounted = 50_000_000
)

// A countedSearch is a search that is followed by its counters.
type countedSearch struct {
	place     *place
	algorithm *search.Algorithm
	options   search.Options
}

// readCounted reads the algorithm, the depth and the limit on nodes.
func readCounted(p *place, q url.Values) (*countedSearch, error) {
	c := &countedSearch{place: p}
	id := cmp.Or(q.Get("algorithm"), search.Plain.ID)
	var known bool
	if c.algorithm, known = search.Find(id); !known {
		return nil, &problem.QueryError{Name: "algorithm", Message: "there is no algorithm " + strconv.Quote(id)}
	}
	depth, err := depthOf(p, q)
	if err != nil {
		return nil, err
	}
	nodes := countedNodes
	if text := q.Get("nodes"); text != "" {
		if nodes, err = strconv.Atoi(text); err != nil || nodes < 1 || nodes > MaxCounted {
			return nil, &problem.QueryError{Name: "nodes", Message: "a whole number from 1 to " + words.Grouped(MaxCounted) + " is right"}
		}
	}
	c.options = search.Options{Depth: depth, HasDepth: true, Nodes: nodes, HasNodes: true}
	problem := search.OnGame(p.game.ID, opened(p))
	return c, c.algorithm.Check(&problem, c.options)
}

// A report is the state of the counters.
type report struct {
	State    string         `json:"state"` // running, done, or why it stopped
	Over     bool           `json:"over"`
	Nodes    int            `json:"nodes"`
	Leaves   int            `json:"leaves"`
	Cut      int            `json:"cut"`
	Depth    int            `json:"depth"`
	Seconds  float64        `json:"seconds"`
	Progress float64        `json:"progress"` // the part of the first plies that is behind the search
	Prunes   map[string]int `json:"prunes"`
	Line     string         `json:"line"`
	Value    string         `json:"value"`
}

// A counter observes a search.
type counter struct {
	report
	began, next time.Time
	events      int
	send        func(*report) // nil: only the last report is expected

	pos    games.Position // of the first plies of the path, which are followed
	texts  games.Position // the start, to write the line
	moves  [measured + 1]int
	at     [measured + 1]int
	node   []int32   // by ply, the nodes on the path
	played []int32   // by ply, the moves on the path
	best   [][]int32 // by ply, the line that the value of the node on the path comes from
}

// follow runs the search. send gets a report from time to time.
func (c *countedSearch) follow(ctx context.Context, send func(*report)) *report {
	now := time.Now()
	w := &counter{began: now, next: now.Add(reportEvery), send: send, pos: opened(c.place), texts: opened(c.place)}
	w.State, w.Prunes = "running", map[string]int{}
	ctx, cancel := context.WithTimeout(ctx, app.SolveTimeout)
	defer cancel()
	result, err := c.algorithm.Run(ctx, search.OnGame(c.place.game.ID, opened(c.place)), c.options, w.observe)
	w.Over, w.State = true, "done"
	var limit *search.LimitError
	switch {
	case errors.As(err, &limit):
		w.State = "stopped at the limit of " + words.CountNodes(c.options.Nodes)
	case errors.Is(err, context.DeadlineExceeded):
		w.State = "stopped after " + strconv.Itoa(int(app.SolveTimeout/time.Second)) + " seconds"
	case err != nil:
		_, w.State = problem.StatusAndDetail(err)
	default:
		w.Progress, w.Value = 1, trace.ValueText(&result.Value, result.Width, result.Unit)
	}
	w.finish()
	return &w.report
}

func (w *counter) observe(e *trace.Event) {
	switch e.Type {
	case trace.Enter:
		w.enter(e)
	case trace.Leaf:
		w.Leaves++
	case trace.Prune:
		w.Cut += len(e.Cut)
		w.Prunes[e.Rule.String()]++
	case trace.Backup:
		if e.Improved {
			w.improve(e)
		}
	}
	if w.events++; w.send != nil && w.events%lookEvery == 0 {
		if now := time.Now(); now.After(w.next) {
			w.next = now.Add(reportEvery)
			w.finish()
			w.send(&w.report)
		}
	}
}

func (w *counter) enter(e *trace.Event) {
	w.Nodes++
	w.Depth = max(w.Depth, e.Depth)
	for len(w.node) <= e.Depth {
		w.node, w.played, w.best = append(w.node, 0), append(w.played, 0), append(w.best, nil)
	}
	w.node[e.Depth], w.played[e.Depth], w.best[e.Depth] = e.Node, e.Move, w.best[e.Depth][:0]
	w.node = w.node[:e.Depth+1]
	w.played, w.best = w.played[:e.Depth+1], w.best[:e.Depth+1]
	if e.Depth <= measured {
		w.measure(e.Depth, int(e.Move))
	}
}

// measure follows the first plies of the path, whose moves say how much is done.
func (w *counter) measure(ply, move int) {
	var v trees.Vector
	if ply > 0 {
		for w.at[0] >= ply { // at[0] is the ply of pos
			w.pos.Undo()
			w.at[0]--
		}
		w.pos.Do(move, &v)
		w.at[0]++
		w.at[ply] = move
	}
	w.moves[ply] = max(1, w.pos.Look(&v))
	part, done := 1.0, 0.0
	for p := 1; p <= ply; p++ {
		part /= float64(w.moves[p-1])
		done += part * float64(w.at[p])
	}
	w.Progress = max(w.Progress, done) // a second search of a node goes back
}

// improve notes that the value of a node on the path comes from its last child.
func (w *counter) improve(e *trace.Event) {
	ply := slices.Index(w.node, e.Node)
	if ply < 0 || ply+1 >= len(w.node) {
		return
	}
	w.best[ply] = append(append(w.best[ply][:0], w.played[ply+1]), w.best[ply+1]...)
}

// finish writes what is computed for a report alone.
func (w *counter) finish() {
	w.Seconds = time.Since(w.began).Seconds()
	var v trees.Vector
	var texts []string
	for _, m := range w.line() {
		w.texts.Do(int(m), &v)
		texts = append(texts, string(w.texts.AppendLast(nil)))
	}
	for range texts {
		w.texts.Undo()
	}
	w.Line = strings.Join(texts, " ")
}

// line returns the line of play of the root. While the root has no value, it is the path to
// the first node that has one, and the line of that.
func (w *counter) line() (moves []int32) {
	for ply := range w.best {
		if len(w.best[ply]) > 0 {
			return append(moves, w.best[ply]...)
		}
		if ply+1 < len(w.played) {
			moves = append(moves, w.played[ply+1])
		}
	}
	return moves
}

// ServeProgress answers GET /games/{id}/progress: the reports of a search, a line of JSON
// each. The search ends with the request.
func (h Handlers) ServeProgress(w http.ResponseWriter, r *http.Request) {
	c, ok := h.counted(w, r)
	if !ok {
		return
	}
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.KindOfGame(c.place.pos, &c.options))
	if err != nil {
		h.FailDownload(w, r, err)
		return
	}
	defer release()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out := h.NewNDJSON(ctx, w, cancel)
	send := func(rep *report) {
		if b, err := json.Marshal(rep); err == nil {
			out.Line(b)
		}
	}
	send(c.follow(ctx, send))
}

func (h Handlers) counted(w http.ResponseWriter, r *http.Request) (*countedSearch, bool) {
	game := h.game(w, r)
	if game == nil {
		return nil, false
	}
	p, rest, err := readPlace(game, r.URL.Query())
	var c *countedSearch
	if err == nil {
		c, err = readCounted(p, rest)
	}
	if err != nil {
		h.FailDownload(w, r, err)
		return nil, false
	}
	return c, true
}

// A countPage is the page of a search that is followed by its counters.
type countPage struct {
	Title, Back string
	Fault       string
	Picture     picture
	Form        *searchForm
	Nodes       string
	Progress    string // the address of the reports; empty: nothing is searched
	Run         string // the address of the page with the last report, for browsers without scripts
	Report      *report
}

// serveCounted answers a search whose tree is too large to be drawn.
func (h Handlers) serveCounted(w http.ResponseWriter, r *http.Request, p *place, m *match, q url.Values) {
	v := &countPage{Title: p.game.Title, Form: searchFormOf(p, m), Picture: drawn(p.pos, p.last(), nil), Back: m.back(p)}
	v.Nodes = cmp.Or(q.Get("nodes"), strconv.Itoa(countedNodes))
	v.Form.Algorithm = cmp.Or(q.Get("algorithm"), search.Plain.ID)
	v.Form.Depth, _ = depthOf(p, q)
	v.Form.Whole = ""
	c, err := readCounted(p, q)
	if err != nil {
		status, message := problem.StatusAndDetail(err)
		v.Fault = message
		h.Render(w, r, status, countView(v))
		return
	}
	keep := addAll(url.Values{}, placeParameters(p))
	for _, name := range []string{"algorithm", "depth", "nodes"} {
		if q.Get(name) != "" {
			keep.Set(name, q.Get(name))
		}
	}
	v.Progress = run.PathWith(path(p.game)+"/progress", keep)
	if q.Get("run") == "1" {
		ctx, release, err := h.AcquireSearchSlot(r.Context(), app.KindOfGame(p.pos, &c.options))
		if err != nil {
			h.FailPageFor(w, r, err)
			return
		}
		defer release()
		v.Report, v.Progress = c.follow(ctx, nil), ""
	}
	keep.Set("run", "1")
	addAll(keep, m.besideSearch())
	v.Run = run.PathWith(searchPath(p.game), keep)
	h.Render(w, r, http.StatusOK, countView(v))
}

// perSecond returns the nodes that were searched in a second.
func (r *report) perSecond() int { return int(float64(r.Nodes) / max(r.Seconds, 0.001)) }

// prunes returns the cuts by rule in words.
func (r *report) prunes() string {
	var parts []string
	for name, n := range r.Prunes {
		parts = append(parts, name+" "+words.Grouped(n))
	}
	slices.Sort(parts)
	return cmp.Or(strings.Join(parts, ", "), "none")
}
