package treestore

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestMergeText(t *testing.T) {
	for _, c := range []struct{ base, mine, theirs, want string }{
		{"", "mine", "", "mine"},
		{"", "", "theirs", "theirs"},
		{"", "mine", "theirs", "theirsmine"},
		{"one two", "one mine two", "one two theirs", "one mine two theirs"},
		{"one two", "one two mine", "theirs one two", "theirs one two mine"},
		{"one two", "two", "one two three", "two three"},
		{"one two", "one 2", "one zwei", "one zwei2"},
		{"one two", "one two", "uno", "uno"},
		{"one two", "uno", "one two", "uno"},
		{"same", "other", "other", "other"},
	} {
		if got := mergeText(c.base, c.mine, c.theirs); got != c.want {
			t.Errorf("Text(%q, %q, %q) = %q, want %q", c.base, c.mine, c.theirs, got, c.want)
		}
	}
}

// If only one version changes the text, the result is that version. Nothing that either version
// inserts is lost.
func TestMergeTextRetainsBothInsertions(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	change := func(base, word string) (string, string) {
		runes := []rune(base)
		from := rng.IntN(len(runes) + 1)
		to := from + rng.IntN(len(runes)-from+1)
		written := strings.Repeat(word, rng.IntN(3))
		return string(runes[:from]) + written + string(runes[to:]), written
	}
	for range 20_000 {
		base := strings.Repeat("aé", rng.IntN(6))
		mine, myWords := change(base, "M")
		theirs, theirWords := change(base, "T")
		got := mergeText(base, mine, theirs)
		if !strings.Contains(got, myWords) || !strings.Contains(got, theirWords) {
			t.Fatalf("Text(%q, %q, %q) = %q, which lacks what one of them wrote", base, mine, theirs, got)
		}
		if mine == base && got != theirs || theirs == base && got != mine {
			t.Fatalf("Text(%q, %q, %q) = %q, want what the only one wrote", base, mine, theirs, got)
		}
	}
}
