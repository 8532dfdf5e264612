package traces

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"espalier/search/checks"
	"espalier/trace/program"
	"espalier/web/run"
	"espalier/web/tracestore"
	"espalier/web/treestore"
)

// This file keeps runs for other features, which say what a run is held against. Nobody has the
// key of such a trace: the feature replaces and removes it.

// readerOn returns a reader of runs that are sent for a basis.
func (h *Handlers) readerOn(ctx context.Context, basis *run.Basis) *program.Reader {
	return program.NewReader(basis.Options(run.TraceOptions(ctx, h.Saved())))
}

// onBasis returns how a run is checked that was sent for a basis, which read has checked.
func onBasis(o opened, options checks.Options) checks.Options {
	if basis, err := run.ReadBasis(o.Basis); err == nil && basis != nil {
		options = checksOf(basis, options)
	}
	return options
}

// checksOf returns how a run is checked that is sent for a basis.
func checksOf(basis *run.Basis, options checks.Options) checks.Options {
	options.Task, options.TiesLeft, options.Frontier = true, options.TiesLeft || basis.TiesLeft, basis.Frontier
	return options
}

// A Kept run is a run that was stored for a feature.
type Kept struct {
	ID       treestore.ID
	Revision int
	Verdict  string // "right", "wrong" or "incomplete"
	Errors   int
	Line     int    // of the first error; 0: there is none
	Why      string // the first error, or why the run is incomplete
}

// Keep reads and checks a run that is sent for a basis, and stores it as the next run of a trace,
// or as a new trace if there is none of this id. A run with a line that cannot be read is wrong, and
// one that stops within its last line is incomplete; what comes before that line is stored. A large run is stored first, as it comes. title names a run
// that has none of its own.
func (h *Handlers) Keep(ctx context.Context, id treestore.ID, from io.Reader, large bool, title string, basis *run.Basis) (*Kept, error) {
	rev := 0
	if id != "" {
		switch t, err := h.Traces().Load(ctx, id); {
		case err == nil:
			rev = t.Newest()
		case !errors.Is(err, tracestore.ErrNone):
			return nil, err
		}
	}
	if rev == 0 {
		id = treestore.NewKey().ID()
	}
	rev++
	writer := h.Traces().NewWriter(id, rev)
	kept, err := h.keepOn(ctx, writer, from, large, id, rev, title, basis)
	if err != nil {
		h.drop(ctx, writer, id, rev)
		if errors.Is(err, tracestore.ErrBehind) {
			err = errSameTime
		}
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return nil, err
	}
	return kept, nil
}

func (h *Handlers) keepOn(ctx context.Context, writer *tracestore.Writer, from io.Reader, large bool, id treestore.ID, rev int, title string, basis *run.Basis) (*Kept, error) {
	in := &intake{writer: writer, keep: true}
	ctx, from, release, err := h.begin(ctx, in, from, large, id, rev)
	if err != nil {
		return nil, err
	}
	defer release()
	in.reader = h.readerOn(ctx, basis)
	if err := in.read(ctx, from); err != nil {
		return nil, err
	}
	read := in.reader.Finish()
	if in.fault != nil && len(read.Nodes) == 0 {
		return nil, refusedLine(in.fault)
	}
	basis.Adopt(read)
	cutOff := in.fault != nil && in.fault.CutOff
	report, err := h.checked(ctx, read, checksOf(basis, checks.Options{CutOff: cutOff}))
	if err != nil {
		return nil, err
	}
	stored := revisionOf(read, report)
	stored.Bytes, stored.Stored = in.bytes, in.stored
	if stored.Title == "" {
		stored.Title = title
	}
	k := &Kept{ID: id, Revision: rev, Verdict: report.Verdict, Errors: report.Errors}
	switch first := report.FirstError(); {
	case first != nil:
		k.Line, k.Why = first.Line, first.Text
	case !read.Complete:
		k.Why = "The root has not ended."
	case report.Verdict != "right":
		k.Why = "Not all cuts could be judged."
	}
	if f := in.fault; f != nil {
		stored.Fault = &tracestore.Fault{Line: f.Line, Detail: f.Message}
		if cutOff {
			if k.Line == 0 {
				k.Why = fmt.Sprintf("The file stops within line %d.", f.Line)
			}
		} else if k.Verdict = "wrong"; k.Line == 0 {
			k.Line, k.Why = f.Line, "This line cannot be read: "+f.Message+"."
		}
	}
	if rev == 1 {
		var of []byte
		if of, err = basis.Stored(); err == nil {
			_, err = h.Traces().CreateOn(ctx, id, *stored, of)
		}
		return k, err
	}
	return k, h.store(ctx, id, rev, stored)
}

// Drop removes a trace that was kept for a feature.
func (h *Handlers) Drop(ctx context.Context, id treestore.ID) error {
	h.forget(id)
	return h.Traces().Remove(ctx, id)
}

// RunBody returns the bytes that a request sends, which may be a form with several runs. large says
// that they are still to come.
func (h *Handlers) RunBody(w http.ResponseWriter, r *http.Request) (from io.Reader, large bool, err error) {
	if r.ContentLength > MaxBytes+smallHead {
		return nil, false, errTooLarge()
	}
	return h.rawBody(w, r)
}
