package algorithms

import (
	"espalier/search/engine"
)

// Alpha-beta that passes its window across chance nodes, which is wrong.
//
// A tempting error: plain alpha-beta, in which each child of a chance node gets the window of
// the node. Bounds on the other
// children are not used.
//
//	P(c)         the probability of child c of a chance node, whose value is the expectation
//	alpha, beta  what Max and Min are sure of on the path, chance nodes or not
//
// The other symbols are those of alphabeta.go.
//
// Needs: two players, and a chance node: without one it is alpha-beta. Guarantee: none. A child of a
// chance node whose value is at most alpha still counts in the average with its whole value, and
// the others may lift the average above alpha. A search that is cut there returns only a bound,
// which goes into the average as if it were the value. The algorithm is included to show this;
// star1.go and star2.go have the windows that are right.
//
// Ties: leftmost, as in alphabeta.go.

var AlphaBetaChance = engine.Algorithm{
	ID: "alphabeta-chance", Name: "Alpha-beta across chance (unsound)", Paper: "a common mistake", Outside: true,
	Needs: "kind minimax, or kind maxn with 2 players; a chance node", Guarantee: "none: the value can be wrong",
	Options: []string{"strict", "depth"}, Chance: true,
	Terms: []string{"alpha-beta", "chance-node", "star1", "sound"}, TwoPlayers: true,
	Code: engine.Pseudocode{
		{"Across(x, α, β):", "enter"},
		{"  if x is a leaf: return u(x); on the frontier: return e(x)", "leaf"},
		{"  if chance moves at x: return the sum of P(c) · Across(c, α, β) over all children c" + engine.WrongRemark, "backup:chance"},
		{"  for each child c of x, left to right:"},
		{"    w := Across(c, α, β)", "backup"},
		{"    Max: v := max(v, w), α := max(α, v).  Min: v := min(v, w), β := min(β, v)", "backup+"},
		{"    Max: if v {>=|>} β then return v", "prune:beta"},
		{"    Min: if v {<=|<} α then return v", "prune:alpha"},
		{"  return v", "exit"},
	},
	Need: []engine.Need{engine.NeedTwoPlayers, needChance}, Procedure: alphabetaChance, Judged: engine.ByModel, Reference: &engine.ReferenceMinimax,
}

func alphabetaChance(r *engine.Run) {
	r.Across = true
	alphabeta(r)
}

// needChance requires a chance node: without one the algorithm is alphabeta, and cannot fail.
func needChance(a *engine.Algorithm, p *engine.Problem, o *engine.Options) error {
	if p.HasChance(o) {
		return nil
	}
	return engine.Refuse("algorithm", "%s shows what goes wrong at chance nodes, and this tree has none; use alphabeta", a.ID)
}
