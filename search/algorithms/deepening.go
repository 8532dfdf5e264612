package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Max^n and shallow pruning with a transposition table, and with iterative
// deepening. These are the procedures of maxn.go and shallow.go; they are separate
// so that a search without a table has no extra cost.
//
// D. Slate and L. Atkin, "Chess 4.5", in Chess Skill in Man and Machine
// (1977), for both in two-player chess; R. Korf, "Depth-first
// iterative-deepening", Artificial Intelligence 27 (1985). transposition.go
// explains how a table is combined with pruning for more than two players.
//
// Needs: positions with a hash; deepening also static values. Guarantee: the
// max^n value.
//
// Ties: leftmost in the canonical order, even if another move is searched first: a
// child left of the current best replaces it if the score is equal. Therefore the
// bound of such a child is one step of the scores higher, so that a cut child
// cannot have an equal score.

func maxnTabled(r *engine.Run) {
	s := newTabled(r)
	s.deepen(func(f *engine.Frame, moves int) { s.maxn(f, moves) })
}

func shallowTabled(r *engine.Run) {
	s := newTabled(r)
	s.deepen(func(f *engine.Frame, moves int) { s.shallow(f, moves, NoScore) })
}

// deepen searches to depth 1, 2, 3, … if that was requested, and then to the
// full depth. Every search leaves its best moves in the table. If the limit on nodes
// stops a search, the result is that of the last depth that was searched completely.
func (s *tabled) deepen(search func(f *engine.Frame, moves int)) {
	limit := s.Limit
	if s.Deepening {
		for depth := 1; depth < min(limit, s.Pos.Height()); depth++ {
			s.SetLimit(depth)
			if !s.complete(depth-1, search) {
				s.follow(search)
				return
			}
		}
		s.SetLimit(limit)
		if !s.complete(min(limit, s.Pos.Height())-1, search) {
			s.follow(search)
			return
		}
	} else {
		search(s.AtRoot())
	}
	s.follow(search)
}

// complete searches to the present depth. It returns false if the limit on nodes stopped
// the search and the depth before, if not 0, is complete: then the run has the result of
// that depth.
func (s *tabled) complete(before int, search func(f *engine.Frame, moves int)) (completed bool) {
	top := &s.Frames[0]
	value, best := top.Value, s.best[0]
	defer func() {
		if before <= 0 {
			return // there is no result yet: the run ends with the error
		}
		cause := recover()
		if cause == nil {
			return
		}
		stopped, ok := cause.(engine.Stop)
		if _, limit := stopped.Err.(*engine.LimitError); !ok || !limit {
			panic(cause)
		}
		for range s.StoppedAt {
			s.Pos.Undo()
		}
		s.Stats.Nodes-- // the node at which the search was stopped
		for ply := int(s.StoppedAt) - 1; ply >= 0; ply-- {
			s.Frames[ply].Known = false
			s.Exit(&s.Frames[ply], false)
		}
		top.Value, top.Known, s.best[0] = value, true, best
		s.SetLimit(before)
		s.Result.Depth = before
		completed = false
	}()
	search(s.AtRoot())
	return true
}

// improves reports whether the value of move i, which is in the frame below,
// replaces the best so far.
func (s *tabled) improves(f *engine.Frame, i int) bool {
	if !f.Known {
		return true
	}
	p := engine.Place(f.Mover)
	v, best := f.Below.Value[p], f.Value[p]
	return v > best || v == best && i < s.best[f.Ply]
}

// maxn reports whether the value of f does not depend on any static value.
func (s *tabled) maxn(f *engine.Frame, moves int) (proved bool) {
	if s.Enter(f, moves) {
		return moves == 0
	}
	hash, before := s.hash(f), s.Stats.Nodes
	first, known, ends := s.recall(f, hash, NoScore)
	if ends {
		return known
	}
	proved = true
	for n := range moves {
		i := engine.InOrder(n, first)
		ok := s.maxn(f.Below, s.Play(f, i))
		s.Pos.Undo()
		proved = proved && ok
		improved := s.improves(f, i)
		if improved {
			s.Take(f)
			s.best[f.Ply] = i
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
	}
	s.storeResult(f, hash, before, true, proved)
	s.Exit(f, proved)
	return proved
}

// shallow is Korf's Shallow; bound is the score of f's mover that ends the
// search of f.
func (s *tabled) shallow(f *engine.Frame, moves int, bound trees.Score) (proved bool) {
	if s.Enter(f, moves) {
		return moves == 0
	}
	sum, p := s.Reach(), f.Mover-1
	if f.Above != nil && f.Above.Mover == f.Mover {
		bound = NoScore
	}
	hash, before := s.hash(f), s.Stats.Nodes
	first, known, ends := s.recall(f, hash, bound)
	if ends {
		return known
	}
	exact := true
	proved = true
	for n := range moves {
		i := engine.InOrder(n, first)
		if n > 0 && f.Value[p] >= bound {
			exact = false
			s.SearchedFirst = first
			cutShallow(s.Run, f, n)
			break
		}
		next := NoScore
		if n > 0 {
			next = sum - f.Value[p]
			if i < s.best[f.Ply] {
				next += engine.ScoreStep
			} else if f.Value[p] >= sum {
				s.SearchedFirst = first
				s.Cut(f, n, trace.Immediate, s.MaxSum, f.Term())
				break
			}
		}
		ok := s.shallow(f.Below, s.Play(f, i), next)
		s.Pos.Undo()
		proved = proved && ok
		improved := s.improves(f, i)
		if improved {
			s.Take(f)
			s.best[f.Ply] = i
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
	}
	s.storeResult(f, hash, before, exact, proved)
	s.Exit(f, exact && proved)
	return proved
}
