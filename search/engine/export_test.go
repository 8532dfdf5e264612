package engine

import "espalier/trees"

// This file gives the tests outside this package what they ask of a run.

const PollWatched = pollWatched

var NewRun = newRun

// Search is Run without its checks, in a run of the test.
func (a *Algorithm) Search(r *Run) (Result, error) { return a.search(r) }

func (r *Run) SetMaxNumbers(n int) { r.maxNumbers = n }
func (r *Run) SetSound()           { r.sound = true }

// TookAtOnce reports whether the values of a last ply were taken at once.
func (r *Run) TookAtOnce() bool {
	return r.lastPly != nil && r.lastPly.values != [mostAtOnce]trees.Vector{}
}

// TookTwoPlies reports whether those of the last two plies were.
func (r *Run) TookTwoPlies() bool { return r.TwoPlies >= 0 && r.Stats.Leaves > 0 }

// RecordedAtOnce reports whether the events of a last ply were recorded at once.
func (r *Run) RecordedAtOnce() bool { return r.lastPly != nil && r.lastPly.event.Node > 0 }

// RecordedTwoPlies reports whether those of the last two plies were.
func (r *Run) RecordedTwoPlies() bool { return r.lastPly != nil && r.lastPly.events.Node > 0 }

var NodesExceeded = nodesExceeded

// NoRowSurvives is Prune without a cache.
func (t *Table) NoRowSurvives(bounds, low, up *trees.Vector) bool {
	return t.noRowSurvives(bounds, low, up)
}

// ExcludedBy returns the player whose bound excludes a row; 0: the row survives.
func (t *Table) ExcludedBy(row *Row, bounds, low, up *trees.Vector) int {
	return t.excludedBy(row, bounds, low, up)
}
