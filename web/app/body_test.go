package app

import (
	"strings"
	"testing"
	"time"

	"espalier/trees"
)

// What a large body is charged is enough for the tree that is read from it, however the
// tree is written, and no more than some times as much.
func TestTreeBytesAreEnough(t *testing.T) {
	many := strings.Repeat
	for what, text := range map[string]string{
		"unknown leaves":    "players 3 1[" + many(" ?", 10_000) + " ]",
		"one player":        "players 1 1[" + many("(0)", 10_000) + "]",
		"bare numbers":      "kind minimax max[" + many(" 0", 10_000) + " ]",
		"alternatives":      "kind minimax max[" + many(" 0"+many("|0", 999), 10) + " ]",
		"lines":             "players 3 1[" + many("\n?", 10_000) + "\n]",
		"heuristics":        "players 3 maxsum 9 1[" + many(" 2{low (0,0,0) up (9,9,9) static (1,2,3)}[(1,2,3)]", 5_000) + "]",
		"paths":             "kind path [" + many("+1 .", 10_000) + "]",
		"chains":            "players 1 " + many("1[", 4_000) + "(0)" + many("]", 4_000),
		"outcomes":          "players 1 outcomes" + many(" (1)", 10_000) + " 1[ (1) ]",
		"labels":            "players 3 1[" + many(" a_long_label_of_a_node: (1,2,3)", 7_000) + "]",
		"drawn with movers": "players 1 1[" + many(" 1(0)", 10_000) + "]",
	} {
		tree, err := trees.ReadText(text)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		for form, body := range map[string][]byte{"text": trees.AppendQuoted(nil, text), "JSON": tree.AppendJSON(nil)} {
			if bound, got := treeBytes(body), int64(tree.Bytes()); bound < got || bound > 12*got+1<<20 {
				t.Errorf("%s as %s: %d bytes are charged for a tree of %d", what, form, bound, got)
			}
		}
	}
	s := NewCore(Config{})
	lease, err := s.AcquireTree(t.Context(), []byte(many(" ", MaxBody)))
	if err != nil {
		t.Fatal(err)
	}
	defer lease.Release()
	if bound := lease.Amount(); bound != s.trees.Size()/4 {
		t.Errorf("the largest body is charged %d bytes, want %d", bound, s.trees.Size()/4)
	}
}

// A body is read whole, however long it was said to be; one of which little has come takes
// little memory.
func TestBufferOfABody(t *testing.T) {
	for _, n := range []int{0, 1, MinBodyRate - 1, MinBodyRate, MinBodyRate + 1, MaxBody} {
		sent := strings.Repeat("x", n)
		for _, announced := range []int64{-1, int64(n), MaxBody} {
			got, err := ReadAtRate(strings.NewReader(sent), announced, func(time.Time) error { return nil })
			if err != nil || string(got) != sent {
				t.Errorf("%d bytes, announced %d: %d bytes are read (%v)", n, announced, len(got), err)
			}
			if n < MinBodyRate && cap(got) > 2*MinBodyRate {
				t.Errorf("%d bytes, announced %d: the buffer has %d bytes", n, announced, cap(got))
			}
		}
	}
}
