package claims

import (
	"context"
	"testing"
)

// TestClaims tries each claim on many random trees with all conditions, and without each
// that can be dropped: no tree fails with all of them, and one is found without any of
// them, for each seed.
func TestClaims(t *testing.T) {
	for _, c := range All() {
		t.Run(c.ID, func(t *testing.T) {
			for seed := range uint64(3) {
				if f, err := c.Try(context.Background(), "", seed, Tries/2, nil); err != nil || f.Tree != nil || f.Tries != Tries/2 {
					t.Fatalf("seed %d: %v: the claim fails after %d trees: %s\n%s", seed, err, f.Tries, f.Explanation, text(f))
				}
			}
			for _, d := range c.Conditions {
				if d.Drop == "" {
					continue
				}
				for seed := range uint64(3) {
					f, err := c.Try(context.Background(), d.ID, seed, Tries, nil)
					if err != nil || f.Tree == nil || f.Explanation == "" || len(f.Shows) == 0 {
						t.Fatalf("without %s, seed %d: no failure in %d trees: %v %q", d.ID, seed, f.Tries, err, f.Explanation)
					}
					if seed == 0 {
						t.Logf("without %s, %d trees: %s\n%s", d.ID, f.Tries, f.Explanation, text(f))
					}
				}
			}
		})
	}
}

func text(f *Found) string {
	if f.Tree == nil {
		return ""
	}
	return f.Tree.Text()
}
