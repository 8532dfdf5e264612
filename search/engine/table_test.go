package engine_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
)

// Table 1 of 2005: three tricks among three players who bid 1, 1, 2.
func spades() *engine.Table {
	bids := []int{1, 1, 2}
	var tricks, utilities []trees.Vector
	for x := range 4 {
		for y := range 4 - x {
			took := []int{x, y, 3 - x - y}
			missed := 0
			for p := range took {
				if took[p] < bids[p] {
					missed++
				}
			}
			var v trees.Vector
			for p := range took {
				if took[p] >= bids[p] {
					v[p] = trees.Score(10*bids[p]-(took[p]-bids[p])+3*missed) * trees.Unit
				}
			}
			tricks, utilities = append(tricks, trees.Points(took...)), append(utilities, v)
		}
	}
	return engine.NewTable(3, tricks, utilities)
}

func TestTable1(t *testing.T) {
	want := map[string][3]int{
		"0,0,3": {0, 0, 2}, "0,1,2": {0, 2, 1}, "0,2,1": {0, 4, 0}, "0,3,0": {0, 3, 0}, "1,0,2": {2, 0, 1},
		"1,1,1": {2, 2, 0}, "1,2,0": {2, 1, 0}, "2,0,1": {4, 0, 0}, "2,1,0": {1, 2, 0}, "3,0,0": {3, 0, 0},
	}
	table := spades()
	if len(table.Rows) != len(want) {
		t.Fatalf("%d rows, want %d", len(table.Rows), len(want))
	}
	// The dagger: player 2 has a trick already.
	low, up := trees.Points(0, 1, 0), trees.Points(2, 3, 2)
	var most [3]int
	kept := 0
	for i := range table.Rows {
		row := &table.Rows[i]
		if got := [3]int(row.Rank[:3]); got != want[searchtest.Scores(row.Outcome, 3)] {
			t.Errorf("ranks of (%s) = %v, want %v", searchtest.Scores(row.Outcome, 3), got, want[searchtest.Scores(row.Outcome, 3)])
		}
		none := trees.Vector{engine.NoBound, engine.NoBound, engine.NoBound}
		if table.ExcludedBy(row, &none, &low, &up) == 0 {
			kept++
			for p := range most {
				most[p] = max(most[p], row.Rank[p])
			}
		}
	}
	if kept != 6 || most[0] != 2 || most[2] != 1 {
		t.Errorf("where player 2 has a trick %d rows are left, of rank %v at most, want 6, 2 for player 1 and 1 for player 3", kept, most)
	}
}

// Figure 8 of 2005: on ranks, exactly four pairs of bounds cannot be pruned.
func TestFigure8(t *testing.T) {
	var ranks []trees.Vector
	for _, row := range spades().Rows {
		ranks = append(ranks, trees.Points(row.Rank[:3]...))
	}
	table, linear := engine.NewTable(3, ranks, nil), engine.Linear{Players: 3, MaxSum: 4 * trees.Unit}
	for range 2 { // the second time, the answers come from the cache
		for x := range 5 {
			for y := range 5 {
				bounds := trees.Points(x, y)
				bounds[2] = engine.NoBound
				if got, want := table.Prune(&bounds, nil, nil), x > 1 || y > 1; got != want {
					t.Errorf("Table.Prune(%d, %d, -) = %v, want %v", x, y, got, want)
				}
				if got, want := linear.Prune(&bounds, nil, nil), x+y >= 4; got != want {
					t.Errorf("Linear.Prune(%d, %d, -) = %v, want %v", x, y, got, want)
				}
			}
		}
	}
	table.Printed = true
	bounds := trees.Vector{0, 0, engine.NoBound}
	if !table.NoRowSurvives(&bounds, nil, nil) {
		t.Error("figure 9 as printed does not prune at (0, 0), want the fault")
	}
}

// Cached answers must equal answers that are computed again.
func TestTableAnswers(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	table := spades()
	draw := func(n int) *trees.Vector {
		v := trees.Points(rng.IntN(n), rng.IntN(n), rng.IntN(n))
		return &v
	}
	for range 100_000 {
		bounds := draw(26)
		for p := range 3 {
			if rng.IntN(3) == 0 {
				bounds[p] = engine.NoBound
			}
		}
		var low, up *trees.Vector
		if rng.IntN(2) == 0 {
			low = draw(2)
		}
		if rng.IntN(2) == 0 {
			up = draw(4)
		}
		if got, want := table.Prune(bounds, low, up), table.NoRowSurvives(bounds, low, up); got != want {
			t.Fatalf("Prune(%v, %v, %v) = %v, want %v", bounds, low, up, got, want)
		}
		if left := len(table.Rows) - len(table.Excluded(nil, bounds, low, up)); (left == 0) != table.NoRowSurvives(bounds, low, up) {
			t.Fatalf("Excluded(%v, %v, %v) leaves %d rows", bounds, low, up, left)
		}
	}
}

// A table must prune in a case in which the sum does not: no outcome is better for both.
func TestTableSavesNodes(t *testing.T) {
	linear, table := 0, 0
	for seed := range uint64(300) {
		tree := searchtest.InTurn(seed)
		tree.MaxSum = trees.Some(tree.MaxSum.Score * 2)
		linear += searchtest.RunOn(t, "speculative", engine.OnTree(tree, 0), engine.Options{}).Stats.Nodes
		table += searchtest.RunOn(t, "speculative", engine.OnTree(tree, 0), engine.Options{Table: true}).Stats.Nodes
	}
	if table >= linear*9/10 {
		t.Errorf("nodes with a table = %d, without = %d, want a tenth less at least", table, linear)
	}
}

func TestChainRejects(t *testing.T) {
	unknown := "players 3 maxsum 4 1[ a: (1,1,1)  b: ? ]"
	for _, c := range []struct {
		text, id      string
		o             engine.Options
		path, message string
	}{
		{"players 3 maxsum 4 1[ (1,1,1) ]", "lastbranch", engine.Options{Discrete: true}, "options.discrete", "delta"},
		{"players 3 maxsum 4 delta 1 1[ (1,1,1) (1.5,1,1) ]", "speculative", engine.Options{Discrete: true}, "tree.delta", "make delta 0.5"},
		{"players 3 1[ (1,1,1) ]", "speculative", engine.Options{}, "tree.maxsum", "maxsum"},
		{unknown, "speculative", engine.Options{Table: true}, "tree.outcomes", "leaf b is unknown"},
		{"players 3 maxsum 4 outcomes (1,1,1) 1[ (1,1,1) 2[ (1,1,0) ] ]", "lastbranch", engine.Options{Table: true}, "root.children[1].children[0].value", "not among the outcomes"},
		{"players 4 maxsum 4 1[ (1,1,1,0) ]", "speculative", engine.Options{AsPrinted: true}, "options.as_printed", "three players"},
		{"players 3 maxsum 4 1[ (1,1,1) ]", "speculative", engine.Options{AsPrinted: true, Discrete: true}, "options.discrete", "delta"},
		{"players 3 maxsum 4 1[ (1,1,1) ]", "lastbranch", engine.Options{AsPrinted: true}, "options.as_printed", "takes discrete, table, strict, order, depth, root, nodes and quiescence"},
	} {
		a, _ := algorithms.Find(c.id)
		_, err := a.Run(context.Background(), engine.OnTree(searchtest.Read(t, c.text), 0), c.o, nil)
		var refused *engine.NotApplicableError
		if !errors.As(err, &refused) || refused.Path != c.path || !strings.Contains(refused.Message, c.message) {
			t.Errorf("%s %+v on %s = %v, want an error at %s with %q", c.id, c.o, c.text, err, c.path, c.message)
		}
	}
	a, _ := algorithms.Find("speculative")
	if _, err := a.Run(context.Background(), searchtest.Generated(t, searchtest.Yardstick), engine.Options{Table: true}, nil); err == nil || !strings.Contains(err.Error(), "options.table") {
		t.Errorf("a table for a generated tree = %v, want a refusal", err)
	}
	// A tree that lists its outcomes may have unknown leaves, and new values must
	// be among the outcomes.
	named := searchtest.Read(t, "players 3 maxsum 4 outcomes (1,1,1) (0,2,1) (2,0,2) "+"1[ (1,1,1) 2[ (0,2,1) ? ] ]")
	if res, err := a.Run(context.Background(), engine.OnTree(named, 0), engine.Options{Table: true}, nil); err != nil || !slices.Equal(res.Line, []int32{0, 1}) {
		t.Errorf("a table over an unknown leaf that it rules out = %v, %v, want the line to node 1", res.Line, err)
	}
	changed, err := named.WithValues(map[int]trees.Vector{4: trees.Points(2, 1, 1)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Run(context.Background(), engine.OnTree(changed, 0), engine.Options{Table: true}, nil); err == nil {
		t.Error("a changed value outside the outcomes is taken, want a refusal")
	}
}
