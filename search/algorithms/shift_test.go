package algorithms_test

import (
	"math/rand/v2"
	"testing"

	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
)

// Moving all scores of a player by a constant, and minp, maxp, maxsum, outcomes, bounds and
// static values with them, changes no visit, cut or line, and no other number than by this
// constant.
func TestShiftChangesNothing(t *testing.T) {
	configs := soundConfigs()
	for _, id := range []string{"deep", "deep-bnb"} {
		configs = append(configs, engine.AlgorithmConfig{Algorithm: searchtest.Find(t, id)})
	}
	configs = append(configs, engine.AlgorithmConfig{Algorithm: searchtest.Find(t, "abbnb"), Options: engine.Options{AsPrinted: true}}, engine.AlgorithmConfig{Algorithm: searchtest.Find(t, "speculative"), Options: engine.Options{AsPrinted: true}})
	n := 40_000
	if testing.Short() {
		n = 4_000
	}
	ran := make([]int, len(configs))
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 400))
		tree, step := searchtest.AnyTree(rng), trees.Unit/2
		if rng.IntN(4) == 0 {
			s := searchtest.SomeShape(rng)
			s.Players, s.Chance = 2+rng.IntN(4), true
			tree = treetest.Random(rng, s)
			step = tree.Unit // the expectation of a part of a point need not be a whole number of units
		}
		i := rng.IntN(len(configs))
		c := configs[i]
		if _, known := tree.Minima(); tree.Kind != trees.MaxN || !known {
			continue
		}
		base := *tree
		if !base.MinP.Given {
			base.MinP = trees.All(0)
		}
		var by trees.Vector
		for p := range tree.Players {
			by[p] = trees.Score(rng.IntN(9)-6) * step
		}
		moved := base.Shift(by)
		if p := engine.OnTree(&base, 0); c.Algorithm.Check(&p, c.Options) != nil || c.Algorithm.AsGiven { // who compares players sees a difference
			continue
		}
		want, wantResult, err := searchtest.Record(c.Algorithm, engine.OnTree(&base, 0), c.Options)
		if err != nil {
			t.Fatal(err)
		}
		got, result, err := searchtest.Record(c.Algorithm, engine.OnTree(moved, 0), c.Options)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%s on %s, moved to %s: %d events and %v, want %d", c.Spec(), base.Text(), moved.Text(), len(got), err, len(want))
		}
		if c.Algorithm.Reference.Agree == nil && !wantResult.NoValue && add(wantResult.Value, by, tree.Players) != result.Value {
			t.Fatalf("%s on %s, moved to %s: (%s), was (%s)", c.Spec(), base.Text(), moved.Text(), searchtest.Scores(result.Value, tree.Players), searchtest.Scores(wantResult.Value, tree.Players))
		}
		for k := range want {
			moveSum(&want[k], tree, by)
			if err := sameStep(&want[k], &got[k], by); err != "" {
				t.Fatalf("%s on %s, moved to %s: event %d: %s\n%+v\n%+v", c.Spec(), base.Text(), moved.Text(), k, err, want[k], got[k])
			}
		}
		ran[i]++
	}
	for i, c := range configs {
		if ran[i] < 5 && !c.Algorithm.AsGiven && c.Algorithm.Need != nil && c.Algorithm.Reference != &engine.ReferenceCost && c.Algorithm.Reference != &engine.ReferenceMinimax {
			t.Errorf("%s ran on %d trees", c.Spec(), ran[i])
		}
	}
}

// moveSum corrects the sum so far at a chance node: it moves by less than by.
func moveSum(e *trace.Event, t *trees.Tree, by trees.Vector) {
	if e.Type != trace.Backup || !e.Chance {
		return
	}
	for p := range t.Players {
		e.Best[p] -= by[p]
		for _, k := range t.Kids(int(e.Node)) {
			if prob := t.Prob(int(k)); k <= e.Child {
				e.Best[p] += by[p] / prob.Unit * prob.Score
			}
		}
	}
}

func add(v, by trees.Vector, players int) trees.Vector {
	for p := range players {
		v[p] += by[p]
	}
	return v
}

// sameStep compares an event with the same one where scores are moved.
func sameStep(a, b *trace.Event, by trees.Vector) string {
	players := a.Players
	switch {
	case a.Type != b.Type || a.Node != b.Node || a.Line != b.Line || a.Rule != b.Rule || a.Provisional != b.Provisional:
		return "another step"
	case a.HasValue != b.HasValue || a.HasValue && add(a.Value, by, players) != b.Value:
		return "another value"
	case a.HasBest != b.HasBest || a.HasBest && add(a.Best, by, players) != b.Best:
		return "another best"
	}
	if a.Type == trace.Prune && len(a.Cut) != len(b.Cut) {
		return "another cut"
	}
	whose := func(p int) int {
		if a.About > 0 {
			return a.About - 1
		}
		return p
	}
	for p := range players {
		x, y := a.Bounds[p], b.Bounds[p]
		if x.Given {
			x.Score += by[whose(p)]
		}
		if a.Type == trace.Enter && x != y {
			return "another bound"
		}
	}
	if a.Type == trace.Prune {
		x, y := own(a.Terms), own(b.Terms)
		if len(x) != len(y) {
			return "other terms"
		}
		var players [trees.MaxPlayers + 1]int // as printed, a player may have two terms
		for i := range x {
			if players[x[i].Player]++; players[x[i].Player] > 1 {
				return ""
			}
			if x[i].Player > 0 {
				x[i].Score += by[whose(x[i].Player-1)]
			}
			if x[i] != y[i] {
				return "another term"
			}
		}
		if a.Sum.Given && a.Sum.Score-a.Limit.Score != b.Sum.Score-b.Limit.Score {
			return "another distance to the limit"
		}
	}
	return ""
}

// Without minp, scores below 0 have no minimum that is known. Then only tests fire that need
// none: of the bounds of all players, and of maxp.
func TestUnknownMinima(t *testing.T) {
	for _, c := range []struct {
		text, id, refused string
	}{
		{"players 3 maxsum 9 1[ (9,0,0) (1,1,-1) ]", "immediate", "tree.minp"},
		{"players 3 maxsum 9 1[ (9,0,0) (1,1,-1) ]", "shallow", "tree.minp"},
		{"players 3 maxsum 9 1[ (9,0,0) (1,1,-1) ]", "deep", "tree.minp"},
		{"players 3 maxp 9 1[ (9,0,0) (1,1,-1) ]", "immediate", ""},
		{"players 2 maxsum 9 1[ (5,4) 2[ (3,6) (10,-1) ] ]", "shallow", ""},
		{"players 3 maxsum 9 1[ (3,3,3) 2[ (2,4,3) 3[ (2,3,4) (11,-1,-1) ] ] ]", "lastbranch", ""},
		{"players 3 maxsum 9 1[ (3,3,3) 2[ (2,4,3) 3[ (2,3,4) (11,-1,-1) ] ] ]", "speculative", ""},
	} {
		a, tree := searchtest.Find(t, c.id), searchtest.Read(t, c.text)
		p := engine.OnTree(tree, 0)
		err := a.Check(&p, engine.Options{})
		if refused, ok := err.(*engine.NotApplicableError); ok != (c.refused != "") || ok && refused.Path != c.refused {
			t.Errorf("%s on %s = %v, want a refusal at %q", c.id, c.text, err, c.refused)
			continue
		}
		if c.refused != "" {
			continue
		}
		res := searchtest.RunOn(t, c.id, engine.OnTree(tree, 0), engine.Options{})
		if err := checkTrace(tree, a, engine.Options{}, res); err != nil || res.Stats.Pruned != 1 || !res.Reference.Agrees {
			t.Errorf("%s on %s cuts %d, %v, want 1", c.id, c.text, res.Stats.Pruned, err)
		}
	}
}

// The certificate of a cut with minima lists those of the players who have no bound.
func TestMinimumTerms(t *testing.T) {
	tree := searchtest.Read(t, "players 4 maxsum 9 minp (-1,0,-2,-3) 1[ (6,1,1,1) 2[ (1,9,1,-2) (9,0,0,0) ] ]")
	events, res, err := searchtest.Record(searchtest.Find(t, "shallow"), engine.OnTree(tree, 0), engine.Options{})
	if err != nil || !res.Reference.Agrees {
		t.Fatal(res, err)
	}
	fold := trace.NewFold(tree, nil)
	for _, e := range events {
		fold.Apply(&e, nil)
		if e.Type != trace.Prune {
			continue
		}
		if got := fold.State(0).Text; got != "(≥6, ≤8, ≤6, ≤5)" {
			t.Errorf("beside the root is %s", got)
		}
		want := []trace.Term{{Player: 1, Node: 0, Score: 6 * trees.Unit}, {Player: 2, Node: 2, Score: 9 * trees.Unit},
			{Player: 3, Node: -1, Score: -2 * trees.Unit, Origin: trace.Minimum}, {Player: 4, Node: -1, Score: -3 * trees.Unit, Origin: trace.Minimum}}
		if len(e.Terms) != len(want) || e.Limit != trees.Some(9*trees.Unit) || e.Sum != trees.Some(10*trees.Unit) {
			t.Fatalf("terms %+v, sum %v, limit %v", e.Terms, e.Sum, e.Limit)
		}
		for i := range want {
			if e.Terms[i] != want[i] {
				t.Errorf("term %d is %+v, want %+v", i, e.Terms[i], want[i])
			}
		}
		x := trace.NewExplainer(tree, "Shallow pruning", true)
		const said = "root.2.2 is cut: player 1 will not choose root.2 at the root. Player 2 gets at least 9 here, player 3 at least −2, player 4 at least −3, so player 1 gets at most 9 − 9 − (−2) − (−3) = 5, less than the 6 at the root."
		if got := x.Explain(&e).String(); got != said {
			t.Errorf("the sentence is\n%s\nwant\n%s", got, said)
		}
		return
	}
	t.Error("nothing was cut")
}
