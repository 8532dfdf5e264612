package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// MTD(f): zero-window searches with memory.
//
// A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms",
// Artificial Intelligence 87 (1996).
//
//	f        the first guess: the static value of the root if it has one, else 0
//	g        the answer of the last pass
//	f⁻, f⁺   bounds on the value of the root: low, high
//	γ        each pass asks whether the value is at least γ; see memory.go
//	δ        the smallest difference between two scores: s.gap. The paper writes 1
//
// Each pass is a zero-window alpha-beta search with memory. Its answer is a bound, and the next
// pass asks about it. The better the first guess, the fewer passes there are.
//
// Needs: two players, no chance nodes. Guarantee: the minimax value, and the leaf that minimax reaches.
//
// Ties: leftmost; memory.go says why.

var MTDF = engine.Algorithm{
	ID: "mtdf", Name: "MTD(f)", Paper: "Plaat et al. 1996", Outside: true,
	Needs: "kind minimax, or kind maxn with 2 players; no chance nodes", Guarantee: "the minimax value", Sound: true,
	Options: []string{"depth"},
	Terms:   []string{"mtdf", "zero-window", "memory", "window", "alpha-beta"}, TwoPlayers: true, Questions: trace.OnlyQuestions,
	Term: &engine.Term{Name: "MTD", Text: "MTD(f): minimax by zero-window searches: each pass asks whether the value of the root is at least a score, and the answer is the score of the next question. The first one is a guess, f.", Source: "Plaat et al. 1996"},
	Code: memoryCode(
		engine.PseudoLine{"MTD(f): g := f; f⁻ := −∞; f⁺ := ∞"},
		engine.PseudoLine{"  repeat: γ := g, or g + δ if g = f⁻"},
		engine.PseudoLine{"    g := MT(root, γ); if g < γ then f⁺ := g, else f⁻ := g"},
		engine.PseudoLine{"  until f⁻ = f⁺", "done"},
	),
	Need: []engine.Need{engine.NeedTwoPlayers}, Procedure: mtdf, Windows: engine.OneQuestion, Judged: engine.ByModel, Reference: &engine.ReferenceMinimax,
}

// memoryCode returns the pseudo-code of a search by passes: the lines that begin them, and MT.
func memoryCode(passes ...engine.PseudoLine) engine.Pseudocode {
	return append(passes,
		engine.PseudoLine{"MT(x, γ):", "enter"},
		engine.PseudoLine{"  if f⁻(x) >= γ then return f⁻(x); if f⁺(x) < γ then return f⁺(x)"},
		engine.PseudoLine{"  if x is a leaf: return u(x); on the frontier: return e(x)", "leaf"},
		engine.PseudoLine{"  for each child c of x, left to right:"},
		engine.PseudoLine{"    w := MT(c, γ)", "backup"},
		engine.PseudoLine{"    Max: v := max(v, w).  Min: v := min(v, w)", "backup+"},
		engine.PseudoLine{"    Max: if v >= γ then stop", "prune:question-high"},
		engine.PseudoLine{"    Min: if v < γ then stop", "prune:question-low"},
		engine.PseudoLine{"  if v >= γ then f⁻(x) := v, else f⁺(x) := v; return v", "exit"},
	)
}

func mtdf(r *engine.Run) {
	s := newRemembering(r)
	g, low, high := firstGuess(r), -NoScore, NoScore
	for low < high {
		gamma := g
		if g == low {
			gamma += s.gap
		}
		if g = s.pass(gamma); g < gamma {
			high = g
		} else {
			low = g
		}
	}
}

// firstGuess returns the static value of the root, or 0.
func firstGuess(r *engine.Run) trees.Score {
	v, _ := rootStatic(r)
	return v
}

// rootStatic returns Max's score of the static value of the root, if it has one and is no leaf.
func rootStatic(r *engine.Run) (score trees.Score, known bool) {
	_, moves := r.AtRoot()
	if e, ok := r.Pos.(trees.Evaluated); ok && moves > 0 {
		var v trees.Vector
		known = e.Static(&v)
		score = v[0]
	}
	return score, known
}
