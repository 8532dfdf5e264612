package checks_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/search/checks"
	"espalier/trace/program"
	"espalier/trees"
)

var (
	mutants    = flag.Int("mutants", 50_000, "random traces, with mutations, that are held against the plain judge")
	firstTrace = flag.Int("first", 0, "the seed of the first of them")
)

// A plainSearch is a search in a few lines, as a student writes it, which prints what it does.
type plainSearch struct {
	random *rand.Rand
	head   plainHead
	how    string // "full", "soft", "hard", "immediate", "shallow", "deep", "anywhere"
	form   form
	lines  []plainLine
	next   int
}

// A form is what a program prints besides what it must.
type form struct {
	names, values, players, windows, bounds, backups, list, parents bool
	exits                                                           bool // else no node is said to end
	counts                                                          bool // how many children a cut skips
	twice                                                           bool // the whole search, two times
	deepening                                                       bool // a search of less depth before it
}

func (s *plainSearch) chance(of int) bool { return s.random.IntN(of) == 0 }

// grow returns a random tree.
func (s *plainSearch) grow(depth, turn int, outOfTurn, uneven, chance bool) *plainTree {
	t := &plainTree{number: s.next}
	s.next++
	if depth == 0 || uneven && t.number > 0 && s.chance(4) {
		t.value = s.value()
		return t
	}
	if t.mover = turn; outOfTurn {
		t.mover = 1 + s.random.IntN(s.head.players)
	}
	next := t.mover%s.head.players + 1
	kids := 1 + s.random.IntN(3)
	if chance && s.chance(3) {
		t.mover, next, kids = 0, turn, 1+s.random.IntN(2)
	}
	for range kids {
		t.kids = append(t.kids, s.grow(depth-1, next, outOfTurn, uneven, chance))
	}
	if t.mover == 0 {
		for i, k := range t.kids {
			k.prob = [][]float64{{1}, {0.25, 0.75}}[kids-1][i]
		}
	}
	return t
}

func (s *plainSearch) value() []float64 {
	h := &s.head
	v := make([]float64, h.width())
	if h.minimax {
		v[0] = float64(s.random.IntN(5))
		if math.IsNaN(h.minp) {
			v[0] -= 2
		}
		return v
	}
	left := 3
	if !math.IsNaN(h.maxsum) {
		left = int(h.maxsum)
	}
	for p := range s.random.Perm(h.players) {
		most := left
		if !math.IsNaN(h.maxp) {
			most = min(most, int(h.maxp))
		}
		v[p] = float64(s.random.IntN(most + 1))
		left -= int(v[p])
	}
	return v
}

func (s *plainSearch) say(l plainLine) { s.lines = append(s.lines, l) }

// end prints an end of a window.
func end(v float64) *plainEnd { return &plainEnd{v, math.IsInf(v, 0)} }

// search prints the search of a node, and returns its value. held are the scores that the
// movers above hold at least.
func (s *plainSearch) search(t, parent *plainTree, depth int, alpha, beta float64, held []plainHeld) []float64 {
	l := plainLine{typ: "enter", id: t.number, parent: none, child: none, cut: none}
	if !s.form.names {
		l.id = none
	}
	if s.form.parents && parent != nil && s.form.names {
		l.parent = parent.number
	}
	if parent != nil && parent.mover == 0 && s.head.tree == nil {
		l.prob = t.prob
	}
	if len(t.kids) == 0 || depth == 0 {
		l.typ, l.value = "leaf", t.value
		if l.value == nil { // a static value
			l.value = s.value()
		}
		s.say(l)
		return l.value
	}
	switch {
	case s.head.tree != nil && (t.mover == 0 || s.chance(2)):
	case t.mover == 0:
		l.chance = true
	case s.form.players:
		l.player = t.mover
	}
	if s.form.windows && (t.number > 0 || !math.IsInf(alpha, 0)) {
		l.alpha, l.beta = end(alpha), end(beta)
	}
	if s.form.bounds && len(held) > 0 {
		for p := range s.head.players {
			e := plainEnd{open: true}
			for _, h := range held {
				if h.player == p+1 && (e.open || h.score > e.score) {
					e = plainEnd{score: h.score}
				}
			}
			l.bounds = append(l.bounds, e)
		}
	}
	s.say(l)
	exit := plainLine{typ: "exit", id: l.id, parent: none, child: none, cut: none}
	var best []float64
	if t.mover == 0 {
		best = make([]float64, s.head.width())
		for _, k := range t.kids {
			v := s.search(k, t, depth-1, math.Inf(-1), math.Inf(1), nil)
			for p := range best {
				best[p] += k.prob * v[p]
			}
		}
		if s.form.values {
			exit.value = best
		}
		if s.form.exits {
			s.say(exit)
		}
		return best
	}
	for i, k := range t.kids {
		if i > 0 && s.cuts(t, best, alpha, beta, held) {
			cut := plainLine{typ: "prune", id: l.id, parent: none, child: none, cut: len(t.kids) - i}
			if !s.form.counts {
				cut.cut = none
			}
			if s.form.list && s.form.names {
				cut.cut = none
				for _, k := range t.kids[i:] {
					cut.names = append(cut.names, k.number)
				}
			}
			s.say(cut)
			break
		}
		below := held
		if best != nil && t.mover > 0 && !s.head.minimax {
			below = append(slices.Clone(held), plainHeld{t.mover, best[t.mover-1]})
		}
		v := s.search(k, t, depth-1, alpha, beta, below)
		improved := best == nil || s.key(t, v) > s.key(t, best)
		if improved {
			best = v
		}
		if s.form.backups {
			b := plainLine{typ: "backup", id: l.id, parent: none, child: none, cut: none, value: v, best: best}
			if s.form.names {
				b.child = k.number
			}
			s.say(b)
		}
		if s.head.minimax {
			if t.mover == 1 {
				alpha = max(alpha, best[0])
			} else {
				beta = min(beta, best[0])
			}
		}
	}
	if s.how == "hard" && t.mover == 1 { // nothing beyond the window
		best = []float64{min(best[0], beta)}
	} else if s.how == "hard" {
		best = []float64{max(best[0], alpha)}
	}
	if s.form.values {
		exit.value = best
	}
	if s.form.exits {
		s.say(exit)
	}
	return best
}

// A plainHeld is a score that a player holds at a node of the path, the root first.
type plainHeld struct {
	player int
	score  float64
}

func (s *plainSearch) key(t *plainTree, v []float64) float64 {
	switch {
	case s.head.minimax && t.mover == 2:
		return -v[0]
	case s.head.minimax:
		return v[0]
	}
	return v[t.mover-1]
}

func (s *plainSearch) cuts(t *plainTree, best []float64, alpha, beta float64, held []plainHeld) bool {
	over := math.Inf(-1)
	switch s.how {
	case "anywhere":
		return s.chance(3)
	case "soft", "hard":
		if t.mover == 1 {
			over = best[0] - beta
		} else {
			over = alpha - best[0]
		}
	case "immediate", "shallow", "deep":
		own := best[t.mover-1]
		over = own - s.head.maxsum
		if s.how == "immediate" {
			break
		}
		for i := len(held) - 1; i >= 0; i-- {
			if held[i].player != t.mover {
				over = max(over, own+held[i].score-s.head.maxsum)
			}
			if s.how == "shallow" {
				break
			}
		}
	}
	return over > 0 || over == 0 && !(s.head.strict != nil && *s.head.strict)
}

// random returns a search of a random tree, printed.
func randomSearch(random *rand.Rand) (*plainHead, []plainLine) {
	s := &plainSearch{random: random}
	h := &s.head
	nan := math.NaN()
	h.maxsum, h.minp, h.maxp, h.delta = nan, nan, nan, true
	h.minimax = s.chance(2)
	chance := false
	if h.minimax {
		h.players = 2
		if !s.chance(4) {
			h.minp, h.maxp = 0, 4
		}
		chance = s.chance(4)
		s.how = []string{"full", "soft", "hard", "anywhere"}[random.IntN(4)]
		h.algorithm = []string{"", "alphabeta", "alphabeta", "minimax"}[random.IntN(4)]
		if chance && s.how != "full" {
			s.how = "anywhere"
		}
	} else {
		h.players = 2 + random.IntN(5)
		switch {
		case h.players > 3 || !s.chance(6):
			h.maxsum = []float64{3, 3, 2, 2, 2}[h.players-2]
			if s.chance(8) {
				h.maxp = h.maxsum - 1
			}
		}
		s.how = []string{"full", "immediate", "shallow", "deep", "anywhere"}[random.IntN(5)]
		h.algorithm = []string{"", "maxn", "immediate", "shallow", "deep", "paranoid"}[random.IntN(6)]
		if s.chance(2) && s.how != "full" && s.how != "anywhere" {
			h.algorithm = s.how
		}
		if chance = s.chance(6); (chance || math.IsNaN(h.maxsum)) && s.how != "full" {
			s.how = "anywhere"
		}
	}
	if s.chance(3) {
		strict := s.chance(2)
		h.strict = &strict
	}
	h.tiesLeft = s.chance(3)
	inTurn := s.chance(2)
	t := s.grow(1+random.IntN(3), 1, !inTurn, s.chance(2), chance)
	if len(t.kids) == 0 {
		t.kids = []*plainTree{{number: 1, value: t.value}}
	}
	s.form = form{
		names: !s.chance(5), values: !s.chance(5), players: !inTurn || s.chance(2),
		windows: h.minimax && s.chance(3), bounds: !h.minimax && s.chance(5), backups: s.chance(6), list: s.chance(2), parents: s.chance(4),
		exits: !s.chance(8), counts: !s.chance(8), twice: s.chance(12), deepening: s.chance(12),
	}
	if !s.form.exits {
		s.form.names, s.form.parents, s.form.twice, s.form.deepening = true, true, false, false
	}
	if (!math.IsNaN(h.maxsum) || h.minimax) && s.chance(4) {
		h.tree = t
	}
	alpha, beta := math.Inf(-1), math.Inf(1)
	if s.form.windows && s.chance(4) {
		alpha, beta = 1, 3
	}
	if s.form.deepening {
		s.search(t, nil, 1, alpha, beta, nil)
	}
	value := s.search(t, nil, none, alpha, beta, nil)
	if s.form.twice {
		value = s.search(t, nil, none, alpha, beta, nil)
	}
	if s.chance(4) {
		s.say(plainLine{typ: "done", id: none, parent: none, child: none, cut: none, value: value})
	}
	return h, s.lines
}

// mutate changes a trace as a fault of a program would: a cut is moved, a value changed, a child
// swapped, a line lost, the order changed.
func mutate(random *rand.Rand, h *plainHead, lines []plainLine) []plainLine {
	lines = slices.Clone(lines)
	of := func(is func(l *plainLine) bool) int {
		var list []int
		for i := range lines {
			if is(&lines[i]) {
				list = append(list, i)
			}
		}
		if len(list) == 0 {
			return none
		}
		return list[random.IntN(len(list))]
	}
	any := func(*plainLine) bool { return true }
	switch random.IntN(6) {
	case 0: // a cut is moved
		i := of(func(l *plainLine) bool { return l.typ == "prune" })
		if i == none {
			at := 1 + random.IntN(len(lines))
			return slices.Insert(lines, at, plainLine{typ: "prune", id: none, parent: none, child: none, cut: 1})
		}
		l := lines[i]
		lines = slices.Delete(lines, i, i+1)
		return slices.Insert(lines, 1+random.IntN(len(lines)), l)
	case 1: // a value is changed
		i := of(func(l *plainLine) bool { return l.value != nil })
		if i == none {
			return lines
		}
		v := slices.Clone(lines[i].value)
		p := random.IntN(len(v))
		if v[p]++; random.IntN(2) == 0 && v[p] > 1 || !h.minimax && !math.IsNaN(h.maxsum) && lines[i].typ == "leaf" {
			v[p] = max(0, v[p]-2)
		}
		lines[i].value = v
	case 2: // the values of two leaves, or their names, are swapped
		i, k := of(func(l *plainLine) bool { return l.typ == "leaf" }), of(func(l *plainLine) bool { return l.typ == "leaf" })
		if i == none {
			return lines
		}
		if random.IntN(2) == 0 {
			lines[i].value, lines[k].value = lines[k].value, lines[i].value
		} else {
			lines[i].id, lines[k].id = lines[k].id, lines[i].id
		}
	case 3: // a line is lost
		i := of(any)
		return slices.Delete(lines, i, i+1)
	case 4: // the order is changed
		if i := of(any); i+1 < len(lines) {
			lines[i], lines[i+1] = lines[i+1], lines[i]
		}
	case 5: // a line comes twice, an end says less, a bound is another, or a mover
		i := of(any)
		switch l := &lines[i]; {
		case l.typ == "exit" && random.IntN(2) == 0:
			switch random.IntN(3) {
			case 0:
				l.value, l.null = nil, true
			case 1:
				l.value = nil
			default:
				if h.minimax && l.value != nil {
					l.bound = []string{"lower", "upper"}[random.IntN(2)]
				}
			}
		case l.alpha != nil && random.IntN(2) == 0:
			l.alpha = end(float64(random.IntN(5)))
		case l.player > 0:
			l.player = 1 + random.IntN(h.players)
		default:
			return slices.Insert(lines, i, lines[i])
		}
	}
	return lines
}

func findingsOf(r *checks.Report) (list []finding) {
	for i := range r.Checks {
		if x := &r.Checks[i]; x.Verdict != checks.Undecided {
			list = append(list, finding{x.Line, string(x.Verdict), x.Error})
		}
	}
	slices.SortFunc(list, compareFindings)
	return list
}

// onceJudgedApart are seeds of traces of which the judge and the plain judge once said different things.
var onceJudgedApart = []int{119249, 143364, 659343, 772384, 865015, 895333, 895745, 917980, 942359, 1817433, 2312358, 2324578, 2461046, 2534369, 2667108, 2794961, 2826169, 2833906, 5097206, 5505538}

// TestMutants holds what is said of random traces, right ones and wrong ones, against the plain
// judge: each verdict with its line.
func TestMutants(t *testing.T) {
	most := *mutants
	if testing.Short() {
		most /= 10
	}
	found := map[string]int{}
	seeds := slices.Clone(onceJudgedApart)
	for seed := range most {
		seeds = append(seeds, *firstTrace+seed)
	}
	for _, seed := range seeds {
		random := rand.New(rand.NewPCG(uint64(seed), 44))
		head, lines := randomSearch(random)
		for range random.IntN(3) {
			lines = mutate(random, head, lines)
			if len(lines) == 0 {
				break
			}
		}
		if len(lines) == 0 {
			continue
		}
		var b strings.Builder
		b.WriteString(head.String() + "\n")
		for i := range lines {
			lines[i].appendTo(&b, head.minimax)
		}
		text := b.String()
		run, err := program.Read(strings.NewReader(text), program.Options{})
		line := 0
		if wrong, is := err.(*program.LineError); is {
			line = wrong.Line
		}
		var r *checks.Report
		undecided, doubted, hinted := map[[2]int]bool{}, map[int]bool{}, false
		if line == 0 && hasInfinite(run) {
			found["(infinite)"]++ // the plain judge has no such values; TestWins has
			continue
		}
		unit := 1.0
		if line == 0 && len(run.Nodes) > 0 {
			unit = float64(run.Unit)
			if r, err = checks.Of(context.Background(), run, checks.Options{TiesLeft: head.tiesLeft}); err != nil {
				t.Fatal(err)
			}
			for i := range r.Checks {
				if x := &r.Checks[i]; x.Verdict == checks.Undecided {
					if cut := strings.HasPrefix(x.Text, "The cut at"); cut {
						undecided[[2]int{x.Line, x.Node}] = true
						doubted[x.Line] = doubted[x.Line] || strings.Contains(x.Text, "print enter and exit")
					}
					hinted = hinted || strings.Contains(strings.ToLower(x.Text), "print alpha and beta") || strings.Contains(x.Text, "print the root's window") || strings.Contains(x.Text, "no proof was confirmed") || strings.Contains(x.Text, "print enter and exit")
				}
			}
			if len(undecided) > 0 && !hinted && (head.minimax || !strings.Contains(text, "chance") && !strings.Contains(text, "*[")) {
				t.Fatalf("seed %d: not decided, though that can be\n%s\n%+v", seed, numbered(text), r.Checks)
			}
		}
		judge, malformed, affordable := judgedPlainly(head, lines, undecided, doubted, unit)
		if line != malformed {
			t.Fatalf("seed %d: the reader says %v, the plain judge that line %d is malformed\n%s", seed, err, malformed, text)
		}
		switch {
		case malformed > 0:
			found["(malformed)"]++
			continue
		case !affordable:
			found["(too dear)"]++
			continue
		case r == nil:
			continue
		}
		want := judge.findings
		if got := findingsOf(r); !slices.Equal(got, want) {
			t.Fatalf("seed %d, %s: found %v, the plain judge %v\n%s\n%+v", seed, head.algorithm, got, want, numbered(text), r.Checks)
		}
		for i := range r.Checks {
			x := &r.Checks[i]
			if x.Verdict != checks.Unsound || len(x.Values) == checks.MaxValues {
				continue
			}
			values := map[int][]float64{}
			for _, v := range x.Values {
				for p := range run.Width() {
					values[v.Node] = append(values[v.Node], float64(v.Value[p])/float64(run.Unit))
				}
			}
			if changes, allowed := judge.moves(values); !changes || !allowed {
				t.Fatalf("seed %d: the values of line %d, %v, change the root: %v, are allowed: %v\n%s", seed, x.Line, values, changes, allowed, numbered(text))
			}
		}
		found["undecided"] += len(undecided)
		for _, x := range want {
			found[x.verdict]++
		}
		if len(want) == 0 {
			found["(right)"]++
		}
	}
	t.Logf("%v", found)
	for _, verdict := range []string{"value", "tie", "player", "unsound", "not-this", "missed", "bounds", "order", "again", "open", "done", "(right)", "(malformed)"} {
		if found[verdict] < most/1000 {
			t.Errorf("%d times %s, too few", found[verdict], verdict)
		}
	}
	if found["(too dear)"] > len(seeds)/5 {
		t.Errorf("%d traces have too many unseen leaves", found["(too dear)"])
	}
}

func numbered(text string) string {
	var b strings.Builder
	for i, l := range strings.Split(text, "\n") {
		fmt.Fprintln(&b, i+1, l)
	}
	return b.String()
}

// hasInfinite reports whether a run has a value that is read as an infinite one.
func hasInfinite(run *program.Run) bool {
	return slices.ContainsFunc(run.Events, func(e program.Event) bool {
		for _, index := range []int32{e.Value, e.Best} {
			if index != program.None {
				if v := run.Value(index); slices.ContainsFunc(v[:], trees.Score.IsInfinite) {
					return true
				}
			}
		}
		return false
	})
}
