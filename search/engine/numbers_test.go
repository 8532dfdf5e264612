package engine

import (
	"math/rand/v2"
	"testing"
)

// TestNumbers compares the numbers with a plain slice of parents, over several
// blocks and in random order of expansion.
func TestNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	n := newNumbers()
	parents, open := []int32{-1}, []int32{0}
	for len(parents) < 3*blockSize {
		k := rng.IntN(len(open))
		node, children := open[k], 1+rng.IntN(9)
		if len(parents) > blockSize && len(parents) < 2*blockSize {
			children = blockSize + 1 // more than a block at once
		}
		open[k] = open[len(open)-1]
		open = open[:len(open)-1]
		if got := n.First(node); got != 0 {
			t.Fatalf("first(%d) = %d before it is expanded, want 0", node, got)
		}
		first := n.expand(node, children)
		if int(first) != len(parents) || n.First(node) != first {
			t.Fatalf("expand(%d, %d) = %d, then first = %d, want %d", node, children, first, n.First(node), len(parents))
		}
		for i := range children {
			parents, open = append(parents, node), append(open, first+int32(i))
		}
	}
	if n.count != len(parents) {
		t.Errorf("count = %d, want %d", n.count, len(parents))
	}
	for range 500 {
		node := 1 + rng.IntN(len(parents)-1)
		if got := n.parent(int32(node)); got != parents[node] {
			t.Errorf("parent(%d) = %d, want %d", node, got, parents[node])
		}
	}
}
