package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// An attackRun is a run in which the mover makes the score of another player as small as possible at some
// nodes: those of the root player in directed offensive, those of all others in BRS+.
type attackRun struct {
	*engine.Run
	attack trace.Attack // the note of a backup there
}

// newAttack returns a run in which movers attack a player.
func newAttack(r *engine.Run, player int) attackRun {
	// A mover who attacks has no bound: the mover's own score does not count.
	r.OwnBound = func(f *engine.Frame) (trees.Score, bool) { return f.Value[f.Mover-1], r.Note == nil }
	return attackRun{r, trace.Attack{Player: player}}
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
