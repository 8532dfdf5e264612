package papers

import (
	"fmt"
	"strconv"
	"strings"

	"espalier/trees"
	"espalier/trees/figures"
)

// This file computes columns for the papers' tables.

// A Column is a computed column of a figure's table: a cell for every row, or "" if
// nothing is computed for the row.
type Column struct {
	Name  string
	Cells []string
}

// ComputedColumns returns the columns that are computed for the figure's table. The
// field Computed of the table selects the calculation; nil if it is empty.
func ComputedColumns(f *figures.Figure) []Column {
	if f.Table == nil || f.Table.Computed == "" {
		return nil
	}
	return tableComputations[f.Table.Computed](f.Table)
}

// tableComputations are the calculations that a figure's data can select.
var tableComputations = map[string]func(*figures.Table) []Column{
	"duality":         dualColumn,
	"ratio":           ratioColumn,
	"growth-factors":  factorColumns,
	"node-counts":     countColumn,
	"pair-averages":   averageColumns,
	"spades-ranks":    spadesColumns,
	"reduction":       reductionColumn,
	"strategy-counts": strategyColumn,
}

// cells computes a column row by row.
func cells(t *figures.Table, name string, cell func(row int) string) Column {
	c := Column{Name: name}
	for i := range t.Rows {
		c.Cells = append(c.Cells, cell(i))
	}
	return c
}

// dualColumn computes 2000, Table 1. Scores and limits are subtracted from maxp, so
// the two limits are exchanged; the sum is subtracted from n·maxp.
func dualColumn(t *figures.Table) []Column {
	const players = 3
	printed := func(row int) trees.Score { return trees.Score(printedNumber(t.Rows[row][1])) * trees.Unit }
	maxp, sum := printed(3), printed(5)
	return []Column{cells(t, "computed", func(row int) string {
		if row == 5 {
			return (players*maxp - sum).In(trees.Unit).String()
		}
		v := trees.Dual(trees.Vector{printed(row)}, 1, maxp)
		return v[0].In(trees.Unit).String()
	})}
}

// ratioColumn computes 2000, Table 2. Each factor is the number of nodes in the row
// above divided by the number of nodes in the same row.
func ratioColumn(t *figures.Table) []Column {
	return []Column{cells(t, "row above ÷ this row", func(row int) string {
		if row == 0 {
			return ""
		}
		return fmt.Sprintf("%.2f", printedNumber(t.Rows[row-1][1])/printedNumber(t.Rows[row][1]))
	})}
}

// factorColumns computes 2003, Table 8, for three players.
func factorColumns(t *figures.Table) []Column {
	b := func(row int) int { return int(printedNumber(t.Rows[row][0])) }
	return []Column{
		cells(t, "b^(2/3), computed", func(row int) string { return fmt.Sprintf("%.4f", LimitFactor(b(row), 3)) }),
		cells(t, "root, computed", func(row int) string { return fmt.Sprintf("%.4f", BestFactor(b(row), 3)) }),
	}
}

// countColumn computes 2003, Table 10: ten moves, three players, searches of depth 1
// to 6.
func countColumn(t *figures.Table) []Column {
	const b, n, depth = 10, 3, 6
	counts := []int{
		Iterated(depth, func(d int) int { return PlainNodes(b, d) }),
		0, // not computed: depends on the thirty games of the paper
		Iterated(depth, func(d int) int { return BestNodes(b, n, d) }),
	}
	return []Column{cells(t, "computed", func(row int) string {
		if counts[row] == 0 {
			return ""
		}
		return grouped(counts[row])
	})}
}

// averageColumns computes the average of each pair in 2003, Table 12. The rules of
// the game determine this average.
func averageColumns(t *figures.Table) []Column {
	average := func(column int) func(row int) string {
		return func(row int) string {
			a, b, _ := strings.Cut(t.Rows[row][column], " / ")
			return fmt.Sprintf("%.3f", (printedNumber(a)+printedNumber(b))/2)
		}
	}
	return []Column{cells(t, "Hearts, average", average(1)), cells(t, "Spades, average", average(2))}
}

// spadesBids are the bids of 2005, Table 1.
var spadesBids = []int{1, 1, 2}

// spadesTable returns the outcomes of 2005, Table 1, and their ranks.
func spadesTable() (outcomes, ranks []trees.Vector) {
	outcomes = trees.Divisions(3, len(spadesBids))
	utilities := make([]trees.Vector, len(outcomes))
	for i := range outcomes {
		for p := range spadesBids {
			own, missed := trees.SpadesUtility(&outcomes[i], spadesBids, p+1)
			utilities[i][p] = trees.Score(own+missed) * trees.Unit
		}
	}
	return outcomes, trees.Ranks(utilities, len(spadesBids))
}

// spadesColumns computes 2005, Table 1.
func spadesColumns(t *figures.Table) []Column {
	outcomes, ranks := spadesTable()
	h := trees.Header{Players: len(spadesBids)}
	return []Column{
		cells(t, "utilities, computed", func(row int) string {
			var v trees.Vector
			for p := range spadesBids {
				own, missed := trees.SpadesUtility(&outcomes[row], spadesBids, p+1)
				v[p] = trees.Score(own+missed) * trees.Unit
			}
			return h.FormatValue(v)
		}),
		cells(t, "ranks, computed", func(row int) string { return h.FormatValue(ranks[row]) }),
	}
}

// spadesTree is a size of the full tree that agrees with all factors of 2005,
// Table 2. The table prints the size as 2.7M.
const spadesTree = 2_650_500

// reductionColumn computes 2005, Table 2.
func reductionColumn(t *figures.Table) []Column {
	return []Column{cells(t, "2.6505M ÷ nodes", func(row int) string {
		if row == 0 {
			return ""
		}
		return fmt.Sprintf("%.2f", spadesTree/printedNumber(t.Rows[row][1]))
	})}
}

// strategyColumn computes the counts of the lecture; the first heading contains b
// and h.
func strategyColumn(t *figures.Table) []Column {
	var b, h int
	if _, err := fmt.Sscanf(t.Columns[0], "b = %d, h = %d", &b, &h); err != nil {
		return nil
	}
	maxNodes, minNodes := MoverNodes(b, h)
	counts := []int{maxNodes, minNodes, PureStrategies(b, maxNodes), PureStrategies(b, minNodes)}
	return []Column{cells(t, "computed", func(row int) string { return strconv.Itoa(counts[row]) })}
}

// printedNumber reads a number in a format of the printed tables: 3.33 billion,
// 437,600, 8.6k, 2.7M. It returns 0 for any other text.
func printedNumber(s string) float64 {
	word, unit, _ := strings.Cut(strings.ReplaceAll(s, ",", ""), " ")
	factor := map[string]float64{"": 1, "million": 1e6, "billion": 1e9}[unit]
	if n, ok := strings.CutSuffix(word, "k"); ok {
		word, factor = n, 1e3
	} else if n, ok := strings.CutSuffix(word, "M"); ok {
		word, factor = n, 1e6
	}
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return 0
	}
	return x * factor
}

// grouped formats a count with a comma before every three digits.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
