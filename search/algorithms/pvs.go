package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Principal variation search. NegaScout is practically the same.
//
// T. Marsland and M. Campbell, "Parallel search of strongly ordered game trees", ACM Computing
// Surveys 14 (1982); A. Reinefeld, "An improvement to the Scout tree search algorithm", ICCA
// Journal 6 (1983) and "Spielbaum-Suchverfahren" (1989). The code shown is ours.
//
//	u(x), e(x)   Max's utility at leaf x, and the static value of a node on the frontier
//	v            the best utility so far: f.Value[0]; at a chance node the expectation so far
//	alpha, beta  what Max and Min are sure of on the path: f.Alpha, f.Beta; at first infinite
//	δ            the smallest difference between two scores: s.gap. The papers write 1
//	P(c)         the probability of child c of a chance node
//
// The first child of a node is searched with the whole window. If the moves are in a good order
// it is the best one, and it is enough to prove this for the others: a zero window asks only
// whether a child is better. If the answer is yes, and the value is inside the window, the child
// is re-searched with the whole window. The value of a leaf is exact, so it is not re-searched.
//
// The papers re-search with the window (w, β). We use (α, β): with w as its end the value w itself
// would be outside of the window, and its leaf need not be the leftmost.
//
// A window end that no node of the path holds is a question. Cuts at it are provisional, those
// at the other end are final.
//
// Needs: two players. Guarantee: the minimax value, and the leaf that minimax reaches.
//
// Ties: leftmost. A later child is asked whether it is better, so an equal one is not taken.

var PVS = engine.Algorithm{
	ID: "pvs", Name: "PVS", Paper: "Marsland & Campbell 1982", Outside: true,
	Needs: "kind minimax, or kind maxn with 2 players", Guarantee: "the minimax value", Sound: true,
	Options: []string{"depth"},
	Chance:  true, ChanceCode: engine.SumOf("PVS(c, −∞, ∞)"),
	Terms: []string{"pvs", "zero-window", "window", "re-search", "alpha-beta"}, TwoPlayers: true, Questions: trace.SomeQuestions,
	Term: &engine.Term{Name: "PVS", Text: "Principal variation search, practically the same as NegaScout: alpha-beta that searches only the first child of a node with the whole window. Of the others it asks with a zero window whether they are better. One that is better is searched again, unless its value is already outside the window.", Source: "Marsland & Campbell 1982; Reinefeld 1983"},
	Code: engine.Pseudocode{
		{"PVS(x, α, β):", "enter"},
		{"  if x is a leaf: return u(x); on the frontier: return e(x)", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    first child: w := PVS(c, α, β)", "backup"},
		{"    others: Max: w := PVS(c, α, α + δ).  Min: w := PVS(c, β − δ, β)"},
		{"      if α < w < β, and c is no leaf: w := PVS(c, α, β)", "research"},
		{"    Max: v := max(v, w), α := max(α, v).  Min: v := min(v, w), β := min(β, v)", "backup+"},
		{"    Max: if v >= β then return v", "prune:beta prune:question-high"},
		{"    Min: if v <= α then return v", "prune:alpha prune:question-low"},
		{"  return v", "exit"},
	},
	Need: []engine.Need{engine.NeedTwoPlayers}, Procedure: pvs, Windows: engine.ZeroWindows, Judged: engine.ByModel, Reference: &engine.ReferenceMinimax,
}

type pvsRun struct {
	*engine.Run
	gap trees.Score
}

func pvs(r *engine.Run) {
	r.About, r.Inherit, r.Windowed, r.Ev.Window = 1, engine.FromWindow, true, true
	s := &pvsRun{Run: r, gap: scoreGap(r, 1)}
	s.Search(r.AtRoot())
}

func (s *pvsRun) Search(f *engine.Frame, moves int) {
	if s.Enter(f, moves) {
		f.AtLeast, f.AtMost = f.Exact, f.Exact
		return
	}
	switch f.Mover {
	case 0:
		s.Expect(f, moves, s)
	case 1:
		s.max(f, moves)
	default:
		s.min(f, moves)
	}
}

// narrow reports whether the window of f is a zero window already.
func (s *pvsRun) narrow(f *engine.Frame) bool {
	return f.Alpha.Given && f.Beta.Given && f.Beta.Score-f.Alpha.Score <= s.gap
}

func (s *pvsRun) max(f *engine.Frame, moves int) {
	c := f.Below
	f.AtMost = true
	for i := range moves {
		c.Alpha, c.Beta = f.Alpha, f.Beta
		below := s.Play(f, i)
		asks := i > 0 && f.Alpha.Given && !s.narrow(f) && below > 0 && !s.Stops(c.Ply)
		if asks {
			c.Beta = askedEnd(f.Alpha.Score + s.gap)
		}
		s.Search(c, below)
		if w := c.Value[0]; asks && w > f.Alpha.Score && !(f.Beta.Given && w >= f.Beta.Score) {
			s.again(f, below)
		}
		s.Pos.Undo()
		f.AtMost = f.AtMost && c.AtMost
		improved := i == 0 || c.Value[0] > f.Value[0]
		if improved {
			s.Take(f)
			f.AtLeast = c.AtLeast
			if !isQuestion(&f.Alpha) {
				f.RaiseAlpha(f.Value[0])
			}
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
		if f.Beta.Given && f.Value[0] >= f.Beta.Score && i+1 < moves {
			f.AtMost = false
			if isQuestion(&f.Beta) {
				cutAnswered(s.Run, f, i+1, trace.QuestionHigh, trees.Some(f.Beta.Score))
			} else {
				s.Cut(f, i+1, trace.Beta, trees.Opt{}, f.BetaTerm(2), f.TermOf(0))
			}
			break
		}
	}
	s.Exit(f, f.AtLeast && f.AtMost)
}

func (s *pvsRun) min(f *engine.Frame, moves int) {
	c := f.Below
	f.AtLeast = true
	for i := range moves {
		c.Alpha, c.Beta = f.Alpha, f.Beta
		below := s.Play(f, i)
		asks := i > 0 && f.Beta.Given && !s.narrow(f) && below > 0 && !s.Stops(c.Ply)
		if asks {
			c.Alpha = askedEnd(f.Beta.Score - s.gap)
		}
		s.Search(c, below)
		if w := c.Value[0]; asks && w < f.Beta.Score && !(f.Alpha.Given && w <= f.Alpha.Score) {
			s.again(f, below)
		}
		s.Pos.Undo()
		f.AtLeast = f.AtLeast && c.AtLeast
		improved := i == 0 || c.Value[0] < f.Value[0]
		if improved {
			s.Take(f)
			f.AtMost = c.AtMost
			if !isQuestion(&f.Beta) {
				f.LowerBeta(f.Value[0])
			}
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
		if f.Alpha.Given && f.Value[0] <= f.Alpha.Score && i+1 < moves {
			f.AtLeast = false
			if isQuestion(&f.Alpha) {
				cutAnswered(s.Run, f, i+1, trace.QuestionLow, trees.Some(f.Alpha.Score+s.gap))
			} else {
				s.Cut(f, i+1, trace.Alpha, trees.Opt{}, f.AlphaTerm(1), f.TermOf(0))
			}
			break
		}
	}
	s.Exit(f, f.AtLeast && f.AtMost)
}

// again searches the current child of f with the whole window. Its value in a zero window is a bound
// that is better than the best of f.
func (s *pvsRun) again(f *engine.Frame, moves int) {
	c := f.Below
	s.Stats.Researched++
	if s.Observer != nil {
		e := s.NewEvent(trace.Research, f.Node)
		e.Child, e.BecauseChild = c.Node, c.Node
		e.Value, e.HasValue = c.Value, true
		s.Emit()
	}
	c.Alpha, c.Beta = f.Alpha, f.Beta
	s.Search(c, moves)
}
