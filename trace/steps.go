package trace

import (
	"encoding/binary"

	"espalier/trees"
)

// A StepPacker packs, for each event of a run, the changes on the screen instead
// of the event itself. So the server runs the fold, and the browser only keeps
// columns of numbers. A batch of steps is one binary message, little endian, whose
// columns a browser reads in place:
//
//	u32        StepsMessage
//	u32        from: the number of the first step
//	u32        count: steps
//	u32        changes
//	u32        extras
//	u32        texts
//	u32        bytes of all texts
//	u32        bytes of the id of the run
//	i32 count    the node of each step
//	i32 changes  the step of each change of a node, in order
//	i32 changes  its node
//	i32 changes  its bits: phase | exact<<3 | best<<4 | wasCut<<5 | visits<<6, and the share,
//	             in tenths, <<28
//	i32 changes  its text: an index into all texts of the run (-1: none)
//	i32 extras   the step of each extra, in order
//	i32 extras   the extra: the number of children that a prune cuts (negative if they
//	             may be re-searched), or the child that a research takes up again
//	u32 texts    where each text ends in the bytes of all texts
//	u16 count    the line of the pseudo-code (0: none)
//	u8 count     type | size<<4, where size is the StepSize; a backup that improves the
//	             best value is a decision, any other is not
//	the texts, then the id
//
// Each text is sent once, in UTF-8. A text that shows what the mover has so far is
// followed by a byte 0 and this score in JSON, so that nobody has to read it out of the text.
type StepPacker struct {
	fold *Fold
	size StepSizer
	next int // number of the next step

	Count int // steps that are not yet drained, in these columns:
	node, line, kind,
	changeAt, changeNode, changeBits, changeText,
	extraAt, extra,
	textEnd, texts []byte

	unit  trees.Score
	known map[string]int32
	apply func(node int, s NodeState)
}

// StepsMessage begins each message of a StepPacker: a version of its form.
const StepsMessage = 1

// stepsHead is the number of bytes before the columns of such a message.
const stepsHead = 8 * 4

func NewStepPacker(t *trees.Tree, drawn func(node int) bool) *StepPacker {
	p := &StepPacker{fold: NewFold(t, drawn), known: map[string]int32{}}
	p.apply = p.change
	return p
}

// Pack packs the next event of the run.
func (p *StepPacker) Pack(e *Event) {
	p.unit = e.unit()
	p.fold.Apply(e, p.apply)
	p.node = binary.LittleEndian.AppendUint32(p.node, uint32(e.Node))
	p.line = binary.LittleEndian.AppendUint16(p.line, uint16(e.Line))
	p.kind = append(p.kind, byte(e.Type)|byte(p.size.Size(e))<<4)
	if e.Type == Prune || e.Type == Research {
		p.extraAt = binary.LittleEndian.AppendUint32(p.extraAt, uint32(p.next))
		p.extra = binary.LittleEndian.AppendUint32(p.extra, uint32(EventExtra(e)))
	}
	p.next++
	p.Count++
}

// columns are those of a message, in their order.
func (p *StepPacker) columns() [11]*[]byte {
	return [...]*[]byte{&p.node, &p.changeAt, &p.changeNode, &p.changeBits, &p.changeText, &p.extraAt, &p.extra, &p.textEnd, &p.line, &p.kind, &p.texts}
}

// Bytes returns how many bytes of columns are not yet drained. It is asked for after each step.
func (p *StepPacker) Bytes() int {
	return 7*p.Count + 4*len(p.changeAt) + 2*len(p.extra) + len(p.textEnd) + len(p.texts)
}

// Drain appends a message with the steps that were packed since the last call. id names the run.
func (p *StepPacker) Drain(b []byte, id string) []byte {
	for _, n := range [stepsHead / 4]int{StepsMessage, p.next - p.Count, p.Count, len(p.changeAt) / 4, len(p.extra) / 4, len(p.textEnd) / 4, len(p.texts), len(id)} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	for _, c := range p.columns() {
		b = append(b, *c...)
		*c = (*c)[:0]
	}
	p.Count = 0
	return append(b, id...)
}

// EventExtra returns the number of children that a prune cuts (negative if they may be
// re-searched), the child that a research takes up again, 1 for a backup that improves the
// best value, else 0.
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
	bits := uint32(s.Phase) | uint32(s.Visits)<<6&(1<<28-1) | uint32(s.Share)<<28
	if s.Exact {
		bits |= 1 << 3
	}
	if s.Best {
		bits |= 1 << 4
	}
	if s.WasCut {
		bits |= 1 << 5
	}
	p.changeAt = binary.LittleEndian.AppendUint32(p.changeAt, uint32(p.next))
	p.changeNode = binary.LittleEndian.AppendUint32(p.changeNode, uint32(node))
	p.changeBits = binary.LittleEndian.AppendUint32(p.changeBits, bits)
	p.changeText = binary.LittleEndian.AppendUint32(p.changeText, uint32(p.text(s.Text)))
}

// text returns the index of a text. A new text is packed; each text is sent
// only once.
func (p *StepPacker) text(s string) int32 {
	if s == "" {
		return -1
	}
	i, ok := p.known[s]
	if !ok {
		i = int32(len(p.known))
		p.known[s] = i
		p.texts = append(p.texts, s...)
		if p.fold.held.Given { // a text that is new comes from the event of this step
			p.texts = AppendOpt(append(p.texts, 0), p.fold.held, p.unit)
		}
		p.textEnd = binary.LittleEndian.AppendUint32(p.textEnd, uint32(len(p.texts)))
	}
	return i
}
