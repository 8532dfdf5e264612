package checks_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/search/checks"
)

var styleTrees = flag.Int("styles", 500, "random trees for each style of program")

// This file has programs as students write them, in the styles that are usual, and mutants of each. They
// share no code with the engines.

// A board is a position of a game of two players.
type board struct {
	name   string // of the position; boards with the same name are the same
	path   string // to it, as the programs name nodes that keep no table
	mover  int    // 1: Max, 2: Min, 0: chance
	kids   []*board
	value  int // of a leaf
	static int // what a search that stops here returns
	prob   int // in quarters, below chance
}

// The values of leaves.
const (
	leastValue = -4
	mostValue  = 4
)

func (s *studentTest) board(depth, mover int, path string, chance bool) *board {
	r := s.random
	b := &board{path: path, name: path, mover: mover, static: r.IntN(mostValue-leastValue+1) + leastValue}
	if depth == 0 || path != "r" && r.IntN(6) == 0 {
		b.value, b.mover = r.IntN(mostValue-leastValue+1)+leastValue, 0
		return b
	}
	next := 3 - mover
	kids := 1 + r.IntN(3)
	if path == "r" {
		kids = 2 + r.IntN(2)
	}
	if chance && path != "r" && r.IntN(3) == 0 {
		b.mover, next, kids = 0, mover, 2
	}
	for i := range kids {
		b.kids = append(b.kids, s.board(depth-1, next, path+string(rune('a'+i)), chance))
	}
	if b.mover == 0 {
		q := 1 + r.IntN(3)
		b.kids[0].prob, b.kids[1].prob = q, 4-q
	}
	if s.transpose && depth > 1 { // some positions come twice
		s.seen = append(s.seen, b)
		for i, k := range b.kids {
			if len(s.seen) > 1 && r.IntN(3) == 0 {
				if same := s.seen[r.IntN(len(s.seen))]; same.mover == k.mover && len(k.kids) > 0 && same.depth() == k.depth() && !same.holds(b) {
					b.kids[i] = same
				}
			}
		}
	}
	return b
}

func (b *board) depth() (d int) {
	for _, k := range b.kids {
		d = max(d, k.depth()+1)
	}
	return d
}

func (b *board) holds(other *board) bool {
	return b == other || slices.ContainsFunc(b.kids, func(k *board) bool { return k.holds(other) })
}

// worth is the value of a board to a depth, and the least and the largest that it can be if the leaves that
// were not seen can have any value from low to high. Quarters to the power of the chance nodes above are
// kept exact as floats.
func (b *board) worth(depth int, seen map[*board]bool, low, high float64) (least, most float64) {
	if len(b.kids) == 0 || depth == 0 {
		if seen != nil && !seen[b] {
			return low, high
		}
		v := float64(b.value)
		if len(b.kids) > 0 {
			v = float64(b.static)
		}
		return v, v
	}
	for i, k := range b.kids {
		l, m := k.worth(depth-1, seen, low, high)
		switch {
		case b.mover == 0:
			least += l * float64(k.prob) / 4
			most += m * float64(k.prob) / 4
		case i == 0:
			least, most = l, m
		case b.mover == 1:
			least, most = max(least, l), max(most, m)
		default:
			least, most = min(least, l), min(most, m)
		}
	}
	return least, most
}

// A student is a program: a style, what it prints, and what is wrong with it.
type student struct {
	style    string
	hard     bool // values are clamped to the window
	windows  int  // what is printed of them: 0 nothing, 1 that of the root, 2 all
	named    bool // the header names the algorithm
	limits   bool // the header has minp and maxp
	range_   bool // the root is searched with the window of the limits
	cuts     int  // how a cut is printed: 0 names, 1 a number, 2 neither, 3 no line
	lookups  int  // how a table hit is printed: 0 enter and exit, 1 a leaf
	bug      int  // 0: none
	out      strings.Builder
	seen     map[*board]bool
	table    map[string]*[2]int // bounds by name
	depth    int
	searched int
	claims   [2]bool // the result is at least, at most the value
	tree     *board  // in the header; nil: none
}

const noEnd = 1000

func (p *student) say(format string, args ...any) {
	fmt.Fprintf(&p.out, format+"\n", args...)
}

func (p *student) id(b *board) string {
	if p.style == "table" || p.style == "mtdf table" {
		return b.name
	}
	return b.path
}

func end2(v int) string {
	if v >= noEnd || v <= -noEnd {
		return "null"
	}
	return strconv.Itoa(v)
}

func (p *student) enter(b *board, root bool, alpha, beta int) {
	w := ""
	if p.windows == 2 || p.windows == 1 && root {
		w = fmt.Sprintf(`,"alpha":%s,"beta":%s`, end2(alpha), end2(beta))
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
	p.say(`{"type":"leaf","id":%q,"value":%v%s%s}`, p.id(b), v, p.prob(b), s)
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

// The bugs of students. Each is tried where it applies.
const (
	noBug = iota
	cutEarly
	cutAtAlpha
	cutByFirst
	returnFirst
	returnLast
	wrongSide
	staleBest
	betaLost
	alphaTaken
	sumsUp
	skipsLast
	skipsFirst
	offByOne
	minCutsAtBeta
	maxCutsAtAlpha
	boundAsValue
	noResearch
	researchNarrow
	windowShifted
	windowSwapped
	wrongClamp
	clampBoth
	tableAsExact
	tableWrongSide
	tableNoKey
	stopEarly
	guessReturned
	firstPassOnly
	depthShort
	staticEarly
	averageWrong
	averageSkips
	cutBelowChance
	rootWrong
	valueNegated
	maxForMin
	cutSiblings
	equalLost
	deepBound
	rootCut
	bugs
)

// search is alpha-beta with all that the styles need.
func (p *student) search(b *board, depth, alpha, beta int, root bool) int {
	if len(b.kids) == 0 || depth == 0 || p.bug == staticEarly && depth == 1 && !root && p.style == "deepening" {
		v := b.value
		if len(b.kids) > 0 {
			v = b.static
		}
		p.leaf(b, float64(v), len(b.kids) > 0)
		return v
	}
	if v, ok := p.lookUp(b, alpha, beta); ok {
		if p.lookups == 1 {
			p.say(`{"type":"leaf","id":%q,"value":%d}`, p.id(b), v)
		} else {
			p.enter(b, root, alpha, beta)
			p.say(`{"type":"exit","id":%q,"value":%d}`, p.id(b), v)
		}
		return v
	}
	p.enter(b, root, alpha, beta)
	a0, b0 := alpha, beta
	best := 0
	for i, k := range b.kids {
		if p.bug == skipsLast && i > 0 && i == len(b.kids)-1 || p.bug == skipsFirst && i == 0 && len(b.kids) > 1 && !root {
			continue
		}
		a, z := alpha, beta
		if p.bug == windowShifted && i > 0 {
			if b.mover == 1 {
				a++
			} else {
				z--
			}
		}
		if p.bug == betaLost && !root {
			z = noEnd
		}
		if p.bug == alphaTaken && b.mover == 2 && best != 0 {
			a = best
		}
		v := p.child(b, k, i, depth-1, a, z)
		first := i == 0 || p.bug == skipsFirst && i == 1 && !root
		switch {
		case first, p.bug == returnLast, b.mover == 1 && v > best, b.mover == 2 && v < best:
			if !(p.bug == returnFirst && !first) && !(p.bug == wrongSide && !first && b.mover == 2) && !(p.bug == staleBest && !first && i == 2) {
				best = v
			}
		}
		if p.bug == maxForMin && b.mover == 2 && v > best && !root {
			best = v
		}
		if b.mover == 1 {
			alpha = max(alpha, best)
		} else {
			beta = min(beta, best)
		}
		if i+1 < len(b.kids) && p.stops(b, best, i, alpha, beta, a0, b0, root) {
			p.prune(b, b.kids[i+1:])
			break
		}
	}
	if p.hard {
		best = max(a0, min(b0, best))
	}
	switch {
	case p.bug == offByOne && !root && best > 2:
		best--
	case p.bug == wrongClamp && b0 < noEnd && best < b0 && b.mover == 2:
		best = b0
	case p.bug == clampBoth && a0 > -noEnd && !root:
		best = max(best, a0+1)
	case p.bug == valueNegated && b.mover == 2 && !root:
		best = -best
	case p.bug == rootWrong && root:
		best++
	case p.bug == sumsUp && root && len(b.kids) > 2:
		best += 2
	}
	p.store(b, best, a0, b0)
	p.say(`{"type":"exit","id":%q,"value":%d}`, p.id(b), best)
	return best
}

// stops reports whether the rest of the children is cut.
func (p *student) stops(b *board, best, i, alpha, beta, a0, b0 int, root bool) bool {
	switch p.bug {
	case cutEarly:
		return alpha+1 >= beta
	case cutAtAlpha:
		if b.mover == 2 {
			return best <= a0+2 && a0 > -noEnd
		}
	case cutByFirst:
		return alpha >= beta || i == 0 && !root && best > 0
	case minCutsAtBeta:
		if b.mover == 2 && !root {
			return best <= min(b0, mostValue-1) && b0 < noEnd
		}
	case maxCutsAtAlpha:
		if b.mover == 1 && !root {
			return best >= a0 && a0 > -noEnd
		}
	case cutSiblings:
		return alpha >= beta || i == 1
	case equalLost:
		return alpha >= beta || best == 0
	case deepBound:
		return alpha >= beta || !root && best == a0-1
	case rootCut:
		return alpha >= beta || root && best > 0
	}
	return alpha >= beta
}

// child searches a child with the window that the style gives it.
func (p *student) child(b, k *board, i, depth, alpha, beta int) int {
	if p.style != "pvs" || i == 0 {
		return p.search(k, depth, alpha, beta, false)
	}
	if b.mover == 1 && alpha > -noEnd {
		v := p.search(k, depth, alpha, alpha+1, false)
		if v > alpha && v < beta && p.bug != noResearch && beta > alpha+1 {
			if p.bug == researchNarrow {
				beta = min(beta, v+1)
			}
			v = p.search(k, depth, alpha, beta, false)
		}
		return v
	}
	if b.mover == 2 && beta < noEnd {
		v := p.search(k, depth, beta-1, beta, false)
		if v < beta && v > alpha && p.bug != noResearch && beta > alpha+1 {
			if p.bug == researchNarrow {
				alpha = max(alpha, v-1)
			}
			v = p.search(k, depth, alpha, beta, false)
		}
		return v
	}
	return p.search(k, depth, alpha, beta, false)
}

func (p *student) lookUp(b *board, alpha, beta int) (int, bool) {
	if p.table == nil {
		return 0, false
	}
	name := b.name
	if p.bug == tableNoKey {
		name = fmt.Sprint(b.mover, len(b.kids))
	}
	t, ok := p.table[name]
	if !ok {
		return 0, false
	}
	switch {
	case t[0] == t[1], p.bug == tableAsExact && t[0] > -noEnd:
		return t[0], true
	case t[0] >= beta, p.bug == tableWrongSide && t[0] > -noEnd && t[0] <= alpha:
		return t[0], true
	case t[1] <= alpha:
		return t[1], true
	}
	return 0, false
}

func (p *student) store(b *board, v, alpha, beta int) {
	if p.table == nil {
		return
	}
	name := b.name
	if p.bug == tableNoKey {
		name = fmt.Sprint(b.mover, len(b.kids))
	}
	t := p.table[name]
	if t == nil {
		t = &[2]int{-noEnd, noEnd}
		p.table[name] = t
	}
	if v < beta {
		t[1] = min(t[1], v)
	}
	if v > alpha {
		t[0] = max(t[0], v)
	}
}

// negamax sees each value from the side of the mover, and prints it from that of Max.
func (p *student) negamax(b *board, alpha, beta int, root bool) int {
	p.enter(b, root, alpha, beta)
	color := 3 - 2*b.mover
	best := -noEnd
	for i, k := range b.kids {
		v := 0
		if len(k.kids) == 0 {
			p.leaf(k, float64(k.value), false)
			v = color * k.value
		} else {
			v = -p.negamax(k, -beta, -alpha, false)
		}
		best = max(best, v)
		if alpha = max(alpha, v); alpha >= beta && i+1 < len(b.kids) {
			p.prune(b, b.kids[i+1:])
			break
		}
	}
	p.say(`{"type":"exit","id":%q,"value":%d}`, p.id(b), color*best)
	return best
}

// expect is a search with chance nodes. Windows do not pass them.
func (p *student) expect(b *board, alpha, beta float64, root bool) float64 {
	if len(b.kids) == 0 {
		p.leaf(b, float64(b.value), false)
		return float64(b.value)
	}
	p.enter(b, root, -noEnd, noEnd)
	best := 0.0
	for i, k := range b.kids {
		a, z := alpha, beta
		if b.mover == 0 {
			a, z = -noEnd, noEnd
			if p.bug == cutBelowChance {
				a, z = alpha, beta
			}
		}
		v := p.expect(k, a, z, false)
		switch {
		case b.mover == 0:
			q := float64(k.prob) / 4
			if p.bug == averageWrong {
				q = 0.5
			}
			if p.bug == averageSkips && i == 1 {
				continue
			}
			best += q * v
		case i == 0, b.mover == 1 && v > best, b.mover == 2 && v < best:
			if !(p.bug == returnFirst && i > 0) {
				best = v
			}
		case p.bug == returnLast:
			best = v
		}
		if b.mover == 1 {
			alpha = max(alpha, best)
		} else if b.mover == 2 {
			beta = min(beta, best)
		}
		if p.bug == cutEarly && b.mover != 0 && alpha+1 >= beta || b.mover != 0 && alpha >= beta {
			if i+1 < len(b.kids) {
				p.prune(b, b.kids[i+1:])
				break
			}
		}
	}
	if p.bug == rootWrong && root {
		best += 0.5
	}
	p.say(`{"type":"exit","id":%q,"value":%v}`, p.id(b), best)
	return best
}

// run runs the program, and returns the value that it claims of the root.
func (p *student) run(root *board, guess int) (v float64) {
	p.seen = map[*board]bool{}
	p.depth = root.depth()
	p.searched = p.depth
	p.claims = [2]bool{true, true}
	alpha, beta := -noEnd, noEnd
	if p.range_ {
		alpha, beta = leastValue, mostValue
	}
	switch p.style {
	case "negamax":
		if p.bug == noBug {
			return float64((3 - 2*root.mover) * p.negamax(root, -noEnd, noEnd, true))
		}
	case "chance":
		return p.expect(root, -noEnd, noEnd, true)
	case "aspiration":
		alpha, beta = guess-1, guess+1
		if p.bug == windowSwapped {
			alpha, beta = guess, guess+1
		}
		got := p.search(root, p.depth, alpha, beta, true)
		switch {
		case p.bug == guessReturned:
			if p.windows > 0 { // what is printed says that it is a bound
				p.claims = [2]bool{got > alpha, got < beta}
			}
			return float64(got)
		case got <= alpha:
			b := alpha + 1
			if p.bug == windowSwapped {
				b = alpha
			}
			got = p.search(root, p.depth, -noEnd, b, true)
		case got >= beta:
			got = p.search(root, p.depth, beta-1, noEnd, true)
		}
		return float64(got)
	case "mtdf", "mtdf table":
		p.table = map[string]*[2]int{}
		low, high, g := -noEnd, noEnd, guess
		for low < high {
			gamma := g
			if g == low {
				gamma++
			}
			g = p.search(root, p.depth, gamma-1, gamma, true)
			if g < gamma {
				high = g
			} else {
				low = g
			}
			if low < high && (p.bug == firstPassOnly || p.bug == stopEarly && low > -noEnd) {
				if p.windows > 0 { // likewise
					p.claims = [2]bool{low == g, high == g}
				}
				break
			}
		}
		return float64(g)
	case "deepening":
		got := 0
		for d := 1; d <= p.depth; d++ {
			if p.bug == depthShort && d == p.depth && d > 1 {
				break
			}
			p.seen = map[*board]bool{}
			p.searched = d
			got = p.search(root, d, alpha, beta, true)
		}
		return float64(got)
	case "bound":
		alpha, beta = guess-1, guess
		got := p.search(root, p.depth, alpha, beta, true)
		p.claims = [2]bool{got >= beta, got <= alpha}
		return float64(got)
	case "table":
		p.table = map[string]*[2]int{}
	}
	return float64(p.search(root, p.depth, alpha, beta, true))
}

// A studentTest makes boards and programs.
type studentTest struct {
	random    *rand.Rand
	transpose bool
	seen      []*board
}

// styles are the styles, with the bugs that apply to each besides those of every search.
var styles = map[string][]int{
	"fail-soft":  nil,
	"fail-hard":  {wrongClamp, clampBoth},
	"negamax":    nil,
	"windows":    {windowShifted},
	"aspiration": {guessReturned, windowSwapped},
	"pvs":        {noResearch, researchNarrow, windowShifted},
	"mtdf":       {firstPassOnly, stopEarly},
	"table":      {tableAsExact, tableNoKey, tableWrongSide},
	"deepening":  {depthShort},
	"chance":     {averageWrong, averageSkips, cutBelowChance},
	"bound":      nil,
}

var always = []int{cutEarly, cutAtAlpha, cutByFirst, returnFirst, returnLast, wrongSide, staleBest, betaLost, alphaTaken, sumsUp, skipsLast, skipsFirst, offByOne, minCutsAtBeta, maxCutsAtAlpha, rootWrong, valueNegated, maxForMin, cutSiblings, equalLost, deepBound, rootCut}

// student makes a program of a style.
func (s *studentTest) student(style string) *student {
	r := s.random
	p := &student{style: style, limits: r.IntN(2) == 0, cuts: r.IntN(3), lookups: r.IntN(2)}
	switch style {
	case "fail-hard":
		p.hard = true
	case "aspiration", "pvs", "bound":
		p.hard, p.windows = r.IntN(2) == 0, r.IntN(3)
	case "windows":
		p.hard, p.windows = r.IntN(2) == 0, 2
	case "deepening":
		p.hard = r.IntN(2) == 0
	}
	if style == "mtdf" {
		p.windows = 2 * r.IntN(2)
	}
	if style == "bound" {
		p.windows = max(1, p.windows)
	}
	if style == "fail-soft" || style == "fail-hard" || style == "windows" {
		p.range_ = p.limits && r.IntN(3) == 0
	}
	p.named = r.IntN(2) == 0
	return p
}

// noTree reports whether the nodes of a style's runs are not those of a tree.
func noTree(style string) bool { return style == "table" || style == "deepening" }

func (p *student) header() string {
	h := `{"kind":"minimax"`
	if p.tree != nil {
		var b strings.Builder
		p.tree.text(&b)
		h += fmt.Sprintf(`,"text":%q`, fmt.Sprintf("kind minimax minp %d maxp %d delta 1", leastValue, mostValue)+b.String())
	} else if p.limits {
		h += fmt.Sprintf(`,"minp":%d,"maxp":%d,"delta":1`, leastValue, mostValue)
	}
	name := map[string]string{"fail-soft": "alphabeta", "fail-hard": "alphabeta", "negamax": "alphabeta", "windows": "alphabeta", "aspiration": "alphabeta", "pvs": "pvs", "mtdf": "mtdf", "bound": "alphabeta"}[p.style]
	if p.named && name != "" {
		h += fmt.Sprintf(`,"algorithm":%q`, name)
	}
	return h + "}\n"
}

// judged runs a program on a board, and judges what it prints.
func (s *studentTest) judged(t *testing.T, p *student, root *board) (r *checks.Report, text string, v float64) {
	guess := leastValue + s.random.IntN(mostValue-leastValue+1)
	v = p.run(root, guess)
	text = p.header() + p.out.String()
	return check(t, text, checks.Options{}), text, v
}

// TestStyles runs right programs in each style: nothing is called an error, and nearly all is called right.
func TestStyles(t *testing.T) {
	for style := range styles {
		t.Run(style, func(t *testing.T) {
			t.Parallel()
			s := &studentTest{random: rand.New(rand.NewPCG(uint64(len(style)), 61)), transpose: style == "table"}
			verdicts := map[string]int{}
			for range *styleTrees {
				s.seen = nil
				root := s.board(2+s.random.IntN(3), 1+s.random.IntN(2), "r", style == "chance")
				p := s.student(style)
				if !noTree(style) && s.random.IntN(3) == 0 {
					p.tree, p.limits = root, true
				}
				r, text, v := s.judged(t, p, root)
				if truth, _ := root.worth(-1, nil, 0, 0); p.claims == [2]bool{true, true} && truth != v {
					t.Fatalf("the program is wrong: %v, want %v\n%s", v, truth, text)
				}
				if r.Errors > 0 {
					t.Fatalf("%+v: %s: %+v\n%s", p.header(), r.Verdict, r.Checks, numbered(text))
				}
				verdicts[r.Verdict]++
				if r.Verdict != "right" && !(style == "aspiration" && p.windows == 0 || style == "pvs" && p.hard && p.windows < 2) {
					t.Fatalf("all windows that matter are known, and the run is %s: %+v\n%s", r.Verdict, r.Checks, numbered(text))
				}
			}
			t.Log(verdicts)
		})
	}
}

// hidden are the bugs that a trace alone does not show: what the program leaves out, it does not print.
// They are judged with the tree in the header.
var hidden = []int{skipsLast, skipsFirst}

// text writes the board as a header does.
func (b *board) text(out *strings.Builder) {
	fmt.Fprintf(out, " %s: ", b.path)
	if len(b.kids) == 0 {
		fmt.Fprint(out, b.value)
		return
	}
	out.WriteString([]string{"*[", "max[", "min["}[b.mover])
	for _, k := range b.kids {
		if k.prob > 0 {
			fmt.Fprintf(out, " @%d/4", k.prob)
		}
		k.text(out)
	}
	out.WriteString(" ]")
}

// given is the value of a board from the leaves that were seen and some values of others; the rest is absent.
func (b *board) given(depth int, seen map[*board]bool, values map[string]float64) (v float64, is bool) {
	if v, is := values[b.path]; is {
		return v, true
	}
	if len(b.kids) == 0 || depth == 0 {
		v, _ := b.worth(depth, nil, 0, 0)
		return v, seen[b]
	}
	total := 0.0
	for _, k := range b.kids {
		w, some := k.given(depth-1, seen, values)
		switch {
		case !some:
		case b.mover == 0:
			v, total = v+w*float64(k.prob), total+float64(k.prob)
		case !is, b.mover == 1 && w > v, b.mover == 2 && w < v:
			v = w
		}
		is = is || some
	}
	if b.mover == 0 && is {
		v /= total
	}
	return v, is
}

// TestStyleMutants runs programs with bugs: where the root is wrong, an error says so; where a cut could
// change what the run claims, the run is not called right; and each proof changes the root.
func TestStyleMutants(t *testing.T) {
	for style, own := range styles {
		t.Run(style, func(t *testing.T) {
			t.Parallel()
			s := &studentTest{random: rand.New(rand.NewPCG(uint64(len(style)), 62)), transpose: style == "table"}
			for _, bug := range slices.Concat(always, own) {
				if bug == tableAsExact || bug == tableNoKey || bug == tableWrongSide || slices.Contains(hidden, bug) && noTree(style) {
					continue
				}
				named, wrong, proofs, harmless := 0, 0, 0, 0
				for range max(*styleTrees/5, 60) {
					s.seen = nil
					root := s.board(2+s.random.IntN(3), 1+s.random.IntN(2), "r", style == "chance")
					p := s.student(style)
					p.bug = bug
					if slices.Contains(hidden, bug) {
						p.tree, p.limits = root, true
					}
					guess := leastValue + s.random.IntN(mostValue-leastValue+1)
					v := p.run(root, guess)
					text := p.header() + p.out.String()
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
					case isWrong && r.Errors == 0 && (p.limits && style != "table" || r.Verdict == "right"):
						t.Fatalf("bug %d: the root is %v, not %v, and the run is %s: %+v\n%s", bug, truth, v, r.Verdict, r.Checks, numbered(text))
					case open && r.Verdict == "right":
						t.Fatalf("bug %d: the root is between %v and %v, and the run, which claims %v, is right: %+v\n%s", bug, least, most, v, r.Checks, numbered(text))
					}
					if r.Errors > 0 {
						named++
					}
					if isWrong {
						wrong++
					}
					if !isWrong && !open {
						harmless++
					}
					for i := range r.Checks {
						x := &r.Checks[i]
						if x.Verdict != checks.Unsound || p.cuts > 0 || style == "table" || style == "deepening" {
							continue
						}
						values := map[string]float64{}
						for _, w := range x.Values {
							values[w.Name] = float64(w.Value[0]) / float64(r.Run.Unit)
						}
						proofs++
						base, _ := root.given(p.lastDepth(), p.seen, nil)
						w, _ := root.given(p.lastDepth(), p.seen, values)
						changes := w != base
						if p.claims != [2]bool{true, true} {
							changes = p.claims[0] && w < v || p.claims[1] && w > v
						}
						if !changes {
							t.Fatalf("bug %d: with %v the root is %v, and the run claims %v: %+v\n%s", bug, values, w, v, x, numbered(text))
						}
					}
				}
				if wrong > 5 && named == 0 {
					t.Errorf("bug %d: %d wrong roots, and no run is called wrong", bug, wrong)
				}
				t.Logf("bug %d: %d named, %d wrong roots, %d harmless, %d proofs", bug, named, wrong, harmless, proofs)
			}
		})
	}
}

// lastDepth is the depth of the search whose result the program returns.
func (p *student) lastDepth() int { return p.searched }
