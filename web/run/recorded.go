package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"espalier/search"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/recent"
	"espalier/web/treestore"
	"espalier/web/words"
)

// A Sent run is what the library has of the run of another program.
type Sent struct {
	Number int   // of the revision
	Bytes  int64 // of what was sent so far
	Live   bool  // the program may send more
	Source io.Reader
	Basis  *Basis // what it was sent for; nil: its header says it
}

// A Printed run is a run of another program that was read.
type Printed struct {
	Number    int // of the revision
	Live      bool
	Run       *program.Run
	Inferred  *program.Inferred
	Algorithm *search.Algorithm // tells the run again
	Fault     *program.LineError
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
	sent, err := lib.Trace(ctx, s.ID, s.Revision)
	if err != nil {
		return nil, err
	}
	if sent.Live { // it grows
		p, err := readSent(ctx, lib, sent)
		if err != nil {
			return nil, err
		}
		return p.opened(s), nil
	}
	p, err := printedRuns.get(ctx, printedKey{s.ID, sent.Number, sent.Bytes}, func() (*Printed, error) {
		return readSent(ctx, lib, sent)
	})
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

func readSent(ctx context.Context, lib Library, sent *Sent) (*Printed, error) {
	give, err := fair.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	p := &Printed{Number: sent.Number, Live: sent.Live}
	p.Run, err = program.Read(sent.Source, sent.Basis.Options(TraceOptions(ctx, lib)))
	if err != nil && !errors.As(err, &p.Fault) {
		return nil, err
	}
	if len(p.Run.Nodes) == 0 {
		return nil, problem.Refused("trace", "the run has no event yet")
	}
	if len(p.Run.Nodes) > trees.MaxNodes || len(p.Run.Events) > MaxPrintedEvents {
		return nil, &UnplayableError{fmt.Sprintf("the run has %s and %s events; at most %s and %s events can be played", words.CountNodes(len(p.Run.Nodes)),
			words.Grouped(len(p.Run.Events)), words.CountNodes(trees.MaxNodes), words.Grouped(MaxPrintedEvents))}
	}
	sent.Basis.Adopt(p.Run)
	if p.Inferred, err = p.Run.Infer(); err != nil {
		return nil, &UnplayableError{fmt.Sprintf("the tree of the run cannot be drawn as a whole: %s", err)}
	}
	if layout.Folds(p.Inferred.Tree) { // it is drawn along the path, with its moves
		if p.Inferred, err = p.Run.InferMoves(); err != nil {
			return nil, &UnplayableError{fmt.Sprintf("the tree of the run cannot be drawn as a whole: %s", err)}
		}
	}
	claimed, _ := search.Find(p.Run.Algorithm)
	p.Algorithm = search.NewRecorded(p.Run, p.Inferred, claimed)
	return p, nil
}

// TraceOptions say how a trace is read, in turn with the searches of others.
func TraceOptions(ctx context.Context, lib Library) program.Options {
	return program.Options{
		Open:   func(key string, raw []byte) (*trees.Tree, error) { return openNamed(ctx, lib, key, raw) },
		Pass:   func() error { return search.PassTurn(ctx) },
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

type printedKey struct {
	id       treestore.ID
	revision int
	bytes    int64
}

// printedRuns keeps the runs that were read last: a page, its playback and its pictures need the
// same one.
var printedRuns printedCache

// keptEvents bounds the events of the runs that are kept: one takes some 200 bytes.
const keptEvents = 1_500_000

type printedCache struct {
	mu     sync.Mutex
	list   recent.Map[printedKey, *printedRun]
	events int
}

type printedRun struct {
	done chan struct{}
	run  *Printed
	err  error
}

// get returns a run that is kept, or reads it. Others who want the same one wait.
func (c *printedCache) get(ctx context.Context, key printedKey, read func() (*Printed, error)) (*Printed, error) {
	for {
		c.mu.Lock()
		r, known := c.list.Get(key)
		if !known {
			r = &printedRun{done: make(chan struct{})}
			c.list.Put(key, r)
		}
		c.mu.Unlock()
		if !known {
			c.read(key, r, read)
			return r.run, r.err
		}
		select {
		case <-r.done:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		if r.run != nil {
			return r.run, nil
		}
		// Whoever read it has gone or failed; errors are not kept.
	}
}

func (c *printedCache) read(key printedKey, r *printedRun, read func() (*Printed, error)) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		close(r.done)
		if r.run == nil {
			c.list.Remove(key)
			return
		}
		c.events += len(r.run.Run.Events)
		for old, kept := range c.list.Oldest() {
			if c.events <= keptEvents || old == key {
				break
			}
			select {
			case <-kept.done:
			default:
				continue // is being read
			}
			c.events -= len(kept.run.Run.Events)
			c.list.Remove(old)
		}
	}()
	r.run, r.err = read()
}
