package trees

import (
	"math/rand/v2"
	"testing"
)

func TestDivisions(t *testing.T) {
	for tricks := range 8 {
		for n := 1; n <= 5; n++ {
			list := Divisions(tricks, n)
			want := 1 // C(tricks+n-1, n-1)
			for i := 1; i < n; i++ {
				want = want * (tricks + i) / i
			}
			if len(list) != want {
				t.Errorf("Divisions(%d, %d) has %d ways, want %d", tricks, n, len(list), want)
			}
			seen := map[Vector]bool{}
			for _, v := range list {
				if seen[v] || v.Sum(n) != Score(tricks)*Unit {
					t.Errorf("Divisions(%d, %d) has %v twice, or it adds up wrong", tricks, n, v[:n])
				}
				seen[v] = true
			}
		}
	}
}

// TestRanks: ranks keep every comparison, start at 0 and leave no gap.
func TestRanks(t *testing.T) {
	for seed := range 200 {
		rng := rand.New(rand.NewPCG(uint64(seed), 3))
		outcomes := make([]Vector, 1+rng.IntN(12))
		for i := range outcomes {
			outcomes[i] = Points(rng.IntN(5)*7, rng.IntN(9), 3)
		}
		ranks := Ranks(outcomes, 3)
		for p := range 3 {
			used := map[Score]bool{}
			top := Score(0)
			for i := range outcomes {
				used[ranks[i][p]] = true
				top = max(top, ranks[i][p])
				for j := range outcomes {
					if (outcomes[i][p] < outcomes[j][p]) != (ranks[i][p] < ranks[j][p]) {
						t.Fatalf("seed %d: player %d has %d and %d units, ranks %d and %d", seed, p+1, outcomes[i][p], outcomes[j][p], ranks[i][p], ranks[j][p])
					}
				}
			}
			if Score(len(used)) != top/Unit+1 {
				t.Errorf("seed %d: player %d has %d ranks, the highest %d units", seed, p+1, len(used), top)
			}
		}
	}
}

func TestMaterial(t *testing.T) {
	for _, tc := range []struct {
		fen  string
		want int
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0},
		{"4k3/8/8/8/8/8/8/QRBNPK2 w - - 0 1", 9 + 5 + 3 + 3 + 1},
		{"qrbnpk2/8/8/8/8/8/8/4K3", -21},
	} {
		if got, err := Material(tc.fen); err != nil || got != tc.want {
			t.Errorf("Material(%q) = %d, %v; want %d", tc.fen, got, err, tc.want)
		}
	}
	if _, err := Material("4x3/8 w"); err == nil {
		t.Error("Material takes x for a piece")
	}
}
