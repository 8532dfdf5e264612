package algorithms_test

import (
	"testing"

	"espalier/search/searchtest"
)

// BenchmarkChains measures the nodes/s of last-branch and speculative pruning, and of
// max^n for comparison.
func BenchmarkChains(b *testing.B) {
	for _, id := range []string{"maxn", "lastbranch", "speculative"} {
		b.Run(id, func(b *testing.B) { benchEngine(b, id, searchtest.Yardstick, nil) })
	}
}
