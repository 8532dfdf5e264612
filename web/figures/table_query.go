package figures

import (
	"fmt"
	"net/url"
	"strconv"

	"espalier/search/engine"
	"espalier/search/papers"
	"espalier/trees"
)

// A tableQuery is a call of canPrune of Sturtevant 2005, Figure 9, on the leaf-value
// table of Table 1. It has the input (bounds, and limits on tricks), the result, and
// for each excluded row the player whose bound or limit excludes it.
type tableQuery struct {
	Groups  []fieldGroup
	Printed bool
	Answer  string
	Rows    []tableQueryRow
	Wrong   string
}

type tableQueryRow struct {
	Outcome, Ranks, By string
	Out                bool
}

func newTableQuery(q url.Values) *tableQuery {
	a := &tableQuery{Printed: q.Get("printed") == "1"}
	bounds, low, up := engine.Unbounded, trees.Vector{}, trees.Points(3, 3, 3)
	groups := []struct {
		key, legend string
		to          *trees.Vector
		byDefault   []string
		most        string
	}{
		{"bound", "bounds, as ranks", &bounds, []string{"2", "1", ""}, "4"},
		{"least", "tricks taken so far", &low, []string{"0", "0", "0"}, "3"},
		{"most", "most tricks (ub)", &up, []string{"3", "3", "3"}, "3"},
	}
	for _, g := range groups {
		asked := fieldGroup{Legend: g.legend}
		for p := range 3 {
			f := field{Name: g.key + strconv.Itoa(p+1), Label: "player " + strconv.Itoa(p+1), Min: "0", Max: g.most}
			f.Value = number(q, f.Name, g.byDefault[p])
			asked.Fields = append(asked.Fields, f)
			if f.Value == "" && g.key == "bound" {
				continue // the player has no bound
			}
			n, err := f.whole()
			if err != nil {
				a.Wrong = err.Error() + "."
				continue
			}
			g.to[p] = trees.Score(n) * trees.Unit
		}
		if g.key == "bound" {
			for i := range asked.Fields {
				asked.Fields[i].Hint = "none"
			}
		}
		a.Groups = append(a.Groups, asked)
	}
	if a.Wrong == "" {
		a.ask(bounds, low, up)
	}
	return a
}

func (a *tableQuery) ask(bounds, low, up trees.Vector) {
	table := papers.SpadesTable()
	table.Printed = a.Printed
	by := map[trees.Vector]int{}
	for _, x := range table.Excluded(nil, &bounds, &low, &up) {
		by[x.Value] = x.Player
	}
	h := trees.Header{Players: 3}
	for _, row := range table.Rows {
		r := tableQueryRow{Outcome: h.FormatValue(row.Outcome), Ranks: h.FormatValue(row.Value)}
		if p := by[row.Value]; p > 0 {
			r.Out = true
			r.By = a.why(&row, p, bounds[p-1], low[p-1], up[p-1])
		}
		a.Rows = append(a.Rows, r)
	}
	switch left := len(table.Rows) - len(by); {
	case table.Prune(&bounds, &low, &up):
		a.Answer = "true: cut. No row is left."
	case left == 1:
		a.Answer = "false: no cut. One row is better for everybody."
	default:
		a.Answer = fmt.Sprintf("false: no cut. %d rows are better for everybody.", left)
	}
}

func (a *tableQuery) why(row *engine.Row, p int, bound, low, up trees.Score) string {
	rank, took := row.Value[p-1], row.Outcome[p-1]
	switch {
	case bound == engine.NoBound && a.Printed && rank == 0:
		return fmt.Sprintf("line 9: player %d has rank 0 ≤ 0, the printed bound of a player without one", p)
	case rank <= bound:
		return fmt.Sprintf("line 9: player %d has rank %s ≤ %s", p, rank.In(trees.Unit), bound.In(trees.Unit))
	case took > up:
		return fmt.Sprintf("line 6: player %d takes %s > %s", p, took.In(trees.Unit), up.In(trees.Unit))
	}
	return fmt.Sprintf("player %d takes %s < %s, the tricks taken so far", p, took.In(trees.Unit), low.In(trees.Unit))
}
