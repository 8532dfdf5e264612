package algorithms

import (
	"espalier/search/engine"
)

// UCT against a coalition: paranoid by sampling.
//
// UCT as in mcts.go; the paranoid reduction as in paranoid.go. J. Nijssen and M. Winands, "An
// overview of search techniques in multi-player games", Computer Games Workshop at ECAI 2012,
// compare max^n and paranoid selection in Monte-Carlo tree search. The idea is Paranoid UCT: T. Cazenave,
// "Multi-player Go", Computers and Games 2008. That paper was not at hand, so the code shown is ours.
//
//	P       the player who moves at the root, player 1 if chance does: s.About
//	UCB(c)  where P moves Q(c)[P]/N(c) + C·√(ln N(x)/N(c)), and the largest is chosen; where
//	        another player moves Q(c)[P]/N(c) − C·√(ln N(x)/N(c)), and the smallest is chosen
//
// Needs: nothing. Guarantee: none. The value is an estimate, the mean of the samples at the root.
// With more samples P's mean comes closer to P's score against the coalition.
//
// Ties: as in mcts.go.

var MCTSParanoid = engine.Algorithm{
	ID: "mcts-paranoid", Name: "MCTS paranoid", Paper: "Cazenave 2008; Kocsis & Szepesvári 2006; Sturtevant & Korf 2000", Section: "UCT; Reduction to a Paranoid 2-Player Game", Outside: true,
	Needs: "kind maxn", Guarantee: "none: the mean of random samples against a coalition, an estimate", Estimate: true,
	Options: []string{"samples", "seed", "exploration", "depth"},
	Chance:  true, ChanceCode: MCTS.ChanceCode,
	Terms: []string{"mcts", "uct", "rollout", "paranoid", "coalition"}, Seat: 11,
	Code: engine.Pseudocode{
		{"repeat for each sample: Sample(root); then choose the child with most visits", "done"},
		{"Sample(x):", "enter"},
		{"  if x is a leaf, or on the frontier: v := its score vector", "leaf"},
		{"  else if x is new: v := the end of a random game from x", "leaf:rollout"},
		{"  else p moves at x:"},
		{"    c := the first child without a visit", "enter:first"},
		{"    if there is none, b(c) := C √(ln N(x)/N(c)), and"},
		{"    P: c with the largest Q(c)[P]/N(c) + b(c).  Others: c with the smallest Q(c)[P]/N(c) − b(c)", "enter:ucb"},
		{"    v := Sample(c)"},
		{"  Q(x) := Q(x) + v;  N(x) := N(x) + 1", "backup backup+"},
		{"  return v", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, needSamples}, Procedure: mctsParanoid, Reference: &engine.ReferenceParanoid,
}

func mctsParanoid(r *engine.Run) {
	r.About = max(1, r.Pos.Mover())
	newSampler(r).Search()
}
