package experiment

// A Cross is a table of each against each.
type Cross struct {
	Title, Note string
	Names       []string
	Cells       [][]CrossCell // the row against the column
}

// A CrossCell is the mean of the row against the column, with half of its 95 % interval.
type CrossCell struct {
	Given      bool
	Mean, Half float64
	Better     bool // the interval is on the better side of an equal share
}

func (c *Cross) set(row, column int, mean, half, equal float64, least bool) {
	better := mean-half > equal
	if least {
		better = mean+half < equal
	}
	c.Cells[row][column] = CrossCell{true, mean, half, better}
}

// Crosses arranges the rows of a run as tables of each against each; nil: the experiment has
// none. rows are in the order of Rows.
func (e *Experiment) Crosses(rows []Row) []Cross {
	if e.crosses == nil {
		return nil
	}
	return e.crosses(rows)
}
