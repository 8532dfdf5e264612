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
		m, err := all()[find(id)].measured(t.Context(), 1)
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
			counts, err := cutsByLevels(t.Context(), id, players, 1)
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

// TestPathology checks what the note below the table says.
func TestPathology(t *testing.T) {
	m, err := measurePathology(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	at := func(row string, depth int) float64 {
		i := slices.IndexFunc(m.Rows, func(r []string) bool { return r[0] == row })
		x, err := strconv.ParseFloat(m.Rows[i][depth], 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	const last = 8 // the last depth at which not all is in sight
	if at("Independent squares: wrong", last) != 0 || at("Independent squares: tie", last) < 50 ||
		at("Independent squares: right, ties settled", last) < at("Independent squares: right, ties settled", 1) {
		t.Errorf("with independent squares ties do not explain what depth %d chooses: %v", last, m.Rows)
	}
	for depth := 2; depth <= last; depth++ {
		settled := at("Independent squares: right, ties settled", depth) - at("Independent squares: right, ties settled", 1)
		if settled < -2 || depth >= 6 && settled <= 0 || depth != 4 && settled < -1 {
			t.Errorf("with independent squares and ties settled depth %d gains %v", depth, settled)
		}
		if at("Constant error: wrong", depth) <= at("Constant error: wrong", depth-1) || at("Constant error: tie", depth) != 0 {
			t.Errorf("with a constant error depth %d is not worse than the one before: %v", depth, m.Rows)
		}
		if at("Neighbours alike: wrong", depth) >= at("Neighbours alike: wrong", depth-1) {
			t.Errorf("with neighbours alike depth %d is not better than the one before: %v", depth, m.Rows)
		}
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
