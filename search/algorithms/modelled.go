package algorithms

import (
	"strings"

	"espalier/search/engine"
	"espalier/trees"
)

// Modelled returns the algorithms that a page or command offers to hold a run of another program
// against: those that are judged by a model.
func Modelled() (list []*engine.Algorithm) {
	for _, a := range All() {
		if a.Judged == engine.ByModel {
			list = append(list, a)
		}
	}
	return list
}

// OnTwoSides returns the algorithm that does on a tree of two sides, where Max is the player who is alone,
// what an algorithm does on the tree of all players.
func OnTwoSides(a *engine.Algorithm) *engine.Algorithm {
	if a == &Paranoid {
		return &AlphaBeta
	}
	return a
}

// ModelledIDs lists the ids of Modelled for a message.
func ModelledIDs() string {
	var ids []string
	for _, a := range Modelled() {
		ids = append(ids, a.ID)
	}
	return strings.Join(ids, ", ")
}

func directedStance(a *engine.Algorithm, t *trees.Tree, o *engine.Options) engine.Stance {
	h := &trees.Vector{}
	if !o.HasTarget {
		h = StandingOn(t, 0)
	}
	return engine.Stance{By: a, Target: ChooseTarget(h, t.Players, engine.RootPlayer(t, 0), o).Target}
}

func directedStances(a *engine.Algorithm, players, root int, o *engine.Options) (list []engine.Stance) {
	for target := 1; target <= players; target++ {
		if target != root && (!o.HasTarget || target == o.Target) {
			list = append(list, engine.Stance{By: a, Target: target})
		}
	}
	return list
}

func mpmixStance(_ *engine.Algorithm, t *trees.Tree, o *engine.Options) engine.Stance {
	regime, kind := ChooseRegime(StandingOn(t, 0), t.Players, engine.RootPlayer(t, 0), t.Unit, o)
	by := [...]*engine.Algorithm{byMaxN: &MaxN, byParanoid: &Paranoid, byDirected: &Directed}
	return engine.Stance{By: by[kind], Target: regime.Target}
}

func mpmixStances(_ *engine.Algorithm, players, root int, _ *engine.Options) []engine.Stance {
	list := []engine.Stance{{By: &MaxN}, {By: &Paranoid}}
	return append(list, directedStances(&Directed, players, root, &engine.Options{})...)
}
