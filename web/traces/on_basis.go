package traces

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"espalier/search/checks"
	"espalier/web/run"
	"espalier/web/store/key"
	"espalier/web/tracestore"
)

// This file keeps runs for other features, which say what a run is held against. Nobody has the
// key of such a trace: the feature replaces and removes it.

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
	ID       key.ID
	Revision int
	Verdict  string // "right", "wrong" or "incomplete"
	Errors   int
	Line     int    // of the first error; 0: there is none
	At       int    // its line in the text of the program; 0: it is not known
	Why      string // the first error, or why the run is incomplete, at most MaxWhy bytes
}

// MaxWhy bounds what is kept of the first error of a run for a feature: the page of the run has all
// of it.
const MaxWhy = 600

// A Slot is what a feature keeps runs for, one after another.
type Slot struct {
	Trace key.ID     // where they are stored
	Of    string     // the key of the value that has the slot, and after # the place in it; see NewestOf
	Title string     // of a run that has none of its own
	Basis *run.Basis // what the runs are held against
	// SkipOther leaves out the lines that the program prints besides its events; else a run with one is
	// refused.
	SkipOther bool
	// Ended says why a run has not reached the end of its root, if the feature knows it; nil: it does not.
	Ended func() string
}

// Keep reads and checks a run that is sent for a slot, and stores it as the next run of its trace. A
// run with a line that cannot be read is wrong, and one that stops within its last line is incomplete;
// what comes before that line is stored. A large run is stored first, as it comes. Then AttachKept notes
// the run in its slot.
func (h *Handlers) Keep(ctx context.Context, s Slot, from io.Reader, large bool) (*Kept, error) {
	writer := h.Traces().NewWriter(s.Trace)
	kept, err := h.keepOn(ctx, writer, from, large, s)
	if err != nil {
		h.drop(ctx, writer, s.Trace)
		if errors.Is(err, tracestore.ErrBehind) { // nobody else writes there
			err = tracestore.ErrNone
		}
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return nil, err
	}
	return kept, nil
}

func (h *Handlers) keepOn(ctx context.Context, writer *tracestore.Writer, from io.Reader, large bool, s Slot) (*Kept, error) {
	in := &intake{writer: writer, keep: true}
	ctx, from, release, err := h.begin(ctx, in, from, large)
	if err != nil {
		return nil, err
	}
	defer release()
	in.readOn(ctx, h, s.Basis, s.SkipOther)
	if err := in.read(ctx, from); err != nil {
		return nil, err
	}
	read := in.reader.Finish()
	if in.fault != nil && (len(read.Nodes) == 0 || in.fault.Other > 0) {
		return nil, refusedLine(in.fault)
	}
	s.Basis.Adopt(read)
	cutOff := in.fault != nil && in.fault.CutOff
	report, err := h.checked(ctx, in.meter, read, checksOf(s.Basis, checks.Options{CutOff: cutOff}))
	if err != nil {
		return nil, err
	}
	stored := revisionOf(read, report)
	stored.Bytes, stored.Stored, stored.Tag = in.bytes, in.stored, writer.Tag()
	stored.Title = cmp.Or(stored.Title, s.Title)
	switch first := report.FirstError(); {
	case first != nil:
		stored.Line, stored.At, stored.Why = first.Line, first.At, shortWhy(first.Text)
	case !read.Complete:
		stored.Why = "The root has not ended."
		if s.Ended != nil {
			stored.Why = shortWhy(cmp.Or(s.Ended(), stored.Why))
		}
	case report.Verdict != "right":
		stored.Why = "Not everything could be judged."
		if open := report.FirstUndecided(); open != nil { // it says what the program should print
			stored.Why = shortWhy(open.Text)
		}
	}
	if f := in.fault; f != nil {
		stored.Fault = faultOf(f)
		switch {
		case stored.Line > 0:
		case cutOff:
			stored.Why = fmt.Sprintf("The file stops within line %d.", f.Line)
		default:
			stored.Line, stored.Why = f.Line, shortWhy("This line cannot be read: "+f.Message+".")
		}
	}
	basis, err := s.Basis.Stored()
	if err != nil {
		return nil, err
	}
	for {
		n, err := h.Traces().AddRevision(ctx, s.Trace, *stored, s.Of)
		if errors.Is(err, tracestore.ErrNone) {
			n = 1
			_, err = h.Traces().CreateOn(ctx, s.Trace, *stored, s.Of, basis)
		}
		if errors.Is(err, tracestore.ErrThere) { // another run for the slot was the first one
			if _, err := h.Traces().Load(ctx, s.Trace); err != nil {
				return nil, err // it was deleted
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		return keptOf(s.Trace, n, stored), nil
	}
}

// keptOf returns what a feature learns of a revision.
func keptOf(id key.ID, n int, r *tracestore.Revision) *Kept {
	k := &Kept{ID: id, Revision: n, Verdict: r.Verdict, Errors: r.Errors, Line: r.Line, At: r.At, Why: r.Why}
	if r.Fault != nil && !r.Fault.CutOff {
		k.Verdict = "wrong"
	}
	return k
}

// shortWhy returns the beginning of a reason that is too long.
func shortWhy(why string) string {
	if len(why) <= MaxWhy {
		return why
	}
	return strings.ToValidUTF8(why[:MaxWhy], "") + "…"
}

// NewestOf returns the slot of a trace and the newest run in it, from the document of the trace in the
// store, for the Attach of a records.Kind.
func NewestOf(root string, document []byte) (of string, k *Kept, err error) {
	t, err := tracestore.Read(root, document)
	if err != nil {
		return "", nil, err
	}
	newest, ok := t.Revision(0)
	if !ok {
		return "", nil, fmt.Errorf("the trace %s has no run", t.ID)
	}
	return t.Of, keptOf(t.ID, t.Newest(), newest), nil
}

// AttachKept notes the newest run of a trace in the value that it is kept for, and returns the value. If
// the value was deleted, so is the trace, and the error is store.ErrNoKey.
func (h *Handlers) AttachKept(ctx context.Context, id key.ID) (value []byte, err error) {
	err = h.Again(ctx, func(ctx context.Context) error {
		value, _, err = h.Store.Attach(ctx, tracestore.DocumentKey(id))
		return err
	})
	return value, err
}

// Drop removes a trace that was kept for a feature.
func (h *Handlers) Drop(ctx context.Context, id key.ID) error {
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
