package search

import (
	"fmt"

	"espalier/trace"
	"espalier/trees"
)

// Zero-window passes with memory.
//
// A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms",
// Artificial Intelligence 87 (1996): procedure MT. mtdf.go and sss.go call it again and again from the root.
//
//	γ            MT(x, γ) asks whether x is worth at least γ: s.gamma; noScore: infinity
//	f⁻(x), f⁺(x) what earlier passes have proved about x: memo.low, memo.high
//	v            the best utility so far: f.value[0]
//
// A value of at least γ is a lower bound, any other value is an upper bound. The memory has both for
// each node that was searched. A node for which the memory has the answer is entered and left at once.
// Nodes are remembered by their numbers, so equal positions on different paths are different nodes.
//
// Ties: leftmost. A pass that proves a lower bound v of a Max node stops at its first child that is
// worth at least γ. No child left of it is, and v is at least γ, so if v is the value of the node, the child is the
// leftmost best one. Likewise for upper bounds of Min nodes. So where both bounds of a node meet, the
// memory has the line that minimax has: Max moves as his lower bound was proved, Min as his upper bound.
// At a leaf both bounds are the value.

// MaxRemembered is the maximum number of nodes that the memory of one search has, at some 60 bytes a node.
const MaxRemembered = 1 << 21

// A memo is what the memory has about a node.
type memo struct {
	low, high             trees.Score // f⁻ and f⁺; ±noScore: none
	lowOther, highOther   trees.Score // the second scores of the leaves that gave them
	lowMove, highMove     int32       // the moves that gave them
	lowProved, highProved bool        // no static value was used
	mover                 int8        // 0: the line ends here, at a leaf or on the frontier
}

type remembering struct {
	*run
	gamma trees.Score
	gap   trees.Score
	index []int32 // by node, less first: 1 + the index of its memo; 0: it has none
	first int32   // number of the root
	memos []memo
	best  []int32 // by ply: the move that gave the best value
	// alpha and beta are the window that events show.
	alpha, beta trace.Bound
}

func newRemembering(r *run) *remembering {
	r.about, r.inherit, r.windowed, r.ev.Window = 1, fromWindow, true, true
	if !r.tracked {
		r.enableNumbers()
	}
	s := &remembering{run: r, gap: r.scoreGap(1), best: make([]int32, len(r.frames))}
	if r.cursor != nil {
		s.first = int32(r.cursor.Node())
	}
	return s
}

// pass asks whether the root is worth at least gamma, and returns the value that answers.
func (s *remembering) pass(gamma trees.Score) trees.Score {
	s.ask(gamma)
	f, moves := s.root()
	s.search(f, moves)
	return f.value[0]
}

func (s *remembering) ask(gamma trees.Score) {
	s.gamma, s.alpha, s.beta = gamma, trace.Bound{}, trace.Bound{}
	if gamma != noScore {
		s.alpha, s.beta = askedEnd(gamma-s.gap), askedEnd(gamma)
	}
}

// memo returns what is remembered about the node of f, or nil.
func (s *remembering) memo(node int32) *memo {
	if at := int(node - s.first); at < len(s.index) && s.index[at] > 0 {
		return &s.memos[s.index[at]-1]
	}
	return nil
}

func (s *remembering) search(f *frame, moves int) {
	f.alpha, f.beta = s.alpha, s.beta
	if s.answers(f, moves) {
		return
	}
	if s.enter(f, moves) {
		f.atLeast, f.atMost = f.exact, f.exact
		s.remember(f)
		return
	}
	if f.mover == 1 {
		s.max(f, moves)
	} else {
		s.min(f, moves)
	}
}

func (s *remembering) max(f *frame, moves int) {
	f.atMost = true
	for i := range moves {
		c := f.below
		s.search(c, s.play(f, i))
		s.Pos.Undo()
		f.atMost = f.atMost && c.atMost
		improved := i == 0 || c.value[0] > f.value[0]
		if improved {
			s.took(f, i)
			f.atLeast = c.atLeast
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
		if f.value[0] >= s.gamma && i+1 < moves {
			f.atMost = false
			s.cutAnswered(f, i+1, trace.QuestionHigh, trees.Some(s.gamma))
			break
		}
	}
	s.leave(f)
}

func (s *remembering) min(f *frame, moves int) {
	f.atLeast = true
	for i := range moves {
		c := f.below
		s.search(c, s.play(f, i))
		s.Pos.Undo()
		f.atLeast = f.atLeast && c.atLeast
		improved := i == 0 || c.value[0] < f.value[0]
		if improved {
			s.took(f, i)
			f.atMost = c.atMost
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
		if f.value[0] < s.gamma && i+1 < moves {
			f.atLeast = false
			limit := trees.Some(s.gamma)
			if s.gamma == noScore {
				limit = trees.Opt{}
			}
			s.cutAnswered(f, i+1, trace.QuestionLow, limit)
			break
		}
	}
	s.leave(f)
}

// took makes the value of the child after the given move the best of f.
func (s *remembering) took(f *frame, move int) {
	s.take(f)
	s.best[f.ply] = int32(move)
}

// leave remembers the value of f, and ends its search. Where the bounds of f meet, its value is that of the
// leaf at the end of its line.
func (s *remembering) leave(f *frame) {
	m := s.remember(f)
	if m.low == m.high {
		s.exactly(f)
	}
	s.exit(f, m.low == m.high && m.lowProved && m.highProved)
}

// remember adds the value of f to the memory.
func (s *remembering) remember(f *frame) *memo {
	if !s.tracked || len(s.memos) == MaxRemembered {
		s.stoppedAt = f.ply
		panic(stop{&LimitError{Message: fmt.Sprintf("the search was stopped: its memory would have more than %d nodes, the limit of a search with memory; choose a smaller depth", MaxRemembered)}})
	}
	m := s.memo(f.node)
	if m == nil {
		at := int(f.node - s.first)
		for at >= len(s.index) {
			more := max(len(s.index), 64)
			s.index = append(grown(s.run, f.ply, s.index, more), make([]int32, more)...)
		}
		s.memos = append(grown(s.run, f.ply, s.memos, 1), memo{low: -noScore, high: noScore})
		s.index[at] = int32(len(s.memos))
		m = &s.memos[len(s.memos)-1]
	}
	end := f.mover == 0
	v, move := f.value[0], s.best[f.ply]
	if end || v >= s.gamma && v > m.low {
		m.low, m.lowOther, m.lowMove, m.lowProved = v, f.value[1], move, f.atLeast
	}
	if end || v < s.gamma && v < m.high {
		m.high, m.highOther, m.highMove, m.highProved = v, f.value[1], move, f.atMost
	}
	m.mover = int8(f.mover)
	return m
}

// answers reports whether the memory has the answer at f. Then f is entered and left at once.
func (s *remembering) answers(f *frame, moves int) bool {
	m := s.memo(s.numberOf(f))
	if m == nil || m.low < s.gamma && m.high >= s.gamma {
		return false
	}
	s.revisit(f, moves)
	if f.known = true; m.low >= s.gamma {
		f.value[0], f.value[1] = m.low, m.lowOther
	} else {
		f.value[0], f.value[1] = m.high, m.highOther
	}
	f.atLeast, f.atMost = m.low == f.value[0] && m.lowProved, m.high == f.value[0] && m.highProved
	if m.low == m.high {
		s.exactly(f)
	}
	s.result.Recalled++
	s.exit(f, f.atLeast && f.atMost)
	return true
}

// numberOf returns the number of the node of f, which is not entered yet.
func (s *remembering) numberOf(f *frame) int32 {
	switch {
	case s.cursor != nil:
		return int32(s.cursor.Node())
	case f.above != nil:
		return f.above.firstKid + int32(f.above.move)
	}
	return 0
}

// exactly gives f the value at the end of its line.
func (s *remembering) exactly(f *frame) {
	n, m := f.node, s.memo(f.node)
	for m.mover > 0 {
		move := m.lowMove
		if m.mover == 2 {
			move = m.highMove
		}
		if s.Tree != nil {
			n = s.Tree.Kids(int(n))[move]
		} else {
			n = s.numbers.first(n) + move
		}
		m = s.memo(n)
	}
	f.value[0], f.value[1], f.leaf = m.low, m.lowOther, n
}

// revisit enters a node whose value the memory has. A leaf is not evaluated again.
func (s *remembering) revisit(f *frame, moves int) {
	if s.stats.Nodes++; s.stats.Nodes >= s.poll {
		s.stoppedAt = f.ply
		s.checkStop()
	}
	if moves <= 0 || int(f.ply) >= s.limit && !s.extends(f) {
		f.mover = 0
	}
	f.moves, f.known, f.bestChild = moves, false, -1
	s.track(f)
	if s.observer != nil {
		s.emitEnter(f)
	}
}
