package engine

import (
	"slices"

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

// A Stance is how a decision rule of several players lets the movers choose.
type Stance struct {
	By     *Algorithm // whose cuts are right: the algorithm, or the one that MP-Mix chooses
	Target int        // whom the root player attacks; 0: nobody
}

// StanceOn returns the stance of a run on a tree: for MP-Mix the rule that it chooses at the root, for
// directed offensive whom it attacks.
func (a *Algorithm) StanceOn(t *trees.Tree, o *Options) Stance {
	if a.ChooseStance == nil {
		return Stance{By: a}
	}
	return a.ChooseStance(a, t, o)
}

// Stances returns all stances that a run can have on a tree that is not known.
func (a *Algorithm) Stances(players, rootPlayer int, o *Options) []Stance {
	if a.ListStances == nil {
		return []Stance{{By: a}}
	}
	return a.ListStances(a, players, rootPlayer, o)
}

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

// Probes reports whether the algorithm first searches the first child of each child of a chance node, as Star2 does.
func (a *Algorithm) Probes() bool {
	return slices.ContainsFunc(a.Code, func(l PseudoLine) bool { return slices.Contains(l.On(), "enter:probe") })
}

// HasStances reports whether the movers choose by one of several rules, or against one of several players.
func (a *Algorithm) HasStances() bool { return a.ListStances != nil }
