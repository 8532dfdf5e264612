package experiments

import (
	"strconv"

	"espalier/search/experiment"
	"espalier/search/interval"
	"espalier/trees/figures"
)

// keptRows returns the rows of what is kept of an experiment.
func keptRows(t *figures.Reproduced) (rows []experiment.Row) {
	for _, r := range t.Rows {
		row := experiment.Row{Name: r.Name, Printed: r.Printed}
		if r.Past != nil {
			row.Measured, row.Ratio, row.Spread, row.N = r.Past.Measured, r.Past.Ratio, r.Past.Spread, r.Past.N
			row.Median, row.Low, row.High, row.Undecided = r.Past.Median, r.Past.Low, r.Past.High, r.Past.Undecided
			if i := r.Past.Interval; i != nil {
				row.Interval = &interval.Interval{Low: i.Low, High: i.High, Method: interval.Method(i.Method)}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// crossText writes a cell: with ± if both ends of the interval are equally far from the mean.
func crossText(c *experiment.CrossCell) string {
	if !c.Given {
		return ""
	}
	decimals := 1
	if c.High-c.Low < 2 {
		decimals = 2 // not ± 0.0
	}
	write := func(x float64) string { return strconv.FormatFloat(x, 'f', decimals, 64) }
	if below, above := write(c.Mean-c.Low), write(c.High-c.Mean); below == above {
		return write(c.Mean) + " ± " + above
	}
	return write(c.Mean) + ", " + write(c.Low) + " to " + write(c.High)
}
