package play

import (
	"errors"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/app"
	"espalier/web/run"
	"espalier/web/socket"
)

// A pageRun records a run for a page, and sends it in packed steps.
type pageRun struct {
	run *searchRun
	of  *run.Resolved
	*trace.StepPacker
	recorder *trace.Recorder // read by the connection's reader while the run goes on
	explain  trace.Explainer
	from     int         // number of the first step that is not sent
	until    *untilSteps // the last step that is sent; nil: all are
	program  *programRun // nil: the run is none of a program that says what its calls do
}

func newPageRun(r *searchRun, q *run.Resolved, m *runMessage) *pageRun {
	page := &pageRun{run: r, of: q, StepPacker: trace.NewStepPacker(q.Tree, shownOf(q.Tree, m)), until: r.until}
	page.recorder = trace.NewRecorder(trace.MaxRecorded, &recordingMemory{ctx: r.c.Context(), pool: r.c.s.memory.pool})
	page.explain = q.Explainer()
	page.explain.Neutral, page.explain.Asking = m.Neutral, m.Ask
	return page
}

// shownOf returns which nodes a page shows: every one of a tree if it asks for
// pictures, those it listed, or what the server draws of a tree; of an implicit tree
// only those listed.
func shownOf(t *trees.Tree, m *runMessage) func(node int) bool {
	if m.Every && t != nil {
		return nil
	}
	if m.Drawn != nil {
		named := make(map[int]bool, len(m.Drawn))
		for _, n := range m.Drawn {
			named[int(n)] = true
		}
		return func(n int) bool { return named[n] }
	}
	if t == nil {
		return func(int) bool { return false }
	}
	return layout.Select(t).Has
}

// event observes the search.
func (p *pageRun) event(e *trace.Event) {
	p.recorder.Record(e)
	if p.recorder.Full() || p.until.isPast(e.Seq) {
		return
	}
	p.pack(e)
}

// pack packs an event, and returns false if the run was cancelled.
func (p *pageRun) pack(e *trace.Event) bool {
	if !p.run.takeCredit() {
		return false
	}
	p.Pack(e)
	if p.Bytes() >= app.BatchBytes {
		p.flush()
	}
	return true
}

// mayRead returns how many of the recorded steps the page may read.
func (p *pageRun) mayRead() int {
	n := p.recorder.Len()
	if last := p.until.lastStep(); last < n {
		return last + 1
	}
	return n
}

func (p *pageRun) flush() {
	if p.Count == 0 {
		return
	}
	p.recorder.Publish()
	p.from += p.Count
	p.run.sendBinary(p.Drain(p.run.c.Buffer(), p.run.id))
}

// end sends the result. The recording is retained until the page releases it,
// unless the run was cancelled.
func (p *pageRun) end(result *engine.Result, err error) {
	p.flush()
	p.recorder.Publish()
	if p.until != nil && !errors.Is(err, errCancelled) {
		p.run.releaseSlot()
		if !p.sendMore() {
			p.run.c.finishRun(p.run, false)
			return
		}
	}
	end := End{Steps: p.from, Truncated: p.recorder.Truncated()}
	var answer any
	switch {
	case err == nil && p.until != nil:
		answer = end.Without(NoResult{}) // the result comes after the last step that is sent
	case err == nil:
		answer = end.With(p.of.Answer(result))
	case engine.EndedByEngine(err):
		answer = end.Without(NoResult{Detail: err.Error()})
	default:
		answer = end.Without(NoResult{Cancelled: true})
	}
	p.run.c.finishRun(p.run, !errors.Is(err, errCancelled))
	p.run.c.Send(p.run.c.Context(), socket.NewMessage("end", p.run.id, answer))
}

func (p *pageRun) release() { p.recorder.Release() }
