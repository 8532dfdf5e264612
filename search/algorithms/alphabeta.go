package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Alpha-beta pruning, fail-soft.
//
// M. T. Hajiaghayi, CMSC 474, "28. Game-tree Search and Pruning Algorithms",
// function Alpha-Beta; D. Knuth and R. Moore, "An analysis of alpha-beta
// pruning", Artificial Intelligence 6 (1975).
//
//	u(x)         Max's utility at leaf x: the first score of its value
//	e(x)         the static value of a node on the frontier, at the depth of option depth
//	v            the best utility so far: f.Value[0]
//	P(c)         the probability of child c of a chance node, whose value is the expectation
//	alpha, beta  what Max and Min are sure of on the path: f.Alpha, f.Beta; at first infinite. In aspiration.go
//	             they can be a guess that no node of the path holds
//
// Max is player 1, Min is player 2, as in minimax.go. Needs: two players.
// Guarantee: the minimax value, and the leaf that minimax reaches.
//
// Ties: leftmost. If a search stops on equality, its value could at best equal
// the bound, which was found further left. With strict it does not stop on equality.

var AlphaBeta = engine.Algorithm{
	ID: "alphabeta", Name: "Alpha-beta", Paper: "CMSC 474, lecture 28", Section: "Alpha-Beta Pruning",
	Needs: "kind minimax, or kind maxn with 2 players", Guarantee: "the minimax value", Sound: true,
	Options: []string{"strict", "order", "depth"},
	Chance:  true, ChanceCode: engine.SumOf("Alpha-Beta(c, −∞, ∞)"),
	Terms: []string{"alpha-beta", "minimax", "window", "cut"}, TwoPlayers: true,
	Code: engine.Pseudocode{
		{"Alpha-Beta(x, α, β):", "enter"},
		{"  if x is a leaf: return u(x); on the frontier: return e(x)", "leaf"},
		{"  for each child c of x, {order}:"},
		{"    w := Alpha-Beta(c, α, β)", "backup"},
		{"    Max: v := max(v, w), α := max(α, v).  Min: v := min(v, w), β := min(β, v)", "backup+"},
		{"    Max: if v {>=|>} β then return v", "prune:beta"},
		{"    Min: if v {<=|<} α then return v", "prune:alpha"},
		{"  return v", "exit"},
	},
	Need: []engine.Need{engine.NeedTwoPlayers}, Procedure: alphabeta, Judged: engine.ByModel, Reference: &engine.ReferenceMinimax,
}

type alphabetaRun struct{ *engine.Run }

func alphabeta(r *engine.Run) {
	r.About, r.Inherit, r.Windowed, r.Ev.Window = 1, engine.FromWindow, true, true
	alphabetaRun{r}.Search(r.AtRoot())
}

func (s alphabetaRun) Search(f *engine.Frame, moves int) {
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

func (s alphabetaRun) max(f *engine.Frame, moves int) {
	f.AtMost = true
	for n := range moves {
		c := f.Below
		c.Alpha, c.Beta = f.Alpha, f.Beta
		i := n
		if s.Ordering != nil {
			i = s.Ordering.ChildInWindow(f, n)
		}
		s.Search(c, s.Play(f, i))
		s.Pos.Undo()
		f.AtMost = f.AtMost && c.AtMost
		improved := n == 0 || c.Value[0]+f.Tie > f.Value[0]
		if improved {
			s.Take(f)
			f.AtLeast = c.AtLeast
			f.RaiseAlpha(f.Value[0])
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
		if f.Beta.Given && f.Value[0]-s.Over >= f.Beta.Score+f.BetaOver && n+1 < moves {
			f.AtMost = false
			if isQuestion(&f.Beta) {
				cutAnswered(s.Run, f, n+1, trace.QuestionHigh, trees.Some(f.Beta.Score))
			} else {
				s.Cut(f, n+1, trace.Beta, trees.Opt{}, f.BetaTerm(2), f.TermOf(0))
			}
			break
		}
	}
	s.Exit(f, f.AtLeast && f.AtMost)
}

func (s alphabetaRun) min(f *engine.Frame, moves int) {
	f.AtLeast = true
	for n := range moves {
		c := f.Below
		c.Alpha, c.Beta = f.Alpha, f.Beta
		i := n
		if s.Ordering != nil {
			i = s.Ordering.ChildInWindow(f, n)
		}
		s.Search(c, s.Play(f, i))
		s.Pos.Undo()
		f.AtLeast = f.AtLeast && c.AtLeast
		improved := n == 0 || c.Value[0]-f.Tie < f.Value[0]
		if improved {
			s.Take(f)
			f.AtMost = c.AtMost
			f.LowerBeta(f.Value[0])
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
		if f.Alpha.Given && f.Value[0]+s.Over <= f.Alpha.Score-f.AlphaOver && n+1 < moves {
			f.AtLeast = false
			if isQuestion(&f.Alpha) {
				cutAnswered(s.Run, f, n+1, trace.QuestionLow, trees.Some(f.Alpha.Score+s.Gap))
			} else {
				s.Cut(f, n+1, trace.Alpha, trees.Opt{}, f.AlphaTerm(1), f.TermOf(0))
			}
			break
		}
	}
	s.Exit(f, f.AtLeast && f.AtMost)
}
