package checks_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// This file has a second judge of traces, written in the plainest way: nodes with pointers,
// scores as floats (all are fractions of powers of two here, so they are exact), and cuts
// judged by trying all values of the leaves that were not seen. It shares no code with the
// judge, not even the reader.

const none = -1

// A plainLine is one line of a trace.
type plainLine struct {
	typ        string // "enter", "leaf", "prune", "exit", "backup", "done"
	id, parent int    // none: not given
	child      int    // of backup, likewise
	player     int    // 0: not given
	chance     bool
	prob       float64 // 0: not given
	value      []float64
	null       bool // "value": null
	best       []float64
	bound      string
	alpha      *plainEnd
	beta       *plainEnd
	bounds     []plainEnd
	cut        int // none: not given
	names      []int
}

// A plainEnd is an end of a window, or the bound of a player.
type plainEnd struct {
	score float64
	open  bool
}

func (e plainEnd) String() string {
	if e.open {
		return "null"
	}
	return strconv.FormatFloat(e.score, 'f', -1, 64)
}

// A plainHead is the header of a trace.
type plainHead struct {
	minimax    bool
	players    int
	maxsum     float64 // NaN: not given, as the next two
	minp, maxp float64
	delta      bool // 1
	algorithm  string
	strict     *bool
	tree       *plainTree // nil: not given
	tiesLeft   bool       // an option, not of the header
}

// A plainTree is a tree that is searched.
type plainTree struct {
	number int // in preorder
	mover  int // 0: chance
	prob   float64
	kids   []*plainTree
	value  []float64 // of a leaf
}

func (h *plainHead) width() int {
	if h.minimax {
		return 1
	}
	return h.players
}

func scores(v []float64, minimax bool) string {
	var list []string
	for _, s := range v {
		list = append(list, strconv.FormatFloat(s, 'f', -1, 64))
	}
	if minimax {
		return list[0]
	}
	return "[" + strings.Join(list, ",") + "]"
}

func (h *plainHead) String() string {
	var b strings.Builder
	b.WriteString(`{"format":"espalier/trace/1"`)
	number := func(key string, s float64) {
		if !math.IsNaN(s) {
			fmt.Fprintf(&b, `,%q:%v`, key, s)
		}
	}
	if h.tree != nil {
		b.WriteString(`,"text":` + strconv.Quote(h.text()))
	} else {
		if h.minimax {
			b.WriteString(`,"kind":"minimax"`)
		} else {
			fmt.Fprintf(&b, `,"players":%d`, h.players)
			number("maxsum", h.maxsum)
		}
		number("minp", h.minp)
		number("maxp", h.maxp)
		if h.delta {
			b.WriteString(`,"delta":1`)
		}
	}
	if h.algorithm != "" {
		fmt.Fprintf(&b, `,"algorithm":%q`, h.algorithm)
	}
	if h.strict != nil {
		fmt.Fprintf(&b, `,"options":{"strict":%v}`, *h.strict)
	}
	b.WriteString("}")
	return b.String()
}

// text writes the tree in the notation of trees.ReadText.
func (h *plainHead) text() string {
	var b strings.Builder
	if h.minimax {
		b.WriteString("kind minimax")
	} else {
		fmt.Fprintf(&b, "players %d maxsum %v", h.players, h.maxsum)
	}
	if !math.IsNaN(h.minp) {
		fmt.Fprintf(&b, " minp %v", h.minp)
	}
	if !math.IsNaN(h.maxp) {
		fmt.Fprintf(&b, " maxp %v", h.maxp)
	}
	if h.delta {
		b.WriteString(" delta 1")
	}
	var write func(n *plainTree)
	write = func(n *plainTree) {
		switch {
		case len(n.kids) == 0 && h.minimax:
			b.WriteString(" " + scores(n.value, true))
		case len(n.kids) == 0:
			s := scores(n.value, false)
			b.WriteString(" (" + s[1:len(s)-1] + ")")
		default:
			if n.mover == 0 {
				b.WriteString(" *[")
			} else if h.minimax {
				b.WriteString([]string{" max[", " min["}[n.mover-1])
			} else {
				fmt.Fprintf(&b, " %d[", n.mover)
			}
			for _, k := range n.kids {
				if n.mover == 0 {
					fmt.Fprintf(&b, " @%v", k.prob)
				}
				write(k)
			}
			b.WriteString(" ]")
		}
	}
	write(h.tree)
	return b.String()
}

func (l *plainLine) appendTo(b *strings.Builder, minimax bool) {
	fmt.Fprintf(b, `{"type":%q`, l.typ)
	for _, x := range []struct {
		key string
		id  int
	}{{"id", l.id}, {"parent", l.parent}, {"child", l.child}, {"cut", l.cut}} {
		if x.id != none {
			fmt.Fprintf(b, `,%q:%d`, x.key, x.id)
		}
	}
	if l.names != nil {
		b.WriteString(`,"cut":` + strings.ReplaceAll(fmt.Sprint(l.names), " ", ","))
	}
	if l.player > 0 {
		fmt.Fprintf(b, `,"player":%d`, l.player)
	}
	if l.chance {
		b.WriteString(`,"chance":true`)
	}
	if l.prob > 0 {
		fmt.Fprintf(b, `,"prob":%v`, l.prob)
	}
	if l.value != nil {
		b.WriteString(`,"value":` + scores(l.value, minimax))
	} else if l.null {
		b.WriteString(`,"value":null`)
	}
	if l.best != nil {
		b.WriteString(`,"best":` + scores(l.best, minimax))
	}
	if l.bound != "" {
		fmt.Fprintf(b, `,"bound":%q`, l.bound)
	}
	if l.alpha != nil {
		b.WriteString(`,"alpha":` + l.alpha.String())
	}
	if l.beta != nil {
		b.WriteString(`,"beta":` + l.beta.String())
	}
	if l.bounds != nil {
		var list []string
		for _, e := range l.bounds {
			list = append(list, e.String())
		}
		b.WriteString(`,"bounds":[` + strings.Join(list, ",") + `]`)
	}
	b.WriteString("}\n")
}

// A finding is what a judge says of a line.
type finding struct {
	line    int
	verdict string
	isError bool
}

// A plainNode is a node as the trace has shown it.
type plainNode struct {
	id      int // none: it has no name
	tree    *plainTree
	parent  *plainNode
	kids    []*plainNode
	visited bool
	leaf    bool
	cutAt   int // the time of the cut that has skipped it last; 0: none
	player  int // as given, or in the tree
	chance  bool
	prob    float64
	first   float64 // the first that a line gives

	value []float64    // in the last visit; nil: none
	order []*plainNode // the children that it has searched in the last visit that has searched any
	limit string
	cuts  bool // in the last visit something below was cut
	taken *plainNode

	tied             bool        // a tie showed
	chosen           bool        // the last visit had a printed window
	fresh            bool        // visited in the search of the last depth
	entered          bool        // it was searched
	recalled, looked bool        // looked up: as a leaf, as a node without children
	odds             []*plainOdd // of its last visit
	leafIn           int         // the last visit of the root in which it was a leaf, before it was searched; from 1
	pass             int         // the visit of the root in which it was searched last
	endedAt          int         // its last visit was the endedAt-th that ended
	early            bool        // of a known tree: its last search ended before the leaves
}

// A plainOdd is a value that only a window explains which is not printed.
type plainOdd struct {
	line    int
	node    *plainNode
	settled bool
}

// A plainClaim is what a visit of the root says of its value.
type plainClaim struct {
	at, line         int
	value            float64
	low, high, given bool
}

// A plainFrame is an open node.
type plainFrame struct {
	node       *plainNode
	since      int // its time
	unnamed    int
	kids       []*plainNode // of this visit, each once
	last       *plainNode   // visited last
	pruned     bool
	cutsAll    bool    // a line cuts before the first child
	late       bool    // a missed cut was found
	a, b       float64 // the window
	mayA, mayB float64 // that of a program that begins with the limits
	printed    bool
	odds       int // of plainJudge.odds when it began
	early      bool
}

// A plainCut is a prune that a line makes, or that is implied.
type plainCut struct {
	line, at  int
	node      *plainNode
	implied   bool
	must, may bool
	judgeable bool
	skips     bool // it skips a child that has not been visited before
	shallow   bool // of a search of less depth
	open      bool // α and β decide, and the window of the root is not printed
	max       bool
	value     float64
	atLimit   bool
	place     [2]int
	stale     []*plainNode
}

type plainJudge struct {
	head      *plainHead
	line      int
	clock     int // counts visits and cuts
	root      *plainNode
	nodes     []*plainNode
	movers    []*plainNode // the nodes as the end of the trace leaves them
	stack     []*plainFrame
	exits     bool // some line ends a node
	complete  bool
	cuts      []*plainCut
	low       float64 // of all values of the trace
	high      float64
	negative  bool
	undecided map[[2]int]bool // by line and number of the node
	doubted   map[int]bool    // those where it is not known what was looked up
	findings  []finding
	wrong     int  // the malformed line; 0: none
	left      bool // a tie went to the left
	right     bool
	odds      []*plainOdd
	claims    []plainClaim
	roots     int        // visits of the root so far
	deepest   int        // the visit of the root with which the search of the last depth begins; 0: there is one depth
	shown     [2]float64 // the least and the largest score of a leaf
	whole     map[*plainNode]bool
	returned  map[any][][]float64 // what the nodes of a name have returned
	ends      int
	wentOn    map[[2]int]bool // the level and the side of a mover that went on with the best of all values

	pass, begun int // the last line that enters the root, of the whole trace and so far
	// What the last visit of the root says of it, and the line of its end.
	said       []float64
	saidAt     int
	saidBound  string
	rootWindow plainLine
}

// judgedPlainly judges a trace, and returns the line that is malformed, or 0. Lines count from 1,
// the header. A trace with many leaves that were not seen is not affordable. The cuts of some lines
// are not decided: their leaves stay free.
func judgedPlainly(h *plainHead, lines []plainLine, undecided map[[2]int]bool, doubted map[int]bool, unit float64) (judge *plainJudge, malformed int, affordable bool) {
	first := &plainJudge{head: h} // for the movers, which any line of the trace may give
	for i := range lines {
		first.line = i + 2
		if first.event(&lines[i]); first.wrong > 0 {
			break
		}
	}
	j := &plainJudge{head: h, movers: first.nodes, undecided: undecided, doubted: doubted, deepest: first.deepest, pass: first.begun}
	some, leaf := false, false
	show := func(v []float64) {
		if v == nil || first.root == nil {
			return
		}
		s := v[first.score()]
		if !leaf {
			j.shown, leaf = [2]float64{s, s}, true
		}
		j.shown = [2]float64{min(j.shown[0], s), max(j.shown[1], s)}
	}
	var all func(t *plainTree)
	all = func(t *plainTree) {
		if len(t.kids) == 0 {
			show(t.value)
		}
		for _, k := range t.kids {
			all(k)
		}
	}
	if h.tree != nil {
		all(h.tree)
	}
	for i := range lines {
		if lines[i].typ == "leaf" {
			show(lines[i].value)
		}
		j.exits = j.exits || lines[i].typ == "exit"
		for p, s := range lines[i].value {
			if p == 0 && !some {
				j.low, j.high = s, s
			}
			some = true
			j.low, j.high, j.negative = min(j.low, s), max(j.high, s), j.negative || s < 0
		}
	}
	for i := range lines {
		j.line = i + 2
		if j.event(&lines[i]); j.wrong > 0 {
			return j, j.wrong, true
		}
	}
	affordable = j.judgeCuts()
	j.judgeRoot(unit)
	slices.SortFunc(j.findings, compareFindings)
	return j, 0, affordable
}

// moves reports whether the root gets another value with values of leaves, which are given by
// the numbers of the nodes, and whether all are allowed.
func (j *plainJudge) moves(values map[int][]float64) (changes, allowed bool) {
	none := map[*plainNode][]float64{}
	given := map[*plainNode][]float64{}
	for i, n := range j.nodes {
		if n.tree != nil {
			i = n.tree.number
		}
		if v, ok := values[i]; ok && !j.seen(n) {
			given[n] = v
		}
	}
	allowed = len(given) == len(values)
	for _, v := range values {
		sum := 0.0
		for _, s := range v {
			sum += s
			allowed = allowed && s >= j.leastScore() && s <= j.mostScore()
		}
		allowed = allowed && (j.head.minimax || math.IsNaN(j.head.maxsum) || sum <= j.head.maxsum)
	}
	truth, with := j.worth(j.root, none), j.worth(j.root, given)
	if j.twoSided() {
		return truth[j.score()] != with[j.score()], allowed
	}
	return !slices.Equal(truth, with), allowed
}

func compareFindings(a, b finding) int {
	if a.line != b.line {
		return a.line - b.line
	}
	return strings.Compare(a.verdict, b.verdict)
}

func (j *plainJudge) say(verdict string, isError bool) {
	j.findings = append(j.findings, finding{j.line, verdict, isError})
}

func (j *plainJudge) tick() int {
	j.clock++
	return j.clock
}

func (j *plainJudge) malformed() { j.wrong = j.line }

// open returns the place of the innermost open node with a name, or none.
func (j *plainJudge) open(id int) int {
	for i := len(j.stack) - 1; i >= 0; i-- {
		if n := j.stack[i].node; id == none || n.id == id || n.tree != nil && n.tree.number == id {
			return i
		}
	}
	return none
}

func (j *plainJudge) closeAbove(at int) {
	for len(j.stack) > at+1 {
		j.end(nil)
	}
}

func (j *plainJudge) top() *plainFrame {
	if len(j.stack) == 0 {
		return nil
	}
	return j.stack[len(j.stack)-1]
}

func (j *plainJudge) event(l *plainLine) {
	switch l.typ {
	case "enter", "leaf":
		j.enter(l)
	case "prune":
		if at := j.open(l.id); at == none {
			j.malformed()
		} else {
			j.closeAbove(at)
			j.prune(l)
		}
	case "exit":
		if at := j.open(l.id); at == none {
			j.malformed()
		} else {
			j.closeAbove(at)
			j.end(l)
		}
	case "backup":
		j.backup(l)
	case "done":
		if j.said == nil {
			j.said = l.value
		}
		if j.root != nil && j.root.value != nil && l.value != nil && !slices.Equal(l.value, j.root.value) {
			j.say("done", true)
		}
	}
}

func (j *plainJudge) add(parent *plainNode, id int, t *plainTree) *plainNode {
	n := &plainNode{id: id, parent: parent, tree: t}
	if t != nil {
		n.chance, n.prob = t.mover == 0 && len(t.kids) > 0, t.prob
		if len(t.kids) > 0 {
			n.player = t.mover
		}
	}
	if i := len(j.nodes); i < len(j.movers) {
		n.player, n.chance = j.movers[i].player, j.movers[i].chance
		if n.prob == 0 {
			n.prob = j.movers[i].first
		}
	}
	j.nodes = append(j.nodes, n)
	if parent != nil {
		parent.kids = append(parent.kids, n)
	} else {
		j.root = n
	}
	return n
}

// kid returns the child of the innermost open node that a line enters.
func (j *plainJudge) kid(l *plainLine) *plainNode {
	f := j.top()
	if j.head.tree != nil {
		if f == nil {
			if j.root == nil && l.id > 0 {
				return nil
			}
			if j.root != nil {
				return j.root
			}
			return j.add(nil, l.id, j.head.tree)
		}
		for _, t := range f.node.tree.kids {
			n := inTree(f.node, t)
			if l.id == t.number || l.id == none && (n == nil || !slices.Contains(f.kids, n)) {
				if n == nil {
					n = j.add(f.node, l.id, t)
				}
				return n
			}
		}
		return nil
	}
	if f == nil {
		if j.root == nil {
			j.add(nil, l.id, nil)
		}
		return j.root
	}
	if l.id == none {
		f.unnamed++
		count := 0
		for _, k := range f.node.kids {
			if k.id == none && k.visited {
				if count++; count == f.unnamed {
					return k
				}
			}
		}
	} else {
		for _, k := range f.node.kids {
			if k.id == l.id {
				return k
			}
		}
	}
	for _, k := range f.node.kids { // a child that an earlier visit has skipped without a name
		if k.id == none && !k.visited && k.cutAt < f.since {
			k.id = l.id
			return k
		}
	}
	return j.add(f.node, l.id, nil)
}

func inTree(n *plainNode, t *plainTree) *plainNode {
	for _, k := range n.kids {
		if k.tree == t {
			return k
		}
	}
	return nil
}

func (j *plainJudge) enter(l *plainLine) {
	switch {
	case l.parent != none:
		at := j.open(l.parent)
		if at == none {
			j.malformed()
			return
		}
		j.closeAbove(at)
	case len(j.stack) == 0 && j.root != nil && l.id != j.root.id && !(j.root.tree != nil && l.id == 0):
		j.malformed()
		return
	}
	n := j.kid(l)
	if n == nil || l.typ == "leaf" && l.value == nil && (n.tree == nil) {
		j.malformed()
		return
	}
	f := j.top()
	if f != nil {
		if !slices.Contains(f.kids, n) && j.mover(f.node) > 0 && j.atLimit() {
			if j.wentOn == nil {
				j.wentOn = map[[2]int]bool{}
			}
			j.wentOn[j.place()] = true
		}
		if must, _, known := j.rule(); known && must && !f.late && !slices.Contains(f.kids, n) {
			f.late = true
			j.say("missed", true)
		}
		if slices.Contains(f.kids, n) {
			if n.value != nil && !n.cuts && n.limit == "" && !n.chosen {
				j.say("again", false)
			}
			for _, o := range n.odds { // this visit decides
				o.settled = true
			}
		} else {
			if n.tree != nil && len(f.kids) > 0 && n.tree.number < f.kids[len(f.kids)-1].tree.number {
				j.say("order", false)
			}
			f.kids = append(f.kids, n)
			f.node.order = f.kids
		}
	}
	if f != nil {
		f.last = n
	}
	if f == nil {
		if j.roots++; j.roots == j.deepest {
			j.claims = nil
		}
	}
	old := n.value
	wasFresh, wasEarly := n.fresh, n.early
	n.fresh = n.fresh || j.roots >= j.deepest
	n.early, n.looked = false, false
	n.visited, n.leaf = true, l.typ == "leaf"
	n.chance = n.chance || l.chance && n.player == 0
	if l.prob > 0 {
		if n.prob = l.prob; n.first == 0 {
			n.first = l.prob
		}
	}
	if n.player == 0 && !n.chance {
		n.player = l.player
	}
	searched := n.entered
	if f == nil {
		j.begun, j.rootWindow, j.said, j.saidAt, j.saidBound = j.line, *l, l.value, j.line, ""
	}
	n.value, n.limit, n.cuts, n.recalled = nil, "", false, false
	if n.leaf && !n.entered {
		n.leafIn = j.roots
	}
	if n.leaf {
		j.ends++
		n.endedAt = j.ends
		window := j.inherited()
		n.chosen = f != nil && f.printed
		n.value = l.value
		if n.tree != nil && len(n.tree.kids) == 0 {
			switch {
			case l.value == nil:
				n.value = n.tree.value
			case !slices.Equal(l.value, n.tree.value):
				j.say("value", true)
			}
		}
		if n.tree != nil && len(n.tree.kids) > 0 {
			switch {
			case searched && old != nil && slices.Equal(old, n.value):
				j.looksUpEarly(n, wasEarly)
			case j.line >= j.pass:
				j.say("value", true)
			default:
				n.early = true
			}
		}
		n.odds = nil
		if n.tree == nil && searched && old != nil && n.value != nil && j.mover(n) != 0 && !(j.deepest > 0 && n.pass < j.roots && !(f == nil && j.line == j.pass)) {
			j.leafAgain(n, window)
		}
		n.recalled = n.entered && wasFresh && old != nil && n.value != nil && slices.Equal(old, n.value)
		if f == nil && n.value != nil && j.mover(n) != 0 && (n.recalled || j.line == j.pass) {
			j.claims = append(j.claims, plainClaim{at: j.clock, line: j.line, value: n.value[j.score()], low: true, high: true})
		}
		j.ended(n)
		j.complete = len(j.stack) == 0
		return
	}
	if !n.entered && n.leafIn > 0 && n.leafIn < j.roots {
		j.deepest = max(j.deepest, n.leafIn+1)
	}
	if f == nil {
		for _, o := range n.odds {
			o.settled = true
		}
	}
	n.entered, n.pass, n.endedAt = true, j.roots, math.MaxInt
	n.taken = nil
	if l.player > 0 && l.player != j.mover(n) || l.chance && !n.chance {
		j.say("player", true)
	}
	frame := j.windows(l)
	n.chosen = frame.printed
	frame.node, frame.since, frame.odds, frame.early = n, j.tick(), len(j.odds), wasEarly
	j.stack = append(j.stack, frame)
	j.complete = false
}

// mover returns who moves at a node: 0 is chance.
func (j *plainJudge) mover(n *plainNode) int {
	if n.chance {
		return 0
	}
	if n.player > 0 {
		return n.player
	}
	for a := n.parent; a != nil; a = a.parent {
		if m := j.mover(a); m > 0 {
			return m%j.head.players + 1
		}
	}
	return 1
}

// twoSided reports whether one side maximises the first of all scores, which is score, and the
// other minimises it.
func (j *plainJudge) twoSided() bool { return j.head.minimax || j.head.algorithm == "paranoid" }

func (j *plainJudge) score() int {
	if j.head.minimax {
		return 0
	}
	return max(j.mover(j.root), 1) - 1
}

func (j *plainJudge) maximises(n *plainNode) bool {
	if j.head.minimax {
		return j.mover(n) == 1
	}
	return j.mover(n) == j.score()+1
}

// key is what the mover of a node wants to be large.
func (j *plainJudge) key(n *plainNode, v []float64) float64 {
	switch {
	case !j.twoSided():
		return v[j.mover(n)-1]
	case j.maximises(n):
		return v[j.score()]
	}
	return -v[j.score()]
}

// best returns the value of the children that have one, the leftmost or rightmost of equals.
func (j *plainJudge) best(n *plainNode, kids []*plainNode, right bool) (best []float64, from *plainNode) {
	if j.mover(n) == 0 {
		return nil, nil
	}
	for _, k := range kids {
		if k.value == nil {
			continue
		}
		if best == nil || j.key(n, k.value) > j.key(n, best) || right && j.key(n, k.value) == j.key(n, best) {
			best, from = k.value, k
		}
	}
	return best, from
}

// average is the expectation of a chance node, nil if it is not known.
func (j *plainJudge) average(f *plainFrame) []float64 {
	sum, total := make([]float64, j.head.width()), 0.0
	if len(f.kids) != len(f.node.kids) || len(f.kids) == 0 || f.pruned {
		return nil
	}
	for _, k := range f.node.kids {
		if k.value == nil {
			return nil
		}
		p := k.prob
		if p == 0 {
			p = 1 / float64(len(f.kids))
		}
		total += p
		for i := range sum {
			sum[i] += p * k.value[i]
		}
	}
	if math.Abs(total-1) > 1e-6 {
		return nil
	}
	return sum
}

// ended is called when a child of the innermost open node has ended.
func (j *plainJudge) ended(n *plainNode) {
	if f := j.top(); f != nil {
		f.node.cuts = f.node.cuts || n.cuts
		f.node.early = f.node.early || n.early
	}
}

// end ends the innermost open node; l is nil if no line says so.
func (j *plainJudge) end(l *plainLine) {
	f := j.top()
	n := f.node
	if n.tree != nil { // the rest of its children was cut
		var cut *plainCut
		for _, t := range n.tree.kids {
			k := inTree(n, t)
			if k != nil && (k.visited || k.cutAt >= f.since) {
				continue
			}
			if k == nil {
				k = j.add(n, none, t)
			}
			if cut == nil {
				cut = j.newCut(n)
				cut.implied = true
			}
			k.cutAt, cut.skips = j.clock, true
		}
		if cut != nil {
			n.cuts, f.pruned = true, true
		}
	}
	if list := j.staleKids(f); !f.pruned && len(f.kids) > 0 && len(list) > 0 {
		cut := j.newCut(n)
		cut.may, cut.must, cut.judgeable, cut.stale, cut.open, cut.atLimit = true, false, true, list, false, false
	} else if !f.pruned && l != nil && len(f.kids) > 0 {
		if j.whole == nil {
			j.whole = map[*plainNode]bool{}
		}
		j.whole[n] = true
	}
	j.stack = j.stack[:len(j.stack)-1]
	j.complete = len(j.stack) == 0
	if n == j.root {
		if j.saidAt = j.line; l != nil && (l.value != nil || l.null) {
			j.said = l.value
		}
		if j.saidBound = ""; l != nil {
			j.saidBound = l.bound
		}
	}
	mover := j.mover(n)
	expected, _ := j.best(n, f.kids, false)
	if mover == 0 {
		expected = j.average(f)
	}
	switch {
	case l == nil && j.exits:
		j.say("open", true)
	case l != nil && l.null:
	case l == nil || l.value == nil:
		n.value = expected
	default:
		j.judge(l, f, mover, expected)
		n.value, n.limit = l.value, l.bound
	}
	n.odds = j.odds[f.odds:len(j.odds):len(j.odds)]
	j.ends++
	n.endedAt = j.ends
	if name := n.name(); n.value != nil {
		if j.returned == nil {
			j.returned = map[any][][]float64{}
		}
		j.returned[name] = append(j.returned[name], n.value)
	}
	if len(j.stack) == 0 && l != nil && l.value != nil && mover != 0 {
		c := plainClaim{at: j.clock, line: j.line, value: n.value[j.score()], low: true, high: true}
		switch {
		case l.bound == "lower":
			c.high, c.given = false, true
		case l.bound == "upper":
			c.low, c.given = false, true
		case f.printed && c.value >= f.b:
			c.high, c.given = false, true
		case f.printed && c.value <= f.a:
			c.low, c.given = false, true
		default:
			c.given = f.printed
		}
		j.claims = append(j.claims, c)
	}
	if mover > 0 && n.value != nil {
		for _, k := range f.kids {
			if k.value != nil && slices.Equal(k.value, n.value) {
				n.taken = k
				break
			}
		}
	}
	j.ended(n)
}

// judge judges the value that a line gives a node at its end.
func (j *plainJudge) judge(l *plainLine, f *plainFrame, mover int, expected []float64) {
	n := f.node
	switch {
	case expected == nil && (mover > 0 || len(f.kids) == 0 && !f.cutsAll):
		if n.looked = len(f.kids) == 0 && j.looksUp(n, l.value, f); n.looked {
			n.value = l.value
			j.looksUpEarly(n, f.early)
			return
		}
		j.say("value", true)
		return
	case expected == nil:
		return
	case slices.Equal(l.value, expected):
		for _, k := range f.kids {
			if !j.head.minimax && mover > 0 && k.value != nil && j.key(n, k.value) == j.key(n, expected) && !slices.Equal(k.value, expected) {
				j.left, n.tied = true, true
			}
		}
		return
	}
	if j.head.minimax && mover > 0 {
		if l.bound == "lower" && l.value[0] <= expected[0] || l.bound == "upper" && l.value[0] >= expected[0] {
			return
		}
		if l.value[0] == min(max(expected[0], f.a), f.b) || l.value[0] == max(min(expected[0], f.b), f.a) {
			return
		}
		root := f
		if len(j.stack) > 0 {
			root = j.stack[0]
		}
		known := f.printed || j.head.algorithm == "minimax" || j.head.algorithm == "alphabeta" && root.printed
		if v := l.value[0]; !known && v >= f.a && v <= f.b {
			j.odds = append(j.odds, &plainOdd{line: j.line, node: n})
			return
		}
	}
	if mover > 0 {
		_, first := j.best(n, f.kids, false)
		tie, left := false, false
		for _, k := range f.kids {
			if k.value != nil && slices.Equal(k.value, l.value) && j.key(n, k.value) == j.key(n, expected) {
				tie = true
				left = left || k.tree != nil && k.tree.number < first.tree.number
			}
		}
		if tie {
			j.right, n.tied = true, true
			if !left {
				j.say("tie", j.head.tiesLeft)
			}
			return
		}
	}
	j.say("value", true)
}

// looksUp reports whether a node returns what one of its name has returned before, or that clamped to its window.
func (j *plainJudge) looksUp(n *plainNode, v []float64, in *plainFrame) bool {
	return slices.ContainsFunc(j.returned[n.name()], func(w []float64) bool {
		return slices.Equal(v, w) || j.head.minimax && (v[0] == min(max(w[0], in.a), in.b) || v[0] == max(min(w[0], in.b), in.a))
	})
}

// looksUpEarly judges a value that is looked up on a known tree.
func (j *plainJudge) looksUpEarly(n *plainNode, early bool) {
	if n.early = early; early && j.line >= j.pass {
		j.say("value", true)
	}
}

// leafAgain judges a leaf that was searched before, in the window that the path gives it.
func (j *plainJudge) leafAgain(n *plainNode, window *plainFrame) {
	if n.looked = j.looksUp(n, n.value, window); n.looked || len(j.returned[n.name()]) == 0 {
		return
	}
	if len(j.stack) > 0 && j.head.minimax {
		root, top := j.stack[0], j.top()
		known := top.printed || j.head.algorithm == "minimax" || j.head.algorithm == "alphabeta" && root.printed
		if v := n.value[0]; !known && v >= window.a && v <= window.b {
			n.odds = []*plainOdd{{line: j.line, node: n}}
			j.odds = append(j.odds, n.odds...)
			return
		}
	}
	j.say("value", true)
}

// judgeRoot judges the root's value in the end, if the tree is known and nothing else is wrong: it
// must be one that some tie rule gives, or a bound of it where the search of two sides has a window.
func (j *plainJudge) judgeRoot(unit float64) {
	wrong := func(f finding) bool { return f.isError }
	if j.head.tree == nil || !j.complete || slices.ContainsFunc(j.findings, wrong) {
		return
	}
	if len(j.head.tree.kids) == 0 {
		return // the value of a leaf has been judged
	}
	got := j.said
	j.line = j.saidAt
	if got == nil {
		j.say("value", true)
		return
	}
	if j.head.algorithm == "deep" {
		return // it is unsound
	}
	slack := float64(chanceDepth(j.head.tree)) / unit
	near := func(a, b float64) bool { return math.Abs(a-b) <= slack+1e-9 }
	possible := j.possible(j.head.tree, slack)
	for _, v := range possible {
		same := true
		for p := range v {
			same = same && (near(v[p], got[p]) || j.twoSided() && p != j.score())
		}
		if same {
			return
		}
	}
	if j.twoSided() {
		s := j.score()
		truth := possible[0][s]
		if j.saidBound != "" {
			if j.saidBound == "lower" && truth >= got[s]-slack || j.saidBound == "upper" && truth <= got[s]+slack {
				return
			}
		} else if a := j.rootWindow.alpha; a != nil && !a.open && got[s] <= a.score+slack && truth <= got[s]+slack {
			return
		} else if b := j.rootWindow.beta; b != nil && !b.open && got[s] >= b.score-slack && truth >= got[s]-slack {
			return
		}
	}
	j.say("value", true)
}

func chanceDepth(t *plainTree) (deep int) {
	for _, k := range t.kids {
		deep = max(deep, chanceDepth(k))
	}
	if len(t.kids) > 0 && t.mover == 0 {
		deep++
	}
	return deep
}

// possible returns every value that a tree can have, by trying all choices among equals.
func (j *plainJudge) possible(t *plainTree, slack float64) (list [][]float64) {
	if len(t.kids) == 0 {
		return [][]float64{t.value}
	}
	ways := [][][]float64{nil} // a value for each child
	for _, k := range t.kids {
		var next [][][]float64
		for _, way := range ways {
			for _, v := range j.possible(k, slack) {
				next = append(next, append(slices.Clone(way), v))
			}
		}
		ways = next
	}
	add := func(v []float64) {
		if !slices.ContainsFunc(list, func(w []float64) bool { return slices.Equal(v, w) }) {
			list = append(list, v)
		}
	}
	key := func(v []float64) float64 {
		switch {
		case !j.twoSided():
			return v[t.mover-1]
		case j.head.minimax && t.mover == 1, !j.head.minimax && t.mover == j.score()+1:
			return v[j.score()]
		}
		return -v[j.score()]
	}
	for _, way := range ways {
		if t.mover == 0 {
			mean := make([]float64, j.head.width())
			for i, v := range way {
				for p := range mean {
					mean[p] += t.kids[i].prob * v[p]
				}
			}
			add(mean)
			continue
		}
		best := slices.MaxFunc(way, func(a, b []float64) int { return cmp.Compare(key(a), key(b)) })
		for _, v := range way {
			if d := key(best) - key(v); d == 0 || d <= slack+1e-9 && !j.twoSided() {
				add(v)
			}
		}
	}
	return list
}

// inherited returns the window that the innermost open node leaves for a child, and the one that it leaves
// in a program that begins with the limits.
func (j *plainJudge) inherited() *plainFrame {
	w := &plainFrame{a: math.Inf(-1), b: math.Inf(1), mayA: math.Inf(-1), mayB: math.Inf(1)}
	f := j.top()
	if f == nil {
		w.mayA, w.mayB = j.leastScore(), j.mostScore()
		return w
	}
	if j.mover(f.node) == 0 {
		return w
	}
	w.a, w.b, w.mayA, w.mayB = f.a, f.b, f.mayA, f.mayB
	if v, _ := j.best(f.node, f.kids, false); v != nil && j.maximises(f.node) {
		w.a, w.mayA = max(w.a, v[j.score()]), max(w.mayA, v[j.score()])
	} else if v != nil {
		w.b, w.mayB = min(w.b, v[j.score()]), min(w.mayB, v[j.score()])
	}
	return w
}

// windows judges the bounds that a line gives with a node that is entered, and returns a frame with its
// window.
func (j *plainJudge) windows(l *plainLine) *plainFrame {
	w := j.inherited()
	if len(j.stack) > 0 {
		j.players(l)
	}
	if l.alpha == nil && l.beta == nil {
		return w
	}
	lost := false
	if l.alpha != nil {
		shown, want := math.Inf(-1), w.a
		if !l.alpha.open && l.alpha.score >= j.low {
			shown = l.alpha.score
		}
		if want < j.low {
			want = math.Inf(-1)
		}
		if shown < want {
			j.say("bounds", true)
			lost = true
		} else if !math.IsInf(shown, 0) {
			w.a = shown
		}
	}
	if l.beta != nil {
		shown, want := math.Inf(1), w.b
		if !l.beta.open && l.beta.score <= j.high {
			shown = l.beta.score
		}
		if want > j.high {
			want = math.Inf(1)
		}
		if shown > want {
			j.say("bounds", true)
			lost = true
		} else if !math.IsInf(shown, 0) {
			w.b = shown
		}
	}
	w.mayA, w.mayB, w.printed = w.a, w.b, !lost
	if len(j.stack) == 1 && !lost {
		if root := j.stack[0]; !root.printed && len(root.kids) == 1 && j.mover(root.node) != 0 {
			root.a, root.b, root.mayA, root.mayB, root.printed = w.a, w.b, w.a, w.b, true
		}
	}
	return w
}

// players judges the bounds of players.
func (j *plainJudge) players(l *plainLine) {
	inside := func(s float64) bool { return s >= j.low && s <= j.high }
	for p, e := range l.bounds {
		if e.open || !inside(e.score) {
			continue
		}
		held := false
		for _, a := range j.stack {
			v, _ := j.best(a.node, a.kids, false)
			held = held || v != nil && p < len(v) && v[p] == e.score && (j.head.minimax || j.mover(a.node) == p+1)
		}
		if !held {
			j.say("bounds", true)
		}
	}
}

func (j *plainJudge) backup(l *plainLine) {
	at := j.open(l.id)
	if at == none {
		j.malformed()
		return
	}
	j.closeAbove(at)
	f := j.top()
	var child *plainNode
	for _, k := range f.node.kids {
		if k.visited && l.child != none && (k.id == l.child || k.tree != nil && k.tree.number == l.child) {
			child = k
		}
	}
	if l.child == none {
		child = f.last
	}
	if child == nil {
		j.malformed()
		return
	}
	if f.node == j.root && l.best != nil {
		j.said = l.best
	}
	if l.value != nil && child.value != nil && !slices.Equal(l.value, child.value) {
		j.say("value", true)
	}
	if j.mover(f.node) == 0 || l.best == nil {
		return
	}
	if v, _ := j.best(f.node, f.kids, false); v != nil && !slices.Equal(v, l.best) && j.key(f.node, v) != j.key(f.node, l.best) {
		j.say("value", true)
	}
}

// name is what all nodes of a position share.
func (n *plainNode) name() any {
	if n.id == none {
		return n
	}
	return n.id
}

// staleKids are the children that only a search of less depth has seen, and that this visit leaves out.
func (j *plainJudge) staleKids(f *plainFrame) (list []*plainNode) {
	if j.deepest == 0 && j.head.tree == nil || j.roots < j.deepest || j.begun < j.pass {
		return nil
	}
	for _, k := range f.node.kids {
		if !slices.Contains(f.kids, k) && k.visited && !j.seen(k) {
			list = append(list, k)
		}
	}
	return list
}

// place is the level and the side of the innermost open node.
func (j *plainJudge) place() [2]int {
	if j.maximises(j.top().node) {
		return [2]int{len(j.stack), 1}
	}
	return [2]int{len(j.stack), 0}
}

// atLimit reports whether the mover of the innermost open node has the best value that the run shows of a
// leaf, and nothing says that there is none better.
func (j *plainJudge) atLimit() bool {
	f := j.top()
	v, _ := j.best(f.node, f.kids, false)
	if v == nil || !j.twoSided() || j.stack[0].printed {
		return false
	}
	if j.maximises(f.node) {
		return math.IsInf(j.mostScore(), 1) && v[j.score()] >= j.shown[1]
	}
	return math.IsInf(j.leastScore(), -1) && v[j.score()] <= j.shown[0]
}

func (j *plainJudge) newCut(n *plainNode) *plainCut {
	c := &plainCut{line: j.line, at: j.tick(), node: n, shallow: j.roots < j.deepest}
	c.must, c.may, c.judgeable = j.rule()
	c.atLimit, c.place, c.stale = j.atLimit(), j.place(), j.staleKids(j.top())
	if v, _ := j.best(n, j.top().kids, false); v != nil && j.mover(n) > 0 {
		c.open = (j.head.algorithm == "alphabeta" || j.head.algorithm == "paranoid") && !j.stack[0].printed
		c.value, c.max = v[j.score()], j.maximises(n)
	}
	j.cuts = append(j.cuts, c)
	return c
}

func (j *plainJudge) prune(l *plainLine) {
	f := j.top()
	n := f.node
	n.cuts, f.pruned, f.cutsAll = true, true, f.cutsAll || len(f.kids) == 0
	cut := j.newCut(n)
	skip := func(k *plainNode) {
		if !k.visited && k.cutAt < f.since {
			k.cutAt, cut.skips = j.clock, true
		}
	}
	if n.tree != nil {
		left := l.cut
		for _, t := range n.tree.kids {
			k := inTree(n, t)
			if k != nil && slices.Contains(f.kids, k) || left == 0 || l.names != nil && !slices.Contains(l.names, t.number) {
				continue
			}
			if k == nil {
				k = j.add(n, none, t)
			}
			skip(k)
			left--
		}
		return
	}
	if l.names != nil {
		for _, id := range l.names {
			var k *plainNode
			for _, have := range n.kids {
				if have.id == id {
					k = have
				}
			}
			if k == nil {
				k = j.add(n, id, nil)
			}
			skip(k)
		}
		return
	}
	var rest []*plainNode // the children that earlier visits have shown
	for _, k := range n.kids {
		if !slices.Contains(f.kids, k) && k.cutAt < f.since {
			rest = append(rest, k)
		}
	}
	count := l.cut
	if count == none {
		if count = len(rest); count == 0 && !j.whole[n] {
			count = 1
		}
	}
	for i := range count {
		if i < len(rest) {
			skip(rest[i])
		} else {
			skip(j.add(n, none, nil))
		}
	}
}

// rule says whether the algorithm cuts the rest of the children of the innermost open node.
func (j *plainJudge) rule() (must, may, known bool) {
	a := j.head.algorithm
	f := j.top()
	switch a {
	case "maxn", "minimax":
		return false, false, true
	case "immediate", "shallow", "deep", "alphabeta", "paranoid":
	default:
		return false, false, false
	}
	best, _ := j.best(f.node, f.kids, false)
	mover := j.mover(f.node)
	if best == nil || mover == 0 {
		return false, false, true
	}
	equal := j.head.strict == nil // what is allowed where bounds are equal
	mustEqual, mayEqual := j.head.strict != nil && !*j.head.strict, equal || !*j.head.strict
	decide := func(over float64) { // by how much the bounds are exceeded
		switch {
		case over > 0:
			must, may = true, true
		case over == 0:
			must, may = must || mustEqual, may || mayEqual
		}
	}
	if a == "alphabeta" || a == "paranoid" {
		s := best[j.score()]
		over, mayOver := s-f.b, s-f.mayB
		if !j.maximises(f.node) {
			over, mayOver = f.a-s, f.mayA-s
		}
		decide(over)
		sure := must
		decide(mayOver)
		return sure, may || j.atLimit() && !(j.head.strict != nil && *j.head.strict), true
	}
	least := j.leastScore()
	if a == "immediate" {
		most := j.mostScore()
		if j.head.strict == nil {
			return best[mover-1] >= most, best[mover-1] >= most, true
		}
		decide(best[mover-1] - most)
		return must, may, true
	}
	if math.IsNaN(j.head.maxsum) {
		return false, false, true
	}
	if math.IsInf(least, -1) {
		least = -1e6 // nothing reaches maxsum with such scores of the others
	}
	others := func(count int) float64 { return least * float64(j.head.players-count) }
	decide(best[mover-1] + others(1) - j.head.maxsum)
	for i := len(j.stack) - 2; i >= 0; i-- {
		above := j.stack[i]
		m := j.mover(above.node)
		held, _ := j.best(above.node, above.kids, false)
		if m != 0 && m != mover && held != nil {
			over := best[mover-1] + held[m-1] + others(2) - j.head.maxsum
			if j.winsTies(above, j.stack[i+1].node) { // but a program that keeps only its best cuts as well
				sure := must
				if j.head.tree == nil {
					decide(over)
				}
				must = sure
				over -= 1e-6
			}
			decide(over)
		}
		if a == "shallow" {
			break
		}
	}
	return must, may, true
}

// winsTies reports whether an open child is left of the best of its parent, or was visited before it.
func (j *plainJudge) winsTies(above *plainFrame, child *plainNode) bool {
	_, from := j.best(above.node, above.kids, false)
	if j.head.tree != nil {
		return child.tree.number < from.tree.number
	}
	return slices.Index(above.kids, child) < slices.Index(above.kids, from)
}

// leastScore is the smallest score of a player that is allowed.
func (j *plainJudge) leastScore() float64 {
	switch {
	case !math.IsNaN(j.head.minp):
		return j.head.minp
	case j.head.minimax || j.negative:
		return math.Inf(-1)
	}
	return 0
}

// mostScore is the largest.
func (j *plainJudge) mostScore() float64 {
	most := math.Inf(1)
	if !math.IsNaN(j.head.maxp) {
		most = j.head.maxp
	}
	if !j.head.minimax && !math.IsNaN(j.head.maxsum) {
		most = math.Min(most, j.head.maxsum-j.leastScore()*float64(j.head.players-1))
	}
	return most
}

// number is how the judge counts a node: in its tree, or else by appearance.
func (j *plainJudge) number(n *plainNode) int {
	if n.tree != nil {
		return n.tree.number
	}
	return slices.Index(j.nodes, n)
}

// seen reports whether the search of the last depth has visited a node.
func (j *plainJudge) seen(n *plainNode) bool {
	return n.visited && (j.deepest == 0 || n.fresh) && !n.early
}

// unseen are the children that a cut skips and that no line visits.
func (j *plainJudge) unseen(c *plainCut) (list []*plainNode) {
	for _, k := range c.node.kids {
		if !j.seen(k) && (!k.visited && k.cutAt == c.at || slices.Contains(c.stale, k)) {
			list = append(list, k)
		}
	}
	return list
}

// maxPlain is the most values of leaves that the plain judge tries for one cut.
const maxPlain = 1_500

// judgeCuts judges the cuts from the last to the first, by all values of the free leaves.
func (j *plainJudge) judgeCuts() bool {
	if j.root == nil {
		return true
	}
	given := map[*plainNode][]float64{}
	truth := j.worth(j.root, given)
	if truth == nil {
		return true
	}
	j.judgeClaim(truth)
	domain := j.domain()
	var free []*plainNode
	for i := len(j.cuts) - 1; i >= 0; i-- {
		c := j.cuts[i]
		mine := j.unseen(c)
		j.line = c.line
		if c.shallow {
			j.notThis(c)
			continue
		}
		if j.undecided[[2]int{c.line, j.number(c.node)}] && !j.twoSided() {
			if free = append(free, mine...); math.Pow(float64(len(domain)), float64(len(free))) > maxPlain || j.changes(free, domain, given, truth) {
				return false // what is found later would be found because of these
			}
			continue
		}
		all := append(slices.Clone(mine), free...)
		if len(mine) > 0 && math.Pow(float64(len(domain)), float64(len(all))) > maxPlain {
			return false
		}
		if len(mine) > 0 && j.changes(all, domain, given, truth) {
			if !(c.atLimit && !j.wentOn[c.place]) && !j.doubted[c.line] {
				j.say("unsound", !(j.head.algorithm == "deep" && c.judgeable && c.may))
			}
			continue
		}
		free = append(free, mine...)
		j.notThis(c)
	}
	return true
}

// notThis says that a cut is none of the algorithm, unless a window of the root that is not printed explains
// it: around the value that the root returns, or any, if the root is searched again.
func (j *plainJudge) notThis(c *plainCut) {
	if !c.judgeable || c.may || !c.skips {
		return
	}
	if c.open {
		if c.shallow {
			return
		}
		later := 0
		var first *plainClaim
		for i := range j.claims {
			if j.claims[i].at >= c.at {
				if later++; first == nil {
					first = &j.claims[i]
				}
			}
		}
		if later != 1 || c.max && c.value > first.value || !c.max && c.value < first.value {
			return
		}
	}
	j.say("not-this", true)
}

// claimed is what the last visit of the root says, with what earlier ones say besides if it is a bound.
func (j *plainJudge) claimed() (low, high float64, hasLow, hasHigh bool) {
	for i := len(j.claims) - 1; i >= 0 && !(hasLow && hasHigh); i-- {
		c := j.claims[i]
		if i < len(j.claims)-1 && !c.given {
			continue
		}
		if c.low && (!hasLow || c.value > low) {
			low, hasLow = c.value, true
		}
		if c.high && (!hasHigh || c.value < high) {
			high, hasHigh = c.value, true
		}
	}
	return low, high, hasLow, hasHigh
}

// judgeClaim holds what the run says of the root against its leaves.
func (j *plainJudge) judgeClaim(truth []float64) {
	low, high, hasLow, hasHigh := j.claimed()
	if !j.head.minimax || !j.complete || !(hasLow && truth[0] < low || hasHigh && truth[0] > high) {
		return
	}
	if slices.ContainsFunc(j.findings, func(f finding) bool { return f.verdict == "value" }) {
		return
	}
	none := map[*plainNode][]float64{}
	n := j.root
	for {
		var next *plainNode
		for _, k := range n.inOrder() {
			v := j.worth(k, none)
			if k.leaf || k.value == nil || v == nil || v[0] == k.value[0] || j.averaged(k) {
				continue
			}
			if same := n.value != nil && k.value[0] == n.value[0]; next == nil || same && next.value[0] != n.value[0] {
				next = k
			}
		}
		if next == nil {
			break
		}
		n = next
	}
	j.line = j.claims[len(j.claims)-1].line
	for _, o := range j.odds {
		if o.node == n && !o.settled {
			j.line = o.line
			break
		}
	}
	j.say("value", true)
}

// averaged reports whether the value of a node comes from a chance node.
func (j *plainJudge) averaged(n *plainNode) bool {
	if j.isLeaf(n) {
		return false
	}
	if j.mover(n) == 0 {
		return true
	}
	var best []float64
	from := false
	for _, k := range n.kids {
		if v := j.worth(k, nil); v != nil && (best == nil || j.key(n, v) > j.key(n, best)) {
			best, from = v, j.averaged(k)
		}
	}
	return from
}

// isLeaf reports whether the value of a node is its own.
func (j *plainJudge) isLeaf(n *plainNode) bool {
	return n.leaf && !n.recalled || n.looked && !slices.ContainsFunc(n.kids, j.seen)
}

// sources are the searches of a position that a node may have looked up, and unsure says that the node may be
// something else.
func (j *plainJudge) sources(n *plainNode) (list []*plainNode, unsure bool) {
	if !j.twoSided() || j.head.tree != nil || n.id == none || n.value == nil {
		return nil, false
	}
	level := func(n *plainNode) (l int) {
		for ; n.parent != nil; n = n.parent {
			l++
		}
		return l
	}
	alike := !n.leaf
	unsure = n.leaf
	for _, o := range j.nodes {
		if o.id != n.id {
			continue
		}
		unsure = unsure || j.deepest > 0 && level(o) < level(n)
		if j.seen(o) && !j.isLeaf(o) && len(o.kids) > 0 && o.value != nil && o.endedAt < n.endedAt {
			list, alike = append(list, o), alike || slices.Equal(o.value, n.value)
		}
	}
	if !alike {
		return nil, false
	}
	return list, unsure
}

// lookedUp is the value of a node that has looked it up: what the searches of the position show.
func (j *plainJudge) lookedUp(n *plainNode, given map[*plainNode][]float64, list []*plainNode, unsure bool) []float64 {
	s := j.score()
	near := func(v []float64, given map[*plainNode][]float64) []float64 {
		var least, most []float64
		for _, o := range list {
			w := j.worth(o, given)
			if w != nil && (least == nil || w[s] < least[s]) {
				least = w
			}
			if w != nil && (most == nil || w[s] > most[s]) {
				most = w
			}
		}
		switch {
		case most != nil && v[s] > most[s]:
			return most
		case least != nil && v[s] < least[s]:
			return least
		}
		return v
	}
	v := n.value
	if !unsure {
		v = near(v, nil)
	}
	if len(given) == 0 {
		return v
	}
	return near(v, given)
}

// changes reports whether the root gets a value that the run does not claim with some values of the leaves.
func (j *plainJudge) changes(leaves []*plainNode, domain [][]float64, given map[*plainNode][]float64, truth []float64) bool {
	if len(leaves) == 0 {
		v := j.worth(j.root, given)
		if !j.twoSided() {
			right := !slices.ContainsFunc(j.findings, func(f finding) bool { return f.verdict == "value" })
			return !slices.Equal(v, truth) && !(right && slices.Equal(v, j.root.value))
		}
		low, high, hasLow, hasHigh := j.claimed()
		const rounded = 1e-9 // of an average over three children
		switch s := v[j.score()]; {
		case math.Abs(s-truth[j.score()]) < rounded:
			return false
		case !hasLow && !hasHigh, hasLow && hasHigh && low >= high:
			return true
		case s < truth[j.score()]:
			return hasLow && s < low-rounded
		default:
			return hasHigh && s > high+rounded
		}
	}
	defer delete(given, leaves[0])
	for _, v := range domain {
		given[leaves[0]] = v
		if j.changes(leaves[1:], domain, given, truth) {
			return true
		}
	}
	return false
}

// worth returns the value of a node from the leaves that were seen or are given; nil: none. In a tie the
// leftmost child wins, or the rightmost if all ties of the run went there; if they went both ways, that
// which the run took where it showed one.
func (j *plainJudge) worth(n *plainNode, given map[*plainNode][]float64) []float64 {
	if v, ok := given[n]; ok {
		return v
	}
	if !j.seen(n) {
		return nil
	}
	if j.isLeaf(n) {
		if list, unsure := j.sources(n); len(list) > 0 {
			return j.lookedUp(n, given, list, unsure)
		}
		return n.value
	}
	if j.mover(n) == 0 {
		sum, total := make([]float64, j.head.width()), 0.0
		left, without := 1.0, 0.0 // what the probabilities that are given leave for the others
		for _, k := range n.kids {
			if left -= k.prob; k.prob == 0 {
				without++
			}
		}
		for _, k := range n.kids {
			v := j.worth(k, given)
			if v == nil {
				continue
			}
			p := k.prob
			if p == 0 {
				p = max(0, left) / without
			}
			total += p
			for i := range sum {
				sum[i] += p * v[i]
			}
		}
		if total == 0 {
			return nil
		}
		for i := range sum {
			sum[i] /= total
		}
		return sum
	}
	kids := n.inOrder()
	if j.right && !j.left && !j.head.tiesLeft {
		slices.Reverse(kids)
	}
	if i := slices.Index(kids, n.taken); n.tied && j.left && j.right && n.taken != nil && i >= 0 && !j.head.tiesLeft {
		kids = append([]*plainNode{n.taken}, slices.Delete(kids, i, i+1)...)
	}
	var best []float64
	for _, k := range kids {
		if v := j.worth(k, given); v != nil && (best == nil || j.key(n, v) > j.key(n, best)) {
			best = v
		}
	}
	return best
}

// inOrder returns the children in the order of the last visit that has searched any, then the others.
func (n *plainNode) inOrder() []*plainNode {
	kids := slices.Clone(n.order)
	for _, k := range n.kids {
		if !slices.Contains(n.order, k) {
			kids = append(kids, k)
		}
	}
	return kids
}

// domain lists the values that a leaf can have.
func (j *plainJudge) domain() (list [][]float64) {
	h := j.head
	low, high := j.leastScore(), j.mostScore()
	if h.minimax { // a larger leaf never lowers the root, so the ends and what is near are enough
		if math.IsInf(low, -1) {
			low = -1e6
		}
		if math.IsInf(high, 1) {
			high = 1e6
		}
		for _, s := range []float64{low, min(j.low, 0) - 1, max(j.high, 0) + 1, high} {
			if s >= low && s <= high {
				list = append(list, []float64{s})
			}
		}
		return list
	}
	var steps []float64
	switch {
	case math.IsInf(low, -1):
		steps = append(steps, j.low-100, j.low-1)
		low = j.low
	}
	for s := low; s <= min(high, max(j.high, 0)+1); s++ {
		steps = append(steps, s)
	}
	if j.twoSided() && math.IsNaN(h.maxsum) && math.IsNaN(h.maxp) { // an average hides what is near
		steps = append(steps, 1e6)
	}
	v := make([]float64, h.players)
	var fill func(p int, sum float64)
	fill = func(p int, sum float64) {
		if p == h.players {
			if math.IsNaN(h.maxsum) || sum <= h.maxsum {
				list = append(list, slices.Clone(v))
			}
			return
		}
		for _, s := range steps {
			v[p] = s
			fill(p+1, sum+s)
		}
	}
	fill(0, 0)
	return list
}
