package algorithms

import (
	"math/rand/v2"
	"testing"

	"espalier/trees"
)

// TestTable checks that entries are found again after the table grows, and
// that in a full table the entries that needed the fewest nodes are replaced.
func TestTable(t *testing.T) {
	tab := newTable(2, maxEntries)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range 2 * maxEntries {
		tab.store(entry{hash: rng.Uint64(), mover: 1, cost: 1 + uint32(i%1000), left: int32(i)}, []trees.Score{trees.Score(i), 0})
	}
	if n := len(tab.entries) - probes + 1; n != maxEntries {
		t.Errorf("a full table has %d slots, want %d", n, maxEntries)
	}
	rng = rand.New(rand.NewPCG(1, 1))
	dear, cheap := 0, 0
	for i := range 2 * maxEntries {
		slot := tab.find(rng.Uint64(), 1)
		if slot < 0 {
			continue
		}
		if got := tab.value(slot)[0]; got != trees.Score(i) || tab.entries[slot].left != int32(i) {
			t.Fatalf("entry %d holds %d", i, got.In(trees.Unit))
		}
		if i%1000 >= 900 {
			dear++
		} else if i%1000 < 100 {
			cheap++
		}
	}
	if dear < 2*cheap {
		t.Errorf("a full table keeps %d entries of much work and %d of little", dear, cheap)
	}
}
