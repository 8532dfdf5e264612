package experiment

import (
	"math"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/papers"
	"espalier/trees"
)

// TestFamilies checks what the page says about the trees of each family.
func TestFamilies(t *testing.T) {
	for i := range Families {
		f := &Families[i]
		const height = 4
		tree, err := f.tree(height, 7)
		if err != nil {
			t.Fatal(err)
		}
		if tree.Len() != f.Nodes(height) || tree.Players != f.players {
			t.Errorf("%s: %d nodes and %d players, want %d and %d", f.Name, tree.Len(), tree.Players, f.Nodes(height), f.players)
		}
		values, _ := engine.ReferenceMaxn.Values(tree, 0, height)
		for n := range tree.Len() {
			kids := tree.Kids(n)
			if len(kids) == 0 {
				var sum trees.Score
				for p := range f.players {
					sum += values[n][p]
				}
				if sum != trees.Score(f.maxsum)*trees.Unit {
					t.Errorf("%s: leaf %d sums to %d", f.Name, n, sum)
				}
				continue
			}
			for k := range kids[1:] {
				before, after := values[kids[k]][tree.Mover(n)-1], values[kids[k+1]][tree.Mover(n)-1]
				if f.order == bestFirst && before < after || f.order == worstFirst && before > after {
					t.Errorf("%s: child %d of node %d has %d, and the next one %d", f.Name, k, n, before, after)
				}
			}
		}
	}
}

// TestAlikeNeighbours compares how far siblings among the leaves are from each other.
func TestAlikeNeighbours(t *testing.T) {
	apart := func(f *Family) float64 {
		sum := 0.0
		for seed := range uint32(20) {
			tree, err := f.tree(5, seed)
			if err != nil {
				t.Fatal(err)
			}
			for n := range tree.Len() {
				if kids := tree.Kids(n); len(kids) > 0 && len(tree.Kids(int(kids[0]))) == 0 {
					x, _ := tree.Value(int(kids[0]))
					y, _ := tree.Value(int(kids[1]))
					sum += math.Abs(float64(x[0] - y[0]))
				}
			}
		}
		return sum
	}
	independent, alike := -1, -1
	for i := range Families {
		switch {
		case Families[i].alike:
			alike = i
		case independent < 0 && Families[i].players == 3:
			independent = i
		}
	}
	if a, b := apart(&Families[alike]), apart(&Families[independent]); a > b/2 {
		t.Errorf("siblings differ by %.0f if neighbours are alike, and by %.0f if they are independent", a, b)
	}
}

// TestBestOrderIsTheFormula: with two players and the best move first, alpha-beta and shallow pruning enter the
// nodes of the formulas.
func TestBestOrderIsTheFormula(t *testing.T) {
	f := &Families[slices.IndexFunc(Families, func(f Family) bool { return f.players == 2 && f.order == bestFirst })]
	for depth := 1; depth <= 7; depth++ {
		tree, err := f.tree(depth, 3)
		if err != nil {
			t.Fatal(err)
		}
		minimal := 1
		for d := 1; d <= depth; d++ {
			minimal += papers.FewestParanoid(f.branching, 2, d)
		}
		for id, want := range map[string]int{"alphabeta": minimal, "shallow": papers.BestNodes(f.branching, 2, depth)} {
			a, _ := algorithms.Find(id)
			res, err := a.Run(t.Context(), engine.OnTree(tree, 0), engine.Options{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if res.Stats.Nodes != want {
				t.Errorf("%s enters %d nodes at depth %d, want %d", id, res.Stats.Nodes, depth, want)
			}
		}
	}
}

// TestEachAlgorithmOnce: each algorithm is in one table of a family, or left out with a reason.
func TestEachAlgorithmOnce(t *testing.T) {
	v := valuesOf(t, &bench, map[string]int{"nodes": 50, "trees": 2})
	rows := bench.Rows(v, runAll(t, &bench, v, upTo(len(bench.Jobs(v)))))
	used := map[int]int{}
	for i := range Families {
		f := &Families[i]
		seen := map[string]int{}
		for _, g := range f.Grids(rows) {
			for _, name := range g.Columns {
				seen[name]++
			}
			for _, line := range g.Lines {
				for _, row := range line.Rows {
					used[row]++
				}
			}
			for _, formula := range g.Formulas {
				if len(formula.Values) != len(g.Lines) {
					t.Errorf("%s: %d values of %q for %d lines", g.Title, len(formula.Values), formula.Name, len(g.Lines))
				}
			}
		}
		_, out := f.Searched()
		for _, o := range out {
			seen[o.Algorithm]++
			if o.Why == "" {
				t.Errorf("%s: %s is left out without a reason", f.Name, o.Algorithm)
			}
		}
		for _, a := range algorithms.All() {
			if seen[a.Name] != 1 {
				t.Errorf("%s: %s is there %d times", f.Name, a.Name, seen[a.Name])
			}
		}
	}
	for i, r := range rows {
		if used[i] != 1 || r.Measured == nil || r.N != 2 {
			t.Errorf("%s is in %d tables, with n = %d", r.Name, used[i], r.N)
		}
	}
}
