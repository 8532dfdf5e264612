package mistakes

import (
	"espalier/search/engine"
	"espalier/trees"
)

// This file has what PVS, MTD(f) and SSS* do besides alpha-beta: zero windows, questions, and a memory.

const (
	noResearch windowFault = otherFaults + iota
	noResearchOfMin
	noResearchOfMax
	noResearchOfLast
	researchesIfMuch
	researchesIfLow
	researchesIfHigh
	researchesNarrow
	researchesBelow
	researchesScout
	ignoresResearch
	scoutsBelow
	scoutsAbove
	scoutsAtZero

	firstPassOnly
	stopsAtLow
	stopsAfterTwo
	asksAbove
	asksBelow
	asksAboutZero
	takesMet
	takesReversed
	returnsMore
	takesLowAsValue
	takesHighAsValue
	storesAsValue
	storesReversed
	storesNegated
	storesFirst
	negatesMemory
)

// zero is the width of a zero window, in which there is no other value.
const zero trees.Score = 1

func zeroWindowMistakes(add func(id, text string, fault windowFault)) {
	add("no-research", "it never searches a child again", noResearch)
	add("no-research-min", "Min never searches a child again", noResearchOfMin)
	add("no-research-max", "Max never searches a child again", noResearchOfMax)
	add("no-research-last", "it does not search the last child again", noResearchOfLast)
	add("research-if-much", "it searches again only if the zero window shows that a child is better by more than a point", researchesIfMuch)
	add("research-if-low", "it searches again if the zero window shows that a child is worse", researchesIfLow)
	add("research-if-high", "it searches again only if the value is outside the whole window", researchesIfHigh)
	add("research-narrow", "it searches again with the value as the far end of the window", researchesNarrow)
	add("research-below", "it searches again only below the value", researchesBelow)
	add("research-scout", "it searches again with the same zero window", researchesScout)
	add("ignores-research", "it keeps the value of the zero window", ignoresResearch)
	add("scouts-below", "its zero window is one point too far from the other end of the window", scoutsBelow)
	add("scouts-above", "its zero window is one point too near to the other end of the window", scoutsAbove)
	add("scouts-at-zero", "its zero window is always at 0", scoutsAtZero)
	add("no-cuts", "it never cuts", cutsNothing)
	add("drops-alpha", "it does not pass α down", dropsAlpha)
	add("drops-beta", "it does not pass β down", dropsBeta)
	add("swaps-window", "it swaps α and β when it passes them down", swapsWindow)
	add("parent-only", "it loses the bounds of earlier ancestors", parentsBoundOnly)
	add("other-bound", "it updates α at Min’s nodes and β at Max’s", boundOfOtherSide)
	add("early-test", "it tests for a cut before it takes the child’s value", testsTooEarly)
	add("reversed-test", "it compares with the wrong bound: Max with α, Min with β", testsReversed)
}

func questionMistakes(gives engine.Windows, add func(id, text string, fault windowFault)) {
	add("first-pass-only", "it ends after the first pass", firstPassOnly)
	add("stops-after-two", "it ends after two passes", stopsAfterTwo)
	if gives == engine.OneQuestion {
		add("stops-at-low", "it ends with the first lower bound", stopsAtLow)
		add("takes-met", "it takes a value that is γ for less than γ", takesMet)
		add("takes-reversed", "it takes lower bounds of the root for upper ones, and the other way round", takesReversed)
	}
	add("asks-above", "it asks about a point more than γ", asksAbove)
	add("asks-below", "it asks about a point less than γ", asksBelow)
	add("asks-about-zero", "each pass asks about 0", asksAboutZero)
	add("returns-more", "it returns one point more", returnsMore)
	if gives == engine.OneQuestion { // with a first guess below the value, bounds of this side come first
		add("low-as-value", "it takes a lower bound in its memory for the value", takesLowAsValue)
		add("stores-first", "it keeps the value of the first child", storesFirst)
	} else {
		add("high-as-value", "it takes an upper bound in its memory for the value", takesHighAsValue)
	}
	add("stores-as-value", "it keeps each value as if it were no bound", storesAsValue)
	add("stores-reversed", "it keeps lower bounds as upper ones, and the other way round", storesReversed)
	add("stores-negated", "it keeps Min’s values with the wrong sign", storesNegated)
	add("negates-memory", "a value from its memory has the wrong sign", negatesMemory)
	add("no-cuts", "it never cuts", cutsNothing)
	add("swaps-window", "it passes the question on in reverse", swapsWindow)
	add("early-test", "it tests for a cut before it takes the child’s value", testsTooEarly)
	add("reversed-test", "Max stops where Min should, and the other way round", testsReversed)
}

// run runs the program from the root.
func (w *windows) run() {
	switch w.gives {
	case engine.OneQuestion:
		w.memory = map[int]*bounds{}
		w.mtdf()
	case engine.FallingQuestion:
		w.memory = map[int]*bounds{}
		w.sss()
	default:
		w.search(0, -far, far)
	}
}

// maxPasses ends a program that would go on for ever.
const maxPasses = 200

// pass asks whether the root is worth γ.
func (w *windows) pass(gamma trees.Score) trees.Score {
	point := w.tree.Unit
	switch w.fault {
	case asksAbove:
		gamma += point
	case asksBelow:
		gamma -= point
	case asksAboutZero:
		gamma = 0
	}
	v := w.search(0, gamma-zero, gamma)
	return v[w.score]
}

func (w *windows) mtdf() {
	low, high, g := -far, far, trees.Score(0)
	if v, is := w.tree.Static(0); is {
		g = v[w.score]
	}
	for pass := 1; low < high && pass < maxPasses; pass++ {
		gamma := g
		if g == low {
			gamma += zero
		}
		g = w.pass(gamma)
		less := g < gamma
		switch w.fault {
		case takesMet:
			less = g <= gamma
		case takesReversed:
			less = !less
		}
		if less {
			high = g
		} else {
			low = g
		}
		if w.fault == firstPassOnly || w.fault == stopsAfterTwo && pass == 2 || w.fault == stopsAtLow && !less {
			return
		}
	}
}

func (w *windows) sss() {
	gamma := far
	for pass := 1; pass < maxPasses; pass++ {
		g := w.pass(gamma)
		if g >= gamma || w.fault == firstPassOnly || w.fault == stopsAfterTwo && pass == 2 {
			return
		}
		gamma = g
	}
}

// child searches a child with the window that the algorithm gives it.
func (w *windows) child(k, i int, last, maximises bool, alpha, beta trees.Score) trees.Vector {
	point, t := w.tree.Unit, w.tree
	own, narrow := alpha, beta-alpha <= zero
	if !maximises {
		own = beta
	}
	if w.gives != engine.ZeroWindows || t.IsLeaf(k) || narrow || i == 0 || own == -far || own == far {
		return w.search(k, alpha, beta)
	}
	a, b := alpha, alpha+zero
	if !maximises {
		a, b = beta-zero, beta
	}
	away := -point // from the other end of the window
	if !maximises {
		away = point
	}
	switch w.fault {
	case scoutsBelow:
		a, b = a+away, b+away
	case scoutsAbove:
		a, b = a-away, b-away
	case scoutsAtZero:
		a, b = 0, zero
	}
	v := w.search(k, a, b)
	s := v[w.score]
	again := s > alpha && s < beta
	switch w.fault {
	case noResearch:
		again = false
	case noResearchOfMin:
		again = again && maximises
	case noResearchOfMax:
		again = again && !maximises
	case noResearchOfLast:
		again = again && !last
	case researchesIfMuch:
		again = again && (maximises && s > alpha+point || !maximises && s < beta-point)
	case researchesIfLow:
		again = maximises && s <= alpha || !maximises && s >= beta
	case researchesIfHigh:
		again = maximises && s >= beta || !maximises && s <= alpha
	}
	if !again {
		return v
	}
	low, high := alpha, beta
	switch w.fault {
	case researchesNarrow:
		if low, high = alpha, s+zero; !maximises {
			low, high = s-zero, beta
		}
	case researchesBelow:
		if low, high = alpha, s; !maximises {
			low, high = s, beta
		}
	case researchesScout:
		low, high = a, b
	}
	better := w.search(k, low, high)
	if w.fault == ignoresResearch {
		return v
	}
	return better
}

// bounds are what a memory has of a node.
type bounds struct {
	low, high       trees.Vector
	hasLow, hasHigh bool
}

// lookUp returns a value from the memory.
func (w *windows) lookUp(n int, alpha, beta trees.Score) (v trees.Vector, known bool) {
	m := w.memory[n]
	switch {
	case m == nil:
		return v, false
	case m.hasLow && (m.low[w.score] >= beta || w.fault == takesLowAsValue):
		v = m.low
	case m.hasHigh && (m.high[w.score] <= alpha || w.fault == takesHighAsValue):
		v = m.high
	default:
		return v, false
	}
	if w.fault == negatesMemory {
		for p := range w.tree.Width() {
			v[p] = -v[p]
		}
	}
	return v, true
}

// store keeps a value in the memory.
func (w *windows) store(n int, v *trees.Vector, alpha, beta trees.Score) {
	if w.memory == nil {
		return
	}
	m := w.memory[n]
	if m == nil {
		m = &bounds{}
		w.memory[n] = m
	}
	kept, low, high := *v, v[w.score] > alpha, v[w.score] < beta
	switch w.fault {
	case storesAsValue:
		low, high = true, true
	case storesReversed:
		low, high = high, low
	case storesNegated:
		if !w.maximises(n) {
			for p := range w.tree.Width() {
				kept[p] = -kept[p]
			}
		}
	case storesFirst:
		if first := int(w.tree.Kids(n)[0]); w.tree.IsLeaf(first) {
			kept, _ = w.tree.Value(first)
		}
	}
	if low {
		m.low, m.hasLow = kept, true
	}
	if high {
		m.high, m.hasHigh = kept, true
	}
}
