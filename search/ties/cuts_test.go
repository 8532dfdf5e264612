package ties

import (
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/search/searchtest"
	"espalier/trees"
	"espalier/trees/treetest"
)

// orders calls f with every order of the children of every node; it returns false, without a call, if there are too
// many.
func orders(t *trees.Tree, f func(first map[int32][]int32)) bool {
	var inner []int32
	total := 1
	for n := range t.Len() {
		if t.IsLeaf(n) || t.IsChance(n) {
			continue
		}
		inner = append(inner, int32(n))
		for i := range t.Kids(n) {
			if total *= i + 1; total > 3000 {
				return false
			}
		}
	}
	first := map[int32][]int32{}
	var try func(i int)
	try = func(i int) {
		if i == len(inner) {
			f(first)
			return
		}
		kids := t.Kids(int(inner[i]))
		var permute func(order []int32)
		permute = func(order []int32) {
			if len(order) == len(kids) {
				first[inner[i]] = order
				try(i + 1)
				return
			}
			for _, k := range kids {
				if !slices.Contains(order, k) {
					permute(append(slices.Clone(order), k))
				}
			}
		}
		permute(nil)
	}
	try(0)
	return true
}

// TestCutsUnderEveryOrder evaluates small trees under every order of all children, with and without what a run has cut,
// and with cuts by chance.
func TestCutsUnderEveryOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(30, 11))
	tried, broken, held := 0, 0, 0
	for range 3000 {
		tree := tiedTree(rng)
		r, err := Find(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		for _, cut := range [][]int32{someCuts(rng, tree), someCuts(rng, tree)} {
			s, err := r.Survive(t.Context(), cut)
			if err != nil {
				t.Fatal(err)
			}
			if s.Unknown != "" || len(cut) == 0 {
				continue
			}
			want := breaks(tree, cut)
			if want == nil {
				continue
			}
			tried++
			if len(want) == 0 {
				held++
			} else {
				broken++
			}
			for _, v := range r.Values {
				b := s.BreakOf(&v.Vector)
				if (b != nil) != want[v.Vector] {
					t.Fatalf("%s without %v: with the value %s the cuts break: %v, want %v", tree.Text(), cut, tree.FormatValue(v.Vector), b != nil, want[v.Vector])
				}
				if b == nil {
					continue
				}
				whole, without := underRule(tree, rule(b.Rule), nil), underRule(tree, rule(b.Rule), setOf(cut))
				if whole != b.Value || without != b.Cut {
					t.Fatalf("%s without %v: by %v the values are %s and %s, want %s and %s", tree.Text(), cut, b.Rule, tree.FormatValue(whole), tree.FormatValue(without), tree.FormatValue(b.Value), tree.FormatValue(b.Cut))
				}
			}
			for _, c := range s.Cuts {
				if alone := breaks(tree, c.Kids); !s.Each || c.Changes != (len(alone) > 0) {
					t.Fatalf("%s: the cuts at %d change the root: %v, want %v", tree.Text(), c.Node, c.Changes, len(alone) > 0)
				}
			}
		}
	}
	if tried < 1000 || broken < 300 || held < 300 {
		t.Errorf("%d trees, %d with cuts that change the root, %d without", tried, broken, held)
	}
}

// breaks returns the values of the root under whose orders some cuts change it; nil: there are too many orders.
func breaks(tree *trees.Tree, cut []int32) map[trees.Vector]bool {
	list, gone := map[trees.Vector]bool{}, setOf(cut)
	if !orders(tree, func(first map[int32][]int32) {
		if whole := underRule(tree, first, nil); whole != underRule(tree, first, gone) {
			list[whole] = true
		}
	}) {
		return nil
	}
	return list
}

func setOf(list []int32) map[int32]bool {
	set := map[int32]bool{}
	for _, n := range list {
		set[n] = true
	}
	return set
}

// someCuts returns some children of movers, none below another; each node keeps its first child.
func someCuts(rng *rand.Rand, t *trees.Tree) (cut []int32) {
	for n := 1; n < t.Len(); {
		if up := t.Parent(n); !t.IsChance(up) && t.IndexInParent(n) > 0 && rng.IntN(4) == 0 {
			cut = append(cut, int32(n))
			n = t.End(n)
			continue
		}
		n++
	}
	return cut
}

// TestCutsUnderTheLeftmostRule: under the leftmost rule, no cuts of a sound algorithm for max^n change the root. Under
// others some do, even strict ones, since the bounds come from values that another rule changes.
func TestCutsUnderTheLeftmostRule(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 20))
	broken, strict, all := map[string]bool{}, 0, 0
	for range 800 {
		shape := searchtest.SomeShape(rng)
		shape.Players, shape.Points, shape.MaxNodes = 3, 3+rng.IntN(8), 30
		tree := treetest.Random(rng, shape)
		r, err := Find(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		runs, err := r.Runs(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range runs {
			if x.Err != nil || x.Survival == nil || len(x.Cut) == 0 || x.Survival.Unknown != "" || !x.Algorithm.SoundWith(x.Options) {
				continue
			}
			all++
			if got := underRule(tree, nil, setOf(x.Cut)); got != r.Default || x.Result.Value != r.Default {
				t.Fatalf("%s: %s cuts %v: the root is %s, want %s", tree.Text(), x.Spec(), x.Cut, tree.FormatValue(got), tree.FormatValue(r.Default))
			}
			if len(x.Survival.Breaks) > 0 {
				broken[x.Algorithm.ID] = true
				if x.Options.Strict {
					strict++
				}
			}
		}
	}
	if all < 500 || len(broken) < 3 || strict < 2 {
		t.Errorf("%d runs with cuts; those that break: %v, strict: %d", all, broken, strict)
	}
}

// TestSetsOfRuns: the set of soft-max^n has every value of the root, and can have more.
func TestSetsOfRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 6))
	sets, beyond := 0, 0
	for range 500 {
		tree := tiedTree(rng)
		r, err := Find(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		runs, err := r.Runs(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range runs {
			if x.Err != nil || x.Result.Set == nil {
				continue
			}
			sets++
			if len(x.Missing) > 0 {
				t.Fatalf("%s: the set of %s does not have %v", tree.Text(), x.Spec(), x.Missing)
			}
			if len(x.Beyond) > 0 {
				beyond++
			}
			if len(x.Result.Set) != len(r.Values)+len(x.Beyond) {
				t.Fatalf("%s: %d values, want %d and %d", tree.Text(), len(x.Result.Set), len(r.Values), len(x.Beyond))
			}
		}
	}
	if sets < 200 || beyond < 8 {
		t.Errorf("%d sets, %d with more values", sets, beyond)
	}
}
