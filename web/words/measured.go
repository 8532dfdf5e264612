package words

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"espalier/trees/figures"
)

// Number writes a measured number with at least four digits, and nil as a dash. The script of
// an experiment’s page does the same.
func Number(x *float64) string {
	switch {
	case x == nil:
		return "–"
	case math.Abs(*x) >= 1000:
		return Grouped(int(math.Round(*x)))
	}
	return strconv.FormatFloat(*x, 'g', 4, 64)
}

// IntervalNote says once on a page what ± and the 95 % intervals mean.
const IntervalNote = "± and 95 % interval: in 95 of 100 measurements the true value is in it. By Student’s t for a mean, by Wilson for a share, by bootstrap for a number that a few deals dominate; the last kind is often too narrow."

// Interval writes a 95 % interval. The script of an experiment’s page does the same.
func Interval(low, high *float64) string {
	if low == nil || high == nil {
		return "–"
	}
	return Number(low) + " to " + Number(high)
}

// Undecided writes the percentage of the games without a winner; "" for a row that does not count wins.
func Undecided(r *figures.MeasuredRow) string {
	if r == nil || r.Undecided == nil {
		return ""
	}
	return Number(r.Undecided)
}

// Reproduced returns remarks on a row: the interval and the median if one deal dominates it, and
// the reason for a difference from the printed number. It is empty if there are none.
func Reproduced(r *figures.ReproducedRow) string {
	var parts []string
	if r.Past != nil && r.Past.Low != nil {
		text := "One deal dominates this number"
		if r.Past.Median != nil {
			text += "; the median of the deals is " + Number(r.Past.Median)
		}
		parts = append(parts, text+".")
	}
	if r.Outside {
		parts = append(parts, "The printed number is outside the interval: "+cmp.Or(r.Why, "the reason is unknown."))
	}
	return strings.Join(parts, " ")
}

// MeasuredHow says how a table was measured in each setting, or why it was not.
func MeasuredHow(t *figures.Reproduced) (list []string) {
	if t.Past != nil {
		list = append(list, MeasuredWith(t.Past))
	}
	if t.Letter != nil {
		list = append(list, "To the letter: go run ./cmd/"+t.Letter.Command)
	}
	if t.Missing != "" {
		list = append(list, t.Missing)
	}
	return list
}

// MeasuredOf says with which seed a table was measured, and what is left out.
func MeasuredOf(m *figures.Measured) string {
	text := "Nothing is left out."
	if m.Excluded != "" {
		text = "Left out: " + m.Excluded + "."
	}
	if seed, seeded := m.Parameters["seed"]; seeded {
		text = fmt.Sprintf("Seed %d. %s", seed, text)
	}
	return text
}

// MeasuredWith says how a table was measured again.
func MeasuredWith(m *figures.Measured) string {
	text := "Measured in the paper’s setting"
	if m.Own {
		text = "Measured with the default parameters"
	}
	if len(m.Differs) > 0 {
		var list []string
		for _, name := range slices.Sorted(maps.Keys(m.Differs)) {
			list = append(list, fmt.Sprintf("%s %s instead of %s", strings.ReplaceAll(name, "_", " "), Grouped(m.Parameters[name]), Grouped(m.Differs[name])))
		}
		text = "A smaller run than the paper’s: " + strings.Join(list, ", ")
	}
	if m.Done < m.Of {
		text += fmt.Sprintf("; the first %s of %s jobs", Grouped(m.Done), Grouped(m.Of))
	}
	return text + ". Repeat it: go run ./cmd/" + m.Command
}
