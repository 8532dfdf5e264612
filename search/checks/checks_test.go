package checks_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/trees/treetest"
)

// printed writes the events of an engine as a program prints them.
func printed(t testing.TB, a *engine.Algorithm, tree *trees.Tree, o engine.Options, header string) string {
	if t != nil {
		t.Helper()
	}
	var b strings.Builder
	fmt.Fprintln(&b, header)
	number := func(n trees.Number) string { // as a program prints its floats
		if s := n.String(); !strings.Contains(s, "/") {
			return s
		}
		return strconv.FormatFloat(n.Float(), 'f', -1, 64)
	}
	unit := tree.Unit // of the current event
	value := func(v trees.Vector) string {
		if tree.Kind == trees.Minimax {
			return number(v[0].In(unit))
		}
		var list []string
		for p := range tree.Width() {
			list = append(list, number(v[p].In(unit)))
		}
		return "[" + strings.Join(list, ",") + "]"
	}
	evaluated, noResult := int32(-1), false
	_, err := a.Run(context.Background(), engine.OnTree(tree, 0), o, func(e *trace.Event) {
		if unit = tree.Unit; e.Unit > 0 {
			unit = e.Unit
		}
		switch e.Type {
		case trace.Enter:
			if !tree.IsLeaf(int(e.Node)) {
				if mover := tree.Mover(int(e.Node)); mover > 0 {
					fmt.Fprintf(&b, `{"type":"enter","id":%d,"player":%d}`+"\n", e.Node, mover)
				} else {
					fmt.Fprintf(&b, `{"type":"enter","id":%d,"chance":true}`+"\n", e.Node)
				}
			}
		case trace.Leaf:
			evaluated = e.Node
			fmt.Fprintf(&b, `{"type":"leaf","id":%d,"value":%s}`+"\n", e.Node, value(e.Value))
		case trace.Prune:
			fmt.Fprintf(&b, `{"type":"prune","id":%d,"cut":%d}`+"\n", e.Node, len(e.Cut))
		case trace.Done:
			if noResult && e.HasValue {
				fmt.Fprintf(&b, `{"type":"done","value":%s}`+"\n", value(e.Value))
			}
		case trace.Exit:
			noResult = e.Node == 0 && !e.HasValue
			switch {
			case tree.IsLeaf(int(e.Node)) && e.HasValue && evaluated != e.Node: // it was looked up
				fmt.Fprintf(&b, `{"type":"leaf","id":%d,"value":%s}`+"\n", e.Node, value(e.Value))
			case tree.IsLeaf(int(e.Node)):
			case e.HasValue:
				fmt.Fprintf(&b, `{"type":"exit","id":%d,"value":%s}`+"\n", e.Node, value(e.Value))
			default:
				fmt.Fprintf(&b, `{"type":"exit","id":%d,"value":null}`+"\n", e.Node)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func check(t testing.TB, text string, o checks.Options) *checks.Report {
	if t != nil {
		t.Helper()
	}
	run, err := program.Read(strings.NewReader(text), program.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	r, err := checks.Of(context.Background(), run, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func header(tree *trees.Tree, algorithm string) string {
	if tree.Kind == trees.Minimax {
		return fmt.Sprintf(`{"format":"espalier/trace/1","kind":"minimax","algorithm":%q}`, algorithm)
	}
	least := "null"
	if m, known := tree.Minima(); known {
		least = m[0].In(tree.Unit).String()
	}
	return fmt.Sprintf(`{"format":"espalier/trace/1","players":%d,"maxsum":%s,"minp":%s,"algorithm":%q}`, tree.Players, tree.MaxSum.Score.In(tree.Unit), least, algorithm)
}

// TestRightRuns checks the runs of our own engines: they are right.
func TestRightRuns(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 44))
	for _, id := range []string{"maxn", "immediate", "shallow", "alphabeta", "minimax", "paranoid", "lastbranch", "speculative"} {
		a, _ := algorithms.Find(id)
		for range 400 {
			shape := treetest.Shape{Players: 2 + random.IntN(3), OutOfTurn: random.IntN(2) == 0, Uneven: true, BelowSum: true, MaxNodes: []int{40, 1_000}[random.IntN(2)], MaxKids: 4 + random.IntN(3)}
			if (id == "alphabeta" || id == "minimax") && random.IntN(3) > 0 {
				shape = treetest.Shape{Kind: trees.Minimax, Players: 2, OutOfTurn: true, Uneven: true}
			}
			tree := treetest.Random(random, shape)
			if tree.IsLeaf(0) {
				continue
			}
			p := engine.OnTree(tree, 0)
			if a.Check(&p, engine.Options{}) != nil {
				continue
			}
			text := printed(t, a, tree, engine.Options{}, header(tree, id))
			if r := check(t, text, checks.Options{}); r.Verdict != "right" || len(r.Checks) > 0 || r.First.Line > 0 {
				t.Fatalf("%s on %s is %s: %+v, first difference %+v\n%s", id, tree.Text(), r.Verdict, r.Checks, r.First, text)
			}
		}
	}
}

// TestOtherOrders checks runs of our own engines that visit children in another order: they are
// right, whether the reader knows the tree or not.
func TestOtherOrders(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 44))
	option := engine.FindOption("order")
	for _, a := range algorithms.All() {
		if !slices.Contains(a.Options, "order") {
			continue
		}
		for range 300 {
			shape := treetest.Shape{Players: 2 + random.IntN(3), OutOfTurn: random.IntN(2) == 0, Uneven: true, BelowSum: true, MaxNodes: []int{8, 8, 20, 40, 300}[random.IntN(5)], MaxKids: 4 + random.IntN(3)}
			if a.TwoPlayers && random.IntN(3) > 0 {
				shape = treetest.Shape{Kind: trees.Minimax, Players: 2, OutOfTurn: true, Uneven: true}
			}
			tree := treetest.Random(random, shape)
			if tree.IsLeaf(0) {
				continue
			}
			order := option.Choices[random.IntN(len(option.Choices))]
			o := engine.Options{}
			option.Choose(&o, order)
			if p := engine.OnTree(tree, 0); a.Check(&p, o) != nil {
				continue
			}
			for _, known := range []bool{false, true} {
				head := strings.TrimSuffix(header(tree, a.ID), "}") + fmt.Sprintf(`,"options":{"order":%q}}`, order)
				if known {
					head = withTree(tree, a.ID, fmt.Sprintf(`"strict":false,"order":%q`, order))
				}
				text := printed(t, a, tree, o, head)
				if r := check(t, text, checks.Options{TiesLeft: random.IntN(2) == 0}); r.Verdict != "right" || len(r.Checks) > 0 || r.First.Line > 0 {
					t.Fatalf("%s in order %s on %s is %s: %+v, first difference %+v\n%s", a.ID, order, tree.Text(), r.Verdict, r.Checks, r.First, text)
				}
			}
		}
	}
}

// A randomRun is a search that cuts anywhere, of a tree whose leaves have small values.
type randomRun struct {
	random *rand.Rand
	out    strings.Builder
	next   int
	kind   trees.Kind
	width  int
	sum    int
	free   int // skipped children so far
}

func (g *randomRun) value() []int {
	v := make([]int, g.width)
	for left, p := g.sum, 0; p < g.width; p++ {
		v[p] = g.random.IntN(left + 1)
		if g.kind == trees.MaxN {
			left -= v[p]
		}
	}
	return v
}

func inJSON(v []int, kind trees.Kind) string {
	if kind == trees.Minimax {
		return fmt.Sprint(v[0])
	}
	return strings.ReplaceAll(fmt.Sprint(v), " ", ",")
}

func (g *randomRun) search(depth int) []int {
	id := g.next
	g.next++
	if depth == 0 || g.random.IntN(5) == 0 && id > 0 {
		v := g.value()
		fmt.Fprintf(&g.out, `{"type":"leaf","id":%d,"value":%s}`+"\n", id, inJSON(v, g.kind))
		return v
	}
	mover := 1 + g.random.IntN(max(g.width, 2))
	if g.kind == trees.MaxN {
		mover = 1 + g.random.IntN(g.width)
	}
	fmt.Fprintf(&g.out, `{"type":"enter","id":%d,"player":%d}`+"\n", id, mover)
	var best []int
	key := func(v []int) int {
		if g.kind == trees.Minimax {
			return v[0] * (3 - 2*mover)
		}
		return v[mover-1]
	}
	for range 1 + g.random.IntN(3) {
		if v := g.search(depth - 1); best == nil || key(v) > key(best) {
			best = v
		}
	}
	if g.free < 3 && g.random.IntN(2) == 0 {
		n := 1 + g.random.IntN(2)
		if g.free+n > 3 {
			n = 1
		}
		g.free += n
		g.next += n
		fmt.Fprintf(&g.out, `{"type":"prune","id":%d,"cut":%d}`+"\n", id, n)
	}
	fmt.Fprintf(&g.out, `{"type":"exit","id":%d,"value":%s}`+"\n", id, inJSON(best, g.kind))
	return best
}

// evaluated returns the value of a node with the free leaves that have values. Of equal children the
// leftmost wins, as in these runs.
func evaluated(r *program.Run, n int32, leaf map[int32]trees.Vector) (v trees.Vector, has bool) {
	if w, ok := leaf[n]; ok {
		return w, true
	}
	mover := int(r.Nodes[n].Player)
	for _, k := range r.Kids(n) {
		w, ok := evaluated(r, k, leaf)
		if !ok {
			continue
		}
		better := !has
		if has {
			if r.Kind == trees.Minimax {
				better = mover == 1 && w[0] > v[0] || mover == 2 && w[0] < v[0]
			} else {
				better = w[mover-1] > v[mover-1]
			}
		}
		if better {
			v, has = w, true
		}
	}
	return v, has
}

// TestFirstOfEquals checks programs in an order that their header names, on a tree of the header: they may
// keep the first of equal children that they visit, and cut where that cannot be exceeded, unless a tie must go
// to the left.
func TestFirstOfEquals(t *testing.T) {
	const alphaBeta = `{"algorithm":"alphabeta","text":"kind minimax a: max[ b: min[ c: 3 d: max[ e: 6 f: 6 ] ] g: 6 ]","options":{"order":"best"%s}}
{"type":"enter","id":"a","player":1}
{"type":"leaf","id":"g","value":6}
{"type":"enter","id":"b","player":2}
{"type":"enter","id":"d","player":1}
{"type":"leaf","id":"f","value":6}
{"type":"leaf","id":"e","value":6}
{"type":"exit","id":"d","value":6}
{"type":"prune","id":"b","cut":["c"]}
{"type":"exit","id":"b","value":6}
{"type":"exit","id":"a","value":6}
`
	const shallow = `{"algorithm":"shallow","text":"players 3 maxsum 9 r: 1[ a: 2[ b: (1,8,0) c: (4,5,0) ] d: (4,3,2) ]","options":{"order":"best"%s}}
{"type":"enter","id":"r","player":1}
{"type":"leaf","id":"d","value":[4,3,2]}
{"type":"enter","id":"a","player":2}
{"type":"leaf","id":"c","value":[4,5,0]}
{"type":"prune","id":"a","cut":["b"]}
{"type":"exit","id":"a","value":[4,5,0]}
{"type":"exit","id":"r","value":[4,3,2]}
`
	for _, run := range []string{alphaBeta, shallow} {
		for _, c := range []struct {
			options string
			o       checks.Options
			want    string
		}{
			{"", checks.Options{}, "right"},
			{"", checks.Options{Task: true}, "right"},
			{"", checks.Options{TiesLeft: true}, "wrong"},
			{`,"strict":true`, checks.Options{}, "wrong"},
		} {
			text := fmt.Sprintf(run, c.options)
			if r := check(t, text, c.o); r.Verdict != c.want {
				t.Errorf("%+v is %s, want %s: %+v\n%s", c.o, r.Verdict, c.want, r.Checks, text)
			}
		}
	}
}

// TestSoundnessBruteForce holds each verdict on a cut against all values of the leaves.
func TestSoundnessBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 44))
	unsound, sound := 0, 0
	tries := 6_000
	if testing.Short() {
		tries = 600
	}
	for range tries {
		g := &randomRun{random: random, width: 1 + random.IntN(3), sum: 3}
		g.kind = []trees.Kind{trees.MaxN, trees.Minimax}[random.IntN(2)]
		head := ""
		if g.kind == trees.Minimax {
			g.width = 1
			head = `{"kind":"minimax","minp":0,"maxp":3,"delta":1}`
		} else {
			g.width = 2 + random.IntN(2)
			head = fmt.Sprintf(`{"players":%d,"maxsum":3,"delta":1}`, g.width)
		}
		g.search(1 + random.IntN(3))
		text := head + "\n" + g.out.String()
		report := check(t, text, checks.Options{TiesLeft: random.IntN(2) == 0})
		run := report.Run
		seen := map[int32]trees.Vector{}
		for _, e := range run.Events {
			if e.Type == program.Leaf {
				seen[e.Node] = run.Value(e.Value)
			}
		}
		truth, _ := evaluated(run, 0, seen)
		domain := domainOf(run, g)
		var free []int32
		for seq := len(run.Events) - 1; seq >= 0; seq-- {
			if run.Events[seq].Type != program.Prune {
				continue
			}
			var mine []int32
			for n := range run.Nodes {
				if run.Nodes[n].Cut == int32(seq) {
					mine = append(mine, int32(n))
				}
			}
			changes := false
			each(seen, append(slices.Clone(mine), free...), domain, func() bool {
				v, _ := evaluated(run, 0, seen)
				changes = v != truth
				return !changes
			})
			i := slices.IndexFunc(report.Checks, func(c checks.Check) bool { return c.Seq == seq && c.Verdict == checks.Unsound })
			if changes != (i >= 0) {
				t.Fatalf("the cut of line %d: brute force says unsound = %v, the check %v\n%s", run.Events[seq].Line, changes, i >= 0, text)
			}
			if changes {
				unsound++
				with := map[int32]trees.Vector{}
				for n, v := range seen {
					with[n] = v
				}
				for _, v := range report.Checks[i].Values {
					with[int32(v.Node)] = v.Value
					if !slices.Contains(domain, v.Value) {
						t.Fatalf("%v is no allowed value\n%s", v, text)
					}
				}
				if v, _ := evaluated(run, 0, with); v == truth {
					t.Fatalf("with the values %+v of line %d the root is still %v\n%s", report.Checks[i].Values, run.Events[seq].Line, v, text)
				}
				continue
			}
			sound++
			free = append(free, mine...)
		}
	}
	if unsound < tries/5 || sound < tries/10 {
		t.Fatalf("%d unsound and %d sound cuts, want more", unsound, sound)
	}
}

func domainOf(run *program.Run, g *randomRun) (list []trees.Vector) {
	var v trees.Vector
	var fill func(p, left int)
	fill = func(p, left int) {
		if p == run.Width() {
			list = append(list, v)
			return
		}
		for s := range left + 1 {
			v[p] = trees.Score(s) * run.Unit
			fill(p+1, left-s)
		}
		v[p] = 0
	}
	fill(0, g.sum)
	return list
}

// each tries all values of the free leaves, until do returns false.
func each(in map[int32]trees.Vector, free []int32, domain []trees.Vector, do func() bool) bool {
	if len(free) == 0 {
		return do()
	}
	defer delete(in, free[0])
	for _, v := range domain {
		in[free[0]] = v
		if !each(in, free[1:], domain, do) {
			return false
		}
	}
	return true
}
