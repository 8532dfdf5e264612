package search

import (
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
//	v            the best utility so far: f.value[0]; at a chance node the expectation so far
//	alpha, beta  what Max and Min are sure of on the path: f.alpha, f.beta; at first infinite
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

var pvsAlgorithm = Algorithm{
	ID: "pvs", Name: "PVS", Paper: "Marsland & Campbell 1982", Outside: true,
	Needs: "kind minimax, or kind maxn with 2 players", Guarantee: "the minimax value", Sound: true,
	Options: []string{"depth"},
	Chance:  true, chanceCode: sumOf("PVS(c, −∞, ∞)"),
	Terms: []string{"pvs", "zero-window", "window", "re-search", "alpha-beta"}, TwoPlayers: true, questions: trace.SomeQuestions,
	code: pseudocode{
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
	need: []need{needTwoPlayers}, run: pvs, Windows: ZeroWindows, Judged: ByModel, Reference: &referenceMinimax,
}

type pvsRun struct {
	*run
	gap trees.Score
}

func pvs(r *run) {
	r.about, r.inherit, r.windowed, r.ev.Window = 1, fromWindow, true, true
	s := &pvsRun{run: r, gap: r.scoreGap(1)}
	s.search(r.root())
}

func (s *pvsRun) search(f *frame, moves int) {
	if s.enter(f, moves) {
		f.atLeast, f.atMost = f.exact, f.exact
		return
	}
	switch f.mover {
	case 0:
		s.expect(f, moves, s)
	case 1:
		s.max(f, moves)
	default:
		s.min(f, moves)
	}
}

// narrow reports whether the window of f is a zero window already.
func (s *pvsRun) narrow(f *frame) bool {
	return f.alpha.Given && f.beta.Given && f.beta.Score-f.alpha.Score <= s.gap
}

func (s *pvsRun) max(f *frame, moves int) {
	c := f.below
	f.atMost = true
	for i := range moves {
		c.alpha, c.beta = f.alpha, f.beta
		below := s.play(f, i)
		asks := i > 0 && f.alpha.Given && !s.narrow(f) && below > 0 && !s.stops(c.ply)
		if asks {
			c.beta = askedEnd(f.alpha.Score + s.gap)
		}
		s.search(c, below)
		if w := c.value[0]; asks && w > f.alpha.Score && !(f.beta.Given && w >= f.beta.Score) {
			s.again(f, below)
		}
		s.Pos.Undo()
		f.atMost = f.atMost && c.atMost
		improved := i == 0 || c.value[0] > f.value[0]
		if improved {
			s.take(f)
			f.atLeast = c.atLeast
			if !isQuestion(&f.alpha) {
				f.raiseAlpha(f.value[0])
			}
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
		if f.beta.Given && f.value[0] >= f.beta.Score && i+1 < moves {
			f.atMost = false
			if isQuestion(&f.beta) {
				s.cutAnswered(f, i+1, trace.QuestionHigh, trees.Some(f.beta.Score))
			} else {
				s.cut(f, i+1, trace.Beta, trees.Opt{}, f.betaTerm(2), f.termOf(0))
			}
			break
		}
	}
	s.exit(f, f.atLeast && f.atMost)
}

func (s *pvsRun) min(f *frame, moves int) {
	c := f.below
	f.atLeast = true
	for i := range moves {
		c.alpha, c.beta = f.alpha, f.beta
		below := s.play(f, i)
		asks := i > 0 && f.beta.Given && !s.narrow(f) && below > 0 && !s.stops(c.ply)
		if asks {
			c.alpha = askedEnd(f.beta.Score - s.gap)
		}
		s.search(c, below)
		if w := c.value[0]; asks && w < f.beta.Score && !(f.alpha.Given && w <= f.alpha.Score) {
			s.again(f, below)
		}
		s.Pos.Undo()
		f.atLeast = f.atLeast && c.atLeast
		improved := i == 0 || c.value[0] < f.value[0]
		if improved {
			s.take(f)
			f.atMost = c.atMost
			if !isQuestion(&f.beta) {
				f.lowerBeta(f.value[0])
			}
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
		if f.alpha.Given && f.value[0] <= f.alpha.Score && i+1 < moves {
			f.atLeast = false
			if isQuestion(&f.alpha) {
				s.cutAnswered(f, i+1, trace.QuestionLow, trees.Some(f.alpha.Score+s.gap))
			} else {
				s.cut(f, i+1, trace.Alpha, trees.Opt{}, f.alphaTerm(1), f.termOf(0))
			}
			break
		}
	}
	s.exit(f, f.atLeast && f.atMost)
}

// again searches the current child of f with the whole window. Its value in a zero window is a bound
// that is better than the best of f.
func (s *pvsRun) again(f *frame, moves int) {
	c := f.below
	s.stats.Researched++
	if s.observer != nil {
		e := s.begin(trace.Research, f.node)
		e.Child, e.BecauseChild = c.node, c.node
		e.Value, e.HasValue = c.value, true
		s.emit()
	}
	c.alpha, c.beta = f.alpha, f.beta
	s.search(c, moves)
}
