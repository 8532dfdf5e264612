package algorithms_test

import (
	"context"
	"errors"
	"fmt"
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

// verifyMixed checks the events of prob-max^n: the pick of each model from the values of the children that have
// ended, and each average from the picks.
func verifyMixed(t *trees.Tree, o engine.Options, events []trace.Event) error {
	ended := map[int32]trees.Vector{}
	root := max(1, t.Mover(o.Root))
	want := engine.ModelWeights(&o)
	var path []int32
	var stats trace.Stats
	for i := range events {
		e := &events[i]
		fail := func(format string, args ...any) error {
			return fmt.Errorf("event %d, %s at node %d: %s", i, e.Type, e.Node, fmt.Sprintf(format, args...))
		}
		if e.Seq != i || len(path) > 0 && e.Type != trace.Enter && e.Type != trace.Done && e.Node != path[len(path)-1] {
			return fail("the order is wrong")
		}
		mover := t.Mover(int(e.Node))
		opponent := mover != root && mover > 0 && (e.Type == trace.Backup || e.Type == trace.Exit && !t.IsLeaf(int(e.Node)))
		if at := len(path) - 1; e.Type == trace.Exit && o.HasDepth && at >= o.Depth {
			opponent = false // at the frontier
		}
		if opponent {
			m, _ := trace.NoteOf[*algorithms.Models](e)
			if m.Player != root || len(m.List) == 0 {
				return fail("the models are %+v", m)
			}
			var sum [trees.MaxPlayers]trees.Score
			for _, pick := range m.List {
				if pick.Weight != want[pick.Model] {
					return fail("the weight of %s is %d, want %d", pick.Model.Name(), pick.Weight, want[pick.Model])
				}
				best := int32(-1)
				var most trees.Score
				for _, k := range t.Kids(int(e.Node)) {
					v, ok := ended[k]
					if !ok {
						continue
					}
					goal := [...]trees.Score{v[mover-1], -v[root-1], v[mover-1] - v[root-1]}[pick.Model]
					if best < 0 || goal > most {
						best, most = k, goal
					}
				}
				if pick.Child != best || pick.Expects != most || pick.Picked != (e.Type == trace.Backup && best == e.Child) {
					return fail("%s picks %d for %d, want %d for %d", pick.Model.Name(), pick.Child, pick.Expects, best, most)
				}
				for s := range sum {
					sum[s] += trees.Score(pick.Weight) * ended[best][s]
				}
			}
			got, known := e.Best, e.HasBest
			if e.Type == trace.Exit {
				got, known = e.Value, e.HasValue
			}
			for s := range sum {
				if known != !slices.ContainsFunc(sum[:], func(n trees.Score) bool { return n%10 != 0 }) || known && got[s] != sum[s]/10 {
					return fail("the average is %v, by the picks %v tenths", got, sum)
				}
			}
		}
		switch e.Type {
		case trace.Enter:
			stats.Nodes++
			path = append(path, e.Node)
		case trace.Leaf:
			stats.Leaves++
		case trace.Backup:
			if e.HasValue && e.Value != ended[e.Child] {
				return fail("the value of %d is %v, want %v", e.Child, e.Value, ended[e.Child])
			}
			if !opponent && len(e.Notes) > 0 {
				return fail("the mover has models")
			}
			if bound := e.Bounds[max(1, mover)-1]; bound.Given == opponent && mover > 0 {
				return fail("the bound is %+v", bound)
			}
		case trace.Exit:
			ended[e.Node], path = e.Value, path[:len(path)-1]
			if !o.HasDepth && !e.Exact {
				return fail("the value is not exact")
			}
		case trace.Done:
			if e.Value != ended[int32(o.Root)] || e.Value != ended[e.Path[len(e.Path)-1]] {
				return fail("the value is %v, want %v as at the end of the line", e.Value, ended[int32(o.Root)])
			}
			if *e.Stats != stats {
				return fail("stats are %+v, by the events %+v", *e.Stats, stats)
			}
		}
	}
	return nil
}

// With one model that has all the weight, prob-max^n is another algorithm: max^n, or paranoid for the root player.
func TestProbMaxnWithOneModel(t *testing.T) {
	n := 3_000
	if testing.Short() {
		n = 500
	}
	differ := 0
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 815))
		s := searchtest.SomeShape(rng)
		s.Players = 2 + rng.IntN(5)
		tree := treetest.Random(rng, s)
		if rng.IntN(3) == 0 {
			tree = treetest.Below(rng, tree)
		}
		root := 0
		if rng.IntN(4) == 0 {
			root = rng.IntN(tree.Len())
		}
		run := func(id string, o engine.Options) *engine.Result {
			o.Root = root
			res := searchtest.RunOn(t, id, engine.OnTree(tree, 0), o)
			return &res
		}
		own := run("probmaxn", engine.Options{HasAgainst: true})
		maxn := run("maxn", engine.Options{})
		if own.Value != maxn.Value || !slices.Equal(own.Line, maxn.Line) || !slices.Equal(own.Equal, maxn.Equal) {
			t.Fatalf("with own alone it returns (%s) by %v, max^n (%s) by %v on %s", searchtest.Scores(own.Value, s.Players), own.Line, searchtest.Scores(maxn.Value, s.Players), maxn.Line, tree.Text())
		}
		p := max(1, tree.Mover(root)) - 1
		against, paranoid := run("probmaxn", engine.Options{Against: 10, HasAgainst: true}), run("paranoid", engine.Options{})
		if against.Value[p] != paranoid.Value[p] {
			t.Fatalf("with against alone player %d gets %s, with paranoid %s on %s", p+1, against.Value[p].In(tree.Unit), paranoid.Value[p].In(tree.Unit), tree.Text())
		}
		if own.Value[p] != against.Value[p] {
			differ++
		}
	}
	if differ < n/10 {
		t.Errorf("max^n and paranoid differ on %d of %d trees, want more", differ, n)
	}
}

// The worked example, by hand.
//
//	a, player 1: b, c, d.  b, player 2: e (8,4,0), f (2,3,7).  c, player 3: g (6,1,5), h (5,4,3).
//	d, player 2: i (7,2,3), j (3,6,3).
//
// The models are own with probability 0.7 and against with 0.3. At b own picks e, and against f, so player 1 can
// expect 0.7·8 + 0.3·2 = 6.2. At c own picks g, and against h: 0.7·6 + 0.3·5 = 5.7. At d both pick j, so 3. Player 1
// moves to b. Paranoid fears 2 at b and moves to c. With the weight of against at 5, b is worth 5 and c 5.5.
func TestProbMaxnByHand(t *testing.T) {
	tree := searchtest.Read(t, "players 3 maxsum 12 a: 1[ b: 2[ e: (8,4,0) f: (2,3,7) ] c: 3[ g: (6,1,5) h: (5,4,3) ] d: 2[ i: (7,2,3) j: (3,6,3) ] ]")
	for _, w := range []struct {
		against int
		value   string
		move    string
	}{{0, "8,4,0", "b"}, {3, "6.2,3.7,2.1", "b"}, {5, "5.5,2.5,4", "c"}, {10, "5,4,3", "c"}} {
		res := searchtest.RunOn(t, "probmaxn", engine.OnTree(tree, 0), engine.Options{Against: w.against, HasAgainst: true})
		if got := searchtest.Scores(res.Value, 3); got != w.value || tree.Name(int(res.Line[1])) != w.move || !res.Reference.Agrees {
			t.Errorf("with against %d it returns (%s) and moves to %s, want (%s) and %s", w.against, got, tree.Name(int(res.Line[1])), w.value, w.move)
		}
	}
	// rival at d: i gives player 2 five less than player 1, j three more. At c: player 3 has one less by g, two less by h.
	res := searchtest.RunOn(t, "probmaxn", engine.OnTree(tree, 0), engine.Options{HasAgainst: true, Rival: 10, HasRival: true})
	if got := searchtest.Scores(res.Value, 3); got != "6,1,5" {
		t.Errorf("with rival alone it returns (%s), want (6,1,5): at b f is picked, at c g, at d j", got)
	}
}

// A model is drawn at every move: player 2 moves twice, and each time against has the probability 0.5.
func TestProbMaxnDrawsAtEveryMove(t *testing.T) {
	tree := searchtest.Read(t, "players 2 1[ 2[ (8,1) 2[ (4,2) (0,0) ] ] ]")
	// Below: own picks (4,2), against (0,0): (2,1) on average. Above, own has 1 from both, and the leftmost wins: (8,1).
	// Against picks 2. So player 1 expects 5.
	res := searchtest.RunOn(t, "probmaxn", engine.OnTree(tree, 0), engine.Options{Against: 5, HasAgainst: true})
	if got := searchtest.Scores(res.Value, 2); got != "5,1" {
		t.Errorf("it returns (%s), want (5,1)", got)
	}
}

// An average that is no whole number of units ends the search, and a weight has limits.
func TestProbMaxnRefuses(t *testing.T) {
	tree := searchtest.Read(t, "players 2 1[ 2[ (0.000001,1) (0,0) ] ]")
	var limit *engine.LimitError
	if _, err := algorithms.ProbMaxN.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{}, nil); !errors.As(err, &limit) || !strings.Contains(err.Error(), "average over the models") {
		t.Errorf("an average of a tenth of a unit: %v, want a LimitError", err)
	}
	for _, w := range []struct {
		o    engine.Options
		path string
	}{
		{engine.Options{Against: 11, HasAgainst: true}, "options.against"},
		{engine.Options{Against: -1, HasAgainst: true}, "options.against"},
		{engine.Options{Rival: -1, HasRival: true}, "options.rival"},
		{engine.Options{Rival: 8, HasRival: true}, "options.rival"}, // against is 3
		{engine.Options{Against: 6, HasAgainst: true, Rival: 5, HasRival: true}, "options.rival"},
	} {
		var refused *engine.NotApplicableError
		if _, err := algorithms.ProbMaxN.Run(context.Background(), engine.OnTree(tree, 0), w.o, nil); !errors.As(err, &refused) || refused.Path != w.path {
			t.Errorf("weights %d and %d: %v, want a refusal of %s", w.o.Against, w.o.Rival, err, w.path)
		}
	}
}

// Chance nodes have expectations of expectations.
func TestProbMaxnWithChance(t *testing.T) {
	tree := searchtest.Read(t, "players 2 1[ *[ @1/4 2[ (8,0) (0,4) ] @3/4 2[ (4,1) (0,1) ] ] (3,3) ]")
	// Left: both models pick (0,4). Right: own picks (4,1), the leftmost; against (0,1): (2.8,1). So 0.75·2.8 = 2.1.
	res := searchtest.RunOn(t, "probmaxn", engine.OnTree(tree, 0), engine.Options{})
	if got := searchtest.Scores(res.Value, 2); got != "3,3" {
		t.Errorf("it returns (%s), want (3,3)", got)
	}
	if res := searchtest.RunOn(t, "probmaxn", engine.OnTree(tree, 0), engine.Options{Root: 1}); searchtest.Scores(res.Value, 2) != "2.1,1.75" || !res.Reference.Agrees {
		t.Errorf("the chance node has the value (%s), want (2.1,1.75)", searchtest.Scores(res.Value, 2))
	}
}
