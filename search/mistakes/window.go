package mistakes

import (
	"context"
	"math"
	"slices"

	"espalier/search/engine"
	"espalier/trace"
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
	// Of averages at chance nodes.
	averagesEqually
	averagesTurned
	averagesFirst
	averagesLast
	addsUp
	takesMost
	takesLeast
	takesLikeliest
	truncates
	negatesAverage
	passesWindow
	passesAlpha
	passesBeta
	scalesWindow
	// Of Star1.
	starWithoutRest
	starWholeRest
	starSwapsLimits
	starUndivided
	starNeverCuts
	starSmallLimit
	// Of Star2.
	probesLast
	probesForOther
	probesAsValue
	probesNever
	probesCutNothing
	probesLoseBounds
	// In all programs.
	minKeepsFirst
	maxKeepsFirst
	rootReversed
	frontierReversed
	secondBest
	oneMore
	skipsSecond
	repeatsFirst
	meanOfMin
	stopsEarly
	losesFirst
	losesLast
	takesStale
	onlyMuchBetter
	addsDepth
	returnsTotal
	noResult
	// The faults from here on are those of questions.go.
	otherFaults
)

// windowMistakes lists the mistakes of such programs.
func windowMistakes(a *engine.Algorithm, r Rules) (list []Mistake) {
	how := cutting(a)
	add := func(id, text string, fault windowFault) {
		list = append(list, Mistake{id, text, func(_ context.Context, _ *engine.Algorithm, t *trees.Tree) ([]byte, bool) {
			return windowRun(a, r, t, fault)
		}, true})
	}
	switch a.Windows {
	case engine.ZeroWindows:
		zeroWindowMistakes(add)
	case engine.OneQuestion, engine.FallingQuestion:
		questionMistakes(a.Windows, add)
	}
	if a.Chance {
		averageMistakes(a, add)
	}
	if how == byWindow && a.Windows == engine.WholeWindows {
		add("drops-alpha", "it does not pass α down", dropsAlpha)
		add("drops-beta", "it does not pass β down", dropsBeta)
		add("swaps-window", "it swaps α and β when it passes them down", swapsWindow)
		if !crosses(a) { // its windows are reset by the levels of its trees
			add("parent-only", "it loses the bounds of earlier ancestors", parentsBoundOnly)
		}
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
	add("min-keeps-first", "Min keeps the first child’s value", minKeepsFirst)
	add("max-keeps-first", "Max keeps the first child’s value", maxKeepsFirst)
	add("root-reversed", "the root chooses for the other side", rootReversed)
	add("frontier-reversed", "the nodes above the leaves choose for the other side", frontierReversed)
	add("second-best", "the root returns the second best value", secondBest)
	if a.Windows == engine.WholeWindows {
		add("root-more", "the root returns one point more", returnsMore)
	}
	add("one-more", "each node below the root returns one point more", oneMore)
	add("skips-second", "it ignores the second of three children", skipsSecond)
	add("repeats-first", "it visits the first child in place of the second", repeatsFirst)
	add("stops-early", "it stops above the leaves and takes 0 there", stopsEarly)
	add("loses-first", "it visits the first child and does not use its value", losesFirst)
	add("loses-last", "it visits the last child and does not use its value", losesLast)
	add("stale-value", "it takes the value of the first child for that of the second", takesStale)
	add("much-better", "it takes a child only if it is better by more than a point", onlyMuchBetter)
	add("adds-depth", "it adds the depth of a node to its value", addsDepth)
	add("returns-total", "it adds the values of the children up", returnsTotal)
	add("no-result", "it returns no value at the root", noResult)
	add("mean-of-min", "Min returns the mean of its children", meanOfMin)
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

// averageMistakes adds those at chance nodes.
func averageMistakes(a *engine.Algorithm, add func(id, text string, fault windowFault)) {
	add("equal-weights", "it gives all children of a chance node the same weight", averagesEqually)
	add("turned-weights", "it takes the probabilities of a chance node in reverse", averagesTurned)
	add("first-outcome", "it takes the first child of a chance node for the average", averagesFirst)
	add("last-outcome", "it takes the last child of a chance node for the average", averagesLast)
	add("no-weights", "it adds the children of a chance node up", addsUp)
	add("chance-max", "it maximises at chance nodes", takesMost)
	add("chance-min", "it minimises at chance nodes", takesLeast)
	add("likeliest", "it takes the likeliest child of a chance node", takesLikeliest)
	add("truncates", "it truncates an average to a whole number", truncates)
	add("negates-average", "an average has the wrong sign", negatesAverage)
	switch {
	case crosses(a):
		add("no-chance-window", "it passes no window to the children of a chance node", passesWindow)
	case isStar(a):
		add("without-rest", "it leaves the later children out of the window of a chance node’s child", starWithoutRest)
		add("whole-rest", "it counts a chance node’s child among its later children", starWholeRest)
		add("swapped-limits", "it takes minp for maxp at chance nodes, and the other way round", starSwapsLimits)
		add("undivided", "it does not divide the window of a chance node’s child by the probability", starUndivided)
		add("no-chance-cuts", "it never cuts at chance nodes", starNeverCuts)
		add("small-limit", "it takes a maxp that is too small at chance nodes", starSmallLimit)
		if a.Probes() {
			add("probes-last", "it probes the last child of a node", probesLast)
			add("probes-other", "it takes a probe of Max’s node for an upper bound, and of Min’s for a lower one", probesForOther)
			add("probes-as-value", "it takes a probe for the value, and does not search the child again", probesAsValue)
			add("no-probes", "it never probes", probesNever)
			add("no-probe-cuts", "it does not cut when its probes are enough", probesCutNothing)
			add("loses-probes", "it does not use the bounds that it has probed in the windows of the children", probesLoseBounds)
		}
	case cutting(a) == byWindow:
		add("chance-window", "it passes α and β to the children of a chance node as they are", passesWindow)
		add("chance-alpha", "it passes α to the children of a chance node as it is", passesAlpha)
		add("chance-beta", "it passes β to the children of a chance node as it is", passesBeta)
		add("scaled-window", "it multiplies α and β by the probability of a child", scalesWindow)
	}
}

type windows struct {
	printer
	fault       windowFault
	gives       engine.Windows
	memory      map[int]*bounds // nil: it has none
	cuts        bool
	crosses     bool           // a window passes chance nodes as it is
	star        bool           // or as in Star1
	probes      bool           // or in Star2
	limits      [2]trees.Score // minp and maxp, for Star1
	strict      bool
	side        int // the player who maximises the score
	score       int // the place of that score
	alpha, beta trees.Score
	negated     bool
}

func windowRun(a *engine.Algorithm, r Rules, t *trees.Tree, fault windowFault) ([]byte, bool) {
	if t.HasChance() && !a.Chance || t.IsLeaf(0) || fault >= averagesEqually && fault < minKeepsFirst && !t.HasChance() {
		return nil, false
	}
	asks := a.Windows != engine.WholeWindows
	w := &windows{printer: printer{tree: t}, fault: fault, gives: a.Windows, cuts: (cutting(a) == byWindow || asks) && fault != cutsNothing, side: 1, alpha: -far, beta: far,
		strict: !asks && (r.Strict != nil && *r.Strict || fault == cutsOnlyBeyond) && fault != cutsOnEquality}
	w.crosses, w.star, w.probes = crosses(a), isStar(a), a.Probes() && fault != probesNever
	if w.star {
		w.limits = [2]trees.Score{t.MinP.Scores[0], t.MaxP.Scores[0]}
	}
	if t.Kind != trees.Minimax && t.Players > 2 {
		w.side = t.Mover(0)
		w.score = w.side - 1
	}
	w.run()
	return w.b, fault != negatesLeaves || w.negated
}

// maximises reports whether the mover of a node does.
func (w *windows) maximises(n int) bool {
	mover := w.tree.Mover(n)
	switch w.fault {
	case rootReversed:
		if n == 0 {
			return mover != w.side
		}
	case frontierReversed:
		if w.tree.IsLeaf(int(w.tree.Kids(n)[0])) {
			return mover != w.side
		}
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
	if w.fault == stopsEarly && n > 0 && !t.IsChance(n) && t.IsLeaf(int(t.Kids(n)[0])) {
		var zero trees.Vector
		w.leaf(n, &zero)
		return zero
	}
	w.enter(n)
	if v, known := w.lookUp(n, alpha, beta); known {
		w.exit(n, &v)
		return v
	}
	if t.IsChance(n) {
		v := w.average(n, alpha, beta)
		w.exit(n, &v)
		return v
	}
	alpha0, beta0 := alpha, beta
	kids := kidsOf(t, n, w.fault == rightToLeft, w.fault == ignoresFirst, w.fault == ignoresLast)
	switch {
	case w.fault == skipsSecond && len(kids) > 2:
		kids = slices.Delete(kids, 1, 2)
	case w.fault == repeatsFirst && len(kids) > 1:
		kids[1] = kids[0]
	}
	maximises := w.maximises(n)
	var best, second, sum trees.Vector
	has := false
	if w.fault == startsAtZero {
		has = true
	}
	own := [2]trees.Score{-far, far} // the bounds of this node alone
	var before trees.Vector
	margin := trees.Score(0)
	if w.fault == onlyMuchBetter {
		margin = t.Unit
	}
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
		v := w.child(k, i, i+1 == len(kids), maximises, a, b)
		if w.fault == sharedWindow {
			alpha, beta = w.alpha, w.beta
		}
		switch {
		case w.fault == losesFirst && i == 0 && len(kids) > 1, w.fault == losesLast && i > 0 && i+1 == len(kids):
			continue
		case w.fault == takesStale && i == 1:
			v = before
		}
		before = v
		s := v[w.score]
		cut := false
		if w.fault == testsTooEarly && has {
			cut = w.beyond(maximises, best[w.score], alpha, beta)
		}
		equal := has && s == best[w.score]
		if !has || w.fault == returnsLast || maximises && s > best[w.score]+margin || !maximises && s < best[w.score]-margin {
			keeps := w.fault == neverImproves || w.fault == returnsFirst || w.fault == minKeepsFirst && !maximises || w.fault == maxKeepsFirst && maximises
			if !has || !keeps {
				second, best, has = best, v, true
			}
		}
		for p := range t.Width() {
			sum[p] += v[p]
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
	switch {
	case w.fault == returnsMore && n == 0, w.fault == oneMore && n > 0:
		best[w.score] += t.Unit
	case w.fault == secondBest && n == 0:
		best = second
	case w.fault == addsDepth:
		best[w.score] += trees.Score(t.Level(n)) * t.Unit
	case w.fault == returnsTotal:
		best = sum
	case w.fault == meanOfMin && !maximises:
		best = sum
		for p := range t.Width() {
			best[p] /= trees.Score(len(kids))
		}
	}
	w.store(n, &best, alpha0, beta0)
	if w.fault == noResult && n == 0 {
		w.exit(n, nil)
		return best
	}
	w.exit(n, &best)
	return best
}

// average is the value of a chance node. No window passes it.
func (w *windows) average(n int, alpha, beta trees.Score) (sum trees.Vector) {
	t := w.tree
	kids := t.Kids(n)
	var first, last, likeliest, most, least trees.Vector
	total := 0.0
	sums := [trees.MaxPlayers]float64{}
	parts := w.partsOf(n)
	if w.probes {
		if v, cut := w.probe(n, alpha, beta, parts); cut {
			return v
		}
	}
	if w.fault == probesLoseBounds {
		parts = w.partsOf(n)
	}
	for i, k := range kids {
		q := t.Prob(int(k)).Float()
		if w.fault == probesAsValue && parts[i].probed {
			for p := range t.Width() {
				sums[p] += q * float64(parts[i].value[p])
			}
			continue
		}
		a, b := -far, far
		if w.crosses {
			a, b = alpha, beta
		}
		low, high := math.Inf(-1), math.Inf(1)
		if w.star {
			low, high = w.starWindow(alpha, beta, sums[0], q, parts[i:])
			a = trees.Score(math.Floor(max(low, float64(w.limits[0]))))
			b = trees.Score(math.Ceil(min(high, float64(w.limits[1]))))
		}
		switch w.fault {
		case passesWindow:
			if a, b = alpha, beta; w.crosses {
				a, b = -far, far
			}
		case passesAlpha:
			a = alpha
		case passesBeta:
			b = beta
		case scalesWindow:
			if alpha > -far {
				a = trees.Score(float64(alpha) * q)
			}
			if beta < far {
				b = trees.Score(float64(beta) * q)
			}
		}
		v := w.search(int(k), a, b)
		switch w.fault {
		case averagesEqually:
			q = 1 / float64(len(kids))
		case averagesTurned:
			q = t.Prob(int(kids[len(kids)-1-i])).Float()
		case addsUp:
			q = 1
		}
		if i == 0 || q > total {
			likeliest, total = v, q
		}
		if i == 0 || v[w.score] > most[w.score] {
			most = v
		}
		if i == 0 || v[w.score] < least[w.score] {
			least = v
		}
		if last = v; i == 0 {
			first = v
		}
		for p := range t.Width() {
			sums[p] += q * float64(v[p])
		}
		s := float64(v[0])
		fails, exceeds := s < low || s == low && !w.strict, s > high || s == high && !w.strict
		if i+1 < len(kids) && (fails || exceeds) && w.fault != starNeverCuts {
			w.cut(n)
			for _, p := range parts[i+1:] {
				if fails {
					sums[0] += p.prob * p.high
				} else {
					sums[0] += p.prob * p.low
				}
			}
			break
		}
	}
	switch w.fault {
	case averagesFirst:
		return first
	case averagesLast:
		return last
	case takesMost:
		return most
	case takesLeast:
		return least
	case takesLikeliest:
		return likeliest
	}
	for p := range t.Width() {
		sum[p] = trees.Score(math.Round(sums[p]))
		switch w.fault {
		case truncates:
			sum[p] -= sum[p] % t.Unit
		case negatesAverage:
			sum[p] = -sum[p]
		}
	}
	return sum
}

// A part is what a chance node knows of a child.
type part struct {
	prob, low, high float64
	probed          bool
	value           trees.Vector // of a probe
}

// partsOf returns what a chance node knows of its children at first.
func (w *windows) partsOf(n int) (parts []part) {
	for _, k := range w.tree.Kids(n) {
		parts = append(parts, part{prob: w.tree.Prob(int(k)).Float(), low: float64(w.limits[0]), high: float64(w.limits[1])})
	}
	return parts
}

// probe searches the first child of each child of a chance node where a player moves, as Star2 does, until the
// bounds are enough to cut.
func (w *windows) probe(n int, alpha, beta trees.Score, parts []part) (v trees.Vector, cut bool) {
	t := w.tree
	for i, k := range t.Kids(n) {
		p := &parts[i]
		if p.prob == 0 || t.IsLeaf(int(k)) || t.IsChance(int(k)) {
			continue
		}
		rest := slices.Concat([]part{*p}, parts[:i], parts[i+1:])
		low, high := w.starWindow(alpha, beta, 0, p.prob, rest)
		a := trees.Score(math.Floor(max(low, float64(w.limits[0]))))
		b := trees.Score(math.Ceil(min(high, float64(w.limits[1]))))
		larger := w.maximises(int(k))
		if larger {
			a = w.limits[0]
		} else {
			b = w.limits[1]
		}
		first := t.Kids(int(k))[0]
		if w.fault == probesLast {
			first = t.Kids(int(k))[len(t.Kids(int(k)))-1]
		}
		w.enter(int(k))
		p.value, p.probed = w.search(int(first), a, b), true
		w.exit(int(k), &p.value)
		if s := float64(p.value[0]); larger != (w.fault == probesForOther) {
			p.low = s
		} else {
			p.high = s
		}
		least, most := 0.0, 0.0
		for _, p := range parts {
			least, most = least+p.prob*p.low, most+p.prob*p.high
		}
		exceeds := beta < far && (least > float64(beta) || least == float64(beta) && !w.strict)
		fails := alpha > -far && (most < float64(alpha) || most == float64(alpha) && !w.strict)
		if w.fault == probesCutNothing || !exceeds && !fails {
			continue
		}
		w.cut(n)
		if fails && !exceeds {
			least = most
		}
		v[0] = trees.Score(math.Round(least))
		return v, true
	}
	return v, false
}

// starWindow is the window that Star1 gives a child of a chance node, which has sum so far. The first of the parts
// is the child, the others are the later children.
func (w *windows) starWindow(alpha, beta trees.Score, sum, q float64, parts []part) (low, high float64) {
	least, most := 0.0, 0.0
	for _, p := range parts[1:] {
		least, most = least+p.prob*p.low, most+p.prob*p.high
		if w.fault == starSmallLimit {
			most -= 2 * p.prob * float64(w.tree.Unit)
		}
	}
	switch w.fault {
	case starWithoutRest:
		least, most = 0, 0
	case starWholeRest:
		least, most = least+q*parts[0].low, most+q*parts[0].high
	case starSwapsLimits:
		least, most = most, least
	case starUndivided:
		q = 1
	}
	low, high = math.Inf(-1), math.Inf(1)
	if alpha > -far {
		low = (float64(alpha) - sum - most) / q
	}
	if beta < far {
		high = (float64(beta) - sum - least) / q
	}
	return low, high
}

// crosses reports whether an algorithm passes its window to the children of a chance node as it is.
func crosses(a *engine.Algorithm) bool { return !a.Sound && cutting(a) == byWindow }

// isStar reports whether an algorithm cuts at chance nodes by what is left of the window, as Star1 does.
func isStar(a *engine.Algorithm) bool {
	return slices.Contains(a.Rules(engine.Options{}), trace.StarAlpha)
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
