package algorithms_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
)

// Figure 9 of 2003, δ = 1: one point for player 3 is enough to cut. Zero points are
// enough if the left branch of (b) is not better for both other players. Only (6,4,0)
// is better for both.
func TestFigure9(t *testing.T) {
	for _, c := range []struct {
		left  trees.Vector
		slack int // 0: not cut
		plain bool
	}{
		{trees.Points(3, 6, 1), 1, false},
		{trees.Points(7, 3, 0), 2, false},
		{trees.Points(6, 4, 0), 0, false},
		{trees.Points(3, 5, 2), 0, true}, // 5 + 3 + 2 needs no δ
	} {
		tree := figureTree(t, "s2003-fig9", map[string]trees.Vector{"(b).1": c.left})
		tree.Delta = trees.Unit
		for _, id := range []string{"lastbranch", "speculative"} {
			a, _ := algorithms.Find(id)
			events, res, err := searchtest.Record(a, engine.OnTree(tree, 0), engine.Options{Discrete: true})
			if err != nil || !res.Reference.Agrees {
				t.Fatalf("%s on figure 9 with (%s) = (%s), %v", id, searchtest.Scores(c.left, 3), searchtest.Scores(res.Value, 3), err)
			}
			i := slices.IndexFunc(events, func(e trace.Event) bool { return e.Type == trace.Prune })
			if i < 0 {
				if c.slack > 0 || c.plain {
					t.Errorf("%s on figure 9 with (%s) cuts nothing, want (b).2 cut", id, searchtest.Scores(c.left, 3))
				}
				continue
			}
			last := events[i].Terms[len(events[i].Terms)-1]
			if name := tree.Name(int(events[i].Cut[0])); name != "(b).2" || c.slack == 0 && !c.plain {
				t.Errorf("%s on figure 9 with (%s) cuts %s", id, searchtest.Scores(c.left, 3), name)
			}
			if got := last.Origin == trace.Delta; got == c.plain || got && last.Score != trees.Score(c.slack)*trees.Unit {
				t.Errorf("%s on figure 9 with (%s): last term %+v, want delta to add %d", id, searchtest.Scores(c.left, 3), last, c.slack)
			}
		}
	}
}

// The side condition is needed: with (6,4,0) the stronger rule alone would cut
// a leaf that decides the value.
func TestDiscreteSideCondition(t *testing.T) {
	bounds := trees.Points(5, 3, 0)
	d := engine.Discrete{Players: 3, MaxSum: 10 * trees.Unit, Delta: trees.Unit}
	if !d.Prune(&bounds, nil, nil) {
		t.Error("Discrete.Prune(5, 3, 0) = false, want true: 6 + 4 + 1 exceeds 10")
	}
	var results []trees.Vector
	for _, last := range []trees.Vector{trees.Points(0, 0, 0), trees.Points(0, 0, 10)} {
		tree := figureTree(t, "s2003-fig9", map[string]trees.Vector{"(b).1": trees.Points(6, 4, 0), "(b).2": last})
		results = append(results, searchtest.RunOn(t, "maxn", engine.OnTree(tree, 0), engine.Options{}).Value)
	}
	if results[0] == results[1] {
		t.Errorf("(b).2 does not decide: (%s) either way", searchtest.Scores(results[0], 3))
	}
}

// Section 4.4 asks the second condition of the first branch. To the letter that loses a
// later branch that is better for every player of the chain. The engine asks the current
// best. The sentence of the printed run must not say that the best so far is rejected.
func TestDiscreteAsPrinted(t *testing.T) {
	tree := searchtest.Read(t, "players 3 maxsum 3 delta 1 1[ (0,0,0) 2[ (0,0,0) 3[ (0,0,0) (1,1,1) (0,0,0) ] ] ]")
	var said string
	explain := trace.NewExplainer(tree, "speculative", false)
	res, err := searchtest.Find(t, "speculative").Run(context.Background(), engine.OnTree(tree, 0), engine.Options{AsPrinted: true, Discrete: true}, func(e *trace.Event) {
		if e.Type == trace.Prune {
			said = explain.Explain(e).String()
			if line := searchtest.Find(t, "speculative").CodeOf(engine.Options{AsPrinted: true, Discrete: true})[e.Line-1].Text; !strings.HasPrefix(line, "        (discrete: return NIL at >= maxsum - δ(n-2), n bounds in all;") {
				t.Errorf("the line of the cut is %q", line)
			}
		}
	})
	if err != nil || searchtest.Scores(res.Value, 3) != "0,0,0" || searchtest.Scores(res.Reference.Value, 3) != "1,1,1" {
		t.Errorf("to the letter: (%s), max^n (%s), %v; want (0,0,0) and (1,1,1)", searchtest.Scores(res.Value, 3), searchtest.Scores(res.Reference.Value, 3), err)
	}
	if !strings.Contains(said, "the first branch here was not better for all of them") || !strings.Contains(said, "is unsound") || strings.Contains(said, "the best so far here is not better") {
		t.Errorf("the sentence of the cut: %q", said)
	}
	for _, id := range []string{"lastbranch", "speculative"} {
		if res := searchtest.RunOn(t, id, engine.OnTree(tree, 0), engine.Options{Discrete: true}); searchtest.Scores(res.Value, 3) != "1,1,1" {
			t.Errorf("%s with δ = (%s), want (1,1,1)", id, searchtest.Scores(res.Value, 3))
		}
	}
}

// The first condition, Σ ≥ maxsum − δ(n−2), is right as printed: of the printed runs that
// are wrong, each has a cut by the second one.
func TestDiscreteAsPrintedFirstCondition(t *testing.T) {
	wrong := 0
	for seed := range uint64(2_000) {
		tree := searchtest.InTurn(seed)
		tree.Delta = trees.Unit
		second := false
		res, err := searchtest.Find(t, "speculative").Run(context.Background(), engine.OnTree(tree, 0), engine.Options{AsPrinted: true, Discrete: true}, func(e *trace.Event) {
			if e.Type != trace.Prune {
				return
			}
			if last := e.Terms[len(e.Terms)-1]; last.Origin == trace.Delta {
				second = second || last.Score == trees.Unit*trees.Score(len(e.Terms)-2)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if !res.Reference.Agrees {
			if wrong++; !second {
				t.Errorf("wrong without a cut by the second condition: %s", tree.Text())
			}
		}
	}
	if wrong == 0 {
		t.Error("the printed rule was right on all trees, want it wrong on some")
	}
}

// If all scores are integers, δ saves nodes.
func TestDiscreteSavesNodes(t *testing.T) {
	g := searchtest.Yardstick
	g.Branching, g.Depth, g.MaxSum = 4, 8, 10
	for _, id := range []string{"lastbranch", "speculative"} {
		want := searchtest.RunOn(t, "maxn", searchtest.Generated(t, g), engine.Options{}).Value
		plain, discrete := searchtest.RunOn(t, id, searchtest.Generated(t, g), engine.Options{}), searchtest.RunOn(t, id, searchtest.Generated(t, g), engine.Options{Discrete: true})
		if discrete.Value != want || discrete.Stats.Nodes >= plain.Stats.Nodes {
			t.Errorf("%s with delta on %v = (%s) in %d nodes, want (%s) in less than %d", id, g, searchtest.Scores(discrete.Value, 3), discrete.Stats.Nodes, searchtest.Scores(want, 3), plain.Stats.Nodes)
		}
	}
}

// The side condition is needed for the queue too: the queued child of player
// 3's node has the same score for player 3 as the best to its right, and is
// only known to be rejected at the root, two levels above.
func TestDiscreteQueue(t *testing.T) {
	tree := searchtest.Read(t, `players 4 maxsum 6 delta 1
		1[ (0,1,1,1) 2[ (0,2,0,0) 3[ (0,1,1,1) 4[ (0,3,3,0) (6,0,0,0) ] (0,0,3,1) (0,0,0,0) ] (1,3,0,0) ] ]`)
	res := searchtest.RunOn(t, "speculative", engine.OnTree(tree, 0), engine.Options{Discrete: true})
	if want := trees.Points(0, 1, 1, 1); res.Value != want || res.Stats.Researched != 1 {
		t.Errorf("speculative = (%s) after %d searches again, want (%s) after 1", searchtest.Scores(res.Value, 4), res.Stats.Researched, searchtest.Scores(want, 4))
	}
}
