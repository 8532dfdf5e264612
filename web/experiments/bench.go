package experiments

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"espalier/search/experiment"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/draw"
	"espalier/web/draw/plot"
	"espalier/web/problem"
	"espalier/web/words"
)

// A benchPage shows what was measured on the trees of one family.
type benchPage struct {
	number int // of the family, from 1
	family *experiment.Family
	table  *figures.Reproduced
	rows   []experiment.Row
	grids  []experiment.Grid
	out    []leftOut
	share  bool // of the nodes of the tree, not their number
}

// A leftOut is a reason with the algorithms that are left out for it.
type leftOut struct {
	why        string
	algorithms []string
}

// shareScale is the value of as in an address of curves in percent of the tree.
const shareScale = "share"

// firstFamily is the family that the page begins with: the one that the others are compared with.
const firstFamily = 3

// ServeBench answers GET /bench?family=.
func (h *Handlers) ServeBench(w http.ResponseWriter, r *http.Request) error {
	number := firstFamily
	if text := r.URL.Query().Get("family"); text != "" {
		n, err := problem.ReadWholeQuery("family", text, 1, len(experiment.Families))
		if err != nil {
			return err
		}
		number = n
	}
	table, found := figures.Reproduce(experiment.BenchID)
	if !found {
		return &problem.Error{Status: http.StatusNotFound, Message: "this table has not been measured yet"}
	}
	p := &benchPage{number: number, family: &experiment.Families[number-1], table: table, rows: keptRows(table)}
	switch as := r.URL.Query().Get("as"); as {
	case "", shareScale:
		p.share = as == shareScale
	default:
		return &problem.QueryError{Name: "as", Message: fmt.Sprintf("%.40q is not known; right is %s, or nothing for the number of nodes", as, shareScale)}
	}
	p.grids = p.family.Grids(p.rows)
	_, out := p.family.Searched()
	for _, o := range out {
		i := slices.IndexFunc(p.out, func(l leftOut) bool { return l.why == o.Why })
		if i < 0 {
			i = len(p.out)
			p.out = append(p.out, leftOut{why: o.Why})
		}
		p.out[i].algorithms = append(p.out[i].algorithms, o.Algorithm)
	}
	h.Render(w, r, http.StatusOK, benchView(p))
	return nil
}

func (p *benchPage) of() *experiment.Experiment {
	of, _ := experiment.Find(p.table.Experiment)
	return of
}

// benchAt is the address of the page of a family.
func benchAt(number int, share bool) string {
	at := "/" + experiment.BenchID + "?family=" + strconv.Itoa(number)
	if share {
		at += "&as=" + shareScale
	}
	return at
}

// fewest says which algorithms of a table enter the fewest nodes of the deepest trees.
func (p *benchPage) fewest(g *experiment.Grid) string {
	depth := len(g.Lines)
	var names []string
	var least *float64
	for i, row := range g.Lines[depth-1].Rows {
		nodes := p.rows[row].Measured
		if nodes == nil || least != nil && *nodes > *least {
			continue
		}
		if least == nil || *nodes < *least {
			least, names = nodes, nil
		}
		names = append(names, words.MaxN(g.Columns[i]))
	}
	if least == nil {
		return ""
	}
	all, each := p.family.Nodes(depth), ""
	if len(names) > 1 {
		each = " each"
	}
	return fmt.Sprintf("Fewest at depth %d: %s, with %s of %s nodes%s, or %.3g percent.",
		depth, trees.InWords(names), words.Number(least), words.Grouped(all), each, 100**least/float64(all))
}

// sources says where the formulas of a table come from.
func sources(g *experiment.Grid) string {
	var list []string
	for _, f := range g.Formulas {
		list = append(list, f.Name+" ("+f.Source+")")
	}
	return "Dashed: " + words.MaxN(strings.Join(list, "; ")) + "."
}

// whole is the number itself, for curves that show no share.
func whole(int) float64 { return 1 }

// divisor returns by what a number of a table at a depth is divided to be a share of the tree in percent.
func (p *benchPage) divisor() func(depth int) float64 {
	if !p.share {
		return whole
	}
	return func(depth int) float64 { return float64(p.family.Nodes(depth)) / 100 }
}

// curves draws a table whose numbers grow from line to line. Those of a line, from 1, are divided by divisor.
func curves(g *experiment.Grid, rows []experiment.Row, divisor func(line int) float64) string {
	var sizes []string
	list := make([]plot.Growing, len(g.Columns)+len(g.Formulas))
	point := func(line int, low, middle, high float64) plot.GrowthPoint {
		by := divisor(line)
		return plot.GrowthPoint{Low: low / by, Middle: middle / by, High: high / by}
	}
	for i, name := range g.Columns {
		list[i].Name = name
	}
	for k, line := range g.Lines {
		sizes = append(sizes, line.Name)
		for i, row := range line.Rows {
			var p plot.GrowthPoint
			if r := &rows[row]; r.Measured != nil {
				low, high := *r.Measured, *r.Measured
				if r.Interval != nil {
					low, high = r.Interval.Low, r.Interval.High
				}
				p = point(k+1, low, *r.Measured, high)
			}
			list[i].Points = append(list[i].Points, p)
		}
	}
	for i, f := range g.Formulas {
		c := &list[len(g.Columns)+i]
		c.Name, c.Formula = f.Name, true
		for k, v := range f.Values {
			c.Points = append(c.Points, point(k+1, v, v, v))
		}
	}
	number, unit := func(v float64) string { return words.Grouped(int(v)) }, ""
	if divisor(1) != 1 {
		number, unit = func(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) + " %" }, ", in percent of the tree"
	}
	return string(plot.Growth(words.MaxN(g.Title)+" by "+g.Head+unit+", on a logarithmic scale", g.Head, sizes, list, number, &draw.Themes[0]))
}
