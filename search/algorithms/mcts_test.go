package algorithms_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/games"
	"espalier/trees/treetest"
)

var sampledTrees = flag.Int("sampled", 3_000, "random trees that are searched by samples")

// TestSamplesOnSmallTree is a worked example: every sample of a run on a tree of five leaves. In
// hundredths, C is 1.41 · 9 = 12.69.
func TestSamplesOnSmallTree(t *testing.T) {
	tree, err := trees.ReadText("players 3 maxsum 9 a: 1[ b: 2[ d: (3,5,1) e: (6,2,1) ] c: 3[ f: (4,1,4) g: (1,2,6) ] ]")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		// the first sample adds b and plays a random game from there
		"enter a sample 1", "enter b first", "leaf b", "backup a 1",
		"enter a sample 2", "enter c first", "leaf c", "backup a 2",
	}
	var got []string
	o := engine.Options{HasSamples: true, Samples: 2}
	if _, err := algorithms.MCTS.Run(context.Background(), engine.OnTree(tree, 0), o, func(e *trace.Event) {
		switch {
		case e.Type == trace.Enter && e.Draw.How == trace.NotDrawn:
			got = append(got, fmt.Sprintf("enter %s sample %d", tree.Name(int(e.Node)), e.Visits))
		case e.Type == trace.Enter:
			got = append(got, fmt.Sprintf("enter %s %s", tree.Name(int(e.Node)), e.Draw.How))
		case e.Type == trace.Leaf:
			got = append(got, "leaf "+tree.Name(int(e.Node)))
		case e.Type == trace.Backup:
			got = append(got, fmt.Sprintf("backup %s %d", tree.Name(int(e.Node)), e.Visits))
		}
	}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("two samples are\n%q, want\n%q", got, want)
	}
}

// sampleAlgorithms are the searches by samples of a game in which everybody sees where it is.
func sampleAlgorithms() (list []*engine.Algorithm) {
	for _, a := range algorithms.All() {
		if a.Estimate && !a.Infosets {
			list = append(list, a)
		}
	}
	return list
}

// TestSamplesAgainstModel follows every event of random runs with a model that shares no code with
// the engine: it keeps the sum and the number of samples of each node, computes the choices from
// the formula, and checks values, means, visits and the result.
func TestSamplesAgainstModel(t *testing.T) {
	n := *sampledTrees
	if testing.Short() {
		n /= 10
	}
	for _, a := range append(sampleAlgorithms(), &algorithms.ISMCTS) {
		t.Run(a.ID, func(t *testing.T) {
			t.Parallel()
			ran := 0
			for seed := range n {
				rng := rand.New(rand.NewPCG(uint64(seed), 3))
				s := searchtest.SomeShape(rng)
				s.Chance = rng.IntN(4) == 0
				s.Static = rng.IntN(4) == 0
				tree := treetest.Random(rng, s)
				if rng.IntN(4) == 0 {
					tree = treetest.Below(rng, tree)
				}
				if a.Infosets {
					tree = withInfosets(t, rng, tree)
				}
				o := engine.Options{HasSamples: true, Samples: 1 + rng.IntN(60), HasSeed: true, Seed: rng.IntN(1000), HasExploration: true, Exploration: rng.IntN(300)}
				if s.Static && rng.IntN(2) == 0 {
					o.HasDepth, o.Depth = true, rng.IntN(4)
				}
				if rng.IntN(4) == 0 {
					o.Root = rng.IntN(tree.Len())
				}
				p := engine.OnTree(tree, o.Root)
				if a.Check(&p, o) != nil {
					continue
				}
				ran++
				events, res, err := searchtest.Record(a, engine.OnTree(tree, o.Root), o)
				if err != nil {
					t.Fatalf("%s %+v on %s = %v", a.ID, o, tree.Text(), err)
				}
				if err := newSampleModel(tree, a, o).follow(events); err != nil {
					t.Fatalf("%s %+v on %s: %v", a.ID, o, tree.Text(), err)
				}
				again, err := a.Run(context.Background(), engine.OnTree(tree, o.Root), o, nil)
				if err != nil || !reflect.DeepEqual(again, res) {
					t.Fatalf("%s %+v on %s: unobserved %+v, %v, observed %+v", a.ID, o, tree.Text(), again, err, res)
				}
			}
			if ran < n/4 {
				t.Errorf("it ran on %d of %d trees, want a quarter at least", ran, n)
			}
		})
	}
}

// TestSamplesConverge checks the choice after many samples on trees where it must be right: each
// mover has one best child by a point or more at every node, so nobody is indifferent.
func TestSamplesConverge(t *testing.T) {
	n := 60
	if testing.Short() {
		n = 15
	}
	for _, a := range sampleAlgorithms() {
		t.Run(a.ID, func(t *testing.T) {
			t.Parallel()
			ran, right := 0, map[int]int{}
			far := map[int]trees.Score{}
			for seed := 0; ran < n; seed++ {
				rng := rand.New(rand.NewPCG(uint64(seed), 5))
				s := treetest.Shape{Players: 2 + rng.IntN(3), MaxNodes: 12, MaxKids: 3, MaxLevel: 3, Points: 12}
				tree := treetest.Random(rng, s)
				values, ok := a.Reference.Values(tree, 0, -1)
				if !ok || tree.IsLeaf(0) || !decided(tree, a.Reference, values) {
					continue
				}
				ran++
				for _, samples := range []int{30, 1000, 30_000} {
					res, err := a.Run(context.Background(), engine.OnTree(tree, 0), engine.Options{HasSamples: true, Samples: samples}, nil)
					if err != nil {
						t.Fatal(err)
					}
					if slices.Contains(res.Equal, res.Line[1]) {
						right[samples]++
					}
					p := engine.RootPlayer(tree, 0) - 1
					far[samples] += max(res.Value[p]-values[0][p], values[0][p]-res.Value[p])
				}
			}
			if right[30_000] != n {
				t.Errorf("after 30,000 samples the choice is right on %d of %d trees, want all", right[30_000], n)
			}
			if far[30_000]*4 > far[30] {
				t.Errorf("the mean is off by %v points after 30 samples and by %v after 30,000, want a quarter at most", far[30].In(trees.Unit), far[30_000].In(trees.Unit))
			}
			t.Logf("right choices: %v of %d; distance from the value, in all: %v", right, n, far)
		})
	}
}

// decided reports whether every mover has one best child by a point or more.
func decided(t *trees.Tree, ref *engine.Reference, values []trees.Vector) bool {
	for n := range t.Len() {
		if t.IsLeaf(n) {
			continue
		}
		player, least := ref.Want(t, 0, n)
		var list []trees.Score
		for _, k := range t.Kids(n) {
			v := values[k][player-1]
			if least {
				v = -v
			}
			list = append(list, v)
		}
		slices.Sort(list)
		if m := len(list); m > 1 && list[m-1]-list[m-2] < trees.Unit {
			return false
		}
	}
	return true
}

// TestSamplesOnGames runs on games: equal seeds give equal runs, other seeds others, and the
// position is as before.
func TestSamplesOnGames(t *testing.T) {
	for _, id := range []string{"tic-tac-toe", "othello", "hearts", "pig", "chinese-checkers"} {
		for _, a := range sampleAlgorithms() {
			run := func(seed int, observer trace.Observer) engine.Result {
				g, _ := games.Find(id)
				pos, err := g.New(&games.Document{ID: id})
				if err != nil {
					t.Fatal(err)
				}
				p := engine.OnGame(id, pos)
				p.Numbered = true
				before := pos.AppendDocument(nil)
				res, err := a.Run(context.Background(), p, engine.Options{HasSamples: true, Samples: 150, HasSeed: true, Seed: seed, HasDepth: true, Depth: 4}, observer)
				if err != nil {
					t.Fatalf("%s on %s: %v", a.ID, id, err)
				}
				if after := pos.AppendDocument(nil); !slices.Equal(before, after) {
					t.Errorf("%s on %s: the position is %s, was %s", a.ID, id, after, before)
				}
				return res
			}
			visits := map[int32]int{}
			one := run(1, func(e *trace.Event) {
				if e.Type == trace.Enter {
					visits[e.Node]++
				}
			})
			if again := run(1, nil); !reflect.DeepEqual(one, again) {
				t.Errorf("%s on %s: seed 1 gives %+v, then %+v", a.ID, id, one, again)
			}
			if visits[0] != 150 || len(one.Line) < 2 {
				t.Errorf("%s on %s: %d samples, line %v, want 150 and a line", a.ID, id, visits[0], one.Line)
			}
			for child, n := range visits {
				if child >= 1 && int(child) <= 150 && n > visits[one.Line[1]] && child < one.Line[1] {
					t.Errorf("%s on %s: node %d has %d visits, more than the choice %d with %d", a.ID, id, child, n, one.Line[1], visits[one.Line[1]])
				}
			}
		}
	}
}

func BenchmarkSamples(b *testing.B) {
	g, _ := games.Find("othello")
	pos, err := g.New(&games.Document{ID: "othello"})
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		if _, err := algorithms.MCTS.Run(context.Background(), engine.OnGame("othello", pos), engine.Options{HasSamples: true, Samples: 1000}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
