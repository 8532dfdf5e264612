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

// Number writes a measured number with four digits at least; nil: a dash. The script of
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

// Reproduced says what there is to a row: where a deal dominates it the median and the interval, and
// what explains a difference from what is printed. "": nothing.
func Reproduced(r *figures.ReproducedRow) string {
	var parts []string
	if r.Past != nil && r.Past.Low != nil {
		text := fmt.Sprintf("One deal is a large part of this: in 95 of 100 bootstrap samples the number is between %s and %s", Number(r.Past.Low), Number(r.Past.High))
		if r.Past.Median != nil {
			text += "; the median of the deals is " + Number(r.Past.Median)
		}
		parts = append(parts, text+".")
	}
	if r.Outside {
		parts = append(parts, "More than two standard errors from the printed number: "+cmp.Or(r.Why, "nothing that is known explains it."))
	}
	return strings.Join(parts, " ")
}

// MeasuredHow says how a table was measured with each setting, or why it was not.
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
	if len(m.Differs) > 0 {
		var list []string
		for _, name := range slices.Sorted(maps.Keys(m.Differs)) {
			list = append(list, fmt.Sprintf("%s %s in place of %s", strings.ReplaceAll(name, "_", " "), Grouped(m.Parameters[name]), Grouped(m.Differs[name])))
		}
		text = "A smaller run than the paper’s: " + strings.Join(list, ", ")
	}
	if m.Done < m.Of {
		text += fmt.Sprintf("; the first %s of %s jobs", Grouped(m.Done), Grouped(m.Of))
	}
	return text + ". Repeat it: go run ./cmd/" + m.Command
}
