package experiments

import (
	"testing"

	"espalier/search/experiment"
	"espalier/search/interval"
)

// No interval of some length reads as one of none, and ± is written only where both ends are equally far.
func TestCells(t *testing.T) {
	for want, c := range map[string]experiment.CrossCell{
		"":                     {},
		"72.2 ± 3.8":           {Given: true, Mean: 72.22, Low: 68.45, High: 76},
		"5.65 ± 0.05":          {Given: true, Mean: 5.651, Low: 5.604, High: 5.698},
		"100.0, 88.6 to 100.0": {Given: true, Mean: 100, Low: 88.649, High: 100},
	} {
		if got := crossText(&c); got != want {
			t.Errorf("%+v is %q, want %q", c, got, want)
		}
	}
	for want, i := range map[string]interval.Interval{
		"0.644 to 0.671":   {Low: .6441, High: .6714},
		"0.0000 to 0.0004": {High: .00038},
		"0.9996 to 1.0000": {Low: .99962, High: 1},
		"1.000 to 1.000":   {Low: 1, High: 1},
		"−0.012 to 0.008":  {Low: -.012, High: .008},
	} {
		if got := between(&experiment.Row{Interval: &i}); got != want {
			t.Errorf("%+v is %q, want %q", i, got, want)
		}
	}
}
