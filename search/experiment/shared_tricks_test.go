package experiment

import (
	"testing"

	"espalier/trees"
	"espalier/trees/games"
)

// TestSharedTricks: at every position the scores add up to maxsum, lie between low and up,
// and differ by at most one trick in what is added to those taken.
func TestSharedTricks(t *testing.T) {
	inner, err := games.Open(&games.Document{ID: "spades", Values: map[string]any{"players": 3, "cards": 5, "seed": 3}})
	if err != nil {
		t.Fatal(err)
	}
	pos := sharedTricks{inner}
	var v, taken, low, up trees.Vector
	moves := pos.Look(&v)
	for ply := 0; ; ply++ {
		inner.Static(&taken)
		if !pos.Static(&v) || !pos.Low(&low) || !pos.Up(&up) {
			t.Fatal("a position has no static value or no bounds")
		}
		if v.Sum(3) != 5*trees.Unit {
			t.Errorf("ply %d: %v adds up to %v, want 5", ply, v, v.Sum(3))
		}
		for p := range 3 {
			if v[p] < low[p] || v[p] > up[p] || v[p]-taken[p] > v[0]-taken[0] || v[p]-taken[p] < v[0]-taken[0]-trees.Unit {
				t.Errorf("ply %d: %v with %v taken and bounds %v and %v", ply, v, taken, low, up)
			}
		}
		if moves == 0 {
			if ply != 15 || v != taken {
				t.Errorf("at the end, ply %d, the value is %v of %v taken", ply, v, taken)
			}
			return
		}
		moves, _ = pos.Do(ply%moves, &v)
	}
}
