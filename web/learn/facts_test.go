package learn

import (
	"strings"
	"testing"
)

// TestNumbersArePoints checks that texts give scores in points, not in the units of the tree.
func TestNumbersArePoints(t *testing.T) {
	for _, c := range course() {
		for i := range c.Scenes {
			if note := c.Scenes[i].Note(); strings.Contains(note, "00000") {
				t.Errorf("%s, scene %d: %s", c.ID, i+1, note)
			}
		}
	}
}
