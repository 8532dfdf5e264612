package code

import (
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strings"

	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/search/program"
	"espalier/search/program/process"
	events "espalier/trace"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/words"
)

// Run answers POST /api/v1/programs/run: it runs a program and judges its run; nothing is kept. Who accepts NDJSON
// gets the trace itself.
func (h *Handlers) Run(w http.ResponseWriter, r *http.Request) error {
	members, err := h.ReadBody(w, r)
	if err != nil {
		return err
	}
	q, err := h.read(r.Context(), members)
	if err != nil {
		return err
	}
	if err := q.allowed(r.Context()); err != nil {
		return err
	}
	if acceptsLines(r) {
		q.Lines = true
		return h.stream(w, r, q)
	}
	q.Lines = true // they say where a mistake comes from
	result, report, err := h.judge(r.Context(), q)
	if err != nil {
		return err
	}
	fits, err := h.fitting(r.Context(), q, report)
	if err != nil {
		return err
	}
	if fits != nil && q.because != "" {
		q.goOnWith(fits)
		if report, err = h.traces.Against(r.Context(), report, q.options()); err != nil {
			return err
		}
		fits = nil
	}
	a := answerOf(result, report, q.Text)
	a.heldAgainst(q, fits)
	a.Hint = h.hint(r.Context(), q, report)
	app.Answer(w, http.StatusOK, a)
	return nil
}

// Stream reads a program, and returns what runs it and sends its run (play.Runs).
func (h *Handlers) Stream(ctx context.Context, members []problem.Member) (*trees.Tree, func(ctx context.Context, observe events.Observer, between func()) ([]byte, error), error) {
	q, err := h.read(ctx, members)
	if err != nil {
		return nil, nil, err
	}
	if err := q.allowed(ctx); err != nil {
		return nil, nil, err
	}
	tree := q.Tree
	if q.source.Key() == "tree" { // the client has it
		tree = nil
	}
	return tree, func(ctx context.Context, observe events.Observer, between func()) ([]byte, error) {
		var result *program.Result
		if err := h.traces.Replay(ctx, q.Tree, q.lines(&result), observe, between); err != nil {
			return nil, err
		}
		return append([]byte(`,"ran":`), app.JSON(answerOf(result, nil, q.Text))...), nil
	}, nil
}

// acceptsLines reports whether a request asks for the trace itself.
func acceptsLines(r *http.Request) bool {
	for _, part := range strings.Split(r.Header.Get("Accept"), ",") {
		if kind, _, err := mime.ParseMediaType(part); err == nil && kind == "application/x-ndjson" {
			return true
		}
	}
	return false
}

// judge runs a program and judges its run. The report is nil if the run has no event.
func (h *Handlers) judge(ctx context.Context, q *request) (result *program.Result, report *checks.Report, err error) {
	report, err = h.traces.Judge(ctx, q.Tree, q.options(), q.lines(&result))
	return result, report, err
}

// stream writes the trace of a program as it runs. A text that cannot be compiled is an error before the first line.
func (h *Handlers) stream(w http.ResponseWriter, r *http.Request, q *request) error {
	ctx, release, err := h.AcquireSearchSlot(r.Context(), app.SmallSearch)
	if err != nil {
		return err
	}
	defer release()
	header, err := q.AppendHeader(nil, q.options().Algorithm, q.Title)
	if err != nil {
		return err
	}
	out := &streamed{to: w, header: header}
	result, err := process.Run(ctx, q.Request, out)
	if out.header == nil && err != nil { // the answer has begun: it ends here
		return nil
	}
	if err != nil {
		return asProblem(err)
	}
	if _, err := out.Write(nil); err != nil {
		return nil
	}
	if result.Fault != nil {
		json.NewEncoder(w).Encode(struct {
			Type  string         `json:"type"`
			Line  int            `json:"line"`
			Error *program.Fault `json:"error"`
		}{"line", result.Fault.Line, result.Fault})
	}
	return nil
}

// A streamed trace begins with its header.
type streamed struct {
	to     http.ResponseWriter
	header []byte // nil: it was written
}

func (s *streamed) Write(b []byte) (int, error) {
	if s.header != nil {
		s.to.Header().Set("Content-Type", "application/x-ndjson")
		if _, err := s.to.Write(s.header); err != nil {
			return 0, err
		}
		s.header = nil
	}
	n, err := s.to.Write(b)
	if f, can := s.to.(http.Flusher); can {
		f.Flush()
	}
	return n, err
}

var _ io.Writer = (*streamed)(nil)

// fitting returns an algorithm that makes the cuts of a run which that of its request does not make; nil: there is none.
func (h *Handlers) fitting(ctx context.Context, q *request, report *checks.Report) (*engine.Algorithm, error) {
	return fitting(ctx, &q.problem, q.Algorithm, report, func(a *engine.Algorithm) (*checks.Report, error) {
		o := q.options()
		o.Algorithm = a.ID
		return h.traces.Against(ctx, report, o)
	})
}

// goOnWith holds the program against an algorithm that makes its cuts, in place of the one that was chosen before.
func (q *request) goOnWith(a *engine.Algorithm) {
	q.against(a, "the search makes sound cuts that "+words.InnerName(q.Algorithm)+" does not make")
}

// An answer is what a run of a program comes to.
type answer struct {
	Result json.RawMessage `json:"result"`
	Value  json.RawMessage `json:"value"`
	Search []string        `json:"search"`
	Events int             `json:"events"`
	Nodes  int             `json:"nodes"`
	Steps  uint64          `json:"steps"`
	Output string          `json:"output"`
	Checks json.RawMessage `json:"checks"` // null: the run has no event
	Error  *program.Fault  `json:"error,omitempty"`
	Says   string          `json:"says,omitempty"` // the verdict in a sentence or two
	Why    *why            `json:"why,omitempty"`  // the line that makes the run wrong
	Hint   string          `json:"hint,omitempty"` // that the values fit the other perspective
	// Algorithm is what was chosen to hold the program against, where the request left it open, and Because says why.
	Algorithm string `json:"algorithm,omitempty"`
	Because   string `json:"because,omitempty"`
	Fits      *offer `json:"fits,omitempty"` // makes the cuts that the algorithm of the request does not make
}

// heldAgainst notes what was chosen to hold a program against, and what fits it better.
func (a *answer) heldAgainst(q *request, fits *engine.Algorithm) {
	if q.because != "" {
		a.Algorithm, a.Because = q.Algorithm.ID, q.because
	}
	a.Fits = offerOf(fits)
}

func answerOf(result *program.Result, report *checks.Report, text string) *answer {
	a := &answer{Result: orNull(result.Result), Value: orNull(result.Value), Search: app.List(result.Search), Events: result.Events, Nodes: result.Nodes,
		Steps: result.Steps, Output: result.Output, Error: result.Fault, Checks: orNull(nil)}
	if report != nil {
		a.Checks, a.Why = report.AppendJSON(nil), whyOf(report, text)
		a.Says = verdictIn(report, a.Why)
	}
	return a
}

func orNull(b []byte) json.RawMessage {
	if len(b) == 0 {
		return json.RawMessage("null")
	}
	return b
}

// hint says that the values of a program fit the other perspective: a search that returns values for the player to
// move is wrong at every second node, and the other way round.
func (h *Handlers) hint(ctx context.Context, q *request, report *checks.Report) string {
	if report == nil || q.problem.Kind != trees.Minimax || wrongValues(report) == 0 {
		return ""
	}
	other := *q
	other.Mover = !q.Mover
	_, turned, err := h.judge(ctx, &other)
	if err != nil || turned == nil || wrongValues(turned) > 0 {
		return ""
	}
	if other.Mover {
		return `All values would be right from the view of the player to move, as negamax returns them: set perspective to "mover".`
	}
	return `All values would be right from the view of Max: set perspective to "max".`
}

// wrongValues counts the values of nodes that are wrong.
func wrongValues(r *checks.Report) (n int) {
	for i := range r.Checks {
		if r.Checks[i].Verdict == checks.Value {
			n++
		}
	}
	return n
}
