package search

import (
	"espalier/trees"
	"strings"
)

// Modelled returns the algorithms that a page or command offers to hold a run of another program
// against: those that are judged by a model.
func Modelled() (list []*Algorithm) {
	for _, a := range All() {
		if a.Judged == ByModel {
			list = append(list, a)
		}
	}
	return list
}

// OnTwoSides returns the algorithm that does on a tree of two sides, where Max is the player who is alone,
// what an algorithm does on the tree of all players.
func OnTwoSides(a *Algorithm) *Algorithm {
	if a == &paranoidAlgorithm {
		return &alphabetaAlgorithm
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

func directedStance(a *Algorithm, t *trees.Tree, o *Options) Stance {
	h := &trees.Vector{}
	if !o.HasTarget {
		h = standingOn(t, 0)
	}
	return Stance{a, chooseTarget(h, t.Players, rootPlayer(t, 0), o).Target}
}

func directedStances(a *Algorithm, players, root int, o *Options) (list []Stance) {
	for target := 1; target <= players; target++ {
		if target != root && (!o.HasTarget || target == o.Target) {
			list = append(list, Stance{a, target})
		}
	}
	return list
}

func mpmixStance(_ *Algorithm, t *trees.Tree, o *Options) Stance {
	regime, kind := chooseRegime(standingOn(t, 0), t.Players, rootPlayer(t, 0), t.Unit, o)
	by := [...]*Algorithm{byMaxN: &maxnAlgorithm, byParanoid: &paranoidAlgorithm, byDirected: &directedAlgorithm}
	return Stance{by[kind], regime.Target}
}

func mpmixStances(_ *Algorithm, players, root int, _ *Options) []Stance {
	list := []Stance{{By: &maxnAlgorithm}, {By: &paranoidAlgorithm}}
	return append(list, directedStances(&directedAlgorithm, players, root, &Options{})...)
}
