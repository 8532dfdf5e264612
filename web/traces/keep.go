package traces

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/search/recorded"
	"espalier/trace/program"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
	"espalier/web/tracestore"
)

// Create answers POST /api/v1/traces: it stores a whole run, or begins a live one.
func (h *Handlers) Create(w http.ResponseWriter, r *http.Request) error {
	q, o, err := readQuery(r, "live", "keep", SkipOther)
	if err != nil {
		return err
	}
	key := key.New()
	if on(q, "live") {
		return h.startLive(w, r, key, 1, on(q, SkipOther))
	}
	return h.receive(w, r, key, 1, o, &intake{keep: on(q, "keep"), skip: on(q, SkipOther)})
}

// Replace answers PUT /api/v1/traces/{key}: it stores a newer run.
func (h *Handlers) Replace(w http.ResponseWriter, r *http.Request) error {
	q, o, err := readQuery(r, "live", "keep", SkipOther)
	if err != nil {
		return err
	}
	key, id, err := keyOf(r)
	if err != nil {
		return err
	}
	t, err := h.Traces().Load(r.Context(), id)
	if err != nil {
		return err
	}
	if newest, _ := t.Revision(0); newest.Live {
		return &problem.Error{Status: http.StatusConflict, Path: "trace", Message: "the newest run has not ended; end it first"}
	}
	if on(q, "live") {
		return h.startLive(w, r, key, t.Newest()+1, on(q, SkipOther))
	}
	return h.receive(w, r, key, t.Newest()+1, o, &intake{keep: on(q, "keep"), skip: on(q, SkipOther)})
}

// receive stores a run, and answers what it is and how many checks it has.
func (h *Handlers) receive(w http.ResponseWriter, r *http.Request, key key.Key, rev int, o checks.Options, in *intake) error {
	id := key.ID()
	writer := h.Traces().NewWriter(id)
	in.writer = writer
	report, kept, err := h.intake(w, r, in, o)
	if err == nil {
		kept.Tag = writer.Tag()
		rev, err = h.store(r.Context(), id, rev, kept)
	}
	if err != nil {
		h.drop(r.Context(), writer, id)
		if errors.Is(err, tracestore.ErrBehind) { // nobody else writes there
			err = tracestore.ErrNone
		}
		return err
	}
	h.remember(r.Context(), id, rev, kept, report.Run, report, o, report.Run.Bytes())
	status := http.StatusCreated
	switch {
	case kept.Fault != nil:
		status = http.StatusUnprocessableEntity
	case rev > 1:
		status = http.StatusOK
	}
	h.answerKept(w, r, status, key, rev, kept)
	return nil
}

// store stores a run as the next revision of a trace, or as a new trace, and returns its number.
// Another one that was sent at the same time may have the number that was next.
func (h *Handlers) store(ctx context.Context, id key.ID, rev int, kept *tracestore.Revision) (int, error) {
	if rev == 1 {
		_, err := h.Traces().Create(ctx, id, *kept)
		return 1, err
	}
	return h.Traces().AddRevision(ctx, id, *kept, "")
}

// intake reads and checks a run that is sent. A large one is stored first.
func (h *Handlers) intake(w http.ResponseWriter, r *http.Request, in *intake, o checks.Options) (*checks.Report, *tracestore.Revision, error) {
	from, large, err := h.body(w, r)
	if err != nil {
		return nil, nil, err
	}
	ctx, from, release, err := h.begin(r.Context(), in, from, large)
	if err != nil {
		return nil, nil, err
	}
	defer release()
	report, kept, err := h.readAndCheck(ctx, in, from, o)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return report, kept, err
}

// begin stores a large run as it comes, and takes the slot in which the run is read from what it
// returns.
func (h *Handlers) begin(ctx context.Context, in *intake, from io.Reader, large bool) (context.Context, io.Reader, func(), error) {
	size, writer := int64(0), in.writer
	if large {
		if err := h.spool(ctx, from, writer); err != nil {
			return nil, nil, nil, err
		}
		size, in.stored, in.writer = writer.Offset, writer.Stored, nil
		in.size = size
	}
	ctx, meter, release, err := h.meteredSlot(ctx, size)
	if in.meter = meter; large && err == nil {
		from = writer.Reader(ctx, size)
	}
	return ctx, from, release, err
}

// drop removes what a writer has stored of a run that is not kept, although its request may have
// ended.
func (h *Handlers) drop(ctx context.Context, writer *tracestore.Writer, id key.ID) {
	if err := writer.Drop(context.WithoutCancel(ctx)); err != nil {
		h.Log.Warn("a trace that is not kept could not be removed", "id", id, "err", err)
	}
}

// readAndCheck reads a run and checks it. Of a run with a line that cannot be read it checks what
// comes before.
func (h *Handlers) readAndCheck(ctx context.Context, in *intake, from io.Reader, o checks.Options) (*checks.Report, *tracestore.Revision, error) {
	in.readOn(ctx, h, nil, in.skip)
	if err := in.read(ctx, from); err != nil {
		return nil, nil, err
	}
	if in.fault != nil && !in.keep {
		return nil, nil, refusedLine(in.fault)
	}
	read := in.reader.Finish()
	report, err := h.checked(ctx, in.meter, read, o)
	if err != nil {
		return nil, nil, err
	}
	kept := revisionOf(read, report)
	kept.Bytes, kept.Stored, kept.Fault = in.bytes, in.stored, faultOf(in.fault)
	return report, kept, nil
}

// revisionOf returns what is stored of a run besides its bytes.
func revisionOf(read *program.Run, report *checks.Report) *tracestore.Revision {
	r := &tracestore.Revision{Title: read.Title, Algorithm: read.Algorithm, Lines: read.Lines, Events: len(read.Events), Nodes: len(read.Nodes),
		Players: read.Players, Kind: read.Kind.String(), Complete: read.Complete, SkipOther: read.Other > 0}
	if report != nil {
		r.Verdict, r.Errors, r.Notes = report.Verdict, report.Errors, report.Notes
		if report.Algorithm != "" {
			r.Algorithm = report.Algorithm
		}
	}
	return r
}

// answerKept answers a run that was stored.
func (h *Handlers) answerKept(w http.ResponseWriter, r *http.Request, status int, key key.Key, rev int, kept *tracestore.Revision) {
	id := key.ID()
	answer := struct {
		ID       string `json:"id"`
		Key      string `json:"key"`
		URL      string `json:"url"`
		Revision int    `json:"revision"`
		countsAnswer
		Status int             `json:"status,omitempty"` // of the line that cannot be read, with what follows
		Title  string          `json:"title,omitempty"`
		Detail string          `json:"detail,omitempty"`
		Errors []problem.Fault `json:"errors,omitempty"`
	}{ID: string(id), Key: string(key), URL: h.Link(run.TracePath(id)), Revision: rev, countsAnswer: countsOf(kept)}
	if f := kept.Fault; f != nil {
		p := problem.Of(refusedLine(&program.LineError{Line: f.Line, Message: f.Detail, Other: f.Other}))
		answer.Status, answer.Title, answer.Detail, answer.Errors = p.Status, p.Title, p.Detail, p.Errors[:1]
		answer.Errors[0].Path = fmt.Sprintf("line %d", f.Line)
	}
	w.Header().Set("Content-Type", "application/json")
	switch status {
	case http.StatusUnprocessableEntity:
		w.Header().Set("Content-Type", "application/problem+json")
	case http.StatusCreated:
		w.Header().Set("Location", h.Link("/api/v1/traces/"+string(id)))
	}
	w.WriteHeader(status)
	w.Write(app.JSON(answer))
}

// A countsAnswer is how large a run is, and what its check has found.
type countsAnswer struct {
	Bytes    int64 `json:"bytes"`
	Lines    int   `json:"lines"`
	Events   int   `json:"events"`
	Nodes    int   `json:"nodes"`
	Complete bool  `json:"complete"`

	// Of a run that goes on, with what is known of its program.
	Live    bool   `json:"live,omitempty"`
	Program string `json:"program,omitempty"`
	Heard   string `json:"heard,omitempty"`
	Broke   string `json:"broke,omitempty"`

	// Of a run that has ended.
	Ended     string        `json:"ended,omitempty"`
	Unchecked string        `json:"unchecked,omitempty"` // why; empty: it was checked
	Checks    *checksAnswer `json:"checks,omitempty"`
	Verdict   string        `json:"verdict,omitempty"`
}

type checksAnswer struct {
	Errors int `json:"errors"`
	Notes  int `json:"notes"`
}

func countsOf(r *tracestore.Revision) countsAnswer {
	v := countsAnswer{Bytes: r.Bytes, Lines: r.Lines, Events: r.Events, Nodes: r.Nodes, Complete: r.Complete, Live: r.Live}
	switch {
	case r.Live && r.Program == "":
	case r.Live:
		v.Program, v.Heard = r.Program, r.Heard.UTC().Format(time.RFC3339)
		if !r.Broke.IsZero() {
			v.Broke = r.Broke.UTC().Format(time.RFC3339)
		}
	case unchecked(r):
		v.Ended, v.Unchecked = r.Ended, whyUnchecked(r)
	default:
		v.Ended, v.Checks, v.Verdict = r.Ended, &checksAnswer{r.Errors, r.Notes}, r.Verdict
	}
	return v
}

// keyOf returns the key of a request: from its path, or as the bearer of the id there.
func keyOf(r *http.Request) (key.Key, key.ID, error) {
	editKey, id, err := key.ParseAny(chi.URLParam(r, "id"))
	if err != nil {
		return "", "", tracestore.ErrNone
	}
	if editKey != "" {
		return editKey, id, nil
	}
	bearer, given := app.Bearer(r)
	if editKey, err = key.ParseKey(bearer); given && err == nil && editKey.ID() == id {
		return editKey, id, nil
	}
	return "", "", &problem.Error{Status: http.StatusForbidden, Path: "key", Message: "to write to a trace takes its key, in the address or as Authorization: Bearer KEY; its id is only for reading"}
}

// idOf returns the id of a request, whose path has it or the key.
func idOf(r *http.Request) (key.ID, error) {
	_, id, err := key.ParseAny(chi.URLParam(r, "id"))
	if err != nil {
		return "", tracestore.ErrNone
	}
	return id, nil
}

func on(q url.Values, name string) bool { return q.Get(name) == "1" || q.Get(name) == "true" }

// readQuery reads how a run is checked, and the flags that a request may have besides.
func readQuery(r *http.Request, flags ...string) (url.Values, checks.Options, error) {
	q, err := problem.CheckKnown(r, append([]string{"ties", "algorithm"}, flags...)...)
	if err != nil {
		return nil, checks.Options{}, err
	}
	for _, name := range flags {
		var set bool
		if name == "live" || name == "keep" || name == SkipOther {
			if err := run.ReadFlag(name, q.Get(name), &set); err != nil {
				return nil, checks.Options{}, err
			}
		}
	}
	o, err := readOptions(q)
	return q, o, err
}

// readOptions reads how a run is checked.
func readOptions(q url.Values) (checks.Options, error) {
	o := checks.Options{Algorithm: q.Get("algorithm"), TiesLeft: q.Get("ties") == "left"}
	if ties := q.Get("ties"); ties != "" && ties != "left" && ties != "any" {
		return o, &problem.QueryError{Name: "ties", Message: strconv.Quote(ties) + " is not known; it is left or any"}
	}
	if o.Algorithm != "" {
		if err := checks.Known(o.Algorithm); err != nil {
			return o, &problem.QueryError{Name: "algorithm", Message: err.Error()}
		}
	}
	return o, nil
}

// opened is a revision of a trace that a request reads.
type opened struct {
	*tracestore.Trace
	*tracestore.Revision
	Number int
}

// open returns the revision that a request names; the newest, if it names none. Whoever has an open question
// about the run gets nothing of it: also its counts and its verdict may answer.
func (h *Handlers) open(r *http.Request, known ...string) (o opened, q url.Values, err error) {
	id, err := idOf(r)
	if err == nil {
		q, err = problem.CheckKnown(r, append(known, "revision")...)
	}
	if err == nil && q.Get("revision") != "" {
		o.Number, err = run.ReadRevision(q.Get("revision"))
	}
	if err == nil {
		o.Trace, err = h.Traces().Load(r.Context(), id)
	}
	if err != nil {
		return o, q, err
	}
	var ok bool
	if o.Revision, ok = o.Trace.Revision(o.Number); !ok {
		return o, q, errNoRevision(o.Trace, o.Number)
	}
	if o.Number == 0 {
		o.Number = o.Newest()
	}
	if err := h.allowed(r.Context(), o, ""); err != nil {
		return o, q, err
	}
	if o.Live {
		h.liveCounts(r.Context(), id, o.Number, o.Revision)
	}
	return o, q, nil
}

// allowed returns an error unless whoever asks may see the run. algorithm is what it is held against; empty:
// what it claims to be.
func (h *Handlers) allowed(ctx context.Context, o opened, algorithm string) error {
	if run.GuardOf(ctx) == nil {
		return nil
	}
	ctx, release, err := h.slot(ctx, o.Bytes)
	if err != nil {
		return err
	}
	defer release()
	return run.TraceAllowed(ctx, h.Saved(), o.ID, o.Number, algorithm)
}

// newestAllowed is allowed for the newest run of a trace.
func (h *Handlers) newestAllowed(ctx context.Context, id key.ID) error {
	if run.GuardOf(ctx) == nil {
		return nil
	}
	t, err := h.Traces().Load(ctx, id)
	if err != nil {
		return err
	}
	newest, _ := t.Revision(0)
	return h.allowed(ctx, opened{t, newest, t.Newest()}, "")
}

func errNoRevision(t *tracestore.Trace, number int) error {
	return &problem.Error{Status: http.StatusNotFound, Path: "revision", Message: fmt.Sprintf("there is no revision %d of this trace; there are %d to %d", number, t.First, t.Newest())}
}

// Summary answers GET /api/v1/traces/{id}.
func (h *Handlers) Summary(w http.ResponseWriter, r *http.Request) error {
	o, _, err := h.open(r)
	if err != nil {
		return err
	}
	tag := fmt.Sprintf(`"%d-%d-%d-%t-%s-%s-%t"`, o.Newest(), o.Number, o.Bytes, o.Live, o.Program, o.Verdict, o.TooLarge)
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "no-cache")
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	type revision struct {
		Revision int    `json:"revision"`
		Time     string `json:"time"`
		countsAnswer
	}
	type fault struct {
		Line   int    `json:"line"`
		Detail string `json:"detail"`
	}
	answer := struct {
		ID        string `json:"id"`
		URL       string `json:"url"`
		Revision  int    `json:"revision"`
		Title     string `json:"title"`
		Algorithm string `json:"algorithm"`
		Kind      string `json:"kind"`
		Players   int    `json:"players"`
		countsAnswer
		Fault     *fault     `json:"fault,omitempty"`
		Revisions []revision `json:"revisions"` // the newest first
	}{ID: string(o.ID), URL: h.Link(run.TracePath(o.ID)), Revision: o.Number, Title: o.Title, Algorithm: o.Algorithm, Kind: o.Kind, Players: o.Players,
		countsAnswer: countsOf(o.Revision), Revisions: []revision{}}
	if f := o.Fault; f != nil {
		answer.Fault = &fault{f.Line, f.Detail}
	}
	for i := range slices.Backward(o.Revisions) {
		v := &o.Revisions[i]
		answer.Revisions = append(answer.Revisions, revision{o.First + i, v.Created.UTC().Format(time.RFC3339), countsOf(v)})
	}
	app.Answer(w, http.StatusOK, answer)
	return nil
}

// Source answers GET /api/v1/traces/{id}/source: what was sent, byte for byte.
func (h *Handlers) Source(w http.ResponseWriter, r *http.Request) error {
	o, _, err := h.open(r)
	if err != nil {
		return err
	}
	control := http.NewResponseController(w)
	from := h.Traces().NewReader(r.Context(), o.Place(o.Number), o.Bytes)
	block := make([]byte, app.BatchBytes)
	n, err := from.Read(block)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	if !o.Live {
		w.Header().Set("Content-Length", strconv.FormatInt(o.Bytes, 10))
	}
	for ; ; n, err = from.Read(block) {
		if n > 0 {
			control.SetWriteDeadline(time.Now().Add(app.WriteTimeout))
			if _, err := w.Write(block[:n]); err != nil {
				return nil
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			panic(http.ErrAbortHandler) // the client must not take this for the whole
		}
	}
}

// Events answers GET /api/v1/traces/{id}/events: the run as the events of a search.
func (h *Handlers) Events(w http.ResponseWriter, r *http.Request) error {
	o, _, err := h.open(r)
	if err != nil {
		return err
	}
	ctx, release, err := h.slot(r.Context(), o.Bytes)
	if err != nil {
		return err
	}
	defer release()
	read, err := run.ReadTrace(ctx, h.Saved(), o.ID, o.Number, false)
	if err != nil {
		return err
	}
	claimed, _ := algorithms.Find(read.Run.Algorithm)
	return h.StreamEvents(ctx, w, recorded.Replay(read.Run, claimed, o.Live))
}

// Checks answers GET /api/v1/traces/{id}/checks.
func (h *Handlers) Checks(w http.ResponseWriter, r *http.Request) error {
	o, q, err := h.open(r, "after", "ties", "algorithm")
	if err != nil {
		return err
	}
	options, err := readOptions(q)
	if err != nil {
		return err
	}
	if text := q.Get("after"); text != "" {
		if options.After, err = run.ReadNumber("after", text); err != nil {
			return err
		}
		if options.After > checks.MaxAfter {
			return &problem.QueryError{Name: "after", Message: "at most the first " + strconv.Itoa(checks.MaxAfter) + " checks can be left out"}
		}
	}
	if options.Algorithm != "" {
		if err := h.allowed(r.Context(), o, options.Algorithm); err != nil {
			return err
		}
	}
	report, err := h.report(r.Context(), o, options)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-cache")
	app.WriteJSON(w, report.AppendJSON(nil))
	return nil
}

// report reads and checks a revision.
func (h *Handlers) report(ctx context.Context, o opened, options checks.Options) (*checks.Report, error) {
	if report, kept := h.reports.Kept(ctx, keyOfReport(o, options)); kept {
		return report, nil
	}
	end, err := h.alone(ctx, o)
	if err != nil {
		return nil, err
	}
	defer end()
	ctx, release, err := h.slot(ctx, o.Bytes)
	if err != nil {
		return nil, err
	}
	defer release()
	return h.reportWith(ctx, o, options)
}

// reportWith is report while a slot is held.
func (h *Handlers) reportWith(ctx context.Context, o opened, options checks.Options) (*checks.Report, error) {
	report, err := h.reports.Get(ctx, keyOfReport(o, options), func(m *fair.Meter) (*checks.Report, error) {
		read, err := run.ReadTrace(ctx, h.Saved(), o.ID, o.Number, false)
		if err != nil {
			return nil, err
		}
		// Who asked was allowed to by open and Checks; what is made is for others, too.
		report, err := h.checked(run.Unguarded(ctx), m, read.Run, onBasis(o, options))
		if err != nil {
			return nil, err
		}
		if unchecked(o.Revision) && howOf(options) == (howChecked{}) {
			h.noteVerdict(ctx, o, revisionOf(read.Run, report))
		}
		return keptReport(m, report)
	})
	if noMemory(err) {
		err = h.refusedCheck(ctx, o, err)
	}
	return report, err
}

// refusedCheck returns the error of a check for which memory was refused. A run without a verdict gets it as
// soon as there is memory.
func (h *Handlers) refusedCheck(ctx context.Context, o opened, err error) error {
	var refused *problem.Error
	if !errors.As(err, &refused) {
		return err
	}
	status, why := http.StatusServiceUnavailable, "the check cannot be made again now"
	switch {
	case isTooLarge(err):
		status, why = refused.Status, tooLargeText
	case unchecked(o.Revision):
		h.checkWhenFree(fair.ClientFrom(ctx), o)
		why = uncheckedText
	}
	return &problem.Error{Status: status, Path: refused.Path, Message: why + ". " + upper(refused.Message)}
}

func keyOfReport(o opened, options checks.Options) reportKey {
	return reportKey{o.ID, o.Number, o.Bytes, howOf(options)}
}

// keptReport charges a report, and returns it without the rest of its run.
func keptReport(m *fair.Meter, report *checks.Report) (*checks.Report, error) {
	_, err := m.Grow(report.Bytes())
	return report.Alone(), err
}

// Delete answers DELETE /api/v1/traces/{key}.
func (h *Handlers) Delete(w http.ResponseWriter, r *http.Request) error {
	_, id, err := keyOf(r)
	if err != nil {
		return err
	}
	if _, err := h.Traces().Load(r.Context(), id); err != nil {
		return err
	}
	h.forget(id)
	if err := h.Traces().Remove(r.Context(), id); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// passOf lets others compute.
func passOf(ctx context.Context) func() error { return func() error { return engine.PassTurn(ctx) } }
