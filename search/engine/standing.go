package engine

import "espalier/trees"

const (
	// DefaultLead is the lead in points that makes MP-Mix leave max^n where no threshold is given.
	DefaultLead = 1
	// MaxLead is the largest threshold: no score of a tree is larger.
	MaxLead = 1_000_000_000
)

// NeedOpponent requires a second player.
func NeedOpponent(a *Algorithm, p *Problem, _ *Options) error {
	if p.Players < 2 {
		return Refuse("algorithm", "%s is about the other players, and this tree has only one; search it with maxn", a.ID)
	}
	return nil
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
