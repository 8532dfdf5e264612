package checks_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/search/checks"
)

var styleTrees = flag.Int("styles", 500, "random trees for each style of program")

// This file runs programs as students write them, in the styles that are usual. The programs are in
// student_test.go and share no code with the engines; style_mutants_test.go breaks them.

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
		switch {
		case s.win > 0 && b.value == mostValue:
			b.value = s.win
		case s.win > 0 && b.value == leastValue && !chance: // there is no average of a win and a loss
			b.value = -s.win
		}
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
			if len(s.seen) > 1 && r.IntN(3) > 0 {
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

// A studentTest makes boards and programs.
type studentTest struct {
	random    *rand.Rand
	transpose bool
	win       int // in place of the largest value of a leaf, and of the least with the other sign; 0: none
	seen      []*board
}

// transposes reports whether positions of a style's boards come twice.
func transposes(style string) bool { return style == "table" || style == "deepening table" }

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
	case "deepening", "table", "deepening table":
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
	p.named, p.ends = r.IntN(2) == 0, r.IntN(2) == 0
	return p
}

// noTree reports whether the nodes of a style's runs are not those of a tree.
func noTree(style string) bool { return transposes(style) }

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

// ran runs a program on a board, and returns what it prints and the value that it returns.
func (p *student) ran(root *board, guess float64) (text string, v float64) {
	v = p.run(root, guess)
	return p.header() + p.out.String(), v
}

// root makes a board of a style.
func (s *studentTest) root(style string) *board {
	depth := 2 + s.random.IntN(3)
	if transposes(style) {
		depth++
	}
	return s.board(depth, 1+s.random.IntN(2), "r", style == "chance")
}

// guess returns a random guess of the value of a root.
func (s *studentTest) guess() float64 {
	return float64(leastValue + s.random.IntN(mostValue-leastValue+1))
}

// TestStyles runs right programs in each style: nothing is called an error, and nearly all is called right.
// What is not says which windows it should print.
func TestStyles(t *testing.T) {
	for style := range styles {
		t.Run(style, func(t *testing.T) {
			t.Parallel()
			s := &studentTest{random: rand.New(rand.NewPCG(uint64(len(style)), 61)), transpose: transposes(style)}
			verdicts := map[string]int{}
			for range *styleTrees {
				s.seen = nil
				root := s.root(style)
				p := s.student(style)
				if !noTree(style) && s.random.IntN(3) == 0 {
					p.tree, p.limits = root, true
				}
				text, v := p.ran(root, s.guess())
				r := check(t, text, checks.Options{})
				if truth, _ := root.worth(-1, nil, 0, 0); p.claims == [2]bool{true, true} && truth != v {
					t.Fatalf("the program is wrong: %v, want %v\n%s", v, truth, text)
				}
				if p.falsehoods > 0 {
					t.Fatalf("the program backs up %d false values\n%s", p.falsehoods, text)
				}
				if r.Errors > 0 {
					t.Fatalf("%+v: %s: %+v\n%s", p.header(), r.Verdict, r.Checks, numbered(text))
				}
				if verdicts[r.Verdict]++; r.Verdict == "right" {
					continue
				}
				// A leaf line that looks up a deeper value hides that its search was deeper.
				deeper := style == "deepening table" && p.lookups == 1
				if !(deeper || style == "aspiration" && p.windows == 0 || style == "pvs" && p.hard && p.windows < 2) {
					t.Fatalf("all windows that matter are known, and the run is %s: %+v\n%s", r.Verdict, r.Checks, numbered(text))
				}
				if !hints(r) {
					t.Fatalf("the run is %s, and no line says what to print: %+v\n%s", r.Verdict, r.Checks, numbered(text))
				}
			}
			t.Log(verdicts)
		})
	}
}

// hints reports whether each check that decides nothing says what the program should print.
func hints(r *checks.Report) bool {
	some := false
	for i := range r.Checks {
		if x := &r.Checks[i]; x.Verdict == checks.Undecided {
			some = true
			if !strings.Contains(x.Text, "rint alpha and beta") && !strings.Contains(x.Text, "print enter and exit") && !strings.Contains(x.Text, "print the root's window") {
				return false
			}
		}
	}
	return some
}

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

// TestWins runs right programs of each style on trees whose leaves have a win or a loss that they print as an
// infinite number: nothing is called an error.
func TestWins(t *testing.T) {
	for style := range styles {
		t.Run(style, func(t *testing.T) {
			t.Parallel()
			s := &studentTest{random: rand.New(rand.NewPCG(uint64(len(style)), 62)), transpose: transposes(style)}
			verdicts := map[string]int{}
			for range *styleTrees {
				s.seen = nil
				s.win = []int{win, noEnd}[s.random.IntN(2)]
				root := s.root(style)
				p := s.student(style)
				p.range_, p.finite = false, p.limits && s.random.IntN(2) == 0
				text, v := p.ran(root, s.guess())
				if truth, _ := root.worth(-1, nil, 0, 0); p.claims == [2]bool{true, true} && truth != v {
					t.Fatalf("the program is wrong: %v, want %v\n%s", v, truth, text)
				}
				r := check(t, text, checks.Options{})
				if verdicts[r.Verdict]++; r.Errors > 0 {
					t.Errorf("%s: %s: %+v\n%s", p.header(), r.Verdict, r.Checks, numbered(text))
				}
			}
			t.Log(verdicts)
		})
	}
}
