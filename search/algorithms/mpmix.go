package algorithms

import (
	"espalier/search/engine"
	"espalier/trees"
)

// MP-Mix.
//
// I. Zuckerman, A. Felner and S. Kraus, "Mixing search strategies for multi-player games",
// IJCAI 2009, the algorithm MP-Mix; I. Zuckerman and A. Felner, "The MP-Mix algorithm: dynamic
// search strategy selection in multiplayer adversarial search", IEEE Transactions on Computational
// Intelligence and AI in Games 3 (2011).
//
//	P           the player who moves at the root
//	H           the estimated scores at the root; see standing.go
//	leader      who has the largest score in H: regime.Leader
//	lead        the difference between the two largest scores in H: regime.Lead
//	T_d, T_o    the thresholds of defence and of offence, in points: o.LeadToDefend, o.LeadToAttack
//
// Before each decision of P, H alone chooses the rule of the search: paranoid if P leads
// clearly, since the others will turn against P; directed offensive if somebody else leads
// clearly; max^n otherwise. The papers let all three search equally deep, and so does this.
//
// Needs: two players or more. Guarantee: the value of the rule that is chosen. This is a value of the
// game only if it is that of max^n.
//
// Ties: leftmost in the search. Among equal leaders the first one leads.

var MPMix = engine.Algorithm{
	ID: "mpmix", Name: "MP-Mix", Paper: "Zuckerman, Felner & Kraus 2009", Outside: true,
	Needs: "kind maxn, two players or more", Guarantee: "the value of the rule that it chooses at the root: paranoid, max^n or directed offensive", Sound: true,
	Options: []string{"t_d", "t_o", "depth"},
	Chance:  true, ChanceCode: engine.SumOf("Rule(c)"),
	Terms: []string{"mpmix", "leader", "paranoid", "directed-offensive", "maxn"}, Seat: 6, Rule: 4,
	Term: &engine.Term{Name: "MP-Mix", Text: "A search that chooses its rule anew for each decision: paranoid if the player at the root leads clearly, directed offensive against a clear leader, otherwise max^n. T_d and T_o are the smallest leads that count as clear.", Source: "Zuckerman, Felner & Kraus 2009"},
	Code: engine.Pseudocode{
		{"MP-Mix(x, T_d, T_o):   (P moves at x; H estimates the scores)", "start"},
		{"  leader := who has the largest score in H"},
		{"  lead := the largest score in H - the second largest"},
		{"  if the leader is P and lead >= T_d: Rule := Paranoid"},
		{"  else if the leader is not P and lead >= T_o: Rule := Directed, with t := leader"},
		{"  else: Rule := MaxN"},
		{"  return Rule(x)", "exit"},
		{"Rule(x):", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, left to right:", "backup"},
		{"    P: Best := v if v is better by the rule, where v := Rule(c)", "backup+ backup+:least"},
		{"    Others: the same"},
		{"    Paranoid: skip the rest if Best is outside the window   (alpha-beta)", "prune:alpha prune:beta"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedOpponent, needStanding}, AsGiven: true, ChooseStance: mpmixStance, ListStances: mpmixStances, Judged: engine.ByModel, Reference: &referenceMPMix,
	Prepare: func(r *engine.Run) (search func()) {
		regime, kind := ChooseRegime(rootStanding(r), r.Players, r.RootMover(), r.Unit, &r.Options)
		r.Note = regime
		return func() {
			switch kind {
			case byParanoid:
				paranoid(r)
			case byDirected:
				directed(r, regime)
			default:
				maxn(r)
			}
		}
	},
}

// referenceMPMix is the reference of the rule that is chosen.
var referenceMPMix = engine.Reference{
	Name: mpmixReferenceName, Agreement: valuesAgree, Remark: mpmixRemark, Own: true,
	Want: engine.ReferenceMaxn.Want,
	With: func(t *trees.Tree, root int, o *engine.Options) *engine.Reference {
		regime, kind := ChooseRegime(StandingOn(t, root), t.Players, engine.RootPlayer(t, root), t.Unit, o)
		s := engine.ReferenceMaxn
		switch kind {
		case byParanoid:
			s = engine.ReferenceParanoid
		case byDirected:
			s = referenceDirectedAt(regime.Target)
		}
		s.Name, s.Agreement, s.Remark, s.Own = mpmixReferenceName, valuesAgree, mpmixRemark, true
		return &s
	},
}

const (
	mpmixReferenceName = "exhaustive search by the rule that was chosen"
	mpmixRemark        = "by the rule that it chose"
)
