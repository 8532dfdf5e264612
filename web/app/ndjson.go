package app

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/web/problem"
	"espalier/web/run"
)

// A TraceForm is a form in which the events of a search are sent.
type TraceForm struct {
	Name, Type string                                       // Type is that of the content
	begin      func() func(b []byte, e *trace.Event) []byte // what appends the events of one trace
}

// TraceForms are the forms of a trace. The first one is the usual one.
var TraceForms = []TraceForm{
	{"ndjson", ndjson, func() func([]byte, *trace.Event) []byte { return appendLine }},
	{"packed", "application/vnd.espalier.packed", func() func([]byte, *trace.Event) []byte { return new(trace.Packer).Append }},
}

func appendLine(b []byte, e *trace.Event) []byte { return append(trace.AppendJSON(b, e), '\n') }

// ReadTraceForm reads the form of a trace in a query, where it is called format.
func ReadTraceForm(q url.Values) (TraceForm, error) {
	const key = "format"
	if err := problem.CheckOnce(url.Values{key: q[key]}); err != nil {
		return TraceForm{}, err
	}
	if !q.Has(key) {
		return TraceForms[0], nil
	}
	names := make([]string, len(TraceForms))
	for i, f := range TraceForms {
		if names[i] = f.Name; f.Name == q.Get(key) {
			return f, nil
		}
	}
	return TraceForm{}, problem.Refused(key, "%q is no format of a trace; there are %s", q.Get(key), trees.InWords(names))
}

// StreamTrace writes the events of a search as they come, in a form. It returns an error if
// the search could not start; nothing has been written then.
func (s *Core) StreamTrace(ctx context.Context, w http.ResponseWriter, run *run.Resolved, form TraceForm) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out := s.NewNDJSON(ctx, w, cancel)
	out.kind, out.add = form.Type, form.begin()
	defer context.AfterFunc(s.Stopping, func() {
		// A client that does not read must not block the server.
		out.control.SetWriteDeadline(time.Now().Add(StopTimeout))
	})()
	_, err := run.Run(ctx, out.event)
	if out.next == 0 && err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return err
	}
	switch {
	case engine.EndedByEngine(err):
	case s.Stopping.Err() != nil:
		out.fail(problem.ErrStopping)
	case ctx.Err() == nil:
		s.Log.Error("search failed", "algorithm", run.Algorithm.ID, "err", err)
		out.fail(errors.New(problem.Of(err).Detail))
	}
	out.flush()
	return nil
}

// StreamEvents writes the events with which run calls an observer. It returns an error if there
// were none.
func (s *Core) StreamEvents(ctx context.Context, w http.ResponseWriter, run func(ctx context.Context, observe trace.Observer) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	out := s.NewNDJSON(ctx, w, cancel)
	err := run(ctx, out.event)
	if out.next == 0 && err != nil {
		return err
	}
	if err != nil && ctx.Err() == nil {
		out.fail(errors.New(problem.Of(err).Detail))
	}
	out.flush()
	return nil
}

// NDJSON writes events to a response, a batch at a time: as lines of JSON, or in another form.
type NDJSON struct {
	kind     string // of the content
	add      func(b []byte, e *trace.Event) []byte
	ctx      context.Context
	w        http.ResponseWriter
	control  *http.ResponseController
	stop     context.CancelFunc
	stopping context.Context
	batch    []byte
	next     int // seq of the next event
	broken   bool
	readRate
}

// NewNDJSON begins an answer; it calls stop, which ends the work, when the
// client has gone. ctx is that of the search.
func (s *Core) NewNDJSON(ctx context.Context, w http.ResponseWriter, stop context.CancelFunc) *NDJSON {
	return &NDJSON{kind: ndjson, add: appendLine, ctx: ctx, w: w, control: http.NewResponseController(w), stop: stop, stopping: s.Stopping}
}

// Line sends one line at once.
func (n *NDJSON) Line(b []byte) {
	n.batch = append(append(n.batch, b...), '\n')
	n.flush()
}

// Part sends a part of a line, which Line ends.
func (n *NDJSON) Part(b []byte) {
	n.batch = append(n.batch, b...)
	n.flush()
}

func (n *NDJSON) event(e *trace.Event) {
	n.next = e.Seq + 1
	if n.broken {
		return
	}
	n.batch = n.add(n.batch, e)
	if len(n.batch) >= BatchBytes {
		n.flush()
	}
}

// fail ends the stream with an error event.
func (n *NDJSON) fail(err error) {
	n.event(&trace.Event{Seq: n.next, Type: trace.Failed, Child: -1, Detail: err.Error()})
}

func (n *NDJSON) flush() {
	if n.broken || len(n.batch) == 0 {
		return
	}
	h := n.w.Header()
	h.Set("Content-Type", n.kind)
	h.Set("Cache-Control", "no-store")
	start := time.Now()
	deadline := n.deadline(start)
	if n.stopping.Err() != nil {
		deadline = start.Add(StopTimeout)
	}
	n.control.SetWriteDeadline(deadline)
	var err error
	trees.Blocked(n.ctx, func() {
		if _, err = n.w.Write(n.batch); err == nil {
			err = n.control.Flush()
		}
	})
	n.count(len(n.batch), start)
	if err != nil {
		n.broken = true
		n.stop()
	}
	n.batch = n.batch[:0]
}
