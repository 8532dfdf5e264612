package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// An attackRun is a run in which the mover makes the score of another player as small as possible at some
// nodes: those of the root player in directed offensive.
type attackRun struct {
	*engine.Run
	attack Attack // the note of a backup there
}

// newAttack returns a run in which movers attack a player.
func newAttack(r *engine.Run, player int) attackRun {
	// A mover who attacks has no bound: the mover's own score does not count.
	r.OwnBound = func(f *engine.Frame) (trees.Score, bool) { return f.Value[f.Mover-1], r.Note == nil }
	return attackRun{r, Attack{Player: player}}
}

// emitChoice emits a backup at a node whose mover attacks, or maximises a score.
func (s *attackRun) emitChoice(f *engine.Frame, improved, attacks bool) {
	if !attacks {
		s.EmitBackup(f, improved)
		return
	}
	line := s.Lines.ByType[trace.Backup]
	if improved {
		line = s.Lines.Least
	}
	s.Note = &s.attack
	s.EmitBackupAt(f, improved, line)
	s.Note = nil
}

// An Attack is a note of a Backup (directed offensive, MP-Mix): the mover makes the score of another player as small
// as possible.
type Attack struct {
	trace.BareNote
	Player int
}

var attackKind = trace.NewNoteKind("least", func(r *trace.NoteReader) trace.Note { return &Attack{Player: int(r.Uint())} })

// Kind returns the kind of an Attack.
func (a *Attack) Kind() *trace.NoteKind { return attackKind }

// Clone returns a copy.
func (a *Attack) Clone() trace.Note { return &Attack{Player: a.Player} }

// Write writes the player.
func (a *Attack) Write(w *trace.NoteWriter) { w.Uints(uint64(a.Player)) }

// AppendJSON appends the member least.
func (a *Attack) AppendJSON(b []byte, _ *trace.Event) []byte {
	return trace.AppendInt(append(b, `,"least":`...), a.Player)
}

// Change bounds the score of the player who is attacked. The others' scores can be anything.
func (a *Attack) Change(c *trace.Change, e *trace.Event) bool {
	if e.Type != trace.Backup {
		return false
	}
	if e.Improved {
		c.Best(e.Child)
	}
	c.Bound(a.Player, "≤")
	return true
}

// Explain writes the sentence of a backup.
func (a *Attack) Explain(x *trace.Explainer, s *trace.Sentence, e *trace.Event, part trace.SentencePart) bool {
	if part != trace.WholeSentence || !x.Chooses(e) {
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
