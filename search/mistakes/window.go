package mistakes

import (
	"context"
	"slices"

	"espalier/search"
	"espalier/trees"
)

// This file has programs that play one side against the other: minimax, alpha-beta and paranoid
// search.

// far is beyond every score.
const far = trees.MaxUnits

type windowFault uint8

const (
	none windowFault = iota
	dropsAlpha
	dropsBeta
	swapsWindow
	parentsBoundOnly
	lastScoreAsBound
	firstScoreAsBound
	boundOfOtherSide
	sharedWindow
	testsTooEarly
	testsReversed
	cutsOnEquality
	cutsOnlyBeyond
	stopsAtEqual
	cutsNothing
	returnsFirst
	returnsLast
	ignoresLast
	ignoresFirst
	swapsSides
	oneSideEverywhere
	nextPlayer
	startsAtZero
	neverImproves
	rightToLeft
	negatesLeaves
)

// windowMistakes lists the mistakes of such programs.
func windowMistakes(how cutKind, r Rules) (list []Mistake) {
	add := func(id, text string, fault windowFault) {
		list = append(list, Mistake{id, text, func(_ context.Context, _ *search.Algorithm, t *trees.Tree) ([]byte, bool) {
			return windowRun(how, r, t, fault)
		}, true})
	}
	if how == byWindow {
		add("drops-alpha", "it does not pass α down", dropsAlpha)
		add("drops-beta", "it does not pass β down", dropsBeta)
		add("swaps-window", "it swaps α and β when it passes them down", swapsWindow)
		add("parent-only", "it loses the bounds of earlier ancestors", parentsBoundOnly)
		add("last-score", "it sets α or β to the score of the last child", lastScoreAsBound)
		add("first-score", "it does not update α or β after the first child", firstScoreAsBound)
		add("other-bound", "it updates α at Min’s nodes and β at Max’s", boundOfOtherSide)
		add("shared-window", "it shares one α and one β among all nodes", sharedWindow)
		add("early-test", "it tests for a cut before it takes the child’s value", testsTooEarly)
		add("reversed-test", "it compares with the wrong bound: Max with α, Min with β", testsReversed)
		add("no-cuts", "it never cuts", cutsNothing)
		if r.Strict != nil && *r.Strict {
			add("cuts-on-equality", "it also cuts where a bound is only met (≥ in place of >)", cutsOnEquality)
		}
		if r.Strict != nil && !*r.Strict {
			add("cuts-only-beyond", "it does not cut where a bound is met (> in place of ≥)", cutsOnlyBeyond)
		}
	}
	add("stops-at-equal", "it stops at a child as good as the best", stopsAtEqual)
	add("returns-first", "it returns the value of the first child", returnsFirst)
	add("returns-last", "it returns the value of the last child", returnsLast)
	add("ignores-last", "it ignores the last child", ignoresLast)
	add("ignores-first", "it ignores the first child", ignoresFirst)
	add("swaps-sides", "it minimises where it should maximise, and the other way round", swapsSides)
	add("one-side", "it maximises at every node", oneSideEverywhere)
	add("next-player", "it chooses for the player who moves next", nextPlayer)
	add("starts-at-zero", "it starts with a best score of 0", startsAtZero)
	add("never-improves", "it keeps the first child’s value as the best", neverImproves)
	add("right-to-left", "it visits the children from right to left", rightToLeft)
	add("negates-leaves", "it has the wrong sign at the leaves below Min", negatesLeaves)
	return list
}

type windows struct {
	printer
	fault       windowFault
	cuts        bool
	strict      bool
	side        int // the player who maximises the score
	score       int // the place of that score
	alpha, beta trees.Score
	negated     bool
}

func windowRun(how cutKind, r Rules, t *trees.Tree, fault windowFault) ([]byte, bool) {
	if t.HasChance() || t.IsLeaf(0) {
		return nil, false
	}
	w := &windows{printer: printer{tree: t}, fault: fault, cuts: how == byWindow && fault != cutsNothing, side: 1, alpha: -far, beta: far,
		strict: (r.Strict != nil && *r.Strict || fault == cutsOnlyBeyond) && fault != cutsOnEquality}
	if t.Kind != trees.Minimax && t.Players > 2 {
		w.side = t.Mover(0)
		w.score = w.side - 1
	}
	w.search(0, -far, far)
	return w.b, fault != negatesLeaves || w.negated
}

// maximises reports whether the mover of a node does.
func (w *windows) maximises(n int) bool {
	mover := w.tree.Mover(n)
	switch w.fault {
	case swapsSides:
		return mover != w.side
	case oneSideEverywhere:
		return true
	case nextPlayer:
		return mover%max(2, w.tree.Players)+1 == w.side
	}
	return mover == w.side
}

func (w *windows) search(n int, alpha, beta trees.Score) trees.Vector {
	t := w.tree
	if t.IsLeaf(n) {
		v, _ := t.Value(n)
		if w.fault == negatesLeaves && n > 0 && !w.maximises(t.Parent(n)) {
			w.negated = true
			for p := range t.Width() {
				v[p] = -v[p]
			}
		}
		w.leaf(n, &v)
		return v
	}
	w.enter(n)
	kids := kidsOf(t, n, w.fault == rightToLeft, w.fault == ignoresFirst, w.fault == ignoresLast)
	maximises := w.maximises(n)
	var best trees.Vector
	has := false
	if w.fault == startsAtZero {
		has = true
	}
	own := [2]trees.Score{-far, far} // the bounds of this node alone
	for i, k := range kids {
		a, b := alpha, beta
		switch w.fault {
		case dropsAlpha:
			a = -far
		case dropsBeta:
			b = far
		case swapsWindow:
			a, b = b, a
		case parentsBoundOnly:
			a, b = own[0], own[1]
		case sharedWindow:
			a, b = w.alpha, w.beta
		}
		v := w.search(k, a, b)
		if w.fault == sharedWindow {
			alpha, beta = w.alpha, w.beta
		}
		s := v[w.score]
		cut := false
		if w.fault == testsTooEarly && has {
			cut = w.beyond(maximises, best[w.score], alpha, beta)
		}
		equal := has && s == best[w.score]
		if !has || w.fault == returnsLast || maximises && s > best[w.score] || !maximises && s < best[w.score] {
			if !has || w.fault != neverImproves && w.fault != returnsFirst {
				best, has = v, true
			}
		}
		bound := best[w.score]
		switch {
		case w.fault == lastScoreAsBound:
			bound = s
		case w.fault == firstScoreAsBound && i > 0:
			bound = -far
			if !maximises {
				bound = far
			}
		}
		raises := maximises != (w.fault == boundOfOtherSide)
		switch {
		case raises && w.fault == lastScoreAsBound:
			alpha = bound
		case w.fault == lastScoreAsBound:
			beta = bound
		case raises:
			alpha, own[0] = max(alpha, bound), max(own[0], bound)
		default:
			beta, own[1] = min(beta, bound), min(own[1], bound)
		}
		w.alpha, w.beta = alpha, beta
		if w.fault != testsTooEarly {
			cut = w.beyond(maximises, best[w.score], alpha, beta)
		}
		if i+1 < len(kids) && (w.cuts && cut || w.fault == stopsAtEqual && equal) {
			w.cut(n)
			break
		}
	}
	w.exit(n, &best)
	return best
}

// beyond reports whether a best score is beyond the window.
func (w *windows) beyond(maximises bool, best, alpha, beta trees.Score) bool {
	if maximises != (w.fault == testsReversed) {
		return best > beta || best == beta && !w.strict
	}
	return best < alpha || best == alpha && !w.strict
}

// kidsOf returns the children of a node in the order in which a program visits them.
func kidsOf(t *trees.Tree, n int, reversed, withoutFirst, withoutLast bool) (list []int) {
	for _, k := range t.Kids(n) {
		list = append(list, int(k))
	}
	if withoutFirst && len(list) > 1 {
		list = list[1:]
	}
	if withoutLast && len(list) > 1 {
		list = list[:len(list)-1]
	}
	if reversed {
		slices.Reverse(list)
	}
	return list
}
