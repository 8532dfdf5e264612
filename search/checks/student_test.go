package checks_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// This file has the programs of styles_test.go, and in each place what a bug of style_mutants_test.go does there.

// A student is a program: a style, what it prints, and what is wrong with it.
type student struct {
	style    string
	hard     bool  // values are clamped to the window
	windows  int   // what is printed of them: 0 nothing, 1 that of the root, 2 all
	named    bool  // the header names the algorithm
	limits   bool  // the header has minp and maxp
	range_   bool  // the root is searched with the window of the limits
	cuts     int   // how a cut is printed: 0 names, 1 a number, 2 neither
	lookups  int   // how a table hit is printed: 0 enter and exit, 1 a leaf
	ends     bool  // a last line has the result
	finite   bool  // a win is printed as a number
	bug      fault // "": none
	out      strings.Builder
	seen     map[*board]bool
	table    map[string]*[2]float64 // bounds by name
	depth    int
	searched int
	claims   [2]bool // the result is at least, at most the value
	tree     *board  // in the header; nil: none

	least, most float64 // of the root, as all passes have it
	falsehoods  int     // values that are backed up, and neither right nor a bound of the window
	nodes       int
	shared      [2]float64 // one window for all nodes, from the mover's side
	cutBelow    bool       // the last child was cut
	likely      float64    // the probability of the path
}

// noEnd is beyond every value.
const noEnd = 1e9

// A win is printed as an infinite number, and so is an average with one. It lies within the first window, or
// is as large as its end.
const (
	win      = 1e5
	leastWin = win / 1000
)

// number prints a value as programs do. With limits in the header a win may be a number beyond them.
func (p *student) number(v float64) string {
	switch {
	case p.finite && math.Abs(v) >= leastWin:
		return strconv.FormatFloat(math.Copysign(win, v), 'f', -1, 64)
	case v >= leastWin:
		return `"inf"`
	case v <= -leastWin:
		return `"-inf"`
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// maxNodes ends a program whose bug lets it run for ever.
const maxNodes = 3000

func (p *student) is(x fault) bool { return p.bug == x }

func (p *student) say(format string, args ...any) {
	fmt.Fprintf(&p.out, format+"\n", args...)
}

func (p *student) id(b *board) string {
	if transposes(p.style) {
		return b.name
	}
	return b.path
}

func (p *student) end(v float64) string {
	if v >= noEnd || v <= -noEnd {
		return "null"
	}
	return p.number(v)
}

func (p *student) enter(b, parent *board, root bool, alpha, beta float64) {
	switch {
	case p.is(printsTurned):
		alpha, beta = beta, alpha
	case p.is(printsAlphaBelow) && alpha > -noEnd:
		alpha--
	case p.is(printsBetaAbove) && beta < noEnd:
		beta++
	case p.is(printsOpenAlpha):
		alpha = -noEnd
	case p.is(printsOpenBeta):
		beta = noEnd
	case p.is(printsNegated):
		alpha, beta = -beta, -alpha
	case p.is(printsOneWindow):
		alpha, beta = p.shared[0], p.shared[1]
	}
	if p.shared = [2]float64{alpha, beta}; p.nodes == 0 && p.is(printsOneWindow) {
		p.shared = [2]float64{0, 1}
	}
	p.nodes++
	w := ""
	if p.windows == 2 || p.windows == 1 && root {
		w = fmt.Sprintf(`,"alpha":%s,"beta":%s`, p.end(alpha), p.end(beta))
	}
	who := fmt.Sprintf(`"player":%d`, b.mover)
	if b.mover == 0 {
		who = `"chance":true`
	}
	p.say(`{"type":"enter","id":%q,%s%s%s}`, p.id(b), who, p.prob(b), w)
}

func (p *student) prob(b *board) string {
	if b.prob > 0 {
		return fmt.Sprintf(`,"prob":"%d/4"`, b.prob)
	}
	return ""
}

func (p *student) leaf(b *board, v float64, static bool) {
	s := ""
	if static {
		s = `,"static":true`
	}
	p.seen[b] = true
	p.nodes++
	p.say(`{"type":"leaf","id":%q,"value":%s%s%s}`, p.id(b), p.number(v), p.prob(b), s)
}

func (p *student) prune(b *board, rest []*board) {
	switch p.cuts {
	case 0:
		var names []string
		for _, k := range rest {
			names = append(names, strconv.Quote(p.id(k)))
		}
		p.say(`{"type":"prune","id":%q,"cut":[%s]}`, p.id(b), strings.Join(names, ","))
	case 1:
		p.say(`{"type":"prune","id":%q,"cut":%d}`, p.id(b), len(rest))
	case 2:
		p.say(`{"type":"prune","id":%q}`, p.id(b))
	}
}

func (p *student) exit(b *board, v float64) {
	p.say(`{"type":"exit","id":%q,"value":%s}`, p.id(b), p.number(v))
}

// swap turns a value or a window from Max's side to that of a side, and back.
func swap(side, v float64) float64 { return side*v + 0 } // never -0

func swapWindow(side, a, b float64) (float64, float64) {
	if side < 0 {
		return -b + 0, -a + 0
	}
	return a, b
}

// isFrontier reports whether a board has only leaves below it.
func (b *board) isFrontier() bool { return b.depth() == 1 }

// side is 1 where the mover wants much, else -1.
func (p *student) side(b *board, depth int, root bool) float64 {
	side := float64(3 - 2*b.mover)
	switch {
	case p.is(sidesSwapped), p.is(frontierSwapped) && b.isFrontier(), p.is(rootSwapped) && root:
		return -side
	case p.is(oneSide), p.is(rootMaximises) && root, p.is(frontierMaximises) && b.isFrontier():
		return 1
	case p.is(maxStarts):
		return float64(1 - 2*((p.searched-depth)%2))
	}
	return side
}

// children are those that a program visits.
func (p *student) children(b *board, root bool) []*board {
	kids := b.kids
	switch n := len(kids); {
	case n < 2:
	case p.is(skipsLast):
		return kids[:n-1]
	case p.is(skipsFirst):
		return kids[1:]
	case p.is(skipsSecond) && n > 2:
		return []*board{kids[0], kids[2]}
	case p.is(repeatsFirst):
		return append([]*board{kids[0], kids[0]}, kids[2:]...)
	case p.is(onlyTwo) && n > 2:
		return kids[:2]
	}
	return kids
}

// leafValue is what a program takes a leaf to be worth for Max.
func (p *student) leafValue(b, parent *board, v float64) float64 {
	below := parent != nil && parent.mover == 2
	switch {
	case p.is(leafSign) && below, p.is(leafNegated), p.is(leafSignOfMax) && !below:
		return -v
	case p.is(leafSize):
		return math.Abs(v)
	case p.is(leafLimited):
		return min(v, mostValue-1)
	case p.is(leafIsZero) && v < 0:
		return 0
	}
	return v
}

// search is alpha-beta with all that the styles need. It sees values from the side of the mover, and returns
// and prints them from Max's.
func (p *student) search(b, parent *board, depth int, alpha, beta float64, root bool) float64 {
	if len(b.kids) == 0 || depth <= 0 || p.is(staticEarly) && depth == 1 && !root || p.nodes > maxNodes {
		v := float64(b.value)
		if len(b.kids) > 0 {
			v = float64(b.static)
		}
		p.leaf(b, v, len(b.kids) > 0)
		return p.leafValue(b, parent, v)
	}
	if v, ok := p.lookUp(b, depth, alpha, beta); ok && !(root && p.style == "deepening table") {
		if p.hard {
			v = max(alpha, min(beta, v))
		}
		if root && p.lookups == 1 { // such a line has no window
			p.claim(v, -noEnd, noEnd)
		} else if root {
			p.claim(v, alpha, beta)
		}
		if p.lookups == 1 {
			p.say(`{"type":"leaf","id":%q,"value":%s}`, p.id(b), p.number(v))
		} else {
			p.enter(b, parent, root, alpha, beta)
			p.exit(b, v)
		}
		if p.is(hitNegated) {
			return -v
		}
		return v
	}
	p.enter(b, parent, root, alpha, beta)
	if b.mover == 0 {
		v := p.average(b, depth, alpha, beta)
		p.judgeItself(b, depth, v, alpha, beta)
		p.exit(b, v)
		return v
	}
	side := p.side(b, depth, root)
	lo, hi := swapWindow(side, alpha, beta)
	lo0, hi0 := lo, hi
	kids := p.children(b, root)
	best, second, has := -noEnd, -noEnd, false
	switch {
	case p.is(startsAtZero):
		best, has = 0, true
	case p.is(minStartsLow) && side < 0:
		best, has = noEnd, true
	case p.is(startsAtHigh) && hi < noEnd:
		best, has = hi, true
	case p.is(startsAtParents) && !root:
		best, has = float64(b.static), true
	case p.is(minStartsAtMax) && side < 0:
		best, has = -(mostValue - 2), true
	case p.is(maxStartsAtMin) && side > 0:
		best, has = leastValue+2, true
	}
	sum, last, cut, stopped := 0.0, 0.0, false, false
	for i, k := range kids {
		x, y := p.windowOf(b, side, i, lo, hi, best, has, root)
		v := p.child(b, k, i, depth-1, side, x, y)
		if p.nodes > maxNodes {
			break
		}
		late := p.is(cutsLate) && lo >= hi
		if p.is(staleValue) && i == 1 {
			v = last
		}
		last = v
		sum += v
		first := !has
		equal := has && v == best
		better := !has || v > best
		switch {
		case p.is(firstLost) && i == 0 && len(kids) > 1, p.is(lastLost) && i > 0 && i == len(kids)-1, p.is(ignoresThird) && i == 2:
			better = false
		case p.is(returnLast):
			better = true
		case p.is(returnFirst) && has, p.is(minKeepsFirst) && has && side < 0, p.is(maxKeepsFirst) && has && side > 0:
			better = false
		case p.is(minTakesMax) && side < 0 && !root:
			better = !has || v < best
		case p.is(onlyMuchBetter) && has:
			better = v > best+1
		case p.is(comparesSizes) && has:
			better = math.Abs(v) > math.Abs(best)
		}
		if better {
			second, best, has = best, v, true
		} else {
			second = max(second, v)
		}
		raised := false
		if has {
			to := best
			switch {
			case p.is(lastAsBound):
				lo, to = v, v
			case p.is(firstAsBound) && !first:
				to = lo
			case p.is(boundAbove) && !root:
				to++
			case p.is(neverRaises):
				to = lo
			case p.is(neverRaisesMax) && side > 0, p.is(neverRaisesMin) && side < 0:
				to = lo
			}
			switch {
			case p.is(updatesOther):
				hi = min(hi, to)
			case p.is(leaksBound):
				raised = to > lo
				lo, hi = max(lo, to), min(hi, v+1)
			default:
				raised = to > lo
				lo = max(lo, to)
			}
		}
		if i+1 < len(kids) && (late || p.stops(b, side, best, v, i, lo, hi, lo0, hi0, root, equal, raised && !first, len(kids))) {
			p.prune(b, kids[i+1:])
			cut, stopped = true, true
			break
		}
	}
	p.cutBelow = cut
	if p.hard {
		low, high := lo0, hi0
		switch {
		case p.is(clampTurned):
			low, high = hi0, lo0
		case p.is(clampToRoot):
			low, high = -1, 1
		case p.is(clampInside):
			low, high = lo0+1, hi0-1
		case p.is(clampNegated):
			low, high = -hi0, -lo0
		}
		best = max(low, min(high, best))
	}
	best = p.result(b, depth, side, best, second, sum, lo0, hi0, len(kids), stopped, root)
	v := swap(side, best)
	p.judgeItself(b, depth, v, alpha, beta)
	if root {
		p.claim(v, alpha, beta)
	}
	p.store(b, depth, v, alpha, beta, cut)
	if p.is(printsMovers) {
		p.exit(b, best)
	} else {
		p.exit(b, v)
	}
	return v
}

// claim notes what a visit of the root says of its value, if its window is printed.
func (p *student) claim(v, alpha, beta float64) {
	is := within(v, alpha, beta)
	if is[0] {
		p.least = max(p.least, v)
	}
	if is[1] {
		p.most = min(p.most, v)
	}
	if p.claims = [2]bool{true, true}; p.windows > 0 {
		p.claims = [2]bool{p.least >= v, p.most <= v}
	}
}

// judgeItself counts a value that is wrong even as a bound.
func (p *student) judgeItself(b *board, depth int, v, alpha, beta float64) {
	truth, _ := b.worth(depth, nil, 0, 0)
	if !(truth == v || v <= alpha && truth <= v || v >= beta && truth >= v) {
		p.falsehoods++
	}
}

// result is what a node returns, from the side of its mover.
func (p *student) result(b *board, depth int, side, best, second, sum, lo, hi float64, kids int, cut, root bool) float64 {
	switch {
	case p.is(offByOne) && !root && best > 2:
		return best - 1
	case p.is(wrongClamp) && side < 0 && lo > -noEnd && best > lo:
		return lo
	case p.is(clampBoth) && lo > -noEnd && !root:
		return max(best, lo+1)
	case p.is(valueNegated) && side < 0 && !root, p.is(rootNegated) && root:
		return -best
	case p.is(rootWrong) && root:
		return best + 1
	case p.is(rootSecondBest) && root && second > -noEnd:
		return second
	case p.is(averagesMin) && side < 0:
		return math.Trunc(sum / float64(kids))
	case p.is(sumsUp) && kids > 2 && !cut:
		return sum
	case p.is(addsDepth):
		return best + float64(p.searched-depth)
	case p.is(lowAtCut) && cut && lo > -noEnd:
		return lo
	case p.is(highWhenLow) && best <= lo && hi < noEnd:
		return hi
	case p.is(zeroAtCut) && cut:
		return 0
	case p.is(highAlways) && hi < noEnd && !root:
		return hi
	case p.is(lowAlways) && lo > -noEnd && !root:
		return lo
	}
	return best
}

// windowOf is the window that a node gives a child, from its mover's side.
func (p *student) windowOf(b *board, side float64, i int, lo, hi, best float64, has, root bool) (x, y float64) {
	x, y = lo, hi
	switch {
	case p.is(lowShifted) && i > 0 && lo > -noEnd:
		x++
	case p.is(lowShiftedMax) && i > 0 && lo > -noEnd && side > 0:
		x++
	case p.is(lowShiftedMin) && i > 0 && lo > -noEnd && side < 0:
		x++
	case p.is(highShifted) && hi < noEnd:
		y--
	case p.is(betaLost) && !root && side > 0 || p.is(alphaLost) && !root && side < 0:
		y = noEnd
	case p.is(windowTurned):
		return hi, lo
	case p.is(windowNegated):
		return -hi, -lo
	case p.is(windowOwn):
		x, y = -noEnd, noEnd
		if has {
			x = best
		}
	case p.is(windowAroundZero):
		x, y = max(lo, -2), min(hi, 2)
	case p.is(oneWindow):
		x, y = min(max(lo, -noEnd), hi), hi
		if i > 0 && !root {
			x = best
			y = max(best+1, min(hi, 1))
		}
	}
	return x, y
}

// stops reports whether the rest of the children is cut. All is seen from the mover's side.
func (p *student) stops(b *board, side, best, v float64, i int, lo, hi, lo0, hi0 float64, root, equal, raised bool, kids int) bool {
	right := lo >= hi
	if p.is(lastAsBound) {
		right = v >= hi
	}
	switch p.bug {
	case cutsNever, cutsLate:
		return false
	case cutEarly:
		return lo+1 >= hi
	case minCutsEarly:
		return right || side < 0 && hi < noEnd && best >= hi-2
	case cutByFirst:
		return right || i == 0 && !root && swap(side, best) > 0
	case minCutsAtBeta:
		if side < 0 && !root {
			return -best <= min(-lo0, mostValue-1) && lo0 > -noEnd
		}
	case maxCutsAtAlpha:
		if side > 0 && !root {
			return best >= lo0 && lo0 > -noEnd
		}
	case cutSiblings:
		return right || i == 1
	case cutsAtZero:
		return right || best == 0
	case deepBound:
		return right || !root && hi < noEnd && best >= hi-3
	case rootCut:
		return right || root && swap(side, best) > 0
	case stopsAtEqual:
		return right || equal
	case stopsWhenRaised:
		return right || raised
	case cutsTwoLevels:
		cut := p.cutBelow
		p.cutBelow = false
		return right || cut
	case limitTooSmall:
		return right || best >= mostValue-1
	case limitOfOther:
		return right || best <= leastValue+1
	case cutsLast:
		return right || i == kids-2
	case cutsReversed:
		return hi < noEnd && best <= hi && i > 0 || right
	case cutsAtOwnLow:
		return right || lo0 > -noEnd && best == lo0
	case cutsWhenWorse:
		return right || i > 0 && v < best
	case cutsSome:
		return right || i > 0 && !root && best > 0
	}
	return right
}

// child searches a child with the window that the style gives it.
func (p *student) child(b, k *board, i, depth int, side, lo, hi float64) float64 {
	seek := func(lo, hi float64) float64 {
		alpha, beta := swapWindow(side, lo, hi)
		inner := len(k.kids) > 0 && depth > 0
		if p.style == "negamax" && inner { // what the child sees from its own side
			x, y := -hi, -lo
			switch {
			case p.is(windowSame):
				x, y = lo, hi
			case p.is(windowUnswapped):
				x, y = -lo, -hi
			case p.is(windowUnnegated):
				x, y = hi, lo
			case p.is(windowHalf) && lo > -noEnd:
				x, y = -hi, lo
			case p.is(windowOtherHalf) && hi < noEnd:
				x, y = hi, -lo
			}
			alpha, beta = swapWindow(-side, x, y)
		}
		d := depth
		if p.is(reduces) && i > 0 && depth > 1 {
			d--
		}
		v := swap(side, p.search(k, b, d, alpha, beta, false))
		switch {
		case !inner && p.is(leafUncoloured):
			v = swap(side, v)
		case inner && (p.is(noNegation) || p.is(noNegationOfFirst) && i == 0 || p.is(noNegationOfLater) && i > 0):
			v = -v
		case inner && p.is(negatesForMax) && side < 0:
			v = -v
		}
		return v
	}
	if p.style != "pvs" {
		return seek(lo, hi)
	}
	if i == 0 {
		switch {
		case p.is(scoutsFirst) && hi < noEnd:
			return seek(hi-1, hi)
		case p.is(firstAboveLow) && lo > -noEnd:
			return seek(lo+1, hi)
		}
	}
	if i == 0 || lo <= -noEnd {
		return seek(lo, hi)
	}
	a, z := lo, lo+1
	switch {
	case p.is(scoutsBelow):
		a, z = lo-1, lo
	case p.is(scoutsAbove):
		a, z = lo+1, lo+2
	case p.is(scoutsAtZero):
		a, z = 0, 1
	case p.is(scoutsEmpty):
		a, z = lo, lo
	}
	v := seek(a, z)
	again := v > lo && v < hi && hi > lo+1
	switch {
	case p.is(noResearch):
		return v
	case p.is(noResearchOfMin) && side < 0, p.is(noResearchOfMax) && side > 0:
		return v
	case p.is(noResearchOfLast) && i == len(b.kids)-1 && i > 1, p.is(noResearchOfSecond) && i == 1:
		return v
	case p.is(noResearchBelow) && depth <= 2:
		return v
	case p.is(researchIfMuch):
		again = again && v > lo+1
	case p.is(researchIfLow):
		again = v <= lo && hi > lo+1
	case p.is(researchIfHigh):
		again = v >= hi
	case p.is(researchEqual):
		again = v == lo && hi > lo+1
	}
	if !again {
		return v
	}
	a, z = lo, hi
	switch {
	case p.is(researchNarrow):
		z = min(hi, v+1)
	case p.is(researchBelow):
		z = v
	case p.is(researchTurned):
		a, z = hi, lo
	case p.is(researchScout):
		a, z = lo, lo+1
	case p.is(researchWide):
		a, z = -noEnd, noEnd
	}
	w := seek(a, z)
	if p.is(researchIgnored) {
		return v
	}
	return w
}

// A place in the table.
func (p *student) place(b *board, depth int) string {
	name := b.name
	switch {
	case p.is(tableNoKey):
		name = fmt.Sprint(b.mover, len(b.kids))
	case p.is(tableNoMover):
		name = fmt.Sprint(len(b.kids), b.depth())
	case p.is(tableByStatic):
		name = fmt.Sprint(b.static)
	case p.is(tableByFirst):
		name = p.id(b.kids[0])
	}
	if p.style == "deepening table" && !p.is(tableNoDepth) {
		return fmt.Sprint(name, " ", depth)
	}
	return name
}

func (p *student) lookUp(b *board, depth int, alpha, beta float64) (float64, bool) {
	if p.table == nil {
		return 0, false
	}
	t, ok := p.table[p.place(b, depth)]
	if !ok {
		return 0, false
	}
	switch {
	case p.is(tableAsExact) && t[0] > -noEnd, p.is(tableWrongSide) && t[0] > -noEnd && t[0] <= alpha, p.is(tableLowAtAlpha) && t[0] > -noEnd && t[0] <= alpha+1:
		return t[0], true
	case p.is(tableUpperAsExact) && t[1] < noEnd, p.is(tableUpperAtBeta) && t[1] < noEnd && t[1] >= beta:
		return t[1], true
	case p.is(tableMean) && t[0] > -noEnd && t[1] < noEnd:
		return math.Trunc((t[0] + t[1]) / 2), true
	case p.is(tableOffByOne) && t[0] >= beta-1, t[0] == t[1], t[0] >= beta:
		return t[0], true
	case p.is(tableUpperOffByOne) && t[1] <= alpha+1, t[1] <= alpha:
		return t[1], true
	}
	return 0, false
}

func (p *student) store(b *board, depth int, v, alpha, beta float64, cut bool) {
	if p.table == nil {
		return
	}
	name := p.place(b, depth)
	t := p.table[name]
	if t == nil {
		t = &[2]float64{-noEnd, noEnd}
		p.table[name] = t
	}
	upper, lower := v < beta, v > alpha
	switch {
	case p.is(storesExact):
		upper, lower = true, true
	case p.is(storesTurned):
		upper, lower = lower, upper
	case p.is(storesCutExact):
		upper, lower = upper || cut, lower || cut
	case p.is(storesLowExact):
		lower = true
	case p.is(storesHighExact):
		upper = true
	case p.is(storesEdges):
		upper, lower = v <= beta, v >= alpha
	case p.is(storesNegated) && b.mover == 2:
		v = -v
	case p.is(storesBeside):
		v++
	case p.is(storesStatic):
		v = float64(b.static)
	case p.is(storesFirst) && len(b.kids[0].kids) == 0:
		v = float64(b.kids[0].value)
	}
	if upper {
		t[1] = min(t[1], v)
	}
	if lower {
		t[0] = max(t[0], v)
	}
}

// average is the value of a chance node. Windows do not pass it.
func (p *student) average(b *board, depth int, alpha, beta float64) float64 {
	total, least, most, weights := 0.0, 0.0, 0.0, 0.0
	var first, likeliest float64
	above := p.likely
	if above == 0 {
		above = 1
	}
	for i, k := range b.kids {
		q := float64(k.prob) / 4
		x, y := -noEnd, noEnd
		switch {
		case p.is(windowPassesChance):
			x, y = alpha, beta
		case p.is(alphaPassesChance):
			x = alpha
		case p.is(betaPassesChance):
			y = beta
		case p.is(windowTimesChance):
			x, y = alpha*q, beta*q
		case p.is(windowByChance):
			if alpha > -noEnd {
				x = min(alpha/q, mostValue)
			}
			if beta < noEnd {
				y = max(beta/q, leastValue)
			}
		case p.is(windowTurnedByChance):
			x, y = beta, alpha
		case p.is(windowOfFirst) && i == 1:
			x = first
		}
		p.likely = above * q
		v := p.search(k, b, depth-1, x, y, false)
		w := q
		switch {
		case p.is(averageEqual):
			w = 0.5
		case p.is(averageTurned):
			w = 1 - q
		case p.is(averageFirstOnly) && i == 1, p.is(averageLastOnly) && i == 0:
			w = 0
		case p.is(averageByFirst):
			w = float64(b.kids[0].prob) / 4
		case p.is(averageUnweighted):
			w = 1
		case p.is(averageSquared):
			w = q * q
		case p.is(averageHalved):
			w = q / 2
		case p.is(averageByPath):
			w = p.likely
		case p.is(averageOfFirst) && i == 1:
			v = first
		case p.is(averageOfBetter) && v < 0:
			w = 0
		case p.is(averageOfSizes):
			v = math.Abs(v)
		}
		if i == 0 {
			first, likeliest, least, most = v, v, v, v
		} else if q > 0.5 || q == 0.5 && p.is(averageLikeliest) && v > likeliest {
			likeliest = v
		}
		least, most = min(least, v), max(most, v)
		total += w * v
		weights += w
		if i == 0 {
			rest := 1 - q
			cut := false
			switch p.bug {
			case chanceCutsByPart:
				cut = beta < noEnd && total >= beta || alpha > -noEnd && total < alpha
			case chanceCutsByFirst:
				cut = beta < noEnd && v >= beta || alpha > -noEnd && v <= alpha
			case chanceCutsByZero:
				cut = beta < noEnd && total+rest*0 >= beta
			case chanceCutsByLimit:
				cut = alpha > -noEnd && total+rest*(mostValue-3) <= alpha
			case chanceCutsByLeast:
				cut = beta < noEnd && total+rest*(leastValue+3) >= beta
			case chanceCutsUnweighted:
				cut = alpha > -noEnd && total+rest <= alpha || beta < noEnd && total-rest >= beta
			case chanceCutsRare:
				cut = rest < 0.5
			}
			if cut {
				p.likely = above
				p.prune(b, b.kids[1:])
				if total /= q; p.is(chanceCutsByPart) || p.is(chanceCutsByZero) {
					total *= q
				}
				return total
			}
		}
	}
	p.likely = above
	switch p.bug {
	case chanceTakesMost:
		return most
	case chanceTakesLeast:
		return least
	case averageLikeliest:
		return likeliest
	case averageTruncated:
		return math.Trunc(total)
	case averageRounded:
		return math.Floor(total + 0.5)
	case averageNegated:
		return -total
	case averageClamped:
		return max(alpha, min(beta, total))
	}
	return total
}

// maxPasses ends an MTD(f) whose bug lets it go on for ever.
const maxPasses = 24

// mtdf is MTD(f), with a table of the nodes.
func (p *student) mtdf(root *board, guess float64) float64 {
	p.table = map[string]*[2]float64{}
	low, high, g := -noEnd, noEnd, guess
	gamma := g
	for pass := 0; low < high && pass < maxPasses; pass++ {
		if gamma = g; g == low && !p.is(gammaStays) {
			gamma++
		}
		a, z := gamma-1, gamma
		switch {
		case p.is(gammaAbove):
			a, z = gamma, gamma+1
		case p.is(gammaWide):
			a, z = gamma-2, gamma
		case p.is(gammaWideAbove):
			z = gamma + 1
		case p.is(gammaOfGuess) && pass > 0:
			a, z = guess-1, guess
		}
		g = p.search(root, nil, p.depth, a, z, true)
		less := g < gamma
		switch {
		case p.is(gammaMet):
			less = g <= gamma
		case p.is(gammaReversed):
			less = !less
		}
		if less {
			high = g
		} else {
			low = g
		}
		if low < high && (p.is(firstPassOnly) || p.is(stopsAtLow) && low > -noEnd || p.is(stopsAtHigh) && high < noEnd ||
			p.is(stopsAfterTwo) && pass == 1 || p.is(stopsAtGuess) && g == guess) {
			break
		}
	}
	switch {
	case p.is(returnsGamma):
		return gamma
	case p.is(returnsGuess):
		return guess
	case p.is(returnsLow) && low > -noEnd:
		return low - 1
	}
	return g
}

// within says whether a value in a window is at least, and at most, the value of the root.
func within(v, alpha, beta float64) [2]bool {
	return [2]bool{v > alpha || alpha <= -noEnd, v < beta || beta >= noEnd}
}

// aspiration searches around a guess, and again where the value lies outside.
func (p *student) aspiration(root *board, guess float64) float64 {
	alpha, beta := guess-1, guess+1
	switch {
	case p.is(windowInside):
		alpha, beta = guess, guess
	case p.is(windowTurnedAround):
		alpha, beta = guess+1, guess-1
	}
	pass := func(a, b float64) float64 { return p.search(root, nil, p.depth, a, b, true) }
	got := pass(alpha, beta)
	low, high := got <= alpha, got >= beta
	first := got
	switch {
	case p.is(guessReturned):
		return got
	case p.is(noResearchLow) && low, p.is(noResearchHigh) && high:
		return got
	case p.is(lowTestStrict):
		if low = got < alpha; !low && !high && got == alpha {
			return got
		}
	case p.is(highTestStrict):
		if high = got > beta; !low && !high && got == beta {
			return got
		}
	}
	x, y := -noEnd, noEnd
	switch {
	case low:
		y = alpha + 1
		switch {
		case p.is(researchOther):
			x, y = alpha, noEnd
		case p.is(researchSame):
			x, y = alpha, beta
		case p.is(researchFarLow):
			y = alpha - 1
		case p.is(researchAtEdge):
			y = alpha
		case p.is(researchHalf):
			x = alpha - 2
		case p.is(researchLowOneWide):
			x = alpha - 1
		}
	case high:
		x = beta - 1
		switch {
		case p.is(researchOther):
			x, y = -noEnd, beta
		case p.is(researchSame):
			x, y = alpha, beta
		case p.is(researchFarHigh):
			x = beta + 1
		case p.is(researchAtEdge):
			x = beta
		case p.is(researchHalf):
			y = beta + 2
		case p.is(researchHighOneWide):
			y = beta + 1
		}
	default:
		return got
	}
	got = pass(x, y)
	switch {
	case p.is(firstKept):
		return first
	case p.is(bothAveraged):
		return math.Trunc((first + got) / 2)
	}
	return got
}

// deepening searches to one depth after the other.
func (p *student) deepening(root *board, alpha, beta float64) float64 {
	if transposes(p.style) {
		p.table = map[string]*[2]float64{}
	}
	got, before := 0.0, 0.0
	for d := 1; d <= p.depth; d++ {
		if p.is(depthShort) && d == p.depth && d > 1 || p.is(stopsWhenSame) && d > 2 && got == before || p.is(stopsAtLimit) && d > 1 && got >= 2 || p.is(stopsWhenWorse) && d > 2 && got < before {
			break
		}
		p.seen = map[*board]bool{}
		p.searched = d
		before = got
		a, z := alpha, beta
		if p.is(aroundLast) && d > 1 {
			a, z = got-1, got+1
		}
		p.least, p.most = -noEnd, noEnd
		got = p.search(root, nil, d, a, z, true)
	}
	switch {
	case p.is(returnsBefore):
		return before
	case p.is(returnsGreatest):
		return max(before, got)
	case p.is(returnsMean):
		return math.Trunc((before + got) / 2)
	}
	return got
}

// run runs the program, and returns the value that it claims of the root.
func (p *student) run(root *board, guess float64) (v float64) {
	p.seen = map[*board]bool{}
	p.depth = root.depth()
	p.searched = p.depth
	p.claims = [2]bool{true, true}
	p.least, p.most = -noEnd, noEnd
	alpha, beta := -noEnd, noEnd
	if p.range_ {
		alpha, beta = leastValue, mostValue
	}
	switch p.style {
	case "aspiration":
		v = p.aspiration(root, guess)
	case "mtdf":
		v = p.mtdf(root, guess)
	case "deepening", "deepening table":
		v = p.deepening(root, alpha, beta)
	case "bound":
		alpha, beta = guess-1, guess
		return p.search(root, nil, p.depth, alpha, beta, true)
	case "table":
		p.table = map[string]*[2]float64{}
		fallthrough
	default:
		v = p.search(root, nil, p.depth, alpha, beta, true)
	}
	if p.ends {
		p.say(`{"type":"done","value":%s}`, p.number(v))
	}
	return v
}

// lastDepth is the depth of the search whose result the program returns.
func (p *student) lastDepth() int { return p.searched }
