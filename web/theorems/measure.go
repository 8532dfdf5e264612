package theorems

import (
	"context"
	"fmt"
	"strconv"

	"espalier/search/experiment"
	"espalier/web/words"
)

// A measure is a table of predictions and measurements.
type measure struct {
	Intro   string
	Columns []string
	Rows    [][]string
	Plot    *plot
	Note    string
}

// measured runs an experiment and returns its rows.
func measured(ctx context.Context, id string, given map[string]int) ([]experiment.Row, error) {
	e, ok := experiment.Find(id)
	if !ok {
		return nil, fmt.Errorf("there is no experiment %q", id)
	}
	v, err := e.Values(given)
	if err != nil {
		return nil, err
	}
	var counts []experiment.Counts
	for _, j := range e.Jobs(v) {
		c, err := e.Run(ctx, v, j)
		if err != nil {
			return nil, err
		}
		counts = append(counts, c)
	}
	return e.Rows(v, counts), nil
}

// number writes a computed number with some decimals.
func number(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }

// whole writes a count.
func whole(n int) string { return words.Grouped(n) }
