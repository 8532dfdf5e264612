package figures

import (
	"strconv"
	"strings"

	"espalier/search/engine"
	"espalier/search/papers"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/words"
)

// A tableView is a table of a paper, with computed columns beside the printed
// columns.
type tableView struct {
	Columns []tableColumn
	Rows    []tableRow
	Origin  string // legend: which columns are printed and which are computed
	// Uncomputed is a sentence about the columns that cannot be computed here,
	// with the reason.
	Uncomputed string
}

type tableColumn struct {
	Name           string
	Ours, IsNumber bool
}

type tableRow struct {
	Class string // CSS class: out or survives
	Cells []string
}

func newTable(f *figures.Figure) *tableView {
	t := &tableView{Uncomputed: words.MaxN(f.Table.Uncomputed)}
	computed := papers.ComputedColumns(f)
	for c, name := range f.Table.Columns {
		number := c > 0
		for _, r := range f.Table.Rows {
			number = number && (c >= len(r) || r[c] == "" || words.StartsWithDigit(r[c]))
		}
		t.Columns = append(t.Columns, tableColumn{Name: words.MaxN(name), IsNumber: number})
	}
	for _, c := range computed {
		number := true
		for _, cell := range c.Cells {
			number = number && (cell == "" || words.StartsWithDigit(cell))
		}
		t.Columns = append(t.Columns, tableColumn{c.Name, true, number})
	}
	for i, r := range f.Table.Rows {
		row := tableRow{}
		for c := range f.Table.Columns {
			cell := ""
			if c < len(r) {
				cell = words.MaxN(r[c])
			}
			row.Cells = append(row.Cells, cell)
		}
		for _, c := range computed {
			row.Cells = append(row.Cells, trace.Minus(c.Cells[i]))
		}
		t.Rows = append(t.Rows, row)
	}
	switch {
	case len(computed) > 0 && f.Table.NotFromPaper:
		t.Origin = "The rows are ours, not from the paper. Shaded columns are computed here."
	case len(computed) > 0 && f.Table.Origin != "":
		t.Origin = f.Table.Origin + " Shaded columns are computed here."
	case len(computed) > 0:
		t.Origin = "The cells are as printed. Shaded columns are computed here."
	case f.Table.NotFromPaper:
		t.Origin = "The rows of this table are ours, not from the paper."
	}
	return t
}

// withTrick uses the leaf-value table to mark the rows that are impossible if player
// 2 already has a trick, and returns a summary.
func (t *tableView) withTrick() string {
	table := papers.SpadesTable()
	low := trees.Points(0, 1, 0)
	var most [3]int
	out := map[trees.Vector]bool{}
	for _, x := range table.Excluded(nil, &engine.Unbounded, &low, nil) {
		out[x.Value] = true
	}
	left := 0
	for i, row := range table.Rows {
		t.Rows[i].Class = "survives"
		if out[row.Value] {
			t.Rows[i].Class = "out"
			continue
		}
		left++
		for p := range most {
			most[p] = max(most[p], row.Rank[p])
		}
	}
	var ranks []string
	for p, r := range most {
		ranks = append(ranks, "player "+strconv.Itoa(p+1)+" gets at most rank "+strconv.Itoa(r))
	}
	return words.Plural(left, "row") + " left: " + strings.Join(ranks, ", ") + "."
}
