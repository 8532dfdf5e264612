package search

import (
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

var mtdfAlgorithm = Algorithm{
	ID: "mtdf", Name: "MTD(f)", Paper: "Plaat et al. 1996", Outside: true,
	Needs: "kind minimax, or kind maxn with 2 players; no chance nodes", Guarantee: "the minimax value", Sound: true,
	Options: []string{"depth"},
	Terms:   []string{"mtdf", "zero-window", "memory", "window", "alpha-beta"}, TwoPlayers: true, questions: trace.OnlyQuestions,
	code: memoryCode(
		codeLine{"MTD(f): g := f; f⁻ := −∞; f⁺ := ∞"},
		codeLine{"  repeat: γ := g, or g + δ if g = f⁻"},
		codeLine{"    g := MT(root, γ); if g < γ then f⁺ := g, else f⁻ := g"},
		codeLine{"  until f⁻ = f⁺", "done"},
	),
	need: []need{needTwoPlayers}, run: mtdf, Windows: OneQuestion, Judged: ByModel, Reference: &referenceMinimax,
}

// memoryCode returns the pseudo-code of a search by passes: the lines that begin them, and MT.
func memoryCode(passes ...codeLine) pseudocode {
	return append(passes,
		codeLine{"MT(x, γ):", "enter"},
		codeLine{"  if f⁻(x) >= γ then return f⁻(x); if f⁺(x) < γ then return f⁺(x)"},
		codeLine{"  if x is a leaf: return u(x); on the frontier: return e(x)", "leaf"},
		codeLine{"  for each child c of x, left to right:"},
		codeLine{"    w := MT(c, γ)", "backup"},
		codeLine{"    Max: v := max(v, w).  Min: v := min(v, w)", "backup+"},
		codeLine{"    Max: if v >= γ then stop", "prune:question-high"},
		codeLine{"    Min: if v < γ then stop", "prune:question-low"},
		codeLine{"  if v >= γ then f⁻(x) := v, else f⁺(x) := v; return v", "exit"},
	)
}

func mtdf(r *run) {
	s := newRemembering(r)
	g, low, high := firstGuess(r), -noScore, noScore
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
func firstGuess(r *run) trees.Score {
	_, moves := r.root()
	if e, ok := r.Pos.(trees.Evaluated); ok && moves > 0 {
		var v trees.Vector
		if e.Static(&v) {
			return v[0]
		}
	}
	return 0
}
