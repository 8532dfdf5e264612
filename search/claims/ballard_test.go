package claims

import "testing"

// TestStarLeaves checks that minimax looks at all leaves, that the order of moves matters, and
// that a tree in the best order is the one in random order with its moves exchanged.
func TestStarLeaves(t *testing.T) {
	sum := map[MoveOrder][2]int{}
	for seed := range uint64(20) {
		for _, order := range []MoveOrder{BestFirst, RandomOrder, WorstFirst} {
			all, one, two, err := StarLeaves(t.Context(), 3, 4, seed, order)
			if err != nil || all != 81 || one > all {
				t.Fatalf("order %d, seed %d: %d, %d and %d leaves, %v", order, seed, all, one, two, err)
			}
			s := sum[order]
			sum[order] = [2]int{s[0] + one, s[1] + two}
		}
	}
	t.Log(sum)
	for star := range 2 {
		if sum[BestFirst][star] >= sum[RandomOrder][star] || sum[RandomOrder][star] >= sum[WorstFirst][star] {
			t.Errorf("Star%d: leaves by order: %v", star+1, sum)
		}
	}
}

func BenchmarkStarLeaves(b *testing.B) {
	for b.Loop() {
		StarLeaves(b.Context(), 6, 4, 1, BestFirst)
	}
}
