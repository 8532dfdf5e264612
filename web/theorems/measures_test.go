package theorems

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/web/draw"
)

// TestPredictionsAreMeasured checks that where a column is predicted exactly, what was
// measured is equal.
func TestPredictionsAreMeasured(t *testing.T) {
	for id, pairs := range map[string][][2]string{
		"speculative-best-case":     {{"F(d), predicted", "F(d), measured"}},
		"size-of-tables":            {{"(t+1)(t+2)/2", "Outcomes, counted"}, {"tⁿ", "Bound vectors, counted"}},
		"number-of-nodes":           {{"Max, predicted", "Max, counted"}, {"Min, predicted", "Min, counted"}},
		"strategies-by-brute-force": {{"Max, predicted", "Max, counted"}, {"Min, predicted", "Min, counted"}},
		"time-and-space":            {{"Nodes 1 + b + … + b^h", "Nodes, measured"}, {"Path h + 1", "Path, measured"}},
		"node-ordering":             {{"Best case, predicted", "Best first, measured"}},
	} {
		m, err := all()[find(id)].Measure(t.Context())
		if err != nil || len(m.Rows) < 3 {
			t.Fatalf("%s: %v, %v", id, m, err)
		}
		for _, pair := range pairs {
			predicted, measured := slices.Index(m.Columns, pair[0]), slices.Index(m.Columns, pair[1])
			for _, row := range m.Rows {
				if len(row) != len(m.Columns) || row[predicted] != row[measured] {
					t.Errorf("%s: %s is %s, and %s is %s", id, pair[0], row[predicted], pair[1], row[measured])
				}
			}
		}
	}
}

// TestCutsByLevels checks that no cut reaches farther than is predicted, and that some
// reach as far; those of paranoid search reach farther.
func TestCutsByLevels(t *testing.T) {
	for _, players := range []int{3, 4} {
		for id, most := range map[string]int{"shallow": 2, "lastbranch": players, "speculative": players, "paranoid": players + 1} {
			counts, err := cutsByLevels(t.Context(), id, players)
			if err != nil {
				t.Fatal(err)
			}
			farther := 0
			for _, n := range counts[most+1:] {
				farther += n
			}
			if id == "paranoid" {
				if farther == 0 {
					t.Errorf("%d players: no cut of %s reaches farther than %d plies: %v", players, id, most, counts)
				}
			} else if counts[most] == 0 || farther > 0 {
				t.Errorf("%d players: cuts of %s by plies: %v, want %d plies at most", players, id, counts, most)
			}
		}
	}
}

// TestPathology checks that a deeper search decides no better where leaves are independent,
// and better where they add up.
func TestPathology(t *testing.T) {
	independent, err := rightDecisions(t.Context(), independentLeaves)
	if err != nil {
		t.Fatal(err)
	}
	addingUp, err := rightDecisions(t.Context(), leavesThatAddUp)
	if err != nil {
		t.Fatal(err)
	}
	const deep = 7 // plies, less one
	if independent[deep] >= independent[0] || addingUp[deep] <= addingUp[0]+.1 {
		t.Errorf("right decisions by depth: %v and %v", independent, addingUp)
	}
}

// TestTicksOfPlots checks that no number beside an axis begins left of the picture.
func TestTicksOfPlots(t *testing.T) {
	tick := regexp.MustCompile(`<text class="soft" x="([\d.]+)"[^>]* text-anchor="end"[^>]*>([\d,.]+)</text>`)
	p := &plot{Log: true, Series: []series{{Points: []float64{64, 123_456_789}}}}
	var b strings.Builder
	if err := p.draw().Render(t.Context(), &b); err != nil {
		t.Fatal(err)
	}
	found := tick.FindAllStringSubmatch(b.String(), -1)
	if len(found) != 9 || found[8][2] != "1,000,000,000" {
		t.Fatalf("the ticks are %q", found)
	}
	for _, m := range found {
		end, _ := strconv.ParseFloat(m[1], 64)
		if left := end - draw.Width(m[2], draw.Regular)*plotText; left < 0 {
			t.Errorf("%s begins at %.1f", m[2], left)
		}
	}
}

// TestOrderings: the better the order, the fewer leaves.
func TestOrderings(t *testing.T) {
	before := 0
	for _, o := range []ordering{{}, {error: .1}, {random: true}, {worst: true}} {
		sum := 0
		for seed := range uint64(10) {
			n, err := leavesOrdered(t.Context(), 3, 4, seed, o)
			if err != nil {
				t.Fatal(err)
			}
			sum += n
		}
		if sum <= before {
			t.Errorf("%+v: %d leaves, want more than %d", o, sum, before)
		}
		before = sum
	}
}
