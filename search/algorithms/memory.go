package algorithms

import (
	"fmt"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Zero-window passes with memory.
//
// A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms",
// Artificial Intelligence 87 (1996): procedure MT. mtdf.go and sss.go call it again and again from the root.
//
//	γ            MT(x, γ) asks whether x is worth at least γ: s.gamma; NoScore: infinity
//	f⁻(x), f⁺(x) what earlier passes have proved about x: memo.low, memo.high
//	v            the best utility so far: f.Value[0]
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
	low, high             trees.Score // f⁻ and f⁺; ±NoScore: none
	lowOther, highOther   trees.Score // the second scores of the leaves that gave them
	lowMove, highMove     int32       // the moves that gave them
	lowProved, highProved bool        // no static value was used
	mover                 int8        // 0: the line ends here, at a leaf or on the frontier
}

type remembering struct {
	*engine.Run
	gamma trees.Score
	gap   trees.Score
	index []int32 // by node, less first: 1 + the index of its memo; 0: it has none
	first int32   // number of the root
	memos []memo
	best  []int32 // by ply: the move that gave the best value
	// alpha and beta are the window that events show.
	alpha, beta trace.Bound
}

func newRemembering(r *engine.Run) *remembering {
	r.About, r.Inherit, r.Windowed, r.Ev.Window = 1, engine.FromWindow, true, true
	if !r.Tracked {
		r.EnableNumbers()
	}
	s := &remembering{Run: r, gap: scoreGap(r, 1), best: make([]int32, len(r.Frames))}
	if r.Cursor != nil {
		s.first = int32(r.Cursor.Node())
	}
	return s
}

// pass asks whether the root is worth at least gamma, and returns the value that answers.
func (s *remembering) pass(gamma trees.Score) trees.Score {
	s.ask(gamma)
	f, moves := s.AtRoot()
	s.Search(f, moves)
	return f.Value[0]
}

func (s *remembering) ask(gamma trees.Score) {
	s.gamma, s.alpha, s.beta = gamma, trace.Bound{}, trace.Bound{}
	if gamma != NoScore {
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

func (s *remembering) Search(f *engine.Frame, moves int) {
	f.Alpha, f.Beta = s.alpha, s.beta
	if s.answers(f, moves) {
		return
	}
	if s.Enter(f, moves) {
		f.AtLeast, f.AtMost = f.Exact, f.Exact
		s.remember(f)
		return
	}
	if f.Mover == 1 {
		s.max(f, moves)
	} else {
		s.min(f, moves)
	}
}

func (s *remembering) max(f *engine.Frame, moves int) {
	f.AtMost = true
	for i := range moves {
		c := f.Below
		s.Search(c, s.Play(f, i))
		s.Pos.Undo()
		f.AtMost = f.AtMost && c.AtMost
		improved := i == 0 || c.Value[0] > f.Value[0]
		if improved {
			s.took(f, i)
			f.AtLeast = c.AtLeast
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
		if f.Value[0] >= s.gamma && i+1 < moves {
			f.AtMost = false
			cutAnswered(s.Run, f, i+1, trace.QuestionHigh, trees.Some(s.gamma))
			break
		}
	}
	s.leave(f)
}

func (s *remembering) min(f *engine.Frame, moves int) {
	f.AtLeast = true
	for i := range moves {
		c := f.Below
		s.Search(c, s.Play(f, i))
		s.Pos.Undo()
		f.AtLeast = f.AtLeast && c.AtLeast
		improved := i == 0 || c.Value[0] < f.Value[0]
		if improved {
			s.took(f, i)
			f.AtMost = c.AtMost
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
		if f.Value[0] < s.gamma && i+1 < moves {
			f.AtLeast = false
			limit := trees.Some(s.gamma)
			if s.gamma == NoScore {
				limit = trees.Opt{}
			}
			cutAnswered(s.Run, f, i+1, trace.QuestionLow, limit)
			break
		}
	}
	s.leave(f)
}

// took makes the value of the child after the given move the best of f.
func (s *remembering) took(f *engine.Frame, move int) {
	s.Take(f)
	s.best[f.Ply] = int32(move)
}

// leave remembers the value of f, and ends its search. Where the bounds of f meet, its value is that of the
// leaf at the end of its line.
func (s *remembering) leave(f *engine.Frame) {
	m := s.remember(f)
	if m.low == m.high {
		s.exactly(f)
	}
	s.Exit(f, m.low == m.high && m.lowProved && m.highProved)
}

// remember adds the value of f to the memory.
func (s *remembering) remember(f *engine.Frame) *memo {
	if !s.Tracked || len(s.memos) == MaxRemembered {
		s.StoppedAt = f.Ply
		panic(engine.Stop{Err: &engine.LimitError{Message: fmt.Sprintf("the search was stopped: its memory would have more than %d nodes, the limit of a search with memory; choose a smaller depth", MaxRemembered)}})
	}
	m := s.memo(f.Node)
	if m == nil {
		at := int(f.Node - s.first)
		for at >= len(s.index) {
			more := max(len(s.index), 64)
			s.index = append(engine.Grown(s.Run, f.Ply, s.index, more), make([]int32, more)...)
		}
		s.memos = append(engine.Grown(s.Run, f.Ply, s.memos, 1), memo{low: -NoScore, high: NoScore})
		s.index[at] = int32(len(s.memos))
		m = &s.memos[len(s.memos)-1]
	}
	end := f.Mover == 0
	v, move := f.Value[0], s.best[f.Ply]
	if end || v >= s.gamma && v > m.low {
		m.low, m.lowOther, m.lowMove, m.lowProved = v, f.Value[1], move, f.AtLeast
	}
	if end || v < s.gamma && v < m.high {
		m.high, m.highOther, m.highMove, m.highProved = v, f.Value[1], move, f.AtMost
	}
	m.mover = int8(f.Mover)
	return m
}

// answers reports whether the memory has the answer at f. Then f is entered and left at once.
func (s *remembering) answers(f *engine.Frame, moves int) bool {
	m := s.memo(s.numberOf(f))
	if m == nil || m.low < s.gamma && m.high >= s.gamma {
		return false
	}
	s.revisit(f, moves)
	if f.Known = true; m.low >= s.gamma {
		f.Value[0], f.Value[1] = m.low, m.lowOther
	} else {
		f.Value[0], f.Value[1] = m.high, m.highOther
	}
	f.AtLeast, f.AtMost = m.low == f.Value[0] && m.lowProved, m.high == f.Value[0] && m.highProved
	if m.low == m.high {
		s.exactly(f)
	}
	s.Result.Recalled++
	s.Exit(f, f.AtLeast && f.AtMost)
	return true
}

// numberOf returns the number of the node of f, which is not entered yet.
func (s *remembering) numberOf(f *engine.Frame) int32 {
	switch {
	case s.Cursor != nil:
		return int32(s.Cursor.Node())
	case f.Above != nil:
		return f.Above.FirstKid + int32(f.Above.Move)
	}
	return 0
}

// exactly gives f the value at the end of its line.
func (s *remembering) exactly(f *engine.Frame) {
	n, m := f.Node, s.memo(f.Node)
	for m.mover > 0 {
		move := m.lowMove
		if m.mover == 2 {
			move = m.highMove
		}
		if s.Tree != nil {
			n = s.Tree.Kids(int(n))[move]
		} else {
			n = s.Numbers.First(n) + move
		}
		m = s.memo(n)
	}
	f.Value[0], f.Value[1], f.Leaf = m.low, m.lowOther, n
}

// revisit enters a node whose value the memory has. A leaf is not evaluated again.
func (s *remembering) revisit(f *engine.Frame, moves int) {
	if s.Stats.Nodes++; s.Stats.Nodes >= s.Poll {
		s.StoppedAt = f.Ply
		s.CheckStop()
	}
	if moves <= 0 || int(f.Ply) >= s.Limit && !s.Extends(f) {
		f.Mover = 0
	}
	f.Moves, f.Known, f.BestChild = moves, false, -1
	s.Track(f)
	if s.Observer != nil {
		s.EmitEnter(f)
	}
}
