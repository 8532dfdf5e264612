package web

import (
	"strconv"

	"espalier/trace"
	"espalier/trees"
)

// A stepPacker tells a run not in events but in what they change on the
// screen: the fold lives here, the browser only keeps lists. Each step is the
// whole numbers
//
//	type, node, line, extra, k, then k times: node, bits, text
//
// line is that of the pseudo-code (0: none); extra is the number of children
// that a prune cuts (negative where they may be searched again), and 1 at a
// backup that improves; bits are phase | exact<<3 | best<<4 | visits<<5; text
// is an index into the texts that have been packed so far, -1 for none.
type stepPacker struct {
	fold *trace.Fold

	count   int    // steps in data
	data    []byte // packed, and not yet drained
	changes []byte // of the step at hand
	changed int
	texts   []byte // packed, and not yet drained
	known   map[string]int
	apply   func(node int, s trace.NodeState)
}

func newStepPacker(t *trees.Tree, drawn func(node int) bool) *stepPacker {
	p := &stepPacker{fold: trace.NewFold(t, drawn), known: map[string]int{}}
	p.apply = p.change
	return p
}

// pack takes in the next event of the run.
func (p *stepPacker) pack(e *trace.Event) {
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
}

// drain appends what was packed since it was last drained, as the members of a
// message; from is the number of its first step.
func (p *stepPacker) drain(b []byte, from int) []byte {
	b = append(b, `"from":`...)
	b = strconv.AppendInt(b, int64(from), 10)
	b = append(b, `,"count":`...)
	b = strconv.AppendInt(b, int64(p.count), 10)
	b = append(b, `,"data":[`...)
	b = append(b, p.data...)
	b = append(b, `],"texts":[`...)
	b = append(b, p.texts...)
	b = append(b, ']')
	p.count, p.data, p.texts = 0, p.data[:0], p.texts[:0]
	return b
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
func (p *stepPacker) change(node int, s trace.NodeState) {
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
func (p *stepPacker) text(s string) int {
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
