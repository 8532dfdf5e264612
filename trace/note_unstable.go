package trace

import "espalier/trees"

// An Unstable is a note of an Enter at the depth limit or below (option quiescence): why the node is unstable. The search
// goes on there if the event has a Player or is of a chance node; else the limit of quiescence is reached.
type Unstable struct {
	BareNote
	Why trees.Instability
}

var unstableKind = &NoteKind{bit: 8, read: func(r *NoteReader) Note { return &Unstable{Why: trees.Instability(r.Byte())} }}

// Kind returns the kind of an Unstable.
func (u *Unstable) Kind() *NoteKind { return unstableKind }

// Clone returns a copy.
func (u *Unstable) Clone() Note { return &Unstable{Why: u.Why} }

// Write writes the reason, for clients as a word.
func (u *Unstable) Write(w *NoteWriter) {
	if w.Clients() {
		w.Text(u.Why.String())
	} else {
		w.Byte(byte(u.Why))
	}
}

// AppendJSON appends the member unstable.
func (u *Unstable) AppendJSON(b []byte, _ *Event) []byte {
	return append(append(append(b, `,"unstable":"`...), u.Why.String()...), '"')
}

// goesOn reports whether the node is searched on.
func (u *Unstable) goesOn(e *Event) bool { return e.Player > 0 || e.Chance }

// Count counts a node that is searched on.
func (u *Unstable) Count(s *Stats, e *Event) {
	if u.goesOn(e) {
		s.Extended++
	}
}

// Explain writes whether the search goes on at the depth limit.
func (u *Unstable) Explain(x *Explainer, s *Sentence, e *Event, part SentencePart) bool {
	switch {
	case part == AtDepthLimit:
		s.Add(" of quiescence, though " + u.Why.Reason())
	case part == AfterMove && u.goesOn(e):
		s.Add(". ")
		x.Write(s, e, "the depth limit is reached, but %n is unstable, since %t: it is searched on", e.Node, u.Why.Reason())
	default:
		return false
	}
	return true
}
