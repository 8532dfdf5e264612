package algorithms

import (
	"espalier/search/engine"
)

// αβ*, alpha-beta for a player with a model of the opponent.
//
// D. Carmel and S. Markovitch, "Incorporating opponent models into adversary search", AAAI 1996;
// "Pruning algorithms for multi-model adversary search", Artificial Intelligence 99 (1998). Only
// the abstracts and first pages were at hand: that M* simulates the opponent's search, that pruning needs
// a condition, and that there is a form with one pass. The procedure and its proof are ours.
//
//	P, O, v, expects, held   as in omsearch.go
//	α                        the best score of P at the nodes above where P moves
//	sum                      the bound on the sum of both scores: r.MaxSum
//
// Without the cuts by sum it is OM-search with β-pruning. Foresee.go has the procedure of both.
//
// The model has one level: O maximises O's score and believes that P minimises it. P knows this,
// and at a node of O gets P's score of the child that O chooses, the value M*. In the papers the model can
// contain a model of P, and so on. If the models are nested without end, M* is max^n, and deep cuts are
// wrong then; see deep.go.
//
// Needs: two players, maxsum. Guarantee: the M* value of P, which need not be the max^n value.
// The papers bound the sum of both functions from both sides, |f0 + f1| <= B. With a model of one level
// the upper bound is sufficient:
//
//   - If the scores of each leaf sum to at most sum, so do v[P] and expects at each node. Where O moves, both
//     come from one child. Where P moves, v comes from a child c, and expects(x) <= expects(c).
//   - Where O moves and expects e so far, P gets at most sum - e. If that is no more than α, P will
//     not use x, at whatever distance the node of α is: below it P's nodes have values up to α, or O
//     expects less elsewhere and leaves.
//   - Where P moves and O expects at most e, O will not choose x over a child that holds e or more.
//   - held < sum - α at every node that is searched. So a value that was cut by one rule is never the
//     reason of a cut by the other.
//
// Ties: leftmost, for both players.

var AlphaBetaStar = engine.Algorithm{
	ID: "alphabeta-star", Name: "Alpha-beta*", Paper: "Carmel & Markovitch 1998", Outside: true,
	Needs: "kind maxn with 2 players, maxsum", Guarantee: "the M* value: the root player’s score if the opponent chooses by its own minimax search; it need not be the max^n value", Sound: true,
	Options: []string{"depth"},
	Terms:   []string{"alphabeta-star", "m-star", "opponent-model", "maxsum", "deep-pruning"},
	Term:    &engine.Term{Name: "alpha-beta star", Text: "Written αβ*, or alpha-beta*: alpha-beta for a player with a model of the opponent. It returns the foreseen value. A cut is made where the opponent expects so much that maxsum leaves the player too little, or where the opponent expects less than elsewhere and will not go there.", Source: "Carmel & Markovitch 1998"},
	Code: engine.Pseudocode{
		{"αβ*(x, α, held):   (P moves at the root, O is the opponent)", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector v, expects = v[O]", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    v, e := αβ*(c, α, held)", "backup"},
		{"    P moves: if v[P] > Best[P]: Best := v, α := max(α, v[P]); expects := min(expects, e)", "backup+"},
		{"    P moves: if expects <= held: skip the rest", "prune:model"},
		{"    O moves: if e > expects: Best := v, expects := e, held := max(held, e)", "backup+:least"},
		{"    O moves: if α + expects >= sum: skip the rest", "prune:model-sum"},
		{"  return Best, expects", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedTwoPlayers, engine.NeedMaxSum}, Relies: engine.Always, AsGiven: true, Reference: &referenceModel,
	Procedure: alphabetaStar,
}

func alphabetaStar(r *engine.Run) { foresee(r, r.MaxSum) }
