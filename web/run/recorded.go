package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/recorded"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/treestore"
	"espalier/web/words"
)

// A Sent run is what the library has of the run of another program.
type Sent struct {
	Number int   // of the revision
	Bytes  int64 // of what was sent so far
	Live   bool  // the program may send more
	Nodes  int   // as far as they are known
	Events int
	Source io.Reader
	Basis  *Basis // what it was sent for; nil: its header says it
	// SkipOther: the lines that the program prints besides its events are left out.
	SkipOther bool
}

// A Printed run is a run of another program that was read.
type Printed struct {
	Number    int // of the revision
	Live      bool
	Run       *program.Run
	Inferred  *program.Inferred
	Algorithm *engine.Algorithm // replays the run
	Fault     *program.LineError

	meter    *fair.Meter
	counting chan struct{} // taken by fair.Enter, and guards steps
	steps    *program.Steps
}

// Steps returns the steps that the run is played in.
func (p *Printed) Steps(ctx context.Context) (*program.Steps, error) {
	give, err := fair.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	if err := fair.Enter(ctx, p.counting); err != nil {
		return nil, err
	}
	defer fair.Leave(p.counting)
	if p.steps != nil {
		return p.steps, nil
	}
	steps, err := program.NewSteps(p.Run, p.Inferred, func() error { return engine.PassTurn(ctx) })
	if err != nil {
		return nil, err
	}
	p.steps = steps
	_, err = p.meter.Grow(p.Run.Bytes() + p.Inferred.Bytes() + steps.Bytes())
	return steps, err
}

// TracePath returns the path of the page of a trace.
func TracePath(id treestore.ID) string { return "/traces/" + string(id) }

// MaxPrintedEvents bounds the events of a recorded run that is played: its page has a recording
// of as many.
const MaxPrintedEvents = 1_000_000

// MaxTraceEvents is the most events of a run that is sent.
const MaxTraceEvents = 4_000_000

// openRecorded opens the run of another program.
func openRecorded(ctx context.Context, lib Library, s Recorded) (*Opened, error) {
	r, err := ReadTrace(ctx, lib, s.ID, s.Revision, true)
	if err != nil {
		return nil, err
	}
	p, err := r.play(ctx)
	if err != nil {
		return nil, err
	}
	return p.opened(s), nil
}

func (p *Printed) opened(s Recorded) *Opened {
	return &Opened{Source: s, Tree: p.Inferred.Tree, Printed: p}
}

// UnplayableError is the error of a run that cannot be played as a whole.
type UnplayableError struct{ Why string }

func (e *UnplayableError) Error() string         { return e.Why }
func (e *UnplayableError) Kind() trees.ErrorKind { return trees.LimitReached }
func (e *UnplayableError) Place() string         { return "trace" }
func (e *UnplayableError) Reason() string        { return e.Why }

// Playable returns an UnplayableError if a run has too many nodes or events to be played.
func Playable(nodes, events int) error {
	if nodes <= trees.MaxNodes && events <= MaxPrintedEvents {
		return nil
	}
	return &UnplayableError{fmt.Sprintf("the run has %s and %s events; at most %s and %s events can be played", words.CountNodes(nodes),
		words.Grouped(events), words.CountNodes(trees.MaxNodes), words.Grouped(MaxPrintedEvents))}
}

// A TraceRun is a run of another program that was read.
type TraceRun struct {
	Run   *program.Run
	Fault *program.LineError // the line at which it was read no further; nil: there is none
	sent  *Sent
	meter *fair.Meter

	playing chan struct{} // taken by fair.Enter, and guards printed
	printed *Printed      // nil: it was not played
}

// Reads keeps the runs that were read last: a page, its playback and its pictures need the same one.
type Reads = fair.Cache[ReadKey, *TraceRun]

// A ReadKey names a run with as much of it as was sent.
type ReadKey struct {
	id       treestore.ID
	revision int
	bytes    int64
}

// ReadTrace reads the run of another program, or returns it as it is kept. It is charged until the
// context ends. played: one that is known to be too large to be played is not read, and the error is
// an UnplayableError.
func ReadTrace(ctx context.Context, lib Library, id treestore.ID, revision int, played bool) (*TraceRun, error) {
	sent, err := lib.Trace(ctx, id, revision)
	if err != nil {
		return nil, err
	}
	if err := Playable(sent.Nodes, sent.Events); played && err != nil {
		return nil, err
	}
	if sent.Live { // it grows
		return readSent(ctx, lib, sent, lib.Reads().Meter(ctx))
	}
	return lib.Reads().Get(ctx, ReadKey{id, sent.Number, sent.Bytes}, func(m *fair.Meter) (*TraceRun, error) {
		return readSent(ctx, lib, sent, m)
	})
}

// KeepTrace keeps a run that was read as it was stored, so that its page does not read it again.
func KeepTrace(ctx context.Context, lib Library, id treestore.ID, revision int, read *program.Run) error {
	sent, err := lib.Trace(ctx, id, revision)
	if err != nil {
		return err
	}
	_, err = lib.Reads().Get(ctx, ReadKey{id, sent.Number, sent.Bytes}, func(m *fair.Meter) (*TraceRun, error) {
		if _, err := m.Grow(read.Bytes()); err != nil {
			return nil, err
		}
		m.Settle(read.Bytes())
		return &TraceRun{Run: read, sent: sent, meter: m, playing: make(chan struct{}, 1)}, nil
	})
	return err
}

// largeRun is from where on the memory of a run is waited for before it is read.
const largeRun = 100_000

func readSent(ctx context.Context, lib Library, sent *Sent, meter *fair.Meter) (*TraceRun, error) {
	if sent.Events > largeRun {
		const event, node = 60, 140 // bytes, about
		if err := meter.Await(ctx, event*int64(sent.Events)+node*int64(sent.Nodes)); err != nil {
			return nil, err
		}
	}
	give, err := fair.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	o := sent.Basis.Options(TraceOptions(ctx, lib))
	o.Memory, o.SkipOther = meter.Grow, sent.SkipOther
	if !sent.Live {
		o.Size = program.Size{Bytes: sent.Bytes, Events: sent.Events, Nodes: sent.Nodes}
	}
	r := &TraceRun{sent: sent, meter: meter, playing: make(chan struct{}, 1)}
	r.Run, err = program.Read(sent.Source, o)
	if err != nil && !errors.As(err, &r.Fault) {
		return nil, err
	}
	if len(r.Run.Nodes) == 0 {
		return nil, problem.Refused("trace", "the run has no event yet")
	}
	sent.Basis.Adopt(r.Run)
	if _, err := meter.Grow(r.Run.Bytes()); err != nil {
		return nil, err
	}
	meter.Settle(r.Run.Bytes())
	return r, nil
}

// play returns the run with its tree, on which it can be replayed.
func (r *TraceRun) play(ctx context.Context) (*Printed, error) {
	if err := Playable(len(r.Run.Nodes), len(r.Run.Events)); err != nil {
		return nil, err
	}
	give, err := fair.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	if err := fair.Enter(ctx, r.playing); err != nil {
		return nil, err
	}
	defer fair.Leave(r.playing)
	if r.printed != nil {
		return r.printed, nil
	}
	p := &Printed{Number: r.sent.Number, Live: r.sent.Live, Run: r.Run, Fault: r.Fault, meter: r.meter, counting: make(chan struct{}, 1)}
	if p.Inferred, err = p.Run.Infer(); err != nil {
		return nil, &UnplayableError{fmt.Sprintf("the tree of the run cannot be drawn as a whole: %s", err)}
	}
	if layout.Folds(p.Inferred.Tree) { // it is drawn along the path, with its moves
		if p.Inferred, err = p.Run.InferMoves(); err != nil {
			return nil, &UnplayableError{fmt.Sprintf("the tree of the run cannot be drawn as a whole: %s", err)}
		}
	}
	if _, err := r.meter.Grow(r.Run.Bytes() + p.Inferred.Bytes()); err != nil {
		return nil, err
	}
	claimed, _ := algorithms.Find(p.Run.Algorithm)
	p.Algorithm = recorded.New(p.Run, p.Inferred, claimed)
	r.printed = p
	return p, nil
}

// TraceOptions say how a trace is read, in turn with the searches of others.
func TraceOptions(ctx context.Context, lib Library) program.Options {
	return program.Options{
		Open:   func(key string, raw []byte) (*trees.Tree, error) { return openNamed(ctx, lib, key, raw) },
		Pass:   func() error { return engine.PassTurn(ctx) },
		Events: MaxTraceEvents,
	}
}

// openNamed opens the tree that the header of a trace names.
func openNamed(ctx context.Context, lib Library, key string, raw []byte) (*trees.Tree, error) {
	var id string
	if err := json.Unmarshal(raw, &id); err != nil {
		return nil, errors.New("expected an id in quotes")
	}
	var source Source = Figure{ID: id}
	if key != "figure" {
		saved, err := treestore.ParseID(id)
		if err != nil {
			return nil, err
		}
		source = Saved{ID: saved}
	}
	o, err := Open(ctx, lib, source)
	switch {
	case err != nil:
		return nil, err
	case o.Tree == nil || o.Searchable() != nil:
		return nil, errors.New("it has no tree that can be searched")
	}
	return o.Tree, nil
}
