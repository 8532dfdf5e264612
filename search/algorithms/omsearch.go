package algorithms

import (
	"espalier/search/engine"
	"espalier/trees"
)

// OM-search, opponent-model search, with β-pruning.
//
// H. Iida, J. Uiterwijk, J. van den Herik and I. Herschberg, "Potential applications of opponent-model search", ICCA Journal 16
// (1993); D. Carmel and S. Markovitch, "Learning models of opponent's strategy in game playing", AAAI Fall Symposium on Games
// (1993); H. Donkers, "Nosce hostem: searching with opponent models", PhD thesis, Universiteit Maastricht (2003). None of them was at
// hand as a whole; the code shown is ours, after what others write about them.
//
//	P          the player who moves at the root, player 1 if it is a leaf; O is the opponent
//	v          the score vector of the leaf that play reaches from x, as P foresees it: f.Value. v[P] is P's evaluation
//	v[O]       O's evaluation, which P knows. The papers write it as a value that O minimises; here it is a score that O maximises
//	expects    what O expects at x: the minimax value of O's evaluation, O against P: s.models[f.Ply]
//	held       the most that O expects at the nodes above where O moves. The papers' β is −held
//
// O searches by minimax with O's evaluation, and believes that P does, too. P knows both, and searches for P's own: where P moves,
// v comes from the child with the largest v[P]; where O moves, from the child that O chooses, which is the one with the largest
// expects. If both evaluations are the same, with opposite signs, this is minimax.
//
// β-pruning: where P moves and O expects no more than held, O will not come to x, whatever P gets there. So the rest is
// skipped. Where O moves, nothing can be skipped, however bad it is for P: the child that O chooses may be good for P. The papers also
// have a form with two passes, in which alpha-beta finds O's choice first (αβ-probing). It visits nodes again, evaluates fewer of them for P, and has
// the same value; it is not here.
//
// Needs: two players. Guarantee: the value M* with a model of one level, and the leaf that play reaches. It need not be the max^n value.
// alphabeta_star.go cuts more, where the sum of both scores has a bound.
//
// Ties: leftmost, for both players.

var OMSearch = engine.Algorithm{
	ID: "om-search", Name: "OM-search", Paper: "Iida et al. 1993; Carmel & Markovitch 1993; Donkers 2003", Outside: true,
	Needs: "kind maxn with 2 players", Guarantee: "the M* value: the root player’s score if the opponent chooses by its own minimax search; it need not be the max^n value", Sound: true,
	Options: []string{"depth"},
	Terms:   []string{"om-search", "m-star", "opponent-model", "alphabeta-star"},
	Term:    &engine.Term{Name: "OM-search", Text: "Opponent-model search: the opponent searches by minimax with an evaluation of its own, which the player knows. It returns the foreseen value. Where the player moves and the opponent expects less than elsewhere, the rest is skipped (β-pruning).", Source: "Iida et al. 1993"},
	Code: engine.Pseudocode{
		{"OM(x, held):   (P moves at the root, O is the opponent)", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector v, expects = v[O]", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    v, e := OM(c, held)", "backup"},
		{"    P moves: if v[P] > Best[P]: Best := v; expects := min(expects, e)", "backup+"},
		{"    P moves: if expects <= held: skip the rest", "prune:model"},
		{"    O moves: if e > expects: Best := v, expects := e, held := max(held, e)", "backup+:least"},
		{"  return Best, expects", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedTwoPlayers}, AsGiven: true, Reference: &referenceModel,
	Procedure: omSearch,
}

func omSearch(r *engine.Run) { foresee(r, trees.Opt{}) }
