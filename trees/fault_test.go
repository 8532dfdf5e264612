package trees_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"espalier/trees"
)

func wantFaults(t *testing.T, d *trees.Draft, want []string) {
	t.Helper()
	var got []string
	for _, f := range d.Faults() {
		got = append(got, fmt.Sprint(f.Node, " ", f.Field, " ", f.Message))
		if f.Node >= 0 && f.ID != d.ID(f.Node) || f.Node < 0 && f.ID != 0 {
			t.Errorf("the fault %v has the ID %d", f, f.ID)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("Faults() =\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// In each kind of tree, a contradicted heuristic is a fault at each leaf
// concerned.
func TestFaultsOfHeuristics(t *testing.T) {
	for _, c := range []struct {
		text, edit string
		want       []string
	}{
		{"players 2 a: 1[ b: 2[ (1,1) (2,2) ? ] (3,3) ]", `{"op":"set","nodes":[1,2],"up":[1,2]}`,
			[]string{"3 value player 1 has 2, above the upper bound 1 at a", "5 value player 1 has 3, above the upper bound 1 at a"}},
		{"kind minimax max[ 1 -2|7 ]", `{"op":"set","nodes":[1],"low":0}`,
			[]string{"2 alternatives[0] -2 is below the lower bound 0 at the root"}},
		{"kind path [ +1 [ +2 . +5 . ] +2 . ]", `{"op":"set","nodes":[1],"low":4}`,
			[]string{"2 cost the path to here costs 3, below the lower bound 4 at the root", "4 cost the path to here costs 2, below the lower bound 4 at the root"}},
	} {
		wantFaults(t, edited(t, draftOf(t, c.text), c.edit), c.want)
	}
}

// At most MaxFaults faults are listed.
func TestFaultsAreLimited(t *testing.T) {
	d := draftOf(t, "players 1 1{up (5)}[ "+strings.Repeat("(5) ", 10_000)+"]")
	if n := len(d.Faults()); n != 0 {
		t.Fatalf("%d faults, want none", n)
	}
	for _, edit := range []string{`{"op":"header","maxsum":4}`, `{"op":"set","nodes":[1],"up":[4]}`} {
		if n := len(edited(t, d, edit).Faults()); n != trees.MaxFaults {
			t.Errorf("%s makes %d faults, want %d", edit, n, trees.MaxFaults)
		}
	}
}
