package algorithms_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/papers"
	"espalier/search/searchtest"
	"espalier/trees"
)

// TestSpeculativeTransposition does what TestTransposition does, for speculative pruning with each decision
// rule, with exact values alone in the table, with bounds, and with all results under the bounds
// of their chains, and with a table so small that entries are lost.
func TestSpeculativeTransposition(t *testing.T) {
	n := 6_000
	if testing.Short() {
		n = 1_500
	}
	recalled, bounds, chains := 0, 0, 0
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 4))
		l := randomLattice(rng)
		p := l.problem()
		p.Delta, p.Outcomes, p.StaticOutcomes = trees.Unit, l.value, true
		if rng.IntN(4) == 0 {
			p.TableSize = 1
		}
		o := engine.Options{Transposition: true, Discrete: rng.IntN(3) == 0, Table: rng.IntN(2) == 0}
		if rng.IntN(3) == 0 {
			o.HasDepth, o.Depth = true, rng.IntN(6)
		}
		name := fmt.Sprintf("lattice %d", seed)
		exact := checkTabled(t, name, p, "speculative", o)
		p.TableBounds = true
		both := checkTabled(t, name, p, "speculative", o)
		p.TableBounds, p.TableChains = false, true
		chained := checkTabled(t, name, p, "speculative", o)
		o.Transposition = false
		plain, _ := runTabled(t, "speculative", p, o, nil)
		if exact < plain.Stats.Nodes {
			recalled++
		}
		if both < exact {
			bounds++
		}
		if chained < plain.Stats.Nodes {
			chains++
		}
	}
	t.Logf("of %d lattices the table saves nodes on %d, its bounds on %d more, results under bounds on %d", n, recalled, bounds, chains)
	if recalled*4 < n || bounds*100 < n || chains*4 < n {
		t.Errorf("of %d lattices the table saves nodes on %d, its bounds on %d, results under bounds on %d; want more, or this tests little", n, recalled, bounds, chains)
	}
}

// TestSpadesTransposition compares speculative pruning with a leaf-value table and a
// transposition table with max^n without tables, on deals of five cards with each
// evaluation: the value, and the nodes that both tables save.
func TestSpadesTransposition(t *testing.T) {
	maxn, _ := algorithms.Find("maxn")
	speculative, _ := algorithms.Find("speculative")
	solve := func(a *engine.Algorithm, p engine.Problem, o engine.Options) engine.Result {
		res, err := a.Run(context.Background(), p, o, nil)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	pruned, merged := 0, 0
	for seed, evaluation := range []string{"tricks", "ranks", "ncs", "momb", "mot", "smot", "wl", "oh", "smot", "ranks"} {
		pos := searchtest.OpenGame(t, "spades", map[string]any{"cards": 5, "seed": seed, "evaluation": evaluation, "bids": []int{1 + seed%2, 2, 1}})
		p := engine.OnGame("spades", pos)
		want := solve(maxn, p, engine.Options{})
		table := solve(speculative, p, engine.Options{Table: true})
		for bounds := range 3 {
			p.TableBounds, p.TableChains = bounds == 1, bounds == 2
			both := solve(speculative, p, engine.Options{Table: true, Transposition: true})
			if both.Value != want.Value {
				t.Errorf("%s, deal %d, bounds %v: %v, want %v", evaluation, seed, bounds, both.Value, want.Value)
			}
			if both.Stats.Nodes*2 < table.Stats.Nodes {
				merged++
			}
			if both.Stats.Nodes < 20 || both.Recalled > both.Stats.Nodes {
				t.Errorf("%s, deal %d: %d nodes, %d of them recalled", evaluation, seed, both.Stats.Nodes, both.Recalled)
			}
		}
		if table.Stats.Nodes*2 < want.Stats.Nodes {
			pruned++
		}
	}
	if pruned < 5 || merged < 5 {
		t.Errorf("the leaf-value table halves the nodes of %d searches, the transposition table those of %d; want 5 or more", pruned, merged)
	}
}

// TestOutcomeBounds: the tricks taken rule outcomes out one by one, which the bounds of
// each player's values do not.
func TestOutcomeBounds(t *testing.T) {
	pos := searchtest.OpenGame(t, "spades", map[string]any{"hands": []string{"AS KS", "QS JS", "2H 3H"}, "taken": []int{0, 1, 0}, "evaluation": "ranks", "bids": []int{1, 1, 2}})
	p := engine.OnGame("spades", pos)
	var low, up trees.Vector
	if o := p.Pos.(trees.OutcomeBounded); !o.OutcomeLow(&low) || !o.OutcomeUp(&up) || low != trees.Points(0, 1, 0) || up != trees.Points(2, 3, 2) {
		t.Fatalf("outcomes are from %v to %v, want from 0 1 0 to 2 3 2", low, up)
	}
	// Table 1 of the paper: with a trick of player 2, player 1 gets rank 2 at most.
	table := papers.SpadesTable()
	bounds := engine.Unbounded
	bounds[0] = 2 * trees.Unit
	if !table.Prune(&bounds, &low, &up) || table.Prune(&bounds, nil, nil) {
		t.Error("player 1 with rank 2: want a prune with the trick of player 2, and none without")
	}
	var rows int
	for _, d := range engine.Decisions(&p, engine.Options{Table: true}) {
		if own, ok := d.(*engine.Table); ok {
			rows = len(own.Rows)
		}
	}
	if rows != 6 {
		t.Errorf("the table of the deal has %d rows, want the 6 ways to take 2 tricks", rows)
	}
}
