package algorithms_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/search/papers"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/treetest"
)

var orderTrees = flag.Int("ordertrees", 40_000, "random runs in every order of visits")

// orderConfigs returns every algorithm that takes an order, in every order, with every combination
// of its other options.
func orderConfigs() (list []engine.AlgorithmConfig) {
	for _, c := range soundConfigs() {
		if c.Options.AsPrinted || !slices.Contains(c.Algorithm.Options, "order") {
			continue
		}
		for by := engine.BestOrder; by < engine.OrderCount; by++ {
			c.Options.Order = int(by)
			list = append(list, c)
		}
	}
	return list
}

// TestOrder compares runs in every order with exhaustive search, and the leaf that their value
// comes from with that of the same algorithm in the given order. Most trees have many ties.
func TestOrder(t *testing.T) {
	configs, n := orderConfigs(), *orderTrees
	if testing.Short() {
		n /= 8
	}
	ran := make([]int, len(configs))
	for seed := range n {
		rng := rand.New(rand.NewPCG(uint64(seed), 31))
		tree := searchtest.AnyTree(rng)
		if rng.IntN(4) == 0 && tree.Kind != trees.Path {
			tree = treetest.Adorned(rng, tree) // moves with names, chance nodes
		}
		for range 6 { // the first one that can run on the tree
			i := rng.IntN(len(configs))
			c := configs[i]
			if rng.IntN(3) == 0 {
				c.Options.Root = rng.IntN(tree.Len())
			}
			if rng.IntN(3) == 0 {
				c.Options.HasDepth, c.Options.Depth = true, rng.IntN(6)
			}
			if p := engine.OnTree(tree, 0); c.Algorithm.Check(&p, c.Options) != nil {
				continue
			}
			ran[i]++
			a, o := c.Algorithm, c.Options
			res, err := a.Run(context.Background(), engine.OnTree(tree, 0), o, nil)
			if err != nil {
				t.Fatalf("%s %+v on %s = %v", a.ID, o, tree.Text(), err)
			}
			given := o
			given.Order = 0
			want, _ := a.Run(context.Background(), engine.OnTree(tree, 0), given, nil)
			if res.Value != want.Value || !res.Reference.Agrees || !slices.Equal(res.Line, want.Line) {
				t.Fatalf("%s %+v in order %s on %s = (%s) by %v; in the given order (%s) by %v", a.ID, o, engine.VisitOrder(o.Order), tree.Text(),
					searchtest.Scores(res.Value, tree.Width()), res.Line, searchtest.Scores(want.Value, tree.Width()), want.Line)
			}
			if rng.IntN(3) == 0 && !tree.HasChance() {
				if err := checkTrace(tree, a, o, res); err != nil {
					t.Fatalf("%s %+v in order %s on %s: %v", a.ID, o, engine.VisitOrder(o.Order), tree.Text(), err)
				}
			}
			break
		}
	}
	for i, c := range configs {
		// Nodes of an explicit tree have no hash.
		if by := engine.VisitOrder(c.Options.Order); ran[i] == 0 && by != engine.TranspositionOrder && !testing.Short() {
			t.Errorf("%s never ran in order %s", c.Spec(), by)
		}
	}
}

// uniformTree returns a uniform tree of Max against Min, whose leaves all have different scores.
func uniformTree(rng *rand.Rand, branching, depth int) *trees.Tree {
	leaves := 1
	for range depth {
		leaves *= branching
	}
	scores := rng.Perm(leaves)
	b := trees.NewBuilder(trees.Header{Kind: trees.Minimax, Players: 2, Unit: trees.Unit})
	var build func(left, mover int)
	build = func(left, mover int) {
		if left == 0 {
			v := trees.Points(scores[0])
			scores = scores[1:]
			b.Open(trees.Node{Value: &v})
		} else {
			b.Open(trees.Node{Player: mover})
			for range branching {
				build(left-1, 3-mover)
			}
		}
		b.Close()
	}
	build(depth, 1)
	t, err := b.Tree()
	if err != nil {
		panic(err)
	}
	return t
}

// TestBestOrder checks Knuth and Moore's number of leaves: in best order alpha-beta evaluates
// b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves of a uniform tree with different scores, and never fewer in any order.
func TestBestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 32))
	for branching := 1; branching <= 5; branching++ {
		for depth := 1; depth <= 5; depth++ {
			tree := uniformTree(rng, branching, depth)
			want := papers.FewestParanoid(branching, 2, depth)
			if least, ok := compare.LeastLeaves(engine.AlgorithmConfig{Algorithm: &algorithms.AlphaBeta}, tree); !ok || least != want {
				t.Errorf("branching %d, depth %d: at least %d leaves, %v, want %d", branching, depth, least, ok, want)
			}
			for by := engine.GivenOrder; by < engine.OrderCount; by++ {
				o := engine.Options{Order: int(by)}
				if p := engine.OnTree(tree, 0); algorithms.AlphaBeta.Check(&p, o) != nil {
					continue
				}
				res, err := algorithms.AlphaBeta.Run(context.Background(), engine.OnTree(tree, 0), o, nil)
				if err != nil || res.Stats.Leaves < want || by == engine.BestOrder && res.Stats.Leaves != want {
					t.Errorf("order %s, branching %d, depth %d: %d leaves, %v; the best case is %d", by, branching, depth, res.Stats.Leaves, err, want)
				}
			}
		}
	}
}

// TestPicks checks that an entered child is the one for which its event gives a reason: of the
// children left, none has a better value.
func TestPicks(t *testing.T) {
	seen := map[engine.PickHow]int{}
	for seed := range 400 {
		rng := rand.New(rand.NewPCG(uint64(seed), 33))
		tree := searchtest.AnyTree(rng)
		for by := engine.BestOrder; by <= engine.LearntOrder; by++ {
			o := engine.Options{Order: int(by)}
			if p := engine.OnTree(tree, 0); algorithms.Paranoid.Check(&p, o) != nil {
				continue
			}
			events, _, err := searchtest.Record(&algorithms.Paranoid, engine.OnTree(tree, 0), o)
			if err != nil {
				t.Fatal(err)
			}
			cuts := map[int32]bool{}
			left := map[int32]map[int32]bool{}
			values, _ := engine.ReferenceParanoid.Values(tree, 0, -1)
			for i := range events {
				e := &events[i]
				if e.Type == trace.Prune {
					cuts[e.Node] = true
				}
				if e.Type != trace.Enter || e.Node == 0 {
					continue
				}
				parent := int32(tree.Parent(int(e.Node)))
				if tree.IsChance(int(parent)) {
					continue
				}
				k, has := trace.NoteOf[*engine.Pick](e)
				if !has {
					t.Fatalf("order %s on %s: no reason for the visit of %s", by, tree.Text(), tree.Name(int(e.Node)))
				}
				seen[k.How]++
				if left[parent] == nil {
					left[parent] = map[int32]bool{}
					for _, c := range tree.Kids(int(parent)) {
						left[parent][c] = true
					}
				}
				switch k.How {
				case engine.PickBest, engine.PickWorst:
					about := engine.RootPlayer(tree, 0) - 1
					sign := trees.Score(1)
					if (tree.Mover(int(parent)) == about+1) != (k.How == engine.PickBest) {
						sign = -1
					}
					for c := range left[parent] {
						if sign*values[c][about] > sign*values[e.Node][about] {
							t.Fatalf("order %s on %s: %s is visited before %s", by, tree.Text(), tree.Name(int(e.Node)), tree.Name(int(c)))
						}
					}
				case engine.PickKiller:
					if !cuts[k.Node] || tree.Level(int(k.Node)) != tree.Level(int(parent)) || tree.Mover(int(k.Node)) != tree.Mover(int(parent)) {
						t.Fatalf("order %s on %s: no cut at %s makes the move to %s a killer", by, tree.Text(), tree.Name(int(k.Node)), tree.Name(int(e.Node)))
					}
				}
				delete(left[parent], e.Node)
			}
		}
	}
	for how := engine.PickLeft; how < engine.PickPosition; how++ {
		if seen[how] == 0 {
			t.Errorf("no child was visited for the reason %s", how)
		}
	}
}
