package search

import (
	"espalier/trace"
	"espalier/trees"
)

// An attackRun is a run in which the mover makes the score of another player as small as possible at some
// nodes: those of the root player in directed offensive, those of all others in BRS+.
type attackRun struct {
	*run
	attacks func(f *frame) bool // at the node of f
	least   trace.Choice        // of a backup there
}

// newAttack returns a run in which movers attack a player.
func newAttack(r *run, player int, attacks func(f *frame) bool) attackRun {
	return attackRun{r, attacks, trace.Choice{Least: player}}
}

// unlessAttacking is the mover's own bound. A mover who attacks has none: the mover's own score does not count.
func (s *attackRun) unlessAttacking(f *frame) (trees.Score, bool) {
	return f.value[f.mover-1], !s.attacks(f)
}

// emitChoice emits a backup at a node whose mover attacks, or maximises a score.
func (s *attackRun) emitChoice(f *frame, improved bool) {
	if !s.attacks(f) {
		s.emitBackup(f, improved)
		return
	}
	line := s.lines.byType[trace.Backup]
	if improved {
		line = s.lines.least
	}
	s.choice = &s.least
	s.emitBackupAt(f, improved, line)
	s.choice = nil
}
