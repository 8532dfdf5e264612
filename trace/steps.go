package trace

import (
	"strconv"

	"espalier/trees"
)

// A StepPacker packs, for each event of a run, the changes on the screen instead
// of the event itself. So the server runs the fold, and the browser only keeps
// lists. Each step is a list of integers:
//
//	type | size<<4, node, line, extra, k, then k times: node, bits, text
//
// size is the StepSize of the event. line is the line of the pseudo-code (0: none).
// extra is the number of children that a prune cuts (negative if they may be
// re-searched), the child that a research takes up again, 1 for a backup that
// improves the best value, else 0. k is the number of nodes that change. bits are
// phase | exact<<3 | best<<4 | wasCut<<5 | visits<<6. text is an index into the
// texts packed so far (-1: none). A text that shows what the mover has so far comes with
// this score, so that nobody has to read it out of the text.
type StepPacker struct {
	fold *Fold
	size StepSizer

	Count   int    // number of steps in Data
	Data    []byte // packed steps that are not yet drained
	changes []byte // changes of the current step
	changed int
	Texts   []byte    // packed texts that are not yet drained
	Held    []byte    // for each of these texts the score that it shows of the mover's best; null: it shows none
	held    trees.Opt // of the current step
	unit    trees.Score
	known   map[string]int
	apply   func(node int, s NodeState)
}

func NewStepPacker(t *trees.Tree, drawn func(node int) bool) *StepPacker {
	p := &StepPacker{fold: NewFold(t, drawn), known: map[string]int{}}
	p.apply = p.change
	return p
}

// Pack packs the next event of the run.
func (p *StepPacker) Pack(e *Event) {
	p.changes, p.changed = p.changes[:0], 0
	p.held, p.unit = p.fold.heldBy(e), e.unit()
	p.fold.Apply(e, p.apply)
	b := p.Data
	if p.Count > 0 {
		b = append(b, ',')
	}
	b = strconv.AppendInt(b, int64(e.Type)|int64(p.size.Size(e))<<4, 10)
	b = appendListNumber(b, int64(e.Node))
	b = appendListNumber(b, int64(e.Line))
	b = appendListNumber(b, EventExtra(e))
	b = appendListNumber(b, int64(p.changed))
	p.Data = append(b, p.changes...)
	p.Count++
}

// Drain appends the steps and texts that were packed since the last call, with the score of
// each text, as members of a JSON object. from is the number of the first of these steps.
func (p *StepPacker) Drain(b []byte, from int) []byte {
	held := p.Held
	b = append(p.DrainSteps(b, from), `,"held":[`...)
	return append(append(b, held...), ']')
}

// DrainSteps is Drain without the scores, for pages that ask no questions.
func (p *StepPacker) DrainSteps(b []byte, from int) []byte {
	b = append(b, `"from":`...)
	b = strconv.AppendInt(b, int64(from), 10)
	b = append(b, `,"count":`...)
	b = strconv.AppendInt(b, int64(p.Count), 10)
	b = append(b, `,"data":[`...)
	b = append(b, p.Data...)
	b = append(b, `],"texts":[`...)
	b = append(b, p.Texts...)
	b = append(b, ']')
	p.Count, p.Data, p.Texts, p.Held = 0, p.Data[:0], p.Texts[:0], p.Held[:0]
	return b
}

func appendListNumber(b []byte, n int64) []byte {
	return strconv.AppendInt(append(b, ','), n, 10)
}

func EventExtra(e *Event) int64 {
	switch {
	case e.Type == Prune && e.Provisional:
		return -int64(len(e.Cut))
	case e.Type == Prune:
		return int64(len(e.Cut))
	case e.Type == Research:
		return int64(e.Child)
	case e.Type == Backup && e.Improved:
		return 1
	}
	return 0
}

// change packs the new state of a drawn node.
func (p *StepPacker) change(node int, s NodeState) {
	bits := int64(s.Phase) | int64(s.Visits)<<6
	if s.Exact {
		bits |= 1 << 3
	}
	if s.Best {
		bits |= 1 << 4
	}
	if s.WasCut {
		bits |= 1 << 5
	}
	b := appendListNumber(p.changes, int64(node))
	b = appendListNumber(b, bits)
	p.changes = appendListNumber(b, int64(p.text(s.Text)))
	p.changed++
}

// text returns the index of a text. A new text is packed; each text is sent
// only once.
func (p *StepPacker) text(s string) int {
	if s == "" {
		return -1
	}
	i, ok := p.known[s]
	if !ok {
		i = len(p.known)
		p.known[s] = i
		if len(p.Texts) > 0 {
			p.Texts, p.Held = append(p.Texts, ','), append(p.Held, ',')
		}
		// A text that is new comes from the event of this step.
		p.Texts, p.Held = trees.AppendQuoted(p.Texts, s), AppendOpt(p.Held, p.held, p.unit)
	}
	return i
}
