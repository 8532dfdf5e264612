package claims

import (
	"testing"

	"espalier/search/papers"
)

// TestLazyScores: a leaf always has a score that is compared, so nothing is left out, but
// most scores are not compared.
func TestLazyScores(t *testing.T) {
	compared, all, untouched, err := LazyScores(t.Context(), 3, 3, 4, 1)
	if err != nil || all != 3*81 || untouched != 0 || compared < 81 || compared > all/2 {
		t.Errorf("%d of %d scores are compared, %d leaves are untouched, %v", compared, all, untouched, err)
	}
}

// TestParanoidLeaves: equal leaves are the best case, which is counted as predicted.
func TestParanoidLeaves(t *testing.T) {
	for players := 2; players <= 4; players++ {
		for depth := range 7 {
			n, err := ParanoidLeaves(t.Context(), players, 3, depth)
			if want := papers.FewestParanoid(3, players, depth); err != nil || n != want {
				t.Errorf("%d players, depth %d: %d leaves, %v, want %d", players, depth, n, err, want)
			}
			if depth%players == 0 {
				if want := papers.ParanoidBestLeaves(3, players, 2*depth/players); n != want {
					t.Errorf("%d players, depth %d: %d leaves, want %d as in the reduced game", players, depth, n, want)
				}
			}
		}
	}
}

// TestCountDeals: what Lemma 1 and the section on Hearts' heuristic say of the two games.
func TestCountDeals(t *testing.T) {
	hearts, err := CountDeals(t.Context(), "hearts", 4, 6, "maxn", "immediate", "shallow", "bnb", "abbnb")
	if err != nil {
		t.Fatal(err)
	}
	tricks, err := CountDeals(t.Context(), "sergeant-major", 4, 6, "maxn", "immediate", "shallow", "bnb", "abbnb")
	if err != nil {
		t.Fatal(err)
	}
	if h := hearts.Leaves; h["shallow"] < h["immediate"] || h["abbnb"] != h["bnb"] || h["bnb"] >= h["maxn"] {
		t.Errorf("hearts: %v", h)
	}
	if s := tricks.Leaves; s["shallow"] >= s["immediate"] || s["abbnb"] >= s["bnb"] || s["abbnb"] >= s["shallow"] {
		t.Errorf("sergeant-major: %v", s)
	}
}

// TestRootSpread: the deeper the tree, the less the value of the root varies.
func TestRootSpread(t *testing.T) {
	_, low, err := RootSpread(t.Context(), 3, 3, 1, 0, 40)
	if err != nil {
		t.Fatal(err)
	}
	if _, high, err := RootSpread(t.Context(), 3, 3, 7, 0, 40); err != nil || high >= low/2 {
		t.Errorf("deviation %v at depth 1, %v at depth 7, %v", low, high, err)
	}
}
