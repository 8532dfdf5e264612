package algorithms

import (
	"espalier/search/engine"
	"espalier/trees"
)

// Directed offensive.
//
// I. Zuckerman, A. Felner and S. Kraus, "Mixing search strategies for multi-player games",
// IJCAI 2009; I. Zuckerman and A. Felner, "The MP-Mix algorithm", IEEE Transactions on
// Computational Intelligence and AI in Games 3 (2011), "The directed offensive search strategy".
// The papers have no procedure for it: the code shown is ours.
//
//	P       the player who moves at the root, player 1 if chance does: s.regime.Player
//	t       the target, another player: s.regime.Target
//	H       the estimated scores at the root; see standing.go
//	v[t]    the score of the target in the best value so far: f.Value[t]
//
// At the nodes of P, the child with the least score for t is chosen. Everybody else plays max^n,
// t too: nobody helps P, which is the worst case of an attack. So a bound of one player says
// nothing about the choice of another, and nothing is pruned.
//
// Needs: two players or more. Guarantee: the value of this rule. It is no max^n value: P's
// own score does not count at all.
//
// Ties: leftmost, as in the papers. The target is the leader among the others by H, the first of
// equals, or the option target.

var Directed = engine.Algorithm{
	ID: "directed-offensive", Name: "Directed offensive", Paper: "Zuckerman, Felner & Kraus 2009", Outside: true,
	Needs: "kind maxn, two players or more", Guarantee: "the value if the root player attacks one player and all others play max^n", Sound: true,
	Options: []string{"target", "depth"},
	Chance:  true, ChanceCode: engine.SumOf("Directed(c)"),
	Terms: []string{"directed-offensive", "leader", "maxn", "tie-rule"}, Seat: 5, Rule: 3,
	Term: &engine.Term{Name: "directed offensive", Text: "A rule for the player at the root: attack one player, the target, by making the target’s score as small as possible. All others are expected to play max^n.", Source: "Zuckerman, Felner & Kraus 2009"},
	Code: engine.Pseudocode{
		{"Directed(x):   (P moves at the root and attacks t)", "start enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    v := Directed(c); p is the player to move at x", "backup"},
		{"    P: if v[t] < Best[t]: Best := v   (the first child is always taken)", "backup+:least"},
		{"    Others: if v[p] > Best[p]: Best := v", "backup+"},
		{"  return Best", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedOpponent, needStanding}, AsGiven: true, ChooseStance: directedStance, ListStances: directedStances, Judged: engine.ByModel, Reference: &referenceDirected,
	Prepare: func(r *engine.Run) (search func()) {
		h := &trees.Vector{}
		if !r.HasTarget {
			h = rootStanding(r)
		}
		regime := ChooseTarget(h, r.Players, r.RootMover(), &r.Options)
		r.Note = regime
		return func() { directed(r, regime) }
	},
}

const (
	ruleReferenceName = "exhaustive search by the same rule"
	directedRemark    = "the rule of an attack"
	valuesAgree       = "The values agree."
)

// In referenceDirected the root player minimises the score of the target, and all others maximise
// their own.
var referenceDirected = engine.Reference{
	Name: ruleReferenceName, Agreement: valuesAgree, Remark: directedRemark, Own: true,
	Want: wantDirected(0),
	With: func(t *trees.Tree, root int, o *engine.Options) *engine.Reference {
		h := &trees.Vector{}
		if !o.HasTarget {
			h = StandingOn(t, root)
		}
		s := referenceDirectedAt(ChooseTarget(h, t.Players, engine.RootPlayer(t, root), o).Target)
		return &s
	},
}

func referenceDirectedAt(target int) engine.Reference {
	return engine.Reference{Name: ruleReferenceName, Agreement: valuesAgree, Remark: directedRemark, Own: true, Want: wantDirected(target)}
}

func wantDirected(target int) func(t *trees.Tree, root, node int) (int, bool) {
	return func(t *trees.Tree, root, node int) (int, bool) {
		if p := t.Mover(node); p != engine.RootPlayer(t, root) || target == 0 {
			return p, false
		}
		return target, true
	}
}

type directedRun struct {
	attackRun
	regime *Regime
}

func directed(r *engine.Run, regime *Regime) {
	s := &directedRun{newAttack(r, regime.Target), regime}
	s.Search(r.AtRoot())
}

func (s *directedRun) Search(f *engine.Frame, moves int) {
	r := s.Run
	if r.Enter(f, moves) {
		return
	}
	if f.Mover == 0 {
		r.Expect(f, moves, s)
		return
	}
	p, attacks := f.Mover-1, f.Mover == s.regime.Player
	t := s.regime.Target - 1
	exact := true
	for i := range moves {
		s.Search(f.Below, r.Play(f, i))
		r.Pos.Undo()
		v := &f.Below.Value
		improved := i == 0 || !attacks && v[p] > f.Value[p] || attacks && v[t] < f.Value[t]
		if improved {
			r.Take(f)
		}
		if r.Observer != nil {
			s.emitChoice(f, improved, attacks)
			exact = exact && f.Below.Exact
		}
	}
	r.Exit(f, exact)
}
