package experiment

// A Cross is a table of each against each.
type Cross struct {
	Title, Note string
	Names       []string
	Cells       [][]CrossCell // the row against the column
}

// A CrossCell is the mean of the row against the column, with its 95 % interval, whose ends are the mean if there is none.
type CrossCell struct {
	Given           bool
	Mean, Low, High float64
	Better          bool // better than an equal share, for all cells of the table together (Holm)
}

// set sets a cell. holds: the difference from an equal share holds for all cells together.
func (c *Cross) set(row, column int, mean, low, high, equal float64, least, holds bool) {
	c.Cells[row][column] = CrossCell{true, mean, low, high, holds && mean != equal && mean < equal == least}
}

// Crosses arranges the rows of a run as tables of each against each; nil: the experiment has
// none. rows are in the order of Rows.
func (e *Experiment) Crosses(rows []Row) []Cross {
	if e.crosses == nil {
		return nil
	}
	return e.crosses(rows)
}

// A Grid is a table of some rows: a line for each of what they are about, and a column for each number of it.
type Grid struct {
	Title, Head string
	Columns     []string
	Lines       []GridLine
	Note        string // what its numbers show; "": nothing is measured
	// Values says what the columns compute, where several tables of an experiment have the same lines.
	Values string
	// Growth: each line is about a larger input than the line before, so the columns are drawn as curves.
	Growth   bool
	Formulas []Formula // that are drawn beside them
}

// A Formula is what a paper computes for the lines of a grid.
type Formula struct {
	Name, Source string
	Values       []float64 // by line
}

// A GridLine has the places of its rows in the list of all rows, by column; NoRow: there is none.
type GridLine struct {
	Name string
	Rows []int
}

// NoRow is the place of a row that is not there.
const NoRow = -1

// Grids arranges the rows of a run as tables with columns; nil: the experiment has none, and its rows are a list.
func (e *Experiment) Grids(rows []Row) []Grid {
	if e.grids == nil {
		return nil
	}
	return e.grids(rows)
}
