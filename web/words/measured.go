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

// Reproduced returns remarks on a row: the interval and the median if one deal dominates it, and
// the reason for a difference from the printed number. It is empty if there are none.
func Reproduced(r *figures.ReproducedRow) string {
	var parts []string
	if r.Past != nil && r.Past.Low != nil {
		text := fmt.Sprintf("One deal dominates this number: in 95 of 100 bootstrap samples it is between %s and %s", Number(r.Past.Low), Number(r.Past.High))
		if r.Past.Median != nil {
			text += "; the median of the deals is " + Number(r.Past.Median)
		}
		parts = append(parts, text+".")
	}
	if r.Outside {
		parts = append(parts, "More than two standard errors from the printed number: "+cmp.Or(r.Why, "the reason is unknown."))
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
