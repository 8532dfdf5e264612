package compare

import (
	"testing"

	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trees"
)

// TestCounterexampleScores checks that random trees have the scores that are asked for, below 0
// and in fractions, and that the search says of the tree what a run does.
func TestCounterexampleScores(t *testing.T) {
	for _, c := range []struct {
		what               string
		minp, sum, delta   string
		below0, fractional bool
	}{
		{"below 0", "-5", "4", "1", true, false},
		{"a maxsum below 0", "-5", "-7", "1", true, false},
		{"above 0", "2", "13", "1", false, false},
		{"thirds", "0", "3", "1/3", false, true},
		{"sevenths below 0", "-2", "1", "1/7", true, true},
	} {
		var n [3]trees.Number
		for i, text := range []string{c.minp, c.sum, c.delta} {
			var err error
			if n[i], err = trees.ParseNumber(text); err != nil {
				t.Fatal(err)
			}
		}
		unit, ok := trees.UnitOf(n[:]...)
		if !ok {
			t.Fatalf("%s: no unit", c.what)
		}
		for _, u := range []struct {
			id      string
			o       engine.Options
			players int
		}{
			{"deep", engine.Options{}, 3}, {"deep-bnb", engine.Options{}, 3}, {"abbnb", engine.Options{AsPrinted: true}, 3},
			{"speculative", engine.Options{AsPrinted: true, Discrete: true}, 3}, {"alphabeta-chance", engine.Options{}, 2},
		} {
			a := searchtest.Find(t, u.id)
			size := TrialSize{Players: u.players, Branching: 3, Depth: 4, Nodes: 15, Unit: unit}
			for i, to := range []*trees.Score{&size.MinP, &size.MaxSum, &size.Delta} {
				*to, _ = n[i].In(unit)
			}
			if needsChance(a) {
				size.MaxSum += 10 * size.unit() // the most that Max gets, here above minp
			}
			found, err := FindCounterexample(t.Context(), a, u.o, size, 1, 500_000, nil)
			if err != nil || found.Tree == nil {
				t.Errorf("%s, %s: %v after %d trees", c.what, u.id, err, found.Tries)
				continue
			}
			tree := searchtest.Read(t, found.Tree.Text()) // it is a document
			res, err := a.Run(t.Context(), engine.OnTree(tree, 0), u.o, nil)
			if err != nil || res.Reference.Agrees {
				t.Errorf("%s: %s does not fail: %v\n%s", c.what, u.id, err, tree.Text())
				continue
			}
			for p := range tree.Width() {
				got, want := found.Value[p].In(found.Tree.Unit), res.Value[p].In(tree.Unit)
				gotTruth, wantTruth := found.ReferenceValue[p].In(found.Tree.Unit), res.Reference.Value[p].In(tree.Unit)
				if got.Cmp(want) != 0 || gotTruth.Cmp(wantTruth) != 0 {
					t.Errorf("%s, %s: player %d has %v and %v, and in a run %v and %v\n%s", c.what, u.id, p+1, got, gotTruth, want, wantTruth, tree.Text())
				}
			}
			below0, fractional := false, false
			for n := range tree.Len() {
				v, known := tree.Value(n)
				if !known {
					continue
				}
				for p := range tree.Width() {
					s := v[p].In(tree.Unit).Reduced()
					if least := (trees.Number{Score: size.MinP, Unit: unit}); s.Cmp(least) < 0 {
						t.Errorf("%s, %s: %v is below %v\n%s", c.what, u.id, s, least, tree.Text())
					}
					below0, fractional = below0 || s.Score < 0, fractional || s.Unit > 1
				}
			}
			if below0 != c.below0 || fractional && !c.fractional {
				t.Errorf("%s, %s: below 0 %t, fractional %t\n%s", c.what, u.id, below0, fractional, tree.Text())
			}
		}
	}
}

// TestRegionScores checks that a region is in the scores of the tree, also below 0.
func TestRegionScores(t *testing.T) {
	plain := searchtest.Read(t, searchtest.KorfFig6)
	f := plain.Find("f")
	moved := searchtest.Read(t, "players 3 maxsum 4 minp (-5,0,0) a: 1[ b: (0,2,2) c: 2[ d: 3[ e: (-3,2,5) f: (-3,3,4) ] g: (1,1,2) ] ]")
	of := func(tree *trees.Tree) Region {
		region, err := FindRegion(t.Context(), searchtest.Find(t, "deep"), tree, engine.Options{}, f, [2]int{1, 2})
		if err != nil {
			t.Fatal(err)
		}
		return region
	}
	one, other := of(plain), of(moved)
	if len(one.Cells) != len(other.Cells) || one.Wrong != other.Wrong || one.Wrong == 0 {
		t.Fatalf("%d cells and %d wrong, and %d and %d where player 1 has 5 less", len(one.Cells), one.Wrong, len(other.Cells), other.Wrong)
	}
	for i, c := range one.Cells {
		c.Score[0] -= 5 * trees.Unit
		if c != other.Cells[i] {
			t.Errorf("cell %+v, want %+v", other.Cells[i], c)
		}
	}
	if other.Now != trees.Points(-3, 3, 4) {
		t.Errorf("the value now is %v", other.Now)
	}
}
