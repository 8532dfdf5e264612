package search

import (
	"espalier/trace"
	"espalier/trees"
)

// An attackRun is a run in which the mover makes the score of another player as small as possible at some
// nodes: those of the root player in directed offensive, those of all others in BRS+.
type attackRun struct {
	*run
	attack trace.Attack // the note of a backup there
}

// newAttack returns a run in which movers attack a player.
func newAttack(r *run, player int) attackRun {
	// A mover who attacks has no bound: the mover's own score does not count.
	r.ownBound = func(f *frame) (trees.Score, bool) { return f.value[f.mover-1], r.note == nil }
	return attackRun{r, trace.Attack{Player: player}}
}

// emitChoice emits a backup at a node whose mover attacks, or maximises a score.
func (s *attackRun) emitChoice(f *frame, improved, attacks bool) {
	if !attacks {
		s.emitBackup(f, improved)
		return
	}
	line := s.lines.byType[trace.Backup]
	if improved {
		line = s.lines.least
	}
	s.note = &s.attack
	s.emitBackupAt(f, improved, line)
	s.note = nil
}
