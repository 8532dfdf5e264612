package search

import (
	"testing"
)

// BenchmarkChains measures the nodes/s of last-branch and speculative pruning, and of
// max^n for comparison.
func BenchmarkChains(b *testing.B) {
	for _, id := range []string{"maxn", "lastbranch", "speculative"} {
		b.Run(id, func(b *testing.B) { benchEngine(b, id, yardstick, nil) })
	}
}
