package experiment

import (
	"context"
	"math"
	"slices"
	"testing"

	"espalier/search/interval"
	"espalier/trees"
)

// Each pair of rules has each seating of each deal once, and a rule against itself is nowhere.
func TestStrengthJobs(t *testing.T) {
	v := valuesOf(t, &strengths, small["strengths"])
	jobs := strengths.Jobs(v)
	n := len(strengthRules)
	if want := len(strengthGames) * n * (n - 1) / 2 * seatings; len(jobs) != want {
		t.Fatalf("%d jobs of one deal, want %d", len(jobs), want)
	}
	seen := map[string]bool{}
	for _, j := range jobs {
		_, first, second, seats := strengthContest.column(j.Column)
		if first == second || seats < 1 || seats > 6 || seen[j.Name] {
			t.Errorf("job %q: seats %d, seen before: %v", j.Name, seats, seen[j.Name])
		}
		seen[j.Name] = true
	}
}

// In a game the scores of both rules add up to all points, and seats to three. Nobody wins a game without a winner.
func TestStrengthCounts(t *testing.T) {
	v := valuesOf(t, &strengths, small["strengths"])
	v["moves"] = 3
	undecided := 0
	for _, j := range strengths.Jobs(v) {
		g, _, _, _ := strengthContest.column(j.Column)
		c, err := strengths.Run(context.Background(), v, j)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := g.open(v, j)
		if err != nil {
			t.Fatal(err)
		}
		want := int64(2) // tricks
		switch {
		case g.wins:
			want = 1 - c[4]
		case g.least:
			want = int64(pos.Scores().MaxP / trees.Unit) // all points of the hands
		}
		if c[1]+c[3] != 3 || c[0]+c[2] != want || c[4] != 0 && c[4] != 1 {
			t.Errorf("%s: %v, want scores that add up to %d", j.Name, c, want)
		}
		undecided += int(c[4])
	}
	if undecided == 0 {
		t.Error("each game of Chinese Checkers was decided within 3 moves")
	}
}

// Wins are shares of the games with a winner. A deal counts when it has been played on all seats, and only if somebody
// has won a game of it.
func TestDecidedShares(t *testing.T) {
	v := valuesOf(t, &bestReply, map[string]int{"starts": 4})
	jobs := bestReply.Jobs(v)
	counts := make([]Counts, len(jobs))
	for i, j := range jobs {
		seats := j.Column%seatings + 1
		first := int64(seats&1 + seats>>1&1 + seats>>2)
		c := Counts{0, first, 0, 3 - first, 0}
		switch { // of the first pair
		case j.Deal == 0 && seats <= 3: // 1 of 3 games with a winner
			c[2*min(seats-1, 1)] = 1
		case j.Deal == 1 && seats <= 2: // both games with a winner
			c[0] = 1
		case j.Deal == 3 && seats == 6: // not played yet
			continue
		case j.Deal == 3:
			c[2] = 1
		default:
			c[4] = 1
		}
		counts[i] = c
	}
	rows := bestReply.Rows(v, counts)
	row := rowNamed(t, rows, "Chinese Checkers, wins in percent, Max^n against Paranoid")
	if row.N != 2 {
		t.Errorf("%d deals count, want 2", row.N)
	}
	near(t, "mean of 1 of 3 and 2 of 2 wins", row.Measured, (100.0/3+100)/2)
	// 3, 4 and 6 of 6 games of the three deals that were played.
	near(t, "undecided", row.Undecided, 100.0*13/18)
}

// The percentages of a pair add up to 100, and its cells are the row and what is left of two equal
// shares, bold where the interval is on the better side.
func TestCross(t *testing.T) {
	rows := strengths.PrintedRows()
	at := slices.IndexFunc(rows, func(r Row) bool { return r.Name == "Hearts, points, Paranoid against Directed offensive" })
	rows[at].Measured, rows[at].Spread, rows[at].N = value(7.6), value(0.2), 90
	rows[at].Interval = &interval.Interval{Low: 7.208, High: 7.992}
	hearts := strengths.Crosses(rows)[1]
	a, b := hearts.Cells[1][2], hearts.Cells[2][1]
	if !a.Given || a.Mean != 7.6 || math.Abs(a.Low-7.208)+math.Abs(a.High-7.992) > 1e-9 || math.Abs(b.Low+7.992-52.0/3)+math.Abs(b.High+7.208-52.0/3) > 1e-9 || !a.Better || b.Better || math.Abs(a.Mean+b.Mean-52.0/3) > 1e-9 {
		t.Errorf("paranoid against directed offensive is %+v, and reversed %+v", a, b)
	}
	if hearts.Cells[0][0].Given || hearts.Cells[0][1].Given {
		t.Errorf("cells that were not measured have a number: %+v", hearts.Cells[0])
	}
	if nau1982.Crosses(nil) != nil {
		t.Error("an experiment without pairs has a table of each against each")
	}
}
