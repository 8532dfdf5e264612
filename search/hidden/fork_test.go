package hidden

import (
	"context"
	"testing"

	"espalier/search/algorithms"
	"espalier/trees"
)

// TestForkShares: where the fork gives less than what is sure, ISMCTS leaves it, and where it gives more, it takes it. UCT, which sees
// the world, takes it each time.
func TestForkShares(t *testing.T) {
	for sure := range 3 {
		tree, err := trees.ReadText(ForkTree(sure))
		if err != nil {
			t.Fatal(err)
		}
		sets, err := ForkShares(context.Background(), &algorithms.ISMCTS, tree)
		if err != nil {
			t.Fatal(err)
		}
		worlds, err := ForkShares(context.Background(), &algorithms.MCTS, tree)
		if err != nil {
			t.Fatal(err)
		}
		for _, list := range [][]ForkShare{sets, worlds} {
			for _, s := range list {
				if s.Least > s.Mean+1e-9 || s.Mean > s.Most+1e-9 || s.Most > 1 {
					t.Errorf("sure %d: %+v", sure, s)
				}
			}
		}
		last, open := sets[len(sets)-1], worlds[len(worlds)-1]
		if last.Samples != MostForkSamples || (last.Most < 0.3) != (sure == 2) || (last.Least > 0.7) != (sure < 2) || open.Least < 0.7 {
			t.Errorf("sure %d: at last ISMCTS has %+v, UCT %+v", sure, last, open)
		}
	}
}
