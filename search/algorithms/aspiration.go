package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Aspiration search: alpha-beta in a window around a guess.
//
// M. Campbell and T. Marsland, "A comparison of minimax tree search algorithms", Artificial Intelligence 20 (1983). The
// code shown is ours.
//
//	g            the guess: the static value of the root; if it has none, the middle of minp and maxp; without them, 0
//	h            how far the first window goes to either side of the guess: option window
//	α, β         the ends of a window. The first one is a guess, and no node of the path holds its ends
//	δ            the smallest difference between two scores: r.Gap
//
// Alpha-beta does the search (alphabeta.go). A narrow window cuts more than one without ends. If the value
// lies in it, it is the value of the root. If the search fails low or high, its answer is a bound: one more
// search, with this bound as an end and without the other end, finds the value.
//
// A search that fails high begins again with α = v − δ, and one that fails low ends at v + δ. With v itself as
// its end, the value v would be outside of the window, and its leaf need not be the leftmost.
//
// Needs: two players. Guarantee: the minimax value, and the leaf that minimax reaches. With a bad guess it visits more nodes than alpha-beta.
//
// Ties: leftmost, as in alpha-beta: the value is always inside the last window.

var Aspiration = engine.Algorithm{
	ID: "aspiration", Name: "Aspiration search", Paper: "Campbell & Marsland 1983", Outside: true,
	Needs: "kind minimax, or kind maxn with 2 players", Guarantee: "the minimax value", Sound: true,
	Options: []string{"window", "depth"},
	Chance:  true, ChanceCode: engine.SumOf("Alpha-Beta(c, −∞, ∞)"),
	Terms: []string{"aspiration", "window", "re-search", "alpha-beta"}, TwoPlayers: true, Questions: trace.GuessedWindows,
	Term: &engine.Term{Name: "aspiration search", Text: "Alpha-beta in a narrow window around a guess. If the value lies in the window, fewer nodes were visited. If not, the search is repeated with a window that is open on the side of the value.", Source: "Campbell & Marsland 1983"},
	Code: engine.Pseudocode{
		{"Aspiration(root): g := a guess"},
		{"  v := Alpha-Beta(root, g − h, g + h)"},
		{"  if v >= g + h: v := Alpha-Beta(root, v − δ, ∞)"},
		{"  if v <= g − h: v := Alpha-Beta(root, −∞, v + δ)"},
		{"  return v", "done"},
		{"Alpha-Beta(x, α, β):", "enter"},
		{"  if x is a leaf: return u(x); on the frontier: return e(x)", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    w := Alpha-Beta(c, α, β)", "backup"},
		{"    Max: v := max(v, w), α := max(α, v).  Min: v := min(v, w), β := min(β, v)", "backup+"},
		{"    Max: if v >= β then return v", "prune:beta prune:question-high"},
		{"    Min: if v <= α then return v", "prune:alpha prune:question-low"},
		{"  return v", "exit"},
	},
	Need: []engine.Need{engine.NeedTwoPlayers}, Procedure: aspiration, Judged: engine.ByValues, Reference: &engine.ReferenceMinimax,
}

func aspiration(r *engine.Run) {
	r.About, r.Inherit, r.Windowed, r.Ev.Window, r.Gap = 1, engine.FromWindow, true, true, scoreGap(r, 1)
	half := trees.Score(engine.DefaultWindow)
	if r.Options.HasWindow {
		half = trees.Score(r.Options.Window)
	}
	guess := aspirationGuess(r)
	low, high := askedEnd(guess-half*r.Unit), askedEnd(guess+half*r.Unit)
	r.Provisional = true // all its cuts hold for the guess
	v := searchBetween(r, low, high)
	r.Provisional = false
	switch {
	case v >= high.Score:
		searchBetween(r, askedEnd(v-r.Gap), trace.Bound{})
	case v <= low.Score:
		searchBetween(r, trace.Bound{}, askedEnd(v+r.Gap))
	}
}

// searchBetween searches the root in a window, and returns its value.
func searchBetween(r *engine.Run, alpha, beta trace.Bound) trees.Score {
	f, moves := r.AtRoot()
	f.Alpha, f.Beta = alpha, beta
	alphabetaRun{r}.Search(f, moves)
	return f.Value[0]
}

// aspirationGuess returns the static value of the root, or the middle of minp and maxp, or 0.
func aspirationGuess(r *engine.Run) trees.Score {
	if v, known := rootStatic(r); known {
		return v
	}
	least, most := r.Least, r.MaxP.Of(0)
	if r.Tree != nil {
		least, most = r.Tree.MinP.Of(0), r.Tree.MaxP.Of(0)
	}
	if !least.Given || !most.Given {
		return 0
	}
	return least.Score + (most.Score-least.Score)/2
}
