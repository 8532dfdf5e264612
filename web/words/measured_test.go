package words_test

import (
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

// A smaller run than the paper's is named as one.
func TestMeasuredWith(t *testing.T) {
	m := &figures.Measured{Command: "server experiment x -deals=1000", Parameters: map[string]int{"deals": 1000, "seed": 1}, Done: 10, Of: 10}
	if got := words.MeasuredWith(m); got != "Measured in the paper’s setting. Repeat it: go run ./cmd/server experiment x -deals=1000" {
		t.Errorf("a full run: %s", got)
	}
	m.Differs, m.Done = map[string]int{"deals": 20000}, 7
	if got := words.MeasuredWith(m); !strings.HasPrefix(got, "A smaller run than the paper’s: deals 1,000 in place of 20,000; the first 7 of 10 jobs. Repeat") {
		t.Errorf("a smaller run: %s", got)
	}
}
