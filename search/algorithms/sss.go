package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
)

// SSS*: state space search.
//
// G. Stockman, "A minimax algorithm better than alpha-beta?", Artificial Intelligence 12 (1979);
// as a sequence of zero-window searches, MT-SSS*: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin,
// "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87 (1996).
//
//	γ   each pass asks whether the value is at least γ; see memory.go
//	g   the answer of the last pass: an upper bound on the value
//
// SSS* keeps a list OPEN of states, the most hopeful one first. Of equal states the leftmost comes
// first: without this rule it can evaluate leaves that alpha-beta does not. A state stands for a part
// of the strategies of Max, with the most that they can still give. Plaat et al. show that zero-window
// passes with memory visit the same leaves in the same order: the first pass finds an upper bound on
// the value, from Min's first reply to each move. Each later pass asks whether the value is as large
// as the bound. If not, the answer is the next bound.
//
// Needs: two players, no chance nodes. Guarantee: the minimax value, and the leaf that minimax reaches.
// It evaluates no leaf that alpha-beta does not evaluate, if both visit children in the same order.
//
// Ties: leftmost; memory.go says why.

var SSS = engine.Algorithm{
	ID: "sss", Name: "SSS*", Paper: "Stockman 1979, as Plaat et al. 1996 restate it", Outside: true,
	Needs: "kind minimax, or kind maxn with 2 players; no chance nodes", Guarantee: "the minimax value", Sound: true,
	Options: []string{"depth"},
	Terms:   []string{"sss", "mtdf", "zero-window", "memory", "alpha-beta"}, TwoPlayers: true, Questions: trace.OnlyQuestions,
	Term: &engine.Term{Name: "SSS", Text: "SSS*: a best-first search for the minimax value: it always works on the strategy of Max that promises most. With the same order of children it visits no leaf that alpha-beta does not visit. It needs memory for the bounds on the nodes that it has visited.", Source: "Stockman 1979; Plaat et al. 1996"},
	Code: memoryCode(
		engine.PseudoLine{"SSS*: g := ∞"},
		engine.PseudoLine{"  repeat: γ := g; g := MT(root, γ)"},
		engine.PseudoLine{"  until g = γ", "done"},
	),
	Need: []engine.Need{engine.NeedTwoPlayers}, Procedure: sss, Windows: engine.FallingQuestion, Judged: engine.ByModel, Reference: &engine.ReferenceMinimax,
}

func sss(r *engine.Run) {
	s := newRemembering(r)
	gamma := NoScore
	for g := s.pass(gamma); g < gamma; g = s.pass(gamma) {
		gamma = g
	}
}
