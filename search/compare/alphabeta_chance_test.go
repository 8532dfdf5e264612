package compare

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
)

// TestAcrossChanceFails checks that the search finds a tree on which alpha-beta across chance
// fails, that the tree is small, and that Star1 and alpha-beta are right on it.
func TestAcrossChanceFails(t *testing.T) {
	size := TrialSize{Players: 2, Branching: 3, Depth: 4, Nodes: 15, MaxSum: 9 * trees.Unit, Delta: trees.Unit}
	for seed := range uint64(3) {
		c, err := FindCounterexample(t.Context(), &algorithms.AlphaBetaChance, engine.Options{}, size, seed, 20_000, nil)
		if err != nil || c.Tree == nil {
			t.Fatalf("seed %d: %v after %d trees", seed, err, c.Tries)
		}
		tree, err := trees.ReadText(c.Tree.Text()) // it is a document
		if err != nil {
			t.Fatal(err)
		}
		if tree.Len() > 9 || !tree.HasChance() {
			t.Errorf("seed %d: %s", seed, tree.Text())
		}
		want := searchtest.Expected(tree, 0, -1, searchtest.GoalOf(&algorithms.Minimax, tree, 0))[0]
		for _, a := range []*engine.Algorithm{&algorithms.AlphaBetaChance, &algorithms.AlphaBeta, &algorithms.Star1, &algorithms.Star2} {
			res, err := a.Run(t.Context(), engine.OnTree(tree, 0), engine.Options{}, nil)
			if err != nil {
				t.Fatalf("%s on %s: %v", a.ID, tree.Text(), err)
			}
			got := big.NewRat(int64(res.Value[0]), int64(tree.Unit))
			if (got.Cmp(want) == 0) != a.Sound {
				t.Errorf("%s returns %s on %s, and the value is %s", a.ID, got.RatString(), tree.Text(), want.RatString())
			}
			if a == &algorithms.AlphaBetaChance && (c.Value[0] != res.Value[0] || c.ReferenceValue != res.Reference.Value) {
				t.Errorf("seed %d: the search says %v and %v on %s", seed, c.Value, c.ReferenceValue, tree.Text())
			}
		}
		again, _ := FindCounterexample(t.Context(), &algorithms.AlphaBetaChance, engine.Options{}, size, seed, 20_000, nil)
		if again.Tree.Text() != c.Tree.Text() {
			t.Errorf("seed %d: another tree the second time", seed)
		}
	}
}

// TestTrialsWithChance checks that the trees of trials with chance nodes are within their
// limits, and that their values are those of an independent search of the trees they become.
func TestTrialsWithChance(t *testing.T) {
	size := TrialSize{Players: 2, Branching: 4, Depth: 8, Nodes: 40, MaxSum: trees.MaxScore, Delta: trees.MaxScore / 10}
	movers := map[int]int{}
	s := Trials{Size: size, Kind: trees.Minimax, Chance: true}
	s.Claim = func(_ context.Context, trial *Trial) (func() bool, error) {
		return func() bool {
			value := *trial.Solve()
			tree, err := trial.h.tree.tree(trial.h.chanceHeader())
			if err != nil {
				t.Fatal(err)
			}
			for n := range tree.Len() {
				if !tree.IsLeaf(n) {
					movers[tree.Mover(n)]++
				}
			}
			want := searchtest.Expected(tree, 0, -1, searchtest.GoalOf(&algorithms.Minimax, tree, 0))[0]
			if got := big.NewRat(int64(value[0]), int64(trial.h.unit)); got.Cmp(want) != 0 {
				t.Fatalf("%s for %s, want %s", got.RatString(), tree.Text(), want.RatString())
			}
			return false
		}, nil
	}
	if _, err := s.Search(t.Context(), 1, 2_000, nil); err != nil {
		t.Fatal(err)
	}
	for mover := range 3 {
		if movers[mover] < 500 {
			t.Errorf("inner nodes by mover: %v", movers)
		}
	}
}

// TestAcrossChanceNeedsChance checks what is said where there is no chance node, or not two
// players.
func TestAcrossChanceNeedsChance(t *testing.T) {
	tree, err := trees.ReadText("kind minimax max[ min[ 1 2 ] 3 ]")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := algorithms.AlphaBetaChance.Run(t.Context(), engine.OnTree(tree, 0), engine.Options{}, nil); err == nil || !strings.Contains(err.Error(), "this tree has none") {
		t.Errorf("without a chance node: %v", err)
	}
	size := TrialSize{Players: 3, Branching: 3, Depth: 4, Nodes: 15, MaxSum: 9 * trees.Unit, Delta: trees.Unit}
	if _, err := FindCounterexample(t.Context(), &algorithms.AlphaBetaChance, engine.Options{}, size, 1, 100, nil); err == nil || !strings.Contains(err.Error(), "2 players, not 3") {
		t.Errorf("with three players: %v", err)
	}
}

// TestAcrossChanceSentence checks that a cut across a chance node says which node makes it wrong,
// and that one below the chance node alone does not.
func TestAcrossChanceSentence(t *testing.T) {
	for text, unsound := range map[string]bool{
		"kind minimax a: max[ b: 4 c: *[ d: min[ e: 3 f: 0 ] g: 9 ] ]":                true,
		"kind minimax a: *[ b: max[ c: 4 d: min[ e: 3 f: 0 ] ] g: 9 ]":                false,
		"kind minimax a: min[ b: 4 c: *[ d: max[ e: 5 f: 9 ] g: 0 ] ]":                true,
		"kind minimax a: *[ b: min[ c: 4 d: max[ e: 5 f: 9 ] ] g: max[ h: 9 i: 1 ] ]": false,
	} {
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Fatal(err)
		}
		x, said := trace.NewExplainer(tree, "it", false), ""
		if _, err := algorithms.AlphaBetaChance.Run(t.Context(), engine.OnTree(tree, 0), engine.Options{}, func(e *trace.Event) {
			if e.Type == trace.Prune {
				said += x.Explain(e).String()
			}
		}); err != nil {
			t.Fatal(err)
		}
		if said == "" || strings.Contains(said, "This is unsound: chance moves at c") != unsound {
			t.Errorf("%s: %q, unsound: %t", text, said, unsound)
		}
	}
}
