package engine

import (
	"espalier/trace"
	"espalier/trees"
)

// The standing of the players at the root, by which MP-Mix chooses its rule and directed
// offensive its target.
//
// I. Zuckerman, A. Felner and S. Kraus, "Mixing search strategies for multi-player games",
// IJCAI 2009, call it H: the heuristic evaluation of the root, a score for each player.
//
// It is the static value of the root. A drawn tree often has none; then the mean of all leaves
// below the root takes its place. This is our choice: the papers search games, which have a
// static value everywhere.

const (
	// DefaultLead is the lead in points that makes MP-Mix leave max^n where no threshold is given.
	DefaultLead = 1
	// MaxLead is the largest threshold: no score of a tree is larger.
	MaxLead = 1_000_000_000
)

// A ruleKind is a rule that MP-Mix can choose.
type ruleKind uint8

const (
	ByMaxN ruleKind = iota
	ByParanoid
	ByDirected
)

var (
	ruleIDs   = [...]string{"maxn", "paranoid", "directed-offensive"}
	ruleNames = [...]string{"max^n", "paranoid", "directed offensive"}
)

// standing returns H at the current position. It returns false if a leaf is of unknown value.
func standing(pos trees.Position, players int) (h trees.Vector, known bool) {
	if e, ok := pos.(trees.Evaluated); ok && e.Static(&h) {
		return h, true
	}
	h = trees.Vector{}
	var v trees.Vector
	leaves := trees.Score(0)
	if known = sumLeaves(pos, pos.Look(&v), players, &v, &h, &leaves); !known {
		return h, false
	}
	for p := range players {
		h[p] /= leaves
	}
	return h, true
}

// sumLeaves adds the values of all leaves below the current position, which has the given moves
// and, if it is a leaf, the value v.
func sumLeaves(pos trees.Position, moves, players int, v, sum *trees.Vector, leaves *trees.Score) bool {
	if moves == trees.Unknown {
		return false
	}
	if moves == 0 {
		*leaves++
		for p := range players {
			sum[p] += v[p]
		}
		return true
	}
	for i := range moves {
		below, _ := pos.Do(i, v)
		known := sumLeaves(pos, below, players, v, sum, leaves)
		pos.Undo()
		if !known {
			return false
		}
	}
	return true
}

// first returns the player with the largest score; among equals the first. but is left out.
func first(h *trees.Vector, players, but int) (best int) {
	for p := 1; p <= players; p++ {
		if p != but && (best == 0 || h[p-1] > h[best-1]) {
			best = p
		}
	}
	return best
}

// ChooseTarget returns a regime in which the root player attacks the target of the options, or else
// the leader of the others.
func ChooseTarget(h *trees.Vector, players, root int, o *Options) *trace.Regime {
	r := &trace.Regime{Rule: ruleIDs[ByDirected], Name: ruleNames[ByDirected], Player: root, Standing: *h, Leader: first(h, players, root)}
	r.Target = r.Leader
	if o.HasTarget {
		r.Target = o.Target
	}
	return r
}

// ChooseRegime returns the regime of MP-Mix.
func ChooseRegime(h *trees.Vector, players, root int, unit trees.Score, o *Options) (*trace.Regime, ruleKind) {
	leader := first(h, players, 0)
	second := first(h, players, leader)
	r := &trace.Regime{Player: root, Standing: *h, Leader: leader, Second: second, Lead: h[leader-1] - h[second-1]}
	threshold := func(points int, given bool) trees.Score {
		if !given {
			points = DefaultLead
		}
		return trees.Score(points) * unit
	}
	if leader == root {
		r.Threshold = trees.Some(threshold(o.LeadToDefend, o.HasLeadToDefend))
	} else {
		r.Threshold = trees.Some(threshold(o.LeadToAttack, o.HasLeadToAttack))
	}
	r.Reached = r.Lead >= r.Threshold.Score
	kind := ByMaxN
	switch {
	case r.Reached && leader == root:
		kind = ByParanoid
	case r.Reached:
		kind, r.Target = ByDirected, leader
	}
	r.Rule, r.Name = ruleIDs[kind], ruleNames[kind]
	return r, kind
}

// RootStanding returns H; a leaf of unknown value ends the search.
func RootStanding(r *Run) *trees.Vector {
	h, known := standing(r.Pos, r.Players)
	if !known {
		panic(Stop{&LimitError{Path: "root.static", Message: "the root has no static value, and the mean of the leaves cannot take its place: a leaf is of unknown value; give the root a static value"}})
	}
	return &h
}

// StandingOn returns H of an explicit tree from a root.
func StandingOn(t *trees.Tree, root int) *trees.Vector {
	h, _ := standing(trees.NewCursor(t, root), t.Players)
	return &h
}

// NeedOpponent requires a second player.
func NeedOpponent(a *Algorithm, p *Problem, _ *Options) error {
	if p.Players < 2 {
		return Refuse("algorithm", "%s is about the other players, and this tree has only one; search it with maxn", a.ID)
	}
	return nil
}

// NeedStanding requires a static value at the root, or leaves whose mean can take its place.
func NeedStanding(a *Algorithm, p *Problem, o *Options) error {
	if _, ok := p.Pos.(trees.Evaluated); ok || o.HasTarget {
		return nil
	}
	return Refuse("algorithm", "%s compares the scores at the root by a static value, and the positions of %s have none; choose a game or a tree", a.ID, p.Source())
}

// checkTarget requires a target other than the root player.
func checkTarget(_ *Algorithm, p *Problem, o *Options) error {
	root := p.Pos.Mover()
	if p.Tree != nil {
		root = p.Tree.Mover(p.StartNode(o))
	}
	if root = max(1, root); o.Target < 1 || o.Target > p.Players || o.Target == root {
		return Refuse("options.target", "%d is not one of the other players; player %d moves at the root, so give another player from 1 to %d", o.Target, root, p.Players)
	}
	return nil
}

func checkLead(_ *Algorithm, _ *Problem, o *Options) error {
	for _, t := range []struct {
		name  string
		lead  int
		given bool
	}{{"t_d", o.LeadToDefend, o.HasLeadToDefend}, {"t_o", o.LeadToAttack, o.HasLeadToAttack}} {
		if t.given && (t.lead < 0 || t.lead > MaxLead) {
			return Refuse("options."+t.name, "%d is not a number of points from 0 to %d", t.lead, MaxLead)
		}
	}
	return nil
}

// hasOpponent reports whether a page offers an option about the other players.
func hasOpponent(t *trees.Tree) bool { return t.Kind == trees.MaxN && t.Players > 1 }
