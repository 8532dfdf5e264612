package mistakes

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

var choices = flag.Int("choices", 2, "choices of trees for each algorithm")

// randomTree makes a tree as those of tasks are.
func randomTree(t testing.TB, a *engine.Algorithm, seed uint32, branching, depth int) *trees.Tree {
	t.Helper()
	g := games.RandomTree{Players: 3, Branching: branching, Depth: depth, MaxSum: 10, Constant: true, Seed: seed}
	if a.TwoPlayers {
		g.Players = 2
	}
	tree, err := g.Build()
	if err != nil {
		t.Fatal(err)
	}
	h := tree.Header
	h.Delta = trees.Unit
	if a.TwoPlayers {
		h = trees.Header{Kind: trees.Minimax}
	}
	b := trees.NewBuilder(h)
	var add func(n int)
	add = func(n int) {
		node := tree.Node(n)
		if h.Kind == trees.Minimax && node.Value != nil {
			node.Value = &trees.Vector{node.Value[0]}
		}
		b.Open(node)
		for _, k := range tree.Kids(n) {
			add(int(k))
		}
		b.Close()
	}
	add(0)
	if tree, err = b.Tree(); err != nil {
		t.Fatal(err)
	}
	if tree, err = Suited(a, tree, uint64(seed)); err != nil {
		t.Fatal(a.ID, err)
	}
	return tree
}

// TestWithoutMistake checks that the plain programs are right without a fault: else a mistake would be
// found out for another reason.
func TestWithoutMistake(t *testing.T) {
	yes, no := true, false
	for _, id := range []string{"minimax", "alphabeta", "pvs", "mtdf", "sss", "maxn", "immediate", "shallow", "deep", "paranoid", "lastbranch", "speculative", "directed-offensive", "mpmix", "brs-plus", "probmaxn", "alphabeta-chance", "star1", "star2", "bnb"} {
		a, _ := algorithms.Find(id)
		for seed := range uint32(150) {
			random := rand.New(rand.NewPCG(uint64(seed), 61))
			tree := randomTree(t, a, seed, 2+random.IntN(2), 2+random.IntN(3))
			for name, r := range map[string]Rules{"any": {}, "strict": {Strict: &yes, TiesLeft: true}, "not strict": {Strict: &no}} {
				if r.Strict != nil && !slices.Contains(a.Options, "strict") {
					r.Strict = nil
				}
				printed, ok := without(a, r)(t.Context(), a, tree)
				if !ok {
					t.Fatalf("%s cannot search %s", id, tree.Text())
				}
				verdict, err := judge(t.Context(), printed, a, tree, r)
				if isStar(a) && r.Strict != nil && *r.Strict && verdict == "incomplete" {
					continue // windows that are only met, in fractions
				}
				if id == "deep" && verdict == "wrong" {
					continue // it is unsound
				}
				if err != nil || verdict != "right" {
					t.Fatalf("%s, %s, seed %d is %s: %v\n%s\n%s", id, name, seed, verdict, err, tree.Text(), printed)
				}
			}
		}
	}
}

// least is how many mistakes of each algorithm are caught at least.
const least = 30

// TestChoose checks that each mistake of each algorithm is found out on one of ten chosen trees, for many
// seeds.
func TestChoose(t *testing.T) {
	seeds := *choices
	if testing.Short() {
		seeds = 1
	}
	kinds := 0
	for _, a := range algorithms.Modelled() {
		id := a.ID
		for seed := range uint32(seeds) {
			choice, err := Choose(t.Context(), a, Rules{}, 10, func(i int) (*trees.Tree, error) {
				return randomTree(t, a, seed*MaxCandidates+uint32(i), 3, 4), nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if len(choice.Trees) != 10 {
				t.Errorf("%s, seed %d: %d trees", id, seed, len(choice.Trees))
			}
			if kinds += len(choice.Caught); len(choice.Caught) < least {
				t.Errorf("%s, seed %d: only %d mistakes are caught", id, seed, len(choice.Caught))
			}
			if seed == 0 {
				t.Logf("%s: %d mistakes are caught", id, len(choice.Caught))
			}
			text := ""
			for _, m := range choice.Missed {
				text += " " + m.ID
			}
			if text != "" {
				t.Errorf("%s, seed %d: not caught:%s", id, seed, text)
			}
			again, err := Cover(t.Context(), a, Rules{}, choice.Trees)
			if err != nil || len(again.Caught) != len(choice.Caught) {
				t.Errorf("%s, seed %d: %d are caught, and %d were said: %v", id, seed, len(again.Caught), len(choice.Caught), err)
			}
		}
	}
	t.Logf("%d mistakes were caught, %d in a choice", kinds, kinds/seeds)
}

// TestCover checks what given trees are said to catch. A tree of two levels cannot show that the bounds of
// earlier ancestors are lost.
func TestCover(t *testing.T) {
	for _, c := range []struct {
		algorithm, tree string
		caught, missed  []string
	}{
		{"alphabeta", "kind minimax max[ min[ 3 12 8 ] min[ 2 4 6 ] min[ 14 5 2 ] ]", []string{"drops-alpha", "no-cuts", "ignores-last", "right-to-left"}, []string{"parent-only", "stops-at-equal"}},
		{"shallow", "players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]", []string{"all-ancestors", "next-player"}, []string{"only-immediate", "no-cuts"}},
		{"pvs", "kind minimax max[ min[ 3 12 8 ] min[ 2 4 6 ] min[ 14 5 2 ] ]", []string{"ignores-last", "next-player", "no-cuts"}, nil},
		{"maxn", "players 2 1[ *[ (1,5) (3,2) ] 2[ (0,4) (5,3) (6,6) ] ]", []string{"engine-right-to-left", "engine-ignores-last"}, nil},
	} {
		a, _ := algorithms.Find(c.algorithm)
		tree, err := trees.ReadText(c.tree)
		if err != nil {
			t.Fatal(err)
		}
		v, err := Cover(t.Context(), a, Rules{}, []*trees.Tree{tree})
		if err != nil || v.Partly {
			t.Fatal(c.algorithm, v.Partly, err)
		}
		has := func(list []Mistake, id string) bool {
			return slices.ContainsFunc(list, func(m Mistake) bool { return m.ID == id })
		}
		for _, id := range c.caught {
			if !has(v.Caught, id) {
				t.Errorf("%s on %s: %s is not caught", c.algorithm, c.tree, id)
			}
		}
		for _, id := range c.missed {
			if !has(v.Missed, id) {
				t.Errorf("%s on %s: %s is not among those that are missed", c.algorithm, c.tree, id)
			}
		}
	}
}
