package traces

import (
	"context"
	"errors"
	"io"
	"sync"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/search/recorded"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
	"espalier/web/tracestore"
)

// This file takes runs whose lines the server itself makes, from the program of a person.

// Lines writes the lines of a run, with its header. It ends early with the context, or with the error of a write.
type Lines func(ctx context.Context, to io.Writer) error

// Judge reads a run as its lines are written, and judges it. The report is nil if it has no event. tree is what was
// searched.
func (h *Handlers) Judge(ctx context.Context, tree *trees.Tree, o checks.Options, lines Lines) (*checks.Report, error) {
	report, _, err := h.judgeLines(ctx, tree, o, nil, lines)
	return report, err
}

// KeepLines is Judge for a run that is stored: as the next of the trace with an id, or as the first.
func (h *Handlers) KeepLines(ctx context.Context, id key.ID, tree *trees.Tree, o checks.Options, lines Lines) (rev int, report *checks.Report, err error) {
	writer := h.Traces().NewWriter(id)
	report, kept, err := h.judgeLines(ctx, tree, o, writer, lines)
	if err == nil && report == nil {
		err = ErrNoEvent
	}
	if err == nil {
		kept.Tag = writer.Tag()
		rev, err = h.Traces().AddRevision(ctx, id, *kept, "")
		if errors.Is(err, tracestore.ErrNone) {
			rev = 1
			_, err = h.Traces().Create(ctx, id, *kept)
		}
	}
	if err != nil {
		h.drop(ctx, writer, id)
		return 0, nil, err
	}
	read := report.Run
	h.remember(ctx, id, rev, kept, read, report, o, read.Bytes())
	if run.Playable(len(read.Nodes), len(read.Events)) == nil {
		if err := run.KeepTrace(ctx, h.Saved(), id, rev, read); err != nil && ctx.Err() != nil {
			return 0, nil, err
		} // without memory for it, the page reads it again
	}
	return rev, report, nil
}

// Replay runs a program and then replays its run, an event after the other. between is called when there is nothing to
// send for a while.
func (h *Handlers) Replay(ctx context.Context, tree *trees.Tree, lines Lines, observe trace.Observer, between func()) error {
	reading, meter, release, err := h.meteredSlot(ctx, 0)
	if err != nil {
		return err
	}
	release = sync.OnceFunc(release)
	defer release()
	in, err := h.takeLines(reading, meter, tree, nil, lines)
	if err != nil {
		return err
	}
	read := in.reader.Finish()
	if len(read.Nodes) == 0 {
		return nil
	}
	claimed, _ := algorithms.Find(read.Algorithm)
	f := program.NewFollower(recorded.ReplayAs(claimed))
	for more := true; more; {
		give, err := engine.TakeTurn(ctx)
		if err != nil {
			return err
		}
		more = f.Observe(read, eventsAtOnce, true, observe) > 0
		give()
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	between()
	return nil
}

// ErrNoEvent is the error of a run to be kept that has no event.
var ErrNoEvent = &problem.Error{Status: 422, Path: "program", Message: "the run has no event"}

func (h *Handlers) judgeLines(ctx context.Context, tree *trees.Tree, o checks.Options, writer *tracestore.Writer, lines Lines) (*checks.Report, *tracestore.Revision, error) {
	ctx, meter, release, err := h.meteredSlot(ctx, 0)
	if err != nil {
		return nil, nil, err
	}
	defer release()
	in, err := h.takeLines(ctx, meter, tree, writer, lines)
	if err != nil {
		return nil, nil, err
	}
	read := in.reader.Finish()
	if len(read.Nodes) == 0 {
		return nil, nil, nil
	}
	report, err := h.checked(ctx, meter, read, o)
	if err != nil {
		return nil, nil, err
	}
	kept := revisionOf(read, report)
	kept.Bytes, kept.Stored = in.bytes, in.stored
	return report, kept, nil
}

// Against holds the run of a report against something else.
func (h *Handlers) Against(ctx context.Context, report *checks.Report, o checks.Options) (*checks.Report, error) {
	ctx, meter, release, err := h.meteredSlot(ctx, 0)
	if err != nil {
		return nil, err
	}
	defer release()
	return h.checked(ctx, meter, report.Run, o)
}

// Report returns the report on a revision of a trace.
func (h *Handlers) Report(ctx context.Context, id key.ID, rev int, o checks.Options) (*checks.Report, error) {
	t, err := h.Traces().Load(ctx, id)
	if err != nil {
		return nil, err
	}
	of := opened{Trace: t, Number: rev}
	var ok bool
	if of.Revision, ok = t.Revision(rev); !ok {
		return nil, errNoRevision(t, rev)
	}
	if err := h.allowed(ctx, of, ""); err != nil {
		return nil, err
	}
	return h.report(ctx, of, o)
}

// takeLines reads a run as its lines are written.
func (h *Handlers) takeLines(ctx context.Context, meter *fair.Meter, tree *trees.Tree, writer *tracestore.Writer, lines Lines) (*intake, error) {
	in := &intake{meter: meter, writer: writer}
	options := run.TraceOptions(ctx, h.Saved())
	options.Memory, options.Tree = meter.Grow, tree
	in.reader = program.NewReader(options)
	from, to := io.Pipe()
	var failed error
	written := make(chan struct{})
	go func() {
		defer close(written)
		failed = lines(ctx, to)
		to.CloseWithError(failed)
	}()
	err := in.read(ctx, from)
	from.CloseWithError(io.ErrClosedPipe)
	<-written
	switch {
	case failed != nil && !errors.Is(failed, io.ErrClosedPipe):
		return nil, failed
	case err != nil:
		return nil, err
	case in.fault != nil:
		return nil, refusedLine(in.fault)
	}
	return in, nil
}
