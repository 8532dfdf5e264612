package web

import (
	"errors"
	"strconv"

	"espalier/search"
	"espalier/trace"
	"espalier/trees"
)

// A pageRun records a run for a page, and tells it not in events but in what
// they change on the screen: the fold lives here, the browser only keeps lists.
// Each step is the whole numbers
//
//	type, node, line, extra, k, then k times: node, bits, text
//
// line is that of the pseudo-code (0: none); extra is the number of children
// that a prune cuts (negative where they may be searched again), and 1 at a
// backup that improves; bits are phase | exact<<3 | best<<4 | visits<<5; text
// is an index into the texts that have been sent so far, -1 for none.
type pageRun struct {
	run      *run
	fold     *trace.Fold
	recorder *trace.Recorder // read by the connection's reader while the run goes on
	explain  trace.Explainer

	from, count int    // steps sent before, steps in data
	data        []byte // of the steps to be sent
	changes     []byte // of the step at hand
	changed     int
	texts       []byte // texts to be sent
	known       map[string]int
	apply       func(node int, s trace.NodeState)
}

func newPageRun(r *run, q *request, p *search.Problem, drawn []int32) *pageRun {
	page := &pageRun{run: r, known: map[string]int{}}
	page.fold = trace.NewFold(q.Tree, shown(q.Tree, drawn))
	page.recorder = trace.NewRecorder(trace.MaxRecorded, r.c.s.recordings)
	page.explain = trace.Explainer{Tree: q.Tree, Kind: p.Kind, MaxSum: p.MaxSum, Algorithm: spokenName(q.Algorithm), Sound: q.Algorithm.SoundWith(q.Options)}
	page.apply = page.change
	return page
}

// shown says which nodes a page shows: those it named, or what the server
// draws of a tree. Of an implicit tree nothing is drawn unless it was named.
func shown(t *trees.Tree, drawn []int32) func(node int) bool {
	if drawn != nil {
		named := make(map[int]bool, len(drawn))
		for _, n := range drawn {
			named[int(n)] = true
		}
		return func(n int) bool { return named[n] }
	}
	if t == nil {
		return func(int) bool { return false }
	}
	return trees.Drawn(t).Has
}

// event observes the search.
func (p *pageRun) event(e *trace.Event) {
	p.recorder.Observe(e)
	if p.recorder.Full() || !p.run.take() {
		return
	}
	p.changes, p.changed = p.changes[:0], 0
	p.fold.Apply(e, p.apply)
	b := p.data
	if p.count > 0 {
		b = append(b, ',')
	}
	b = strconv.AppendInt(b, int64(e.Type), 10)
	b = appendNumber(b, int64(e.Node))
	b = appendNumber(b, int64(e.Line))
	b = appendNumber(b, extra(e))
	b = appendNumber(b, int64(p.changed))
	p.data = append(b, p.changes...)
	p.count++
	if len(p.data)+len(p.texts) >= BatchBytes {
		p.flush()
	}
}

func appendNumber(b []byte, n int64) []byte {
	return strconv.AppendInt(append(b, ','), n, 10)
}

func extra(e *trace.Event) int64 {
	switch {
	case e.Type == trace.Prune && e.Provisional:
		return -int64(len(e.Cut))
	case e.Type == trace.Prune:
		return int64(len(e.Cut))
	case e.Type == trace.Backup && e.Improved:
		return 1
	}
	return 0
}

// change notes the new state of a drawn node.
func (p *pageRun) change(node int, s trace.NodeState) {
	bits := int64(s.Phase) | int64(s.Visits)<<5
	if s.Exact {
		bits |= 1 << 3
	}
	if s.Best {
		bits |= 1 << 4
	}
	b := appendNumber(p.changes, int64(node))
	b = appendNumber(b, bits)
	p.changes = appendNumber(b, int64(p.text(s.Text)))
	p.changed++
}

// text gives the index of a text, which is sent once.
func (p *pageRun) text(s string) int {
	if s == "" {
		return -1
	}
	i, ok := p.known[s]
	if !ok {
		i = len(p.known)
		p.known[s] = i
		if len(p.texts) > 0 {
			p.texts = append(p.texts, ',')
		}
		p.texts = trees.AppendQuoted(p.texts, s)
	}
	return i
}

func (p *pageRun) flush() {
	if p.count == 0 {
		return
	}
	p.recorder.Publish()
	b := appendHead(p.run.c.buffer(), "steps", p.run.id)
	b = append(b, `,"from":`...)
	b = strconv.AppendInt(b, int64(p.from), 10)
	b = append(b, `,"count":`...)
	b = strconv.AppendInt(b, int64(p.count), 10)
	b = append(b, `,"data":[`...)
	b = append(b, p.data...)
	b = append(b, `],"texts":[`...)
	b = append(b, p.texts...)
	p.run.send(append(b, "]}"...))
	p.from += p.count
	p.count, p.data, p.texts = 0, p.data[:0], p.texts[:0]
}

// end ends the run with its result. The recording stays until the page
// releases it, unless the run was cancelled.
func (p *pageRun) end(problem *search.Problem, result *search.Result, err error) {
	p.flush()
	b := appendHead(nil, "end", p.run.id)
	b = append(b, `,"steps":`...)
	b = strconv.AppendInt(b, int64(p.from), 10)
	b = append(b, `,"truncated":`...)
	b = strconv.AppendBool(b, p.recorder.Truncated())
	b = append(b, ',')
	switch {
	case err == nil:
		b = appendResult(b, problem, result)
	case told(err):
		b = append(b, `"value":null,"detail":`...)
		b = trees.AppendQuoted(b, err.Error())
	default:
		b = append(b, `"value":null,"cancelled":true`...)
	}
	p.run.c.settle(p.run, !errors.Is(err, errCancelled))
	p.run.c.send(p.run.c.ctx, append(b, '}'))
}

func (p *pageRun) release() { p.recorder.Release() }
