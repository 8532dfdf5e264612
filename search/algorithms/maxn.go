package algorithms

import (
	"espalier/search/engine"
)

// Max^n.
//
// C. Luckhardt and K. Irani, "An algorithmic solution of n-person games", AAAI
// 1986; as in R. Korf, "Multi-player alpha-beta pruning", Artificial
// Intelligence 48 (1991), section 2.
//
//	M(x, p)  the max^n value of node x where player p moves: f.Value, p = f.Mover
//	P(c)     the probability of child c of a chance node, whose value is the expectation
//
// Needs: nothing. Guarantee: the max^n value. Max^n prunes nothing; every sound
// algorithm is compared with max^n.
//
// Ties: a later child must be strictly better for the mover, so in a tie the leftmost child
// wins.

var MaxN = engine.Algorithm{
	ID: "maxn", Name: "Max^n", Paper: "Luckhardt & Irani 1986; Korf 1991", Section: "2",
	Needs: "kind maxn", Guarantee: "the max^n value", Sound: true,
	Options: []string{"depth", "transposition", "deepening"},
	Chance:  true, ChanceCode: engine.SumOf("MaxN(c)"),
	Terms: []string{"maxn", "maxn-value", "score-vector", "tie-rule"}, Seat: 1, QuietSeat: true, Rule: 1,
	Assumes: "Each player makes their own score as large as possible.",
	Term:    &engine.Term{Name: "max^n", Text: "The rule for any number of players: the mover chooses the child whose vector has the largest score for the mover, and the whole vector is backed up.", Source: "Korf 1991, section 2"},
	Code: engine.Pseudocode{
		{"MaxN(x):", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    v := MaxN(c); p is the player to move at x", "backup"},
		{"    if v[p] > Best[p]: Best := v   (the first child is always taken)", "backup+"},
		{"  return Best", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN}, Procedure: maxn, Judged: engine.ByModel, Reference: &engine.ReferenceMaxn,
}

type maxnRun struct{ *engine.Run }

func maxn(r *engine.Run) {
	if usesTable(&r.Options) {
		maxnTabled(r)
		return
	}
	maxnRun{r}.Search(r.AtRoot())
}

func (s maxnRun) Search(f *engine.Frame, moves int) {
	if s.Enter(f, moves) {
		return
	}
	if f.Mover == 0 {
		s.Expect(f, moves, s)
		return
	}
	p := engine.Place(f.Mover)
	if f.Ply == s.TwoPlies && s.searchTwoPlies(f, moves) {
		return
	}
	if leaves := s.Leaves(f); leaves != nil {
		s.TakeLeaf(f, leaves, engine.LeftmostBest(leaves, p))
		return
	}
	exact := true
	for i := range moves {
		s.Search(f.Below, s.Play(f, i))
		s.Pos.Undo()
		improved := i == 0 || f.Below.Value[p] > f.Value[p]
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

// searchTwoPlies is the loop above where all children of the children are leaves. It returns false where an
// observed search goes child by child.
func (s maxnRun) searchTwoPlies(f *engine.Frame, moves int) bool {
	if s.Observer != nil {
		return s.RecordTwoPlies(f)
	}
	p := engine.Place(f.Mover)
	for i := range moves {
		v := &f.Below.Value
		if leaves, mover := s.LeavesBelow(f, i); leaves != nil {
			v = &leaves[engine.LeftmostBest(leaves, mover-1)]
		} else {
			s.Search(f.Below, s.Play(f, i))
			s.Pos.Undo()
		}
		if i == 0 || v[p] > f.Value[p] {
			s.CopyScores(&f.Value, v)
		}
	}
	f.Known = true
	return true
}
