package trace

import (
	"encoding/hex"
	"math"
	"slices"
	"strconv"
	"testing"
)

// TestRuleList checks that each rule can be told from the others on a map: by its colour in light and
// dark themes, and by its hatching alone.
func TestRuleList(t *testing.T) {
	list := RuleList()
	if len(list) != int(RuleCount)-1 {
		t.Fatalf("RuleList has %d rules, want %d", len(list), RuleCount-1)
	}
	for i, r := range list {
		if r.Number != i+1 || FindRule(r.ID) != Rule(r.Number) || r.Name == "" || r.Sentence == "" || r.Sentence[len(r.Sentence)-1] != '.' {
			t.Errorf("rule %d: %+v", i+1, r)
		}
		if c := contrast(t, r.Light, "#fcfbf7"); c < 3 {
			t.Errorf("%s: %s has a contrast of %.2f to the light ground, want 3", r.ID, r.Light, c)
		}
		if c := contrast(t, r.Dark, "#191813"); c < 3 {
			t.Errorf("%s: %s has a contrast of %.2f to the dark ground, want 3", r.ID, r.Dark, c)
		}
		ink := 0
		for _, row := range hatching(t, r) {
			for x := range 8 {
				ink += int(row >> x & 1)
			}
		}
		if ink < 8 || ink > 32 {
			t.Errorf("%s: %d of 64 pixels of its hatching are set", r.ID, ink)
		}
		for _, other := range list[:i] {
			if other.Name == r.Name || other.Sentence == r.Sentence || other.Light == r.Light || other.Dark == r.Dark {
				t.Errorf("%s and %s have a name, a sentence or a colour in common", other.ID, r.ID)
			}
			if shifted(hatching(t, other), hatching(t, r)) {
				t.Errorf("%s and %s have the same hatching", other.ID, r.ID)
			}
		}
	}
	if FindRule("") != NoRule || FindRule("nothing") != NoRule {
		t.Error("FindRule finds a rule without a name")
	}
}

func hatching(t *testing.T, r RuleInfo) []byte {
	rows, err := hex.DecodeString(r.Hatching)
	if err != nil || len(rows) != 8 {
		t.Fatalf("%s: its hatching %q is not eight bytes", r.ID, r.Hatching)
	}
	return rows
}

// shifted reports whether two hatchings that repeat are the same but for their place.
func shifted(a, b []byte) bool {
	for down := range 8 {
		for right := range 8 {
			moved := make([]byte, 8)
			for y, row := range a {
				moved[(y+down)%8] = row<<right | row>>(8-right)
			}
			if slices.Equal(moved, b) {
				return true
			}
		}
	}
	return false
}

// contrast returns the contrast ratio of two colours, as WCAG defines it.
func contrast(t *testing.T, one, two string) float64 {
	luminance := func(colour string) (sum float64) {
		rgb, err := strconv.ParseUint(colour[1:], 16, 24)
		if err != nil || len(colour) != 7 {
			t.Fatalf("%q is not #rrggbb", colour)
		}
		for i, weight := range []float64{0.0722, 0.7152, 0.2126} {
			c := float64(rgb>>(8*i)&0xff) / 255
			if c = math.Pow((c+0.055)/1.055, 2.4); rgb>>(8*i)&0xff <= 10 {
				c = float64(rgb>>(8*i)&0xff) / 255 / 12.92
			}
			sum += weight * c
		}
		return sum
	}
	a, b := luminance(one), luminance(two)
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}
