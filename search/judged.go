package search

import (
	"slices"

	"strings"

	"espalier/trace"
	"espalier/trees"
)

// A Judging says what of a run of another program can be judged: package checks knows which cuts
// and values are right, or only which values, or neither.
type Judging uint8

const (
	// NotJudged: the values are those of no search that the judge knows.
	NotJudged Judging = iota
	// ByValues: the values are those of max^n, minimax or paranoid, but no model says where it cuts.
	ByValues
	// ByModel: for each node, a model says which cuts, windows and values are right.
	ByModel
)

// Modelled returns the algorithms that a page or command offers to hold a run of another program
// against: those that are judged by a model.
func Modelled() (list []*Algorithm) {
	for _, a := range algorithms {
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

// A Stance is how a decision rule of several players lets the movers choose.
type Stance struct {
	By     *Algorithm // whose cuts are right: the algorithm, or the one that MP-Mix chooses
	Target int        // whom the root player attacks; 0: nobody
}

// StanceOn returns the stance of a run on a tree: for MP-Mix the rule that it chooses at the root, for
// directed offensive whom it attacks.
func (a *Algorithm) StanceOn(t *trees.Tree, o *Options) Stance {
	if a.stanceOn == nil {
		return Stance{By: a}
	}
	return a.stanceOn(a, t, o)
}

// Stances returns all stances that a run can have on a tree that is not known.
func (a *Algorithm) Stances(players, rootPlayer int, o *Options) []Stance {
	if a.stances == nil {
		return []Stance{{By: a}}
	}
	return a.stances(a, players, rootPlayer, o)
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

// Mixes reports whether the value of an opponent's node is an average over models of that player.
func (a *Algorithm) Mixes() bool { return a.mixes }

// ModelWeights returns the weight of each model of an opponent, of WeightOfAll.
func ModelWeights(o *Options) [trace.ModelCount]int { return weights(o) }

// Windows says which windows a search of two sides gives to the children of a node.
type Windows uint8

const (
	// WholeWindows: each child gets what is left of the window.
	WholeWindows Windows = iota
	// ZeroWindows: a later child first gets a zero window, and then, if needed, the whole one.
	ZeroWindows
	// OneQuestion: all nodes of a pass from the root get the same zero window.
	OneQuestion
	// FallingQuestion: likewise; the first pass asks about infinity, each later one about the last answer.
	FallingQuestion
)

// GivesWindows returns which windows the algorithm gives to children.
func (a *Algorithm) GivesWindows() Windows { return a.windows }

// Probes reports whether the algorithm first searches the first child of each child of a chance node, as Star2 does.
func (a *Algorithm) Probes() bool {
	return slices.ContainsFunc(a.code, func(l codeLine) bool { return slices.Contains(l.on, "enter:probe") })
}

// HasStances reports whether the movers choose by one of several rules, or against one of several players.
func (a *Algorithm) HasStances() bool { return a.stances != nil }
