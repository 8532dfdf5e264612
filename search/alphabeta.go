package search

import (
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
//	v            the best utility so far: f.value[0]
//	P(c)         the probability of child c of a chance node, whose value is the expectation
//	alpha, beta  what Max and Min are sure of on the path: f.alpha, f.beta; at first infinite
//
// Max is player 1, Min is player 2, as in minimax.go. Needs: two players.
// Guarantee: the minimax value, and the leaf that minimax reaches.
//
// Ties: leftmost. If a search stops on equality, its value could at best equal
// the bound, which was found further left. With strict it does not stop on equality.

var alphabetaAlgorithm = Algorithm{
	ID: "alphabeta", Name: "Alpha-beta", Paper: "CMSC 474, lecture 28", Section: "Alpha-Beta Pruning",
	Needs: "kind minimax, or kind maxn with 2 players", Guarantee: "the minimax value", Sound: true,
	Options: []string{"strict", "order", "depth"},
	Chance:  true, chanceCode: sumOf("Alpha-Beta(c, −∞, ∞)"),
	Terms: []string{"alpha-beta", "minimax", "window", "cut"}, TwoPlayers: true,
	code: pseudocode{
		{"Alpha-Beta(x, α, β):", "enter"},
		{"  if x is a leaf: return u(x); on the frontier: return e(x)", "leaf"},
		{"  for each child c of x, {order}:"},
		{"    w := Alpha-Beta(c, α, β)", "backup"},
		{"    Max: v := max(v, w), α := max(α, v).  Min: v := min(v, w), β := min(β, v)", "backup+"},
		{"    Max: if v {>=|>} β then return v", "prune:beta"},
		{"    Min: if v {<=|<} α then return v", "prune:alpha"},
		{"  return v", "exit"},
	},
	need: []need{needTwoPlayers}, run: alphabeta, Judged: ByModel, Reference: &referenceMinimax,
}

type alphabetaRun struct{ *run }

func alphabeta(r *run) {
	r.about, r.inherit, r.windowed, r.ev.Window = 1, fromWindow, true, true
	alphabetaRun{r}.search(r.root())
}

func (s alphabetaRun) search(f *frame, moves int) {
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

func (s alphabetaRun) max(f *frame, moves int) {
	f.atMost = true
	for n := range moves {
		c := f.below
		c.alpha, c.beta = f.alpha, f.beta
		i := n
		if s.order != nil {
			i = s.order.childInWindow(f, n)
		}
		s.search(c, s.play(f, i))
		s.Pos.Undo()
		f.atMost = f.atMost && c.atMost
		improved := n == 0 || c.value[0]+f.tie > f.value[0]
		if improved {
			s.take(f)
			f.atLeast = c.atLeast
			f.raiseAlpha(f.value[0])
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
		if f.beta.Given && f.value[0]-s.over >= f.beta.Score+f.betaOver && n+1 < moves {
			f.atMost = false
			s.cut(f, n+1, trace.Beta, trees.Opt{}, f.betaTerm(2), f.termOf(0))
			break
		}
	}
	s.exit(f, f.atLeast && f.atMost)
}

func (s alphabetaRun) min(f *frame, moves int) {
	f.atLeast = true
	for n := range moves {
		c := f.below
		c.alpha, c.beta = f.alpha, f.beta
		i := n
		if s.order != nil {
			i = s.order.childInWindow(f, n)
		}
		s.search(c, s.play(f, i))
		s.Pos.Undo()
		f.atLeast = f.atLeast && c.atLeast
		improved := n == 0 || c.value[0]-f.tie < f.value[0]
		if improved {
			s.take(f)
			f.atMost = c.atMost
			f.lowerBeta(f.value[0])
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
		if f.alpha.Given && f.value[0]+s.over <= f.alpha.Score-f.alphaOver && n+1 < moves {
			f.atLeast = false
			s.cut(f, n+1, trace.Alpha, trees.Opt{}, f.alphaTerm(1), f.termOf(0))
			break
		}
	}
	s.exit(f, f.atLeast && f.atMost)
}
