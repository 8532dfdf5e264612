package search

import (
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

func maxnTabled(r *run) {
	s := newTabled(r)
	s.deepen(func(f *frame, moves int) { s.maxn(f, moves) })
}

func shallowTabled(r *run) {
	s := newTabled(r)
	s.deepen(func(f *frame, moves int) { s.shallow(f, moves, noScore) })
}

// deepen searches to depth 1, 2, 3, … if that was requested, and then to the
// full depth. Every search leaves its best moves in the table. If the limit on nodes
// stops a search, the result is that of the last depth that was searched completely.
func (s *tabled) deepen(search func(f *frame, moves int)) {
	limit := s.limit
	if s.Deepening {
		for depth := 1; depth < min(limit, s.Pos.Height()); depth++ {
			s.setLimit(depth)
			if !s.complete(depth-1, search) {
				s.follow(search)
				return
			}
		}
		s.setLimit(limit)
		if !s.complete(min(limit, s.Pos.Height())-1, search) {
			s.follow(search)
			return
		}
	} else {
		search(s.root())
	}
	s.follow(search)
}

// complete searches to the present depth. It returns false if the limit on nodes stopped
// the search and the depth before, if not 0, is complete: then the run has the result of
// that depth.
func (s *tabled) complete(before int, search func(f *frame, moves int)) (completed bool) {
	top := &s.frames[0]
	value, best := top.value, s.best[0]
	defer func() {
		if before <= 0 {
			return // there is no result yet: the run ends with the error
		}
		cause := recover()
		if cause == nil {
			return
		}
		stopped, ok := cause.(stop)
		if _, limit := stopped.err.(*LimitError); !ok || !limit {
			panic(cause)
		}
		for range s.stoppedAt {
			s.Pos.Undo()
		}
		s.stats.Nodes-- // the node at which the search was stopped
		for ply := int(s.stoppedAt) - 1; ply >= 0; ply-- {
			s.frames[ply].known = false
			s.exit(&s.frames[ply], false)
		}
		top.value, top.known, s.best[0] = value, true, best
		s.setLimit(before)
		s.result.Depth = before
		completed = false
	}()
	search(s.root())
	return true
}

// improves reports whether the value of move i, which is in the frame below,
// replaces the best so far.
func (s *tabled) improves(f *frame, i int) bool {
	if !f.known {
		return true
	}
	p := place(f.mover)
	v, best := f.below.value[p], f.value[p]
	return v > best || v == best && i < s.best[f.ply]
}

// maxn reports whether the value of f does not depend on any static value.
func (s *tabled) maxn(f *frame, moves int) (proved bool) {
	if s.enter(f, moves) {
		return moves == 0
	}
	hash, before := s.hash(f), s.stats.Nodes
	first, known, ends := s.recall(f, hash, noScore)
	if ends {
		return known
	}
	proved = true
	for n := range moves {
		i := inOrder(n, first)
		ok := s.maxn(f.below, s.play(f, i))
		s.Pos.Undo()
		proved = proved && ok
		improved := s.improves(f, i)
		if improved {
			s.take(f)
			s.best[f.ply] = i
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
	}
	s.storeResult(f, hash, before, true, proved)
	s.exit(f, proved)
	return proved
}

// shallow is Korf's Shallow; bound is the score of f's mover that ends the
// search of f.
func (s *tabled) shallow(f *frame, moves int, bound trees.Score) (proved bool) {
	if s.enter(f, moves) {
		return moves == 0
	}
	sum, p := s.reach(), f.mover-1
	if f.above != nil && f.above.mover == f.mover {
		bound = noScore
	}
	hash, before := s.hash(f), s.stats.Nodes
	first, known, ends := s.recall(f, hash, bound)
	if ends {
		return known
	}
	exact := true
	proved = true
	for n := range moves {
		i := inOrder(n, first)
		if n > 0 && f.value[p] >= bound {
			exact = false
			s.searchedFirst = first
			cutShallow(s.run, f, n)
			break
		}
		next := noScore
		if n > 0 {
			next = sum - f.value[p]
			if i < s.best[f.ply] {
				next += scoreStep
			} else if f.value[p] >= sum {
				s.searchedFirst = first
				s.cut(f, n, trace.Immediate, s.MaxSum, f.term())
				break
			}
		}
		ok := s.shallow(f.below, s.play(f, i), next)
		s.Pos.Undo()
		proved = proved && ok
		improved := s.improves(f, i)
		if improved {
			s.take(f)
			s.best[f.ply] = i
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
	}
	s.storeResult(f, hash, before, exact, proved)
	s.exit(f, exact && proved)
	return proved
}
