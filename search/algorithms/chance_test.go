package algorithms_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
)

var chanceTrees = flag.Int("chance", 2_000, "random trees of each test of chance nodes")

// chanceShape returns the shape of a random tree with chance nodes.
func chanceShape(rng *rand.Rand) treetest.Shape {
	s := searchtest.SomeShape(rng)
	s.Players, s.Loose = 2+rng.IntN(5), false
	s.Chance, s.Fractions, s.Static = true, rng.IntN(2) == 0, rng.IntN(2) == 0
	if rng.IntN(4) == 0 { // many cuts of Star1 and Star2
		return treetest.Shape{Kind: trees.Minimax, Range: true, Chance: true, Static: true, Points: 1 + rng.IntN(4), MaxNodes: 60, MaxKids: 3, MaxLevel: 3 + rng.IntN(5), Uneven: rng.IntN(2) == 0, Fractions: rng.IntN(4) == 0}
	}
	if rng.IntN(3) == 0 { // chains that end below chance nodes, and bounds of a heuristic at them
		s = treetest.Shape{Players: 2 + rng.IntN(4), Chance: true, Static: true, Points: 1 + rng.IntN(4), MaxNodes: 90, MaxKids: 3, MaxLevel: 4 + rng.IntN(5), OutOfTurn: rng.IntN(4) == 0, Uneven: rng.IntN(2) == 0}
		s.Bounds = rng.IntN(2) == 0
		s.Fractions = !s.Bounds && rng.IntN(3) == 0
		return s
	}
	if rng.IntN(2) == 0 {
		s.Kind, s.Range = trees.Minimax, rng.IntN(4) > 0
	} else if s.Fractions {
		s.Range = rng.IntN(2) == 0
	}
	return s
}

// randomOptions returns the options of a run that an algorithm accepts on a tree.
func randomOptions(rng *rand.Rand, a *engine.Algorithm, t *trees.Tree) (o engine.Options) {
	if rng.IntN(3) == 0 {
		o.Root = rng.IntN(t.Len())
	}
	for _, s := range engine.PageFlags() {
		if slices.Contains(a.Options, s.Name) && rng.IntN(2+len(a.Options)/2) == 0 {
			s.SetOn(&o, true)
		}
	}
	if slices.Contains(a.Options, "depth") && rng.IntN(3) == 0 {
		o.Depth, o.HasDepth = rng.IntN(5), true
	}
	return o
}

// TestChance compares every algorithm that accepts chance nodes, with all its options, with
// an independent search in fractions, and checks its events.
func TestChance(t *testing.T) {
	ran, cuts := map[string]int{}, map[trace.Rule]int{}
	for seed := range *chanceTrees {
		rng := rand.New(rand.NewPCG(uint64(seed), 77))
		tree := treetest.Random(rng, chanceShape(rng))
		compareNodes(t, tree)
		for _, a := range algorithms.All() {
			o := randomOptions(rng, a, tree)
			p := engine.OnTree(tree, 0)
			if err := a.Check(&p, o); err != nil || !a.SoundWith(o) || a.OwnValue() { // TestRules has those
				continue
			}
			res, err := a.Run(context.Background(), engine.OnTree(tree, 0), o, nil)
			if err != nil {
				t.Fatalf("%s %v on %s = %v", a.ID, o.Given(), tree.Text(), err)
			}
			depth := -1
			if o.HasDepth {
				depth = o.Depth
			}
			want := searchtest.Expected(tree, o.Root, depth, searchtest.GoalOf(a, tree, o.Root))
			if a.Reference.ComparesOnePlayer() {
				p := max(1, tree.Mover(o.Root)) - 1
				got := trees.Vector{res.Value[p]}
				if !searchtest.SameValue(tree, got, want[p:p+1]) {
					t.Fatalf("%s %v on %s = %v, want %v", a.ID, o.Given(), tree.Text(), got, want)
				}
			} else if !searchtest.SameValue(tree, res.Value, want) {
				t.Fatalf("%s %v on %s = %v, want %v", a.ID, o.Given(), tree.Text(), res.Value[:tree.Width()], want)
			}
			if !res.Reference.Agrees {
				t.Fatalf("%s %v on %s: the reference says %v", a.ID, o.Given(), tree.Text(), res.Reference.Value)
			}
			checkLineAndEqual(t, a, tree, o, &res)
			if tree.HasChance() {
				ran[a.ID]++
			}
			for r, n := range res.Stats.Prunes {
				cuts[trace.Rule(r)] += n
			}
			if seed%8 == 0 || *chanceTrees <= 2_000 {
				checkChanceEvents(t, a, tree, o, &res)
			}
		}
	}
	t.Log(ran, cuts)
	for _, id := range []string{"minimax", "alphabeta", "pvs", "star1", "star2", "maxn", "immediate", "shallow", "lastbranch", "speculative", "bnb", "abbnb", "paranoid"} {
		if ran[id] < *chanceTrees/20 {
			t.Errorf("%s ran on %d trees with chance nodes of %d", id, ran[id], *chanceTrees)
		}
	}
	for _, r := range []trace.Rule{trace.StarAlpha, trace.StarBeta, trace.Alpha, trace.Beta, trace.Shallow, trace.Immediate, trace.LastBranch, trace.Speculative, trace.ABBnB, trace.BnBImmediate, trace.BnBShallow} {
		if cuts[r] == 0 {
			t.Errorf("nothing was cut by %s", r)
		}
	}
}

// compareNodes checks that Star1 enters no node more than alpha-beta, which has open windows
// below chance nodes, and that alpha-beta enters no more than minimax.
func compareNodes(t *testing.T, tree *trees.Tree) {
	t.Helper()
	before, most := "", 0
	for _, id := range []string{"minimax", "alphabeta", "star1"} {
		p := engine.OnTree(tree, 0)
		if searchtest.Find(t, id).Check(&p, engine.Options{}) != nil {
			return
		}
		nodes := searchtest.RunOn(t, id, engine.OnTree(tree, 0), engine.Options{}).Stats.Nodes
		if before != "" && nodes > most {
			t.Fatalf("%s enters %d nodes of %s, %s %d", id, nodes, tree.Text(), before, most)
		}
		before, most = id, nodes
	}
}

// checkLineAndEqual checks that the line ends at a leaf or the first chance node, and that the
// root's best children are those of the independent search.
func checkLineAndEqual(t *testing.T, a *engine.Algorithm, tree *trees.Tree, o engine.Options, res *engine.Result) {
	t.Helper()
	for i, n := range res.Line {
		last := i == len(res.Line)-1
		frontier := o.HasDepth && i == o.Depth
		if end := tree.IsLeaf(int(n)) || tree.IsChance(int(n)) || frontier; end != last {
			t.Fatalf("%s %v on %s: the line is %v", a.ID, o.Given(), tree.Text(), res.Line)
		}
	}
	want := []int32{}
	if !tree.IsLeaf(o.Root) && !tree.IsChance(o.Root) && (!o.HasDepth || o.Depth > 0) {
		player, least := searchtest.GoalOf(a, tree, o.Root)(tree.Mover(o.Root))
		var best *big.Rat
		for _, k := range tree.Kids(o.Root) {
			depth := -1
			if o.HasDepth {
				depth = o.Depth - 1
			}
			v := searchtest.Expected(tree, int(k), depth, searchtest.GoalOf(a, tree, o.Root))[player-1]
			c := 1
			if best != nil {
				if c = v.Cmp(best); least {
					c = -c
				}
			}
			if c > 0 {
				best, want = v, want[:0]
			}
			if c >= 0 {
				want = append(want, k)
			}
		}
	}
	if !slices.Equal(res.Equal, want) {
		t.Fatalf("%s %v on %s: equal is %v, want %v", a.ID, o.Given(), tree.Text(), res.Equal, want)
	}
}

// checkChanceEvents checks the events of a run: the sums at chance nodes, and each cut from
// its certificate and the tree alone.
func checkChanceEvents(t *testing.T, a *engine.Algorithm, tree *trees.Tree, o engine.Options, want *engine.Result) {
	t.Helper()
	fail := func(e *trace.Event, format string, args ...any) {
		t.Helper()
		t.Fatalf("%s %v on %s: %s: "+format, append([]any{a.ID, o.Given(), tree.Text(), trace.AppendJSON(nil, e)}, args...)...)
	}
	type open struct {
		node int32
		sum  []*big.Rat
	}
	var path []open
	probes := map[int32]trees.Score{}
	values := map[int32]trees.Vector{}
	recorder := trace.NewRecorder(trace.MaxRecorded, nil)
	rec := recorder
	var sent []string
	explain, steps, bounds := trace.NewExplainer(tree, a.Name, true), trace.NewStepPacker(tree, nil), trace.BoundsByNode{}
	rat := func(e *trace.Event, s trees.Score) *big.Rat { return big.NewRat(int64(s), int64(e.Unit)) }
	res, err := a.Run(context.Background(), engine.OnTree(tree, 0), o, func(e *trace.Event) {
		rec.Record(e)
		sent = append(sent, string(trace.AppendJSON(nil, e)))
		steps.Pack(e)
		bounds.Observe(e)
		here := bounds.At(e)
		trace.AppendDetail(nil, &explain, e, &here.Bounds, here.Alpha, here.Beta)
		if text := explain.Explain(e).String(); !strings.HasSuffix(text, ".") || strings.Contains(text, "%") {
			fail(e, "the sentence is %q", text)
		}
		if e.Unit%tree.Unit != 0 || e.Unit == 0 {
			fail(e, "the unit is %d, that of the tree %d", e.Unit.In(trees.Unit), tree.Unit.In(trees.Unit))
		}
		n := int(e.Node)
		frontier := o.HasDepth && tree.Level(n)-tree.Level(o.Root) == o.Depth
		switch e.Type {
		case trace.Enter:
			if len(path) > 0 && path[len(path)-1].node != int32(tree.Parent(n)) {
				fail(e, "the parent is not being searched")
			}
			if e.Chance != (tree.IsChance(n) && !frontier) || e.Chance && e.Player != 0 {
				fail(e, "chance is %t", e.Chance)
			}
			path = append(path, open{node: e.Node})
		case trace.Backup:
			top := &path[len(path)-1]
			if top.node != e.Node || e.Chance != tree.IsChance(n) {
				fail(e, "the search is at %d", top.node)
			}
			if v := values[e.Child]; e.HasValue && !slices.Equal(v[:e.Width], e.Value[:e.Width]) {
				fail(e, "the child ended with %v", v[:e.Width])
			}
			if !e.Chance {
				return
			}
			if top.sum == nil {
				top.sum = make([]*big.Rat, e.Width)
				for i := range top.sum {
					top.sum[i] = new(big.Rat)
				}
			}
			p := tree.Prob(int(e.Child))
			for i := range top.sum {
				top.sum[i].Add(top.sum[i], new(big.Rat).Mul(big.NewRat(int64(p.Score), int64(p.Unit)), rat(e, e.Value[i])))
				if rat(e, e.Best[i]).Cmp(top.sum[i]) != 0 {
					fail(e, "the sum is %s", top.sum[i])
				}
			}
		case trace.Prune:
			switch {
			case e.Rule.Weighs() && tree.IsChance(n):
				checkMean(e, a, tree, o, values, probes, fail)
			case e.Rule.Weighs():
				fail(e, "no chance node")
			case e.Rule == trace.QuestionLow && e.Sum.Score < e.Limit.Score:
			case e.Limit.Given && e.Sum.Score < e.Limit.Score:
				fail(e, "the bounds do not reach the limit")
			}
		case trace.Exit:
			if path[len(path)-1].node != e.Node {
				fail(e, "the search is at %d", path[len(path)-1].node)
			}
			path = path[:len(path)-1]
			if values[e.Node] = e.Value; e.Probe {
				probes[e.Node] = e.Value[0]
			}
			if e.Exact {
				depth := -1
				if o.HasDepth {
					depth = o.Depth - tree.Level(n) + tree.Level(o.Root)
				}
				v := searchtest.Expected(tree, n, depth, searchtest.GoalOf(a, tree, o.Root))
				for i := range v {
					if a.Reference.ComparesOnePlayer() && i != max(1, tree.Mover(o.Root))-1 {
						continue
					}
					if rat(e, e.Value[i]).Cmp(v[i]) != 0 {
						fail(e, "the value is %v", v)
					}
				}
			}
		}
	})
	if err != nil || res.Value != want.Value || res.Stats != want.Stats || !slices.Equal(res.Line, want.Line) {
		t.Fatalf("%s %v on %s with an observer = %v, %v; want %v", a.ID, o.Given(), tree.Text(), res, err, want)
	}
	i := 0
	recorder.Read(0, len(sent), func(e *trace.Event) bool {
		if got := string(trace.AppendJSON(nil, e)); got != sent[i] {
			t.Fatalf("%s %v on %s: recorded as %s, was %s", a.ID, o.Given(), tree.Text(), got, sent[i])
		}
		i++
		return true
	})
	if i != len(sent) {
		t.Fatalf("%d of %d events were recorded", i, len(sent))
	}
}

// checkMean checks a cut at a chance node: each term against what was seen of the child, the
// sum, the limit, and that the value of the node is beyond it.
func checkMean(e *trace.Event, a *engine.Algorithm, tree *trees.Tree, o engine.Options, values map[int32]trees.Vector, probes map[int32]trees.Score, fail func(*trace.Event, string, ...any)) {
	n := int(e.Node)
	kids := tree.Kids(n)
	if len(e.Terms) != len(kids) {
		fail(e, "there are %d children", len(kids))
	}
	sum := new(big.Rat)
	for i, term := range e.Terms {
		k := kids[i]
		in := func(s trees.Score) trees.Score { return s * (e.Unit / tree.Unit) }
		right := false
		switch term.Origin {
		case trace.BackedUp:
			right = term.Score == values[k][0] && !slices.Contains(e.Cut, k)
		case trace.Probe:
			v, probed := probes[k]
			right = probed && term.Score == v && slices.Contains(e.Cut, k) && tree.Mover(int(k)) == map[trace.Rule]int{trace.StarAlpha: 2, trace.StarBeta: 1}[e.Rule]
		case trace.Minimum:
			right = e.Rule == trace.StarBeta && term.Score == in(tree.MinP.Scores[0])
		case trace.Maximum:
			right = e.Rule == trace.StarAlpha && term.Score == in(tree.MaxP.Scores[0])
		}
		if !right || term.Node != k || term.Prob != tree.Prob(int(k)) {
			fail(e, "term %d is wrong", i)
		}
		sum.Add(sum, new(big.Rat).Mul(big.NewRat(int64(term.Prob.Score), int64(term.Prob.Unit)), big.NewRat(int64(term.Score), int64(e.Unit))))
	}
	if big.NewRat(int64(e.Sum.Score), int64(e.Unit)).Cmp(sum) != 0 {
		fail(e, "the sum is %s", sum)
	}
	limit := big.NewRat(int64(e.Limit.Score), int64(e.Unit))
	depth := -1
	if o.HasDepth {
		depth = o.Depth - tree.Level(n) + tree.Level(o.Root)
	}
	value := searchtest.Expected(tree, n, depth, searchtest.MaxAgainstMin)[0]
	beyond, side := sum.Cmp(limit), value.Cmp(sum)
	if e.Rule == trace.StarAlpha {
		beyond, side = -beyond, -side
	}
	if beyond < 0 || beyond == 0 && o.Strict || side < 0 {
		fail(e, "the sum is %s, the limit %s, the value %s", sum, limit, value)
	}
}

// A minimal tree on which a test against clipped windows cuts a leaf that is needed.
func TestStarOnUnclippedWindows(t *testing.T) {
	for _, id := range []string{"star1", "star2"} {
		for _, text := range []string{"kind minimax minp 0 maxp 4 *[ 4 4 ]", "kind minimax minp 0 maxp 4 *[ 0 0 ]", "kind minimax minp 0 maxp 4 *[ max[ 4 1 ] 0 ]"} {
			tree := searchtest.Read(t, text)
			res := searchtest.RunOn(t, id, engine.OnTree(tree, 0), engine.Options{})
			for _, k := range tree.Kids(0) {
				if entered := enteredBy(t, id, tree); !slices.Contains(entered, k) {
					t.Errorf("%s on %s does not search node %d", id, text, k)
				}
			}
			if !res.Reference.Agrees {
				t.Errorf("%s on %s = %v", id, text, res.Value[0].In(trees.Unit))
			}
		}
	}
}

func enteredBy(t *testing.T, id string, tree *trees.Tree) (list []int32) {
	t.Helper()
	if _, err := searchtest.Find(t, id).Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
		if e.Type == trace.Enter {
			list = append(list, e.Node)
		}
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

// Ballard's cuts by hand: α = 3 at the root. With leaves from 0 to 10, half of 10 is the most that
// the second child can add.
func TestStarCuts(t *testing.T) {
	for _, c := range []struct {
		id, text string
		cut      []string
		rule     trace.Rule
		sum      string
	}{
		{"star1", "kind minimax minp 0 maxp 10 max[ 6 *[ 1 z: 9 ] ]", []string{"z"}, trace.StarAlpha, "5.5"},
		{"star1", "kind minimax minp 0 maxp 10 min[ 3 *[ 8 z: 9 ] ]", []string{"z"}, trace.StarBeta, "4"},
		{"star1", "kind minimax minp 0 maxp 10 max[ 5 *[ @3/10 0 @1/5 0 @1/2 z: 9 ] ]", []string{"z"}, trace.StarAlpha, "5"},
		{"star2", "kind minimax minp 0 maxp 10 max[ 6 *[ y: min[ 5 7 ] z: min[ 6 9 ] ] ]", []string{"y", "z"}, trace.StarAlpha, "5.5"},
		{"star2", "kind minimax minp 0 maxp 10 min[ 3 *[ y: max[ 4 7 ] z: max[ 3 9 ] ] ]", []string{"y", "z"}, trace.StarBeta, "3.5"},
	} {
		tree := searchtest.Read(t, c.text)
		found := false
		_, err := searchtest.Find(t, c.id).Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
			if e.Type != trace.Prune {
				return
			}
			var cut []string
			for _, n := range e.Cut {
				cut = append(cut, tree.Label(int(n)))
			}
			found = true
			if e.Rule != c.rule || !slices.Equal(cut, c.cut) || e.Sum.Score.In(e.Unit).String() != c.sum {
				t.Errorf("%s on %s: %s", c.id, c.text, trace.AppendJSON(nil, e))
			}
		})
		if err != nil || !found {
			t.Errorf("%s on %s: found a cut %t, %v", c.id, c.text, found, err)
		}
	}
}

func TestChanceIsRefused(t *testing.T) {
	const ofThree = "players 3 maxsum 9 1[ *[ (1,2,3) (3,3,3) ] (4,4,1) ]"
	var right []string // the algorithms that search this tree, samples left out
	for _, a := range algorithms.All() {
		if p := engine.OnTree(searchtest.Read(t, ofThree), 0); a.Chance && !a.Estimate && a.Check(&p, engine.Options{}) == nil {
			right = append(right, a.ID)
		}
	}
	if len(right) < 9 {
		t.Fatalf("only %v search a tree with chance", right)
	}
	for _, c := range []struct {
		id, text, want string
		o              engine.Options
	}{
		{"deep", ofThree, "search this tree with " + trees.InWords(right), engine.Options{}},
		{"speculative", "players 3 maxsum 9 1[ *[ (1,2,3) (3,3,3) ] (4,4,1) ]", "options.as_printed", engine.Options{AsPrinted: true}},
		{"star1", "kind minimax *[ 1 2 ]", "tree.minp", engine.Options{}},
		{"star2", "kind minimax minp 0 *[ 1 2 ]", "tree.maxp", engine.Options{}},
		{"star2", "kind minimax minp 0 maxp 1 *[ 1 2 ]", "root.children[1].value", engine.Options{}},
		{"star1", "players 2 minp 0 maxp 9 *[ (1,2) (2,3) ]", "kind minimax", engine.Options{}},
	} {
		_, err := searchtest.Find(t, c.id).Run(context.Background(), engine.OnTree(searchtest.Read(t, c.text), 0), c.o, nil)
		var refused *engine.NotApplicableError
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s on %s = %v, want %q", c.id, c.text, err, c.want)
		}
	}
	// below the chance node there is none
	tree := searchtest.Read(t, "players 3 maxsum 9 *[ (1,2,3) a: 1[ (4,4,1) (3,3,3) ] ]")
	if res := searchtest.RunOn(t, "deep", engine.OnTree(tree, 2), engine.Options{}); !res.Reference.Agrees {
		t.Error("deep pruning below a chance node is wrong")
	}
}

// The sentences and the certificates of chance nodes.
func TestSentencesOfChance(t *testing.T) {
	for _, c := range []struct {
		id, text string
		want     []string
	}{
		{"minimax", "kind minimax r: max[ a: 0 e: *[ b: 4 c: -2 ] ]", []string{
			"Chance moves at e: b has probability ½ and c has probability ½.",
			"b has the value 4 and probability ½. The sum at e so far is ½·4 = 2.",
			"c has the value −2 and probability ½. The average at e is ½·4 + ½·(−2) = 1.",
			"Minimax returns 1, the value of e.",
		}},
		{"minimax", "kind minimax r: *[ @0.35 a: 20 @0.65 e: max[ b: 40 ] ]", []string{"The average at r is 7 + 0.65·40 = 33."}},
		{"maxn", "players 2 r: *[ a: (4,2) b: (0,-2) ]", []string{"The average at r is ½·(4, 2) + ½·(0, −2) = (2, 0)."}},
		{"star1", "kind minimax minp 0 maxp 10 r: max[ a: 6 e: *[ b: 0 c: 9 ] ]", []string{
			"c is cut: play will not reach e. Its average is at most ½·0 + ½·10 = 5 (c with maxp), and α = 6.",
			"½·0 + ½·10 = 5 ≤ α = 6",
			"e returns 5. Its average is at most that.",
		}},
		{"star1", "kind minimax minp 0 maxp 10 r: min[ a: 4 e: *[ b: 6 c: max[ d: 2 f: 1 g: 9 ] ] ]", []string{
			"Max moves at c. Only scores of Max between α = 0 and β = 2 matter.",
			"f and g are cut: Max gets at least 2 here. If c is worth 2 or more, the average at e is at least its β.",
		}},
		{"star1", "kind minimax minp 0 maxp 10 r: *[ b: 6 c: max[ d: 10 f: 1 ] ]", []string{
			"f is cut: no later child can be better. Max gets at least 10 here, and 10 is the most that a leaf can have.",
		}},
		{"star2", "kind minimax minp 0 maxp 10 r: min[ a: 6 e: *[ b: max[ h: 10 i: 3 ] c: max[ d: 2 f: 8 ] ] ]", []string{
			"Max moves at b; the probe searches only the first child. Only scores of Max between α = 0 and β = 10 matter.",
			"The probe of b ends: Max gets at least 10 there.",
			"b and c are cut: play will not reach e. Its average is at least ½·10 + ½·2 = 6 (b and c by the probe), and β = 6.",
			"½·10 + ½·2 = 6 ≥ β = 6",
			"e returns 6. Its average is at least that.",
		}},
	} {
		tree := searchtest.Read(t, c.text)
		a := searchtest.Find(t, c.id)
		explain, bounds, said := trace.NewExplainer(tree, a.Name, true), trace.BoundsByNode{}, []string{}
		if _, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
			bounds.Observe(e)
			here := bounds.At(e)
			at := *e
			at.Alpha, at.Beta = here.Alpha, here.Beta
			said = append(said, explain.Explain(&at).String())
			if c := trace.NewCertificate(tree, e, &here.Bounds); c != nil {
				said = append(said, c.Short)
			}
		}); err != nil {
			t.Fatal(err)
		}
		for _, want := range c.want {
			if !slices.ContainsFunc(said, func(s string) bool { return strings.HasSuffix(s, want) }) {
				t.Errorf("%s on %s does not say %q but\n%s", c.id, c.text, want, strings.Join(said, "\n"))
			}
		}
	}
}

// All expectations of a tree are whole numbers of its units: below probability 0, too, and where
// the numerator of a probability has a factor in common with a denominator below it.
func TestExpectationsAreWhole(t *testing.T) {
	for text, want := range map[string]string{
		"kind minimax *[ @7/9 *[ @1/7 1 @6/7 0 ] @2/9 0 ]": "1/9",
		"kind minimax *[ @0 *[ @1/7 1 @6/7 0 ] @1 3 ]":     "3",
		"kind minimax max[ *[ @0 *[ 1 0 0 ] @1 3 ] 2 ]":    "3",
	} {
		tree := searchtest.Read(t, text)
		if got := searchtest.RunOn(t, "minimax", engine.OnTree(tree, 0), engine.Options{}).Value[0].In(tree.Unit).String(); got != want {
			t.Errorf("minimax of %s = %s, want %s", text, got, want)
		}
	}
}

func TestNumbersThatWindowsNeed(t *testing.T) {
	fits := searchtest.Read(t, "kind minimax minp 0 maxp 9 *[ @3/10 *[ @3/10 1 @7/10 2 ] @7/10 3 ]")
	if unit, ok := fits.WindowUnit(); !ok || unit%(fits.Unit*3*7) != 0 {
		t.Errorf("the unit of the windows is %d, that of the tree %d", unit, fits.Unit)
	}
	text := "kind minimax minp 0 maxp 9 "
	for range 3 {
		text += "*[ @0.4999 1 @0.5001 "
	}
	large := searchtest.Read(t, text+"2 ] ] ]")
	if _, ok := large.WindowUnit(); ok {
		t.Error("the unit fits")
	}
	for _, strict := range []bool{false, true} {
		if res := searchtest.RunOn(t, "star1", engine.OnTree(large, 0), engine.Options{Strict: strict}); !res.Reference.Agrees {
			t.Errorf("star1 with rounded windows = %d", res.Value[0])
		}
	}
}

func TestDivided(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 79))
	for range 100_000 {
		den := 1 + rng.Int64N(1<<rng.IntN(40))
		num := 1 + rng.Int64N(den)
		share := rng.Int64N(1<<20) - 1<<19
		for _, up := range []bool{false, true} {
			got := algorithms.Divided(trees.Score(share), trees.Number{Score: trees.Score(num), Unit: trees.Score(den)}, up)
			over := new(big.Int).Mul(big.NewInt(share), big.NewInt(den))
			want := new(big.Int).Div(over, big.NewInt(num)) // num > 0: rounded down
			if up && new(big.Int).Mod(over, big.NewInt(num)).Sign() > 0 {
				want.Add(want, big.NewInt(1))
			}
			if want.IsInt64() && want.Int64() != int64(got) {
				t.Fatalf("%d / (%d/%d), up %t = %d, want %d", share, num, den, up, got, want)
			}
		}
	}
}

// A unit is only for what is shown: in the unit of the tree, with rounded windows, each run is the same.
func TestRoundedWindowsCutTheSame(t *testing.T) {
	finer := 0
	for seed := range 3_000 {
		rng := rand.New(rand.NewPCG(uint64(seed), 80))
		tree := treetest.Random(rng, treetest.Shape{Kind: trees.Minimax, Range: true, Chance: true, Points: 1 + rng.IntN(6), MaxNodes: 60, MaxLevel: 6, Uneven: true})
		if unit, ok := tree.WindowUnit(); !ok || unit == tree.Unit {
			continue
		}
		finer++
		for _, id := range []string{"star1", "star2"} {
			for _, strict := range []bool{false, true} {
				var runs [2]string
				for i := range runs {
					a := *searchtest.Find(t, id)
					a.Divides = i == 0
					res, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{Strict: strict}, nil)
					if err != nil {
						t.Fatal(err)
					}
					runs[i] = fmt.Sprint(res.Value, res.Line, res.Stats)
				}
				if runs[0] != runs[1] {
					t.Fatalf("%s, strict %t, on %s: %s, rounded %s", id, strict, tree.Text(), runs[0], runs[1])
				}
			}
		}
	}
	if finer < 500 {
		t.Errorf("%d trees need a finer unit", finer)
	}
}

// Adding a number to all values, minp and maxp changes no node that is entered, no cut and no line.
func TestStarShiftChangesNothing(t *testing.T) {
	cuts := 0
	for seed := range 3_000 {
		rng := rand.New(rand.NewPCG(uint64(seed), 78))
		tree := treetest.Random(rng, treetest.Shape{Kind: trees.Minimax, Range: true, Chance: true, Points: 1 + rng.IntN(6), MaxNodes: 60, MaxLevel: 6, Uneven: true})
		by, values := trees.Score(rng.IntN(9)-4)*tree.Unit, map[int]trees.Vector{}
		for n := range tree.Len() {
			if v, known := tree.Value(n); tree.IsLeaf(n) && known {
				v[0] += by
				values[n] = v
			}
		}
		moved, err := tree.WithValues(values)
		if err != nil {
			t.Fatal(err)
		}
		header := *moved
		for _, l := range []*trees.Limits{&header.MinP, &header.MaxP} {
			for p := range l.Scores {
				l.Scores[p] += by
			}
		}
		for _, id := range []string{"star1", "star2"} {
			var said [2][]string
			for i, tree := range []*trees.Tree{tree, &header} {
				res, err := searchtest.Find(t, id).Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
					text := fmt.Sprint(e.Type, e.Node, e.Child, e.Improved, e.Exact, e.Probe)
					if e.Type == trace.Prune {
						text += fmt.Sprint(e.Rule, e.Cut)
						cuts++
					}
					said[i] = append(said[i], text)
				})
				if err != nil {
					t.Fatal(err)
				}
				said[i] = append(said[i], fmt.Sprint(res.Line, res.Equal, res.Stats))
			}
			if !slices.Equal(said[0], said[1]) {
				t.Fatalf("%s on %s, moved by %s:\n%s\n%s", id, tree.Text(), by.In(tree.Unit), said[0], said[1])
			}
		}
	}
	if cuts < 1_000 {
		t.Errorf("there are %d cuts", cuts)
	}
}
