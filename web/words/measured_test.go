package words_test

import (
	"slices"
	"strings"
	"testing"

	"espalier/trees/figures"
	"espalier/web/words"
)

func TestNumber(t *testing.T) {
	for want, x := range map[string]float64{"0": 0, "0.0007415": 0.00074152, "1.22": 1.22, "43.52": 43.5237, "999.9": 999.9, "1,430": 1430.2, "3,330,000,000": 3.33e9} {
		if got := words.Number(&x); got != want {
			t.Errorf("Number(%v) = %s, want %s", x, got, want)
		}
	}
	if got := words.Number(nil); got != "–" {
		t.Errorf("Number(nil) = %s", got)
	}
}

// The text says when a run was smaller than the run of the paper.
func TestMeasuredWith(t *testing.T) {
	m := &figures.Measured{Command: "server experiment x -deals=1000", Parameters: map[string]int{"deals": 1000, "seed": 1}, Done: 10, Of: 10}
	if got := words.MeasuredWith(m); got != "Measured in the paper’s setting. Repeat it: go run ./cmd/server experiment x -deals=1000" {
		t.Errorf("a full run: %s", got)
	}
	m.Differs, m.Done = map[string]int{"deals": 20000}, 7
	if got := words.MeasuredWith(m); !strings.HasPrefix(got, "A smaller run than the paper’s: deals 1,000 instead of 20,000; the first 7 of 10 jobs. Repeat") {
		t.Errorf("a smaller run: %s", got)
	}
}

// A row says that one deal dominates it, and why it differs from the printed number. A row close
// to the printed number says nothing.
func TestReproduced(t *testing.T) {
	x := func(x float64) *float64 { return &x }
	near := figures.ReproducedRow{Past: &figures.MeasuredRow{}}
	if got := words.Reproduced(&near); got != "" {
		t.Errorf("a row close to the printed number says %q", got)
	}
	r := figures.ReproducedRow{Past: &figures.MeasuredRow{Median: x(5), Low: x(1200), High: x(3400)}, Outside: true, Why: "the deals are others."}
	want := "One deal dominates this number; the median of the deals is 5. The printed number is outside the interval: the deals are others."
	if got := words.Reproduced(&r); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	r.Past.Median, r.Why = nil, ""
	want = "One deal dominates this number. The printed number is outside the interval: the reason is unknown."
	if got := words.Reproduced(&r); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestMeasuredHow(t *testing.T) {
	m := &figures.Measured{Command: "server experiment x"}
	l := &figures.Measured{Command: "server experiment x -letter=true"}
	got := words.MeasuredHow(&figures.Reproduced{Past: m, Letter: l, Missing: "The other takes days."})
	want := []string{"Measured in the paper’s setting. Repeat it: go run ./cmd/server experiment x", "To the letter: go run ./cmd/server experiment x -letter=true", "The other takes days."}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
