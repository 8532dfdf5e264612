package checks_test

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/search/checks"
)

// This file has the mutants of the programs in student_test.go.

// A fault is what a mutant does.
type fault string

const noFault fault = ""

// Bugs that every search can have.
const (
	returnFirst       fault = "it keeps the first child's value"
	returnLast        fault = "it returns the last child's value"
	minKeepsFirst     fault = "Min keeps the first child's value"
	maxKeepsFirst     fault = "Max keeps the first child's value"
	ignoresThird      fault = "it ignores the third child's value"
	firstLost         fault = "it ignores the first child's value"
	lastLost          fault = "it ignores the last child's value"
	staleValue        fault = "it compares the value of the child before"
	onlyMuchBetter    fault = "it takes a child only if it is better by two"
	comparesSizes     fault = "it compares the sizes of values"
	rootSecondBest    fault = "the root returns the second best"
	rootWrong         fault = "the root returns one more"
	rootNegated       fault = "the root returns the negative value"
	offByOne          fault = "inner nodes return one less than their best"
	valueNegated      fault = "Min's value has the wrong sign"
	minTakesMax       fault = "Min takes the largest value"
	sidesSwapped      fault = "Max minimises and Min maximises"
	rootSwapped       fault = "the root chooses for the other side"
	frontierSwapped   fault = "the nodes above the leaves choose for the other side"
	oneSide           fault = "all maximise"
	maxStarts         fault = "it takes the root for Max's"
	rootMaximises     fault = "the root maximises"
	frontierMaximises fault = "the nodes above the leaves maximise"
	startsAtZero      fault = "the best is 0 at first"
	minStartsLow      fault = "Min's best is -∞ at first"
	startsAtHigh      fault = "the best is the far end of the window at first"
	startsAtParents   fault = "the best is the heuristic's value at first"
	minStartsAtMax    fault = "Min's best is too small a number at first"
	maxStartsAtMin    fault = "Max's best is too large a number at first"
	leafSign          fault = "leaves below Min have the wrong sign"
	leafSignOfMax     fault = "leaves below Max have the wrong sign"
	leafNegated       fault = "all leaves have the wrong sign"
	leafSize          fault = "leaves lose their sign"
	leafLimited       fault = "leaves are at most one less than the limit"
	leafIsZero        fault = "leaves below 0 count as 0"
	averagesMin       fault = "Min takes the average"
	sumsUp            fault = "a node with three children adds them up"
	addsDepth         fault = "it adds the depth"
	zeroAtCut         fault = "it returns 0 after a cut"
	cutByFirst        fault = "it cuts after a first child above 0"
	cutSiblings       fault = "it cuts after the second child"
	cutsAtZero        fault = "it cuts at 0"
	rootCut           fault = "the root cuts at a value above 0"
	stopsAtEqual      fault = "it cuts at a child as good as the best"
	stopsWhenRaised   fault = "it cuts when a child raises the best"
	cutsTwoLevels     fault = "a cut also ends the parent"
	limitTooSmall     fault = "it takes the largest value for one less"
	limitOfOther      fault = "it cuts at nearly the least value"
	cutsLast          fault = "it cuts the last child"
	cutsWhenWorse     fault = "it cuts after a worse child"
	cutsSome          fault = "it cuts after the second child of a mover that is ahead"
)

// Bugs of a search with α and β.
const (
	highWhenLow      fault = "it returns the far end of the window when it fails low"
	lowAtCut         fault = "it returns the near end of the window after a cut"
	lowAlways        fault = "it returns the near end of the window"
	highAlways       fault = "it returns the far end of the window"
	wrongClamp       fault = "Min returns at most the near end of its window"
	clampBoth        fault = "it returns more than the near end of its window"
	cutEarly         fault = "it cuts if the window has one value left"
	minCutsEarly     fault = "Min cuts two values early"
	minCutsAtBeta    fault = "Min compares with β"
	maxCutsAtAlpha   fault = "Max compares with α"
	deepBound        fault = "it cuts three values before the bound"
	cutsReversed     fault = "it cuts while the bound is not reached"
	cutsAtOwnLow     fault = "it cuts at the near end of the window"
	lowShifted       fault = "it passes on the bound of its best one too high"
	lowShiftedMax    fault = "Max passes on α one too high"
	lowShiftedMin    fault = "Min passes on β one too low"
	highShifted      fault = "it passes on the far end of the window one too near"
	windowTurned     fault = "it passes α as β and β as α"
	windowNegated    fault = "it passes −β and −α, though the child does not negate"
	windowAroundZero fault = "it passes on a window of its own"
	oneWindow        fault = "it passes a window beside its best"
	updatesOther     fault = "Max lowers β and Min raises α"
	leaksBound       fault = "it keeps a child's bound for its siblings"
	boundAbove       fault = "its bound is one above its best"
	lastAsBound      fault = "it cuts by the last child"
)

// Bugs that a trace alone does not show: what the program leaves out, it does not print. They are
// judged with the tree in the header.
const (
	skipsLast    fault = "it does not visit the last child"
	skipsFirst   fault = "it does not visit the first child"
	skipsSecond  fault = "it does not visit the second of three children"
	repeatsFirst fault = "it visits the first child in place of the second"
	onlyTwo      fault = "it visits two children at most"
	staticEarly  fault = "it takes the heuristic's value one level early"
)

// Bugs that only lose cuts. They are errors where the header names an algorithm, or a window is printed.
const (
	cutsNever      fault = "it never cuts"
	cutsLate       fault = "it tests for a cut before it takes the child's value"
	betaLost       fault = "it loses β"
	alphaLost      fault = "it loses α"
	windowOwn      fault = "it loses the bounds of earlier ancestors"
	neverRaises    fault = "it never updates its window"
	neverRaisesMax fault = "Max does not raise α"
	neverRaisesMin fault = "Min does not lower β"
	firstAsBound   fault = "it updates its window only after the first child"
)

// Bugs of values that are clamped to the window.
const (
	clampTurned  fault = "it clamps to the ends of the window in reverse"
	clampToRoot  fault = "it clamps to one window everywhere"
	clampInside  fault = "it clamps to the inside of the window"
	clampNegated fault = "it clamps to the window of the other side"
)

// Bugs of negamax.
const (
	noNegation        fault = "it does not negate a child's value"
	noNegationOfFirst fault = "it does not negate the first child's value"
	noNegationOfLater fault = "it does not negate a later child's value"
	negatesForMax     fault = "it negates for Max alone"
	leafUncoloured    fault = "it does not multiply a leaf by the colour"
	windowSame        fault = "it passes α and β as they are"
	windowUnswapped   fault = "it negates α and β and does not swap them"
	windowUnnegated   fault = "it swaps α and β and does not negate them"
	windowHalf        fault = "it negates β alone"
	windowOtherHalf   fault = "it negates α alone"
	printsMovers      fault = "it prints values from the mover's side"
)

// Bugs of the windows that are printed.
const (
	printsTurned     fault = "it prints α as β and β as α"
	printsAlphaBelow fault = "it prints α one too low"
	printsBetaAbove  fault = "it prints β one too high"
	printsOpenAlpha  fault = "it prints an open α"
	printsOpenBeta   fault = "it prints an open β"
	printsNegated    fault = "it prints −β and −α"
	printsOneWindow  fault = "it prints the window of the node before"
)

// Bugs of aspiration.
const (
	guessReturned       fault = "it never searches again"
	noResearchLow       fault = "it does not search again when it fails low"
	noResearchHigh      fault = "it does not search again when it fails high"
	lowTestStrict       fault = "it does not search again at α itself"
	highTestStrict      fault = "it does not search again at β itself"
	windowInside        fault = "its window is empty"
	windowTurnedAround  fault = "its window is turned around"
	researchOther       fault = "it searches again on the wrong side"
	researchSame        fault = "it searches again with the same window"
	researchFarLow      fault = "below, it searches again one too low"
	researchFarHigh     fault = "above, it searches again one too high"
	researchAtEdge      fault = "it searches again up to the old end only"
	researchHalf        fault = "it searches again with a window two wide"
	researchLowOneWide  fault = "below, it searches again one lower only"
	researchHighOneWide fault = "above, it searches again one higher only"
	firstKept           fault = "it returns the value of the first search"
	bothAveraged        fault = "it returns the average of both searches"
)

// Bugs of zero windows.
const (
	noResearch         fault = "it never searches again"
	noResearchOfMin    fault = "Min never searches again"
	noResearchOfMax    fault = "Max never searches again"
	noResearchOfLast   fault = "it does not search the last child again"
	noResearchOfSecond fault = "it does not search the second child again"
	noResearchBelow    fault = "it does not search again near the leaves"
	researchIfMuch     fault = "it searches again only if the scout returns much more"
	researchIfLow      fault = "it searches again if the scout fails low"
	researchIfHigh     fault = "it searches again only above β"
	researchEqual      fault = "it searches again only if the scout returns α"
	researchNarrow     fault = "it searches again below the scout's value"
	researchBelow      fault = "it searches again up to the scout's value"
	researchTurned     fault = "it searches again with α and β exchanged"
	researchScout      fault = "it searches again with the zero window"
	researchWide       fault = "it searches again with an open window"
	researchIgnored    fault = "it throws the second value away"
	scoutsFirst        fault = "it scouts the first child, too"
	firstAboveLow      fault = "it searches the first child above α"
	scoutsBelow        fault = "it scouts below α"
	scoutsAbove        fault = "it scouts above α"
	scoutsAtZero       fault = "it scouts at 0"
	scoutsEmpty        fault = "it scouts with an empty window"
)

// Bugs of MTD(f).
const (
	firstPassOnly  fault = "it ends after the first pass"
	stopsAtLow     fault = "it ends at the first lower bound"
	stopsAtHigh    fault = "it ends at the first upper bound"
	stopsAfterTwo  fault = "it ends after two passes"
	stopsAtGuess   fault = "it ends when a pass returns the guess"
	gammaStays     fault = "it asks the same again when it has the lower bound"
	gammaAbove     fault = "it searches one window too high"
	gammaWide      fault = "its window is one too wide below"
	gammaWideAbove fault = "its window is one too wide above"
	gammaOfGuess   fault = "each pass asks about the guess"
	gammaMet       fault = "it takes γ for an upper bound"
	gammaReversed  fault = "it confuses the bounds"
	returnsGamma   fault = "it returns γ"
	returnsGuess   fault = "it returns the guess"
	returnsLow     fault = "it returns one less than the lower bound"
)

// Bugs of a table.
const (
	tableAsExact       fault = "it takes a lower bound for the value"
	tableUpperAsExact  fault = "it takes an upper bound for the value"
	tableWrongSide     fault = "it returns a lower bound that is below α"
	tableLowAtAlpha    fault = "it returns a lower bound that is just above α"
	tableUpperAtBeta   fault = "it returns an upper bound that is above β"
	tableMean          fault = "it returns the mean of both bounds"
	tableOffByOne      fault = "it returns a lower bound just below β"
	tableUpperOffByOne fault = "it returns an upper bound just above α"
	storesExact        fault = "it stores every value as exact"
	storesTurned       fault = "it stores lower bounds as upper ones"
	storesCutExact     fault = "it stores the value of a cut node as exact"
	storesLowExact     fault = "it stores an upper bound as exact"
	storesHighExact    fault = "it stores a lower bound as exact"
	storesEdges        fault = "it stores a value at the end of the window as exact"
	storesNegated      fault = "it stores Min's values with the wrong sign"
	storesBeside       fault = "it stores one more"
	storesStatic       fault = "it stores the heuristic's value"
	storesFirst        fault = "it stores the first child's value"
	hitNegated         fault = "it negates a value that it looks up"
	tableNoKey         fault = "its key is the number of children"
	tableNoMover       fault = "its key leaves out the mover and the board"
	tableByStatic      fault = "its key is the heuristic's value"
	tableByFirst       fault = "its key is that of the first child"
)

// Bugs of a table of several depths.
const (
	tableNoDepth fault = "its key leaves out the depth"
)

// Bugs of iterative deepening.
const (
	depthShort      fault = "it ends one level early"
	stopsWhenSame   fault = "it ends when two depths agree"
	stopsAtLimit    fault = "it ends at a value that is good enough"
	stopsWhenWorse  fault = "it ends when a depth returns less"
	returnsBefore   fault = "it returns the value of the depth before"
	returnsGreatest fault = "it returns the greater of two depths"
	returnsMean     fault = "it returns the mean of two depths"
	aroundLast      fault = "it searches around the last value, and not again"
	reduces         fault = "it searches later children one level less"
)

// Bugs at chance nodes.
const (
	averageEqual         fault = "all children have the same weight"
	averageTurned        fault = "it exchanges the probabilities"
	averageFirstOnly     fault = "only the first child counts"
	averageLastOnly      fault = "only the last child counts"
	averageByFirst       fault = "all have the first child's weight"
	averageUnweighted    fault = "it adds the values up"
	averageSquared       fault = "it squares the probabilities"
	averageHalved        fault = "it halves the probabilities"
	averageByPath        fault = "it weighs by the probability of the whole path"
	averageOfFirst       fault = "it takes the first child's value twice"
	averageOfBetter      fault = "it leaves out values below 0"
	averageOfSizes       fault = "it loses the signs"
	averageLikeliest     fault = "it takes the likeliest child"
	averageTruncated     fault = "it truncates to a whole number"
	averageRounded       fault = "it rounds to a whole number"
	averageNegated       fault = "it has the wrong sign"
	averageClamped       fault = "it clamps to the window"
	chanceTakesMost      fault = "chance maximises"
	chanceTakesLeast     fault = "chance minimises"
	windowPassesChance   fault = "it passes α and β to chance children"
	alphaPassesChance    fault = "it passes α to chance children"
	betaPassesChance     fault = "it passes β to chance children"
	windowTimesChance    fault = "it multiplies α and β by the probability"
	windowByChance       fault = "it divides α and β by the probability"
	windowTurnedByChance fault = "it passes α as β below chance"
	windowOfFirst        fault = "it passes the first child's value as α"
	chanceCutsByPart     fault = "it cuts by the part that it has"
	chanceCutsByFirst    fault = "it cuts by the first child's value"
	chanceCutsByZero     fault = "it takes 0 for what is left"
	chanceCutsByLimit    fault = "it takes too small a limit for what is left"
	chanceCutsByLeast    fault = "it takes too large a least value for what is left"
	chanceCutsUnweighted fault = "it takes the probability for what is left"
	chanceCutsRare       fault = "it cuts the rarer child"
)

// kinds are the bugs by what they need.
var kinds = map[string][]fault{
	"always":     {returnFirst, returnLast, minKeepsFirst, maxKeepsFirst, ignoresThird, firstLost, lastLost, staleValue, onlyMuchBetter, comparesSizes, rootSecondBest, rootWrong, rootNegated, offByOne, valueNegated, minTakesMax, sidesSwapped, rootSwapped, frontierSwapped, oneSide, maxStarts, rootMaximises, frontierMaximises, startsAtZero, minStartsLow, startsAtHigh, startsAtParents, minStartsAtMax, maxStartsAtMin, leafSign, leafSignOfMax, leafNegated, leafSize, leafLimited, leafIsZero, averagesMin, sumsUp, addsDepth, zeroAtCut, cutByFirst, cutSiblings, cutsAtZero, rootCut, stopsAtEqual, stopsWhenRaised, cutsTwoLevels, limitTooSmall, limitOfOther, cutsLast, cutsWhenWorse, cutsSome},
	"windowed":   {highWhenLow, lowAtCut, lowAlways, highAlways, wrongClamp, clampBoth, cutEarly, minCutsEarly, minCutsAtBeta, maxCutsAtAlpha, deepBound, cutsReversed, cutsAtOwnLow, lowShifted, lowShiftedMax, lowShiftedMin, highShifted, windowTurned, windowNegated, windowAroundZero, oneWindow, updatesOther, leaksBound, boundAbove, lastAsBound},
	"hidden":     {skipsLast, skipsFirst, skipsSecond, repeatsFirst, onlyTwo, staticEarly},
	"uncut":      {cutsNever, cutsLate, betaLost, alphaLost, windowOwn, neverRaises, neverRaisesMax, neverRaisesMin, firstAsBound},
	"fail-hard":  {clampTurned, clampToRoot, clampInside, clampNegated},
	"negamax":    {noNegation, noNegationOfFirst, noNegationOfLater, negatesForMax, leafUncoloured, windowSame, windowUnswapped, windowUnnegated, windowHalf, windowOtherHalf, printsMovers},
	"windows":    {printsTurned, printsAlphaBelow, printsBetaAbove, printsOpenAlpha, printsOpenBeta, printsNegated, printsOneWindow},
	"aspiration": {guessReturned, noResearchLow, noResearchHigh, lowTestStrict, highTestStrict, windowInside, windowTurnedAround, researchOther, researchSame, researchFarLow, researchFarHigh, researchAtEdge, researchHalf, researchLowOneWide, researchHighOneWide, firstKept, bothAveraged},
	"pvs":        {noResearch, noResearchOfMin, noResearchOfMax, noResearchOfLast, noResearchOfSecond, noResearchBelow, researchIfMuch, researchIfLow, researchIfHigh, researchEqual, researchNarrow, researchBelow, researchTurned, researchScout, researchWide, researchIgnored, scoutsFirst, firstAboveLow, scoutsBelow, scoutsAbove, scoutsAtZero, scoutsEmpty},
	"mtdf":       {firstPassOnly, stopsAtLow, stopsAtHigh, stopsAfterTwo, stopsAtGuess, gammaStays, gammaAbove, gammaWide, gammaWideAbove, gammaOfGuess, gammaMet, gammaReversed, returnsGamma, returnsGuess, returnsLow},
	"table":      {tableAsExact, tableUpperAsExact, tableWrongSide, tableLowAtAlpha, tableUpperAtBeta, tableMean, tableOffByOne, tableUpperOffByOne, storesExact, storesTurned, storesCutExact, storesLowExact, storesHighExact, storesEdges, storesNegated, storesBeside, storesStatic, storesFirst, hitNegated, tableNoKey, tableNoMover, tableByStatic, tableByFirst},
	"depths":     {tableNoDepth},
	"deepening":  {returnsBefore, returnsGreatest, returnsMean, aroundLast},
	"short":      {depthShort, stopsWhenSame, stopsAtLimit, stopsWhenWorse, reduces},
	"chance":     {averageEqual, averageTurned, averageFirstOnly, averageLastOnly, averageByFirst, averageUnweighted, averageSquared, averageHalved, averageByPath, averageOfFirst, averageOfBetter, averageOfSizes, averageLikeliest, averageTruncated, averageRounded, averageNegated, averageClamped, chanceTakesMost, chanceTakesLeast, windowPassesChance, alphaPassesChance, betaPassesChance, windowTimesChance, windowByChance, windowTurnedByChance, windowOfFirst, chanceCutsByPart, chanceCutsByFirst, chanceCutsByZero, chanceCutsByLimit, chanceCutsByLeast, chanceCutsUnweighted, chanceCutsRare},
}

// styles are the styles, with the kinds of bugs that each can have.
var styles = map[string][]string{
	"fail-soft":       {"always", "windowed", "hidden", "uncut"},
	"fail-hard":       {"always", "windowed", "hidden", "uncut", "fail-hard"},
	"negamax":         {"always", "windowed", "hidden", "uncut", "negamax"},
	"windows":         {"always", "windowed", "hidden", "uncut", "windows"},
	"aspiration":      {"always", "windowed", "hidden", "uncut", "aspiration"},
	"pvs":             {"always", "windowed", "hidden", "uncut", "pvs"},
	"mtdf":            {"always", "windowed", "hidden", "mtdf", "table"},
	"table":           {"always", "windowed", "table"},
	"deepening":       {"always", "windowed", "hidden", "deepening", "short"},
	"deepening table": {"always", "windowed", "table", "depths"},
	"chance":          {"always", "windowed", "hidden", "chance"},
	"bound":           {"always", "windowed", "hidden", "uncut"},
}

// equal are the bugs that change nothing in a style, or the same as another: with zero windows many do.
var equal = map[string][]fault{
	"fail-soft":       {neverRaises},
	"negamax":         {cutsNever, neverRaises, neverRaisesMax, neverRaisesMin, leafUncoloured, windowSame, windowUnswapped, windowUnnegated},
	"aspiration":      {researchFarLow, researchAtEdge},
	"pvs":             {clampBoth},
	"mtdf":            {stopsWhenRaised, clampBoth, cutsReversed, tableWrongSide, tableLowAtAlpha, tableUpperAtBeta, tableMean, tableOffByOne, tableUpperOffByOne, storesTurned, storesLowExact, storesHighExact, tableByFirst},
	"bound":           {stopsWhenRaised, clampBoth, cutsReversed},
	"table":           {windowNegated, oneWindow, lastAsBound, tableMean, tableOffByOne, tableUpperOffByOne, tableLowAtAlpha, storesLowExact, storesHighExact, tableByFirst},
	"deepening table": {windowNegated, oneWindow, lastAsBound, tableMean, tableOffByOne, tableUpperOffByOne, tableLowAtAlpha, storesLowExact, storesHighExact, tableByFirst},
	"chance":          {windowNegated, oneWindow, lastAsBound, cutsAtOwnLow, lowShifted, lowShiftedMax, highShifted, alphaPassesChance},
}

// mutantsOf returns the bugs of a style.
func mutantsOf(style string) (list []fault) {
	for _, kind := range styles[style] {
		for _, x := range kinds[kind] {
			if !slices.Contains(equal[style], x) {
				list = append(list, x)
			}
		}
	}
	return list
}

// enoughMutants is how many different mutants of each style must be named.
const enoughMutants = 40

// mutantRuns returns on how many boards a mutant runs at first. One that is not named there, or that seems to do the
// same as another, runs on eight times as many.
func mutantRuns() int { return max(*styleTrees/10, 50) }

// A tally says what the runs of a mutant were.
type tally struct {
	runs, wrongRoots, falseValues, openCuts, different, named, proofs int
	trace                                                             uint64 // of all that was printed
}

// TestStyleMutants runs programs with bugs: where the root is wrong, an error says so; where a cut could
// change what the run claims, the run is not called right; and each proof changes the root. Each mutant
// prints something else than the right program and all others, and is named.
func TestStyleMutants(t *testing.T) {
	for style := range styles {
		t.Run(style, func(t *testing.T) {
			t.Parallel()
			traces := map[uint64]fault{}
			count := 0
			for _, x := range mutantsOf(style) {
				n := runMutant(t, style, x, mutantRuns())
				if n.named == 0 {
					n = runMutant(t, style, x, 8*mutantRuns())
				}
				t.Logf("%s: %d of %d runs differ, %d named, %d wrong roots, %d false values, %d open cuts, %d proofs", x, n.different, n.runs, n.named, n.wrongRoots, n.falseValues, n.openCuts, n.proofs)
				if other, is := traces[n.trace]; is && runMutant(t, style, x, 8*mutantRuns()).trace == runMutant(t, style, other, 8*mutantRuns()).trace {
					t.Errorf("%q does the same as %q", x, other)
				}
				if traces[n.trace] = x; n.named == 0 {
					t.Errorf("%q: %+v, and no run is called wrong", x, n)
					continue
				}
				count++
			}
			if t.Logf("%d mutants are named", count); count < enoughMutants {
				t.Errorf("%d mutants are named, want %d", count, enoughMutants)
			}
		})
	}
}

// isOf reports whether a bug is of a kind.
func (x fault) isOf(kind string) bool { return slices.Contains(kinds[kind], x) }

// asLeaf reports whether a program prints a value of another node that it looks up as a leaf. Nobody can tell
// that from an evaluation.
func (p *student) asLeaf() bool {
	return p.lookups == 1 && (transposes(p.style) || p.bug == tableNoKey || p.bug == tableNoMover || p.bug == tableByStatic)
}

func runMutant(t *testing.T, style string, x fault, count int) (n tally) {
	all := fnv.New64a()
	rare := x.isOf("table") && transposes(style)
	if rare || x.isOf("windowed") && style == "chance" {
		count *= 5 // a position rarely comes twice with windows in which that matters, and no window passes chance nodes
	}
	for i := range count {
		s := &studentTest{random: rand.New(rand.NewPCG(uint64(len(style)), uint64(i))), transpose: transposes(style) && !x.isOf("depths")}
		root := s.root(style)
		p := s.student(style)
		if x.isOf("hidden") || x.isOf("short") || x.isOf("depths") {
			p.tree, p.limits = root, true
		}
		if rare {
			p.lookups = 0
		}
		guess := s.guess()
		right := *p
		p.bug = x
		text, v := p.ran(root, guess)
		all.Write([]byte(text))
		if shown, _ := right.ran(root, guess); shown == text {
			continue
		}
		n.runs++
		n.different++
		r := check(t, text, checks.Options{})
		truth, _ := root.worth(p.lastDepth(), nil, 0, 0)
		low, high := -1e6, 1e6
		if p.limits {
			low, high = leastValue, mostValue
		}
		least, most := root.worth(p.lastDepth(), p.seen, low, high)
		isWrong := p.claims[0] && truth < v || p.claims[1] && truth > v
		open := p.claims[0] && least < v || p.claims[1] && most > v
		switch {
		case p.asLeaf():
		case isWrong && r.Errors == 0 && (p.limits && !p.hard || r.Verdict == "right"):
			t.Errorf("%s: the root is %v, not %v, and the run is %s: %+v\n%s", x, truth, v, r.Verdict, r.Checks, numbered(text))
		case isWrong && r.Errors == 0 && !hints(r):
			t.Errorf("%s: the root is %v, not %v, and no line says what would decide it: %+v\n%s", x, truth, v, r.Checks, numbered(text))
		case open && r.Verdict == "right":
			t.Errorf("%s: the root is between %v and %v, and the run, which claims %v, is right: %+v\n%s", x, least, most, v, r.Checks, numbered(text))
		}
		if r.Errors > 0 {
			n.named++
		}
		if isWrong {
			n.wrongRoots++
		}
		if p.falsehoods > 0 {
			n.falseValues++
		}
		if open {
			n.openCuts++
		}
		for i := range r.Checks {
			c := &r.Checks[i]
			if c.Verdict != checks.Unsound || p.cuts > 0 || transposes(style) || style == "deepening" || x == staticEarly {
				continue
			}
			values := map[string]float64{}
			for _, w := range c.Values {
				values[w.Name] = float64(w.Value[0]) / float64(r.Run.Unit)
			}
			n.proofs++
			base, _ := root.given(p.lastDepth(), p.seen, nil)
			w, _ := root.given(p.lastDepth(), p.seen, values)
			changes := w != base
			if p.claims != [2]bool{true, true} && p.least < p.most {
				changes = p.claims[0] && w < v || p.claims[1] && w > v
			}
			if !changes {
				t.Errorf("%s: with %v the root is %v, and the run claims %v: %+v\n%s", x, values, w, v, c, numbered(text))
			}
		}
	}
	n.trace = all.Sum64()
	return n
}
