package words

import (
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
