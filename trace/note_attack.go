package trace

// An Attack is a note of a Backup (directed offensive, MP-Mix, BRS+): the mover makes the score of another player as small
// as possible.
type Attack struct {
	BareNote
	Player int
}

var attackKind = &NoteKind{read: func(r *NoteReader) Note { return &Attack{Player: int(r.Uint())} }}

// Kind returns the kind of an Attack.
func (a *Attack) Kind() *NoteKind { return attackKind }

// Clone returns a copy.
func (a *Attack) Clone() Note { return &Attack{Player: a.Player} }

// Write writes the player.
func (a *Attack) Write(w *NoteWriter) { w.Uints(uint64(a.Player)) }

// AppendJSON appends the member least.
func (a *Attack) AppendJSON(b []byte, _ *Event) []byte {
	return appendInt(append(b, `,"least":`...), a.Player)
}

// Change bounds the score of the player who is attacked. The others' scores can be anything.
func (a *Attack) Change(c *Change, e *Event) bool {
	if e.Type != Backup {
		return false
	}
	if e.Improved {
		c.Best(e.Child)
	}
	c.Bound(a.Player, "≤")
	return true
}

// Explain writes the sentence of a backup.
func (a *Attack) Explain(x *Explainer, s *Sentence, e *Event, part SentencePart) bool {
	if part != WholeSentence || !x.Chooses(e) {
		return false
	}
	got, best := e.Value[a.Player-1], e.Best[a.Player-1]
	mover := x.Mover(e)
	if mover == 0 { // the tree is not built
		x.Write(s, e, "%n leaves %p with %s", e.Child, a.Player, got)
	} else {
		x.Write(s, e, "%p leaves %p with %s through %n", mover, a.Player, got, e.Child)
	}
	switch {
	case e.Improved:
		x.Write(s, e, ", %t at %n. The value of %n is now %v.", x.Compared(e, "least"), e.Node, e.Node, &e.Best)
	case got == best:
		x.Write(s, e, ", as much as before. In a tie the leftmost child wins, so %n keeps %v.", e.Node, &e.Best)
	default:
		x.Write(s, e, ", more than %s. %n keeps %v.", best, e.Node, &e.Best)
	}
	return true
}
