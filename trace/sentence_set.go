package trace

// This file writes the sentences of soft-max^n, where a node has a set of values.

// maxInSentence is the most values of a set that a sentence lists.
const maxInSentence = 4

// valueSet appends a set of values.
func (x *Explainer) valueSet(s *Sentence, e *Event) {
	*s = append(*s, Span{Text: string(appendSet(nil, e, e.Choice.Set, maxInSentence, ", ", "and ", " more")), Node: -1, Strong: true})
}

// setBackup says what the mover gets from a child, and whether a child is dropped: only if the mover
// gets more from another one, whichever values of their sets are compared.
func (x *Explainer) setBackup(s *Sentence, e *Event) {
	mover, c := x.mover(e), e.Choice
	if least, most := c.Span[0], c.Span[1]; least == most {
		x.appendf(s, e, "%p gets %s from %n", mover, least, e.Child)
	} else {
		x.appendf(s, e, "%p gets %s to %s from %n", mover, least, most, e.Child)
	}
	sure := &e.Bounds[mover-1]
	switch {
	case len(c.Dropped) == 0 && x.compared(e, "") == "the first value":
		s.text(", the first child")
	case len(c.Dropped) == 0:
		s.text(", and may choose it: no child is better in every case")
	case c.Dropped[0] == e.Child:
		x.appendf(s, e, ", but at least %s from %n. So %n is dropped", sure.Score, sure.Child, e.Child)
	default:
		x.appendf(s, e, ", more than %c can give", c.Dropped)
		if len(c.Dropped) == 1 {
			x.appendf(s, e, ". So %n is dropped", c.Dropped[0])
		} else {
			s.text(". So these are dropped")
		}
	}
	x.appendf(s, e, ". The set of %n is now ", e.Node)
	x.valueSet(s, e)
	s.text(".")
}

func (x *Explainer) setExit(s *Sentence, e *Event) {
	x.appendf(s, e, "%n returns ", e.Node)
	x.valueSet(s, e)
	if len(e.Choice.Set) > 1 {
		s.text(": each of these values is possible")
	}
	s.text(".")
}

func (x *Explainer) setDone(s *Sentence, e *Event, name string) {
	x.appendf(s, e, "%t returns ", name)
	x.valueSet(s, e)
	if len(e.Path) < 2 {
		return
	}
	chosen := e.Path[1]
	if mover := x.moverAt(e.Node); mover > 0 {
		x.appendf(s, e, ". %p moves to %n and is sure of %s there (leaf %n)", mover, chosen, e.Value[mover-1], e.Path[len(e.Path)-1])
		return
	}
	x.appendf(s, e, ". The move to %n has the best worst case, %v", chosen, &e.Value)
}
