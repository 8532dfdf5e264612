package algorithms

import (
	"espalier/search/engine"
)

// Minimax.
//
// M. T. Hajiaghayi, CMSC 474, "28. Game-tree Search and Pruning Algorithms":
// functions Backward-Induction (J. von Neumann and O. Morgenstern 1944) and
// Minimax, which stops at a depth (C. Shannon 1950). That the value exists is
// the minimax theorem of J. von Neumann 1928.
//
//	u(x)   Max's utility at leaf x: the first score of its value
//	e(x)   the static value of a node on the frontier, at the depth of option depth
//	v      the best utility so far: f.Value[0]; at a chance node the expectation so far
//	P(c)   the probability of child c of a chance node
//
// Max is player 1, Min is player 2. If leaves have two scores, Min minimises
// the score of player 1 and ignores that of player 2.
//
// Needs: two players. Guarantee: the minimax value. Minimax prunes nothing.
//
// Ties: leftmost.

var Minimax = engine.Algorithm{
	ID: "minimax", Name: "Minimax", Paper: "CMSC 474, lecture 28", Section: "Backward Induction; Minimax Algorithm",
	Needs: "kind minimax, or kind maxn with 2 players", Guarantee: "the minimax value", Sound: true,
	Options: []string{"depth"},
	Chance:  true, ChanceCode: engine.SumOf("Minimax(c)"),
	Terms: []string{"minimax", "back-up", "ply"}, TwoPlayers: true,
	Term: &engine.Term{Name: "minimax", Text: "The rule for two players with one number: Max chooses the largest value of the children, Min the smallest.", Source: "CMSC 474, lecture 28"},
	Code: engine.Pseudocode{
		{"Minimax(x):", "enter"},
		{"  if x is a leaf: return u(x); on the frontier: return e(x)", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    w := Minimax(c)", "backup"},
		{"    v := max(v, w) if Max moves at x, min(v, w) if Min moves", "backup+"},
		{"  return v", "exit"},
	},
	Need: []engine.Need{engine.NeedTwoPlayers}, Procedure: minimax, Judged: engine.ByModel, Reference: &engine.ReferenceMinimax,
}

type minimaxRun struct{ *engine.Run }

func minimax(r *engine.Run) {
	r.About = 1
	minimaxRun{r}.Search(r.AtRoot())
}

func (s minimaxRun) Search(f *engine.Frame, moves int) {
	if s.Enter(f, moves) {
		return
	}
	if f.Mover == 0 {
		s.Expect(f, moves, s)
		return
	}
	exact := true
	for i := range moves {
		s.Search(f.Below, s.Play(f, i))
		s.Pos.Undo()
		v, w := f.Value[0], f.Below.Value[0]
		improved := i == 0 || f.Mover == 1 && w > v || f.Mover == 2 && w < v
		if improved {
			s.Take(f)
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
			exact = exact && f.Below.Exact
		}
	}
	s.Exit(f, exact)
}
