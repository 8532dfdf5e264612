package games_test

import (
	"testing"

	"espalier/trees/games"
)

// TestWritten: holes of Chinese Checkers are written by their row and their number in it; a move
// of another game stays as it is.
func TestWritten(t *testing.T) {
	for _, c := range []struct {
		id, move, want string
		size           int
	}{
		{"chinese-checkers", "6,-4>4,-4", "g11–i9", 4},
		{"chinese-checkers", "4,4", "a1", 4},
		{"chinese-checkers", "-4,-4", "q1", 4},
		{"chinese-checkers", "pass", "pass", 4},
		{"chinese-checkers", "0,0>1,0", "c2–b3", 1},
		{"hearts", "QH", "QH", 0},
		{"othello", "d3", "d3", 0},
	} {
		d := &games.Document{ID: c.id}
		if c.size > 0 {
			d.Values = map[string]any{"size": c.size}
		}
		pos, err := games.Open(d)
		if err != nil {
			t.Fatal(err)
		}
		if got := games.Written(pos, c.move); got != c.want {
			t.Errorf("%s of %s is written %s, want %s", c.move, c.id, got, c.want)
		}
	}
}
