package claims

import (
	"context"
	"testing"

	"espalier/search/compare"
	"espalier/trace"
)

// TestBestFirst checks that the trials of the best order are about something: all trees are
// in that order, and speculative pruning cuts on speculation on some of them.
func TestBestFirst(t *testing.T) {
	s := ordered("", false)
	trees, provisional := 0, 0
	s.Claim = func(ctx context.Context, tr *compare.Trial) (func() bool, error) {
		run, err := tr.Watched(ctx, config("speculative"), func(e *trace.Event) {
			if e.Type == trace.Prune && e.Provisional {
				provisional++
			}
		})
		return func() bool {
			tr.Solve()
			if trees++; !isBestFirst(tr, tr.Len()) {
				t.Errorf("tree %d is not in the best order", trees)
			}
			run.Run()
			return false
		}, err
	}
	if _, err := s.Search(context.Background(), 1, 2_000, nil); err != nil || trees != 2_000 || provisional < 100 {
		t.Errorf("%d trees with %d provisional cuts, %v; want 2000, and 100 or more", trees, provisional, err)
	}
}

// TestMorePlayersOccur checks that the trials of four players have nodes that end without a
// value although nothing was cut there.
func TestMorePlayersOccur(t *testing.T) {
	s := compare.Trials{Size: fourPlayers}
	found := 0
	s.Claim = func(ctx context.Context, tr *compare.Trial) (func() bool, error) {
		passed := passedUp{cut: map[int32]bool{}}
		run, err := tr.Watched(ctx, config("speculative"), passed.observe)
		return func() bool {
			passed.reset()
			if run.Run(); passed.found {
				found++
			}
			return false
		}, err
	}
	if _, err := s.Search(context.Background(), 1, 10_000, nil); err != nil || found < 30 {
		t.Errorf("such a node occurs in %d of 10,000 trees, %v; want 30 or more", found, err)
	}
}
