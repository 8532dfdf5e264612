package experiments

import (
	"strconv"

	"espalier/search/experiment"
	"espalier/trees/figures"
)

// crossesOf returns the tables of each against each of what is kept of an experiment.
func crossesOf(of *experiment.Experiment, t *figures.Reproduced) []experiment.Cross {
	var rows []experiment.Row
	for _, r := range t.Rows {
		row := experiment.Row{Name: r.Name}
		if r.Past != nil {
			row.Measured, row.Spread = r.Past.Measured, r.Past.Spread
		}
		rows = append(rows, row)
	}
	return of.Crosses(rows)
}

// crossText writes a cell.
func crossText(c *experiment.CrossCell) string {
	if !c.Given {
		return ""
	}
	return strconv.FormatFloat(c.Mean, 'f', 1, 64) + " ± " + strconv.FormatFloat(c.Half, 'f', 1, 64)
}
