package trace

import (
	"slices"
	"strconv"

	"espalier/trees"
)

// A ValueSet is a note of a Backup, an Exit or the Done (soft-max^n): the values that the node can have. A node with
// more than one has no Value.
type ValueSet struct {
	BareNote
	// Values has each value once; at a Backup those of the children so far that were not dropped.
	Values []trees.Vector
	// Span has the least and the largest score of the mover in the set of the child of a Backup.
	Span [2]trees.Score
	// Dropped are the children that this Backup drops: the child, or some before it.
	Dropped []int32
}

var setKind = &NoteKind{bit: 2, read: readValueSet}

// Kind returns the kind of a ValueSet.
func (v *ValueSet) Kind() *NoteKind { return setKind }

// Clone returns a copy.
func (v *ValueSet) Clone() Note {
	return &ValueSet{Values: slices.Clone(v.Values), Span: v.Span, Dropped: slices.Clone(v.Dropped)}
}

// Write writes the values, the span and the dropped children.
func (v *ValueSet) Write(w *NoteWriter) {
	w.Uints(uint64(len(v.Values)))
	for i := range v.Values {
		w.Value(&v.Values[i])
	}
	w.Score(v.Span[0])
	w.Score(v.Span[1])
	w.Nodes(v.Dropped)
}

func readValueSet(r *NoteReader) Note {
	v := &ValueSet{Values: make([]trees.Vector, r.Uint())}
	for i := range v.Values {
		v.Values[i] = r.Value()
	}
	v.Span[0], v.Span[1] = r.Score(), r.Score()
	v.Dropped = r.Nodes()
	return v
}

// AppendJSON appends the members set, span and dropped.
func (v *ValueSet) AppendJSON(b []byte, e *Event) []byte {
	b = AppendSet(append(b, `,"set":`...), v.Values, e.unit(), e.Width, e.Scalar)
	if e.Type == Backup {
		b = AppendScore(append(b, `,"span":[`...), v.Span[0], e.unit())
		b = append(AppendScore(append(b, ','), v.Span[1], e.unit()), ']')
		b = appendNodes(append(b, `,"dropped":`...), v.Dropped)
	}
	return b
}

// AppendSet appends a set of values as a JSON array.
func AppendSet(b []byte, set []trees.Vector, unit trees.Score, width int, scalar bool) []byte {
	b = append(b, '[')
	for i := range set {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendValue(b, &set[i], unit, width, scalar)
	}
	return append(b, ']')
}

// maxBeside is the most values of a set that are written beside a node: more would cover its
// neighbours.
const maxBeside = 2

// Change marks all children that can still be chosen: a node with a set has no single best child.
func (v *ValueSet) Change(c *Change, e *Event) bool {
	switch e.Type {
	case Backup:
		c.Set(e.Child, func(s *NodeState) { s.Best = true })
		for _, k := range v.Dropped {
			c.Set(k, func(s *NodeState) { s.Best = false })
		}
		c.Text(e.Node, v.beside(c, e))
	case Exit:
		c.Set(e.Node, func(s *NodeState) { s.Phase, s.Text, s.Exact = Valued, v.beside(c, e), e.Exact })
	default:
		return false
	}
	return true
}

// beside returns the text beside the node: {(5, 2, 2) (5, 1, 3)}. Of a large set it says how many more there are.
func (v *ValueSet) beside(c *Change, e *Event) string {
	return c.Words(appendSet(c.Buffer(), e, v.Values, maxBeside, " ", "+", ""))
}

// appendSet appends the values of a set up to the most; then how many more there are, with words
// before and after. A set of one value is written as this value.
func appendSet(b []byte, e *Event, set []trees.Vector, most int, between, before, after string) []byte {
	if len(set) == 1 {
		return appendTuple(b, e, &set[0])
	}
	shown := len(set)
	if shown > most {
		shown = most - 1
	}
	b = append(b, '{')
	for i := range set[:shown] {
		if i > 0 {
			b = append(b, between...)
		}
		b = appendTuple(b, e, &set[i])
	}
	if rest := len(set) - shown; rest > 0 {
		b = append(append(b, between...), before...)
		b = append(strconv.AppendInt(b, int64(rest), 10), after...)
	}
	return append(b, '}')
}

// Explain writes the sentence of a backup, of an exit, and of what the search returns.
func (v *ValueSet) Explain(x *Explainer, s *Sentence, e *Event, part SentencePart) bool {
	switch {
	case part == ReturnedAtDone:
		v.explainDone(x, s, e)
	case part != WholeSentence:
		return false
	case e.Type == Backup:
		v.explainBackup(x, s, e)
	case e.Type == Exit:
		v.explainExit(x, s, e)
	default:
		return false
	}
	return true
}

// maxInSentence is the most values of a set that a sentence lists.
const maxInSentence = 4

// values appends a set of values.
func (v *ValueSet) values(s *Sentence, e *Event) {
	*s = append(*s, Span{Text: string(appendSet(nil, e, v.Values, maxInSentence, ", ", "and ", " more")), Node: -1, Strong: true})
}

// explainBackup says what the mover gets from a child, and whether a child is dropped: only if the mover
// gets more from another one, whichever values of their sets are compared.
func (v *ValueSet) explainBackup(x *Explainer, s *Sentence, e *Event) {
	mover := x.Mover(e)
	if least, most := v.Span[0], v.Span[1]; least == most {
		x.Write(s, e, "%p gets %s from %n", mover, least, e.Child)
	} else {
		x.Write(s, e, "%p gets %s to %s from %n", mover, least, most, e.Child)
	}
	sure := &e.Bounds[mover-1]
	switch {
	case len(v.Dropped) == 0 && x.Compared(e, "") == "the first value":
		s.Add(", the first child")
	case len(v.Dropped) == 0:
		s.Add(", and may choose it: no child is better in every case")
	case v.Dropped[0] == e.Child:
		x.Write(s, e, ", but at least %s from %n. So %n is dropped", sure.Score, sure.Child, e.Child)
	default:
		x.Write(s, e, ", more than %c can give", v.Dropped)
		if len(v.Dropped) == 1 {
			x.Write(s, e, ". So %n is dropped", v.Dropped[0])
		} else {
			s.Add(". So these are dropped")
		}
	}
	x.Write(s, e, ". The set of %n is now ", e.Node)
	v.values(s, e)
	s.Add(".")
}

func (v *ValueSet) explainExit(x *Explainer, s *Sentence, e *Event) {
	x.Write(s, e, "%n returns ", e.Node)
	v.values(s, e)
	if len(v.Values) > 1 {
		s.Add(": each of these values is possible")
	}
	s.Add(".")
}

func (v *ValueSet) explainDone(x *Explainer, s *Sentence, e *Event) {
	x.Write(s, e, "%t returns ", x.SearchName())
	v.values(s, e)
	if len(e.Path) < 2 {
		return
	}
	chosen := e.Path[1]
	if mover := x.MoverAt(e.Node); mover > 0 {
		x.Write(s, e, ". %p moves to %n and is sure of %s there (leaf %n)", mover, chosen, e.Value[mover-1], e.Path[len(e.Path)-1])
		return
	}
	x.Write(s, e, ". The move to %n has the best worst case, %v", chosen, &e.Value)
}
