package experiment

import (
	"context"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

// Paranoid search with a transposition table and tests of a single score.
//
// The engine of package search has only the procedure. The searches of Sturtevant 2003,
// section 5.4, used a table of positions, and tested one score at each depth: does the player
// get at least this score, whatever the others do? This is a search with the smallest
// possible window (J. Pearl, "Scout", 1980). It only counts nodes and sends no events.

// A coalitionSearch is alpha-beta search of the score of one player against all others. A
// node is a move that it plays.
type coalitionSearch struct {
	ctx     context.Context
	pos     games.Position
	player  int // from 0
	depth   int // plies
	bounded trees.Bounded
	keeps   []bool // by ply: whether the table is used there
	table   map[uint64]coalitionEntry
	value   trees.Vector
	best    int // the move at the root
	nodes   int
	most    int // nodes
	stopped bool
}

// A coalitionEntry is what is known about the score at a position.
type coalitionEntry struct{ low, up trees.Score }

const (
	leastScore = -trees.Score(1) << 60
	mostScore  = trees.Score(1) << 60
)

// newCoalitionSearch prepares searches for the player who moves.
func newCoalitionSearch(ctx context.Context, pos games.Position, heuristic bool) *coalitionSearch {
	s := &coalitionSearch{ctx: ctx, pos: pos, player: pos.Mover() - 1, table: map[uint64]coalitionEntry{}}
	if heuristic {
		s.bounded = pos.(trees.Bounded)
	}
	return s
}

// run searches to a depth, with a limit on nodes. The score is exact if it is between
// alpha and beta; else it is a bound. ok is false if the limit or the context stopped it.
func (s *coalitionSearch) run(depth, most int, keeps []bool, alpha, beta trees.Score) (score trees.Score, ok bool) {
	give, err := engine.TakeTurn(s.ctx)
	defer give()
	if err != nil {
		return 0, false
	}
	s.depth, s.most, s.keeps, s.nodes, s.best, s.stopped = depth, most, keeps, 0, 0, false
	clear(s.table)
	moves := s.pos.Look(&s.value)
	score = s.search(0, moves, s.pos.Mover(), alpha, beta)
	return score, !s.stopped
}

// search returns the score of the present position, or a bound that is outside the window.
func (s *coalitionSearch) search(ply, moves, mover int, alpha, beta trees.Score) trees.Score {
	switch {
	case moves == 0:
		return s.value[s.player]
	case ply == s.depth:
		s.pos.Static(&s.value)
		return s.value[s.player]
	}
	if s.bounded != nil {
		var v trees.Vector
		if s.bounded.Up(&v); v[s.player] <= alpha {
			return v[s.player]
		}
		if s.bounded.Low(&v); v[s.player] >= beta {
			return v[s.player]
		}
	}
	kept := s.keeps != nil && s.keeps[ply]
	var hash uint64
	entry := coalitionEntry{leastScore, mostScore}
	if kept {
		hash = s.pos.Hash()
		if e, found := s.table[hash]; found {
			entry = e
			if e.low >= beta || e.low == e.up {
				return e.low
			}
			if e.up <= alpha {
				return e.up
			}
			alpha, beta = max(alpha, e.low), min(beta, e.up)
		}
	}
	score := s.children(ply, moves, mover, alpha, beta)
	if kept && !s.stopped {
		switch {
		case score >= beta:
			entry.low = max(entry.low, score)
		case score <= alpha:
			entry.up = min(entry.up, score)
		default:
			entry = coalitionEntry{score, score}
		}
		s.table[hash] = entry
	}
	return score
}

// children returns the best score of the children for the mover, or a bound.
func (s *coalitionSearch) children(ply, moves, mover int, alpha, beta trees.Score) trees.Score {
	own := mover-1 == s.player
	best := mostScore
	if own {
		best = leastScore
	}
	for i := range moves {
		if s.nodes++; s.nodes > s.most || s.nodes%4096 == 0 && engine.PassTurn(s.ctx) != nil {
			s.stopped = true
			return best
		}
		below, next := s.pos.Do(i, &s.value)
		score := s.search(ply+1, below, next, alpha, beta)
		s.pos.Undo()
		if s.stopped {
			return best
		}
		if own {
			if score > best {
				if best = score; ply == 0 {
					s.best = i
				}
			}
			alpha = max(alpha, best)
		} else {
			best = min(best, score)
			beta = min(beta, best)
		}
		if alpha >= beta {
			break
		}
	}
	return best
}
