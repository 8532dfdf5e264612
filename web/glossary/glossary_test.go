package glossary

import (
	"slices"
	"testing"

	"espalier/search"
)

// TestOfAlgorithm checks that every algorithm has its terms, and that each is in the glossary.
func TestOfAlgorithm(t *testing.T) {
	all := search.All()
	for _, a := range all {
		if list := OfAlgorithm(a.ID); len(list) < 3 || slices.Contains(list, nil) {
			t.Errorf("the terms of %s are %v, of which the glossary has %v", a.ID, ofAlgorithm[a.ID], list)
		}
	}
	if len(ofAlgorithm) != len(all) {
		t.Errorf("%d algorithms have terms, want %d", len(ofAlgorithm), len(all))
	}
}
