package play

import (
	"context"
	"fmt"
	"strconv"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/words"
)

// This file draws the values of one leaf for which an unsound algorithm fails, as a
// region in the plane of two players' scores.

// maxPlotCells is the maximum number of cells of a plot: if there are more cells,
// they are too small to be seen.
const maxPlotCells = 2_000

// A RegionPlot is the picture of a region.
type RegionPlot struct {
	Leaf    string
	Players [2]int
	Summary string
	View    string
	Side    string // side length of a cell
	Cells   []plotCell
	Ticks   []plotTick
	Now     *plotCell // cell of the leaf's current value
	Some    bool      // there are cells in which some values fail and others do not
	Decides bool      // the algorithm fails for some values of the leaf, but not for all
}

type plotCell struct{ X, Y, Class, Title string }

type plotTick struct {
	X, Y, Text, Class string
}

// Sizes of the plot, in its own units.
const (
	regionSide   = 200.0
	regionMargin = 26.0
)

// PlotRegion draws the region of a leaf. It returns nil if the leaf has no region
// that can be drawn.
func PlotRegion(ctx context.Context, config engine.AlgorithmConfig, t *trees.Tree, leaf int) *RegionPlot {
	if t.Players < 3 {
		return nil
	}
	// The axes are two other players: the score of the root player is the least
	// useful, because it follows from the scores of the others.
	var players [2]int
	for p, i := 1, 0; i < 2; p++ {
		if p != t.Mover(config.Options.Root) {
			players[i] = p
			i++
		}
	}
	region, err := compare.FindRegion(ctx, config.Algorithm, t, config.Options, leaf, players)
	if err != nil || len(region.Cells) == 0 || len(region.Cells) > maxPlotCells {
		return nil
	}
	return newRegionPlot(config, t, &region)
}

func newRegionPlot(config engine.AlgorithmConfig, t *trees.Tree, g *compare.Region) *RegionPlot {
	p := &RegionPlot{Leaf: t.Name(g.Leaf), Players: g.Players, Decides: 0 < g.Wrong && g.Wrong < g.Of}
	least, most := g.Cells[0].Score, g.Cells[0].Score
	for _, c := range g.Cells {
		for i := range 2 {
			least[i], most[i] = min(least[i], c.Score[i]), max(most[i], c.Score[i])
		}
	}
	steps := max(int((most[0]-least[0])/g.Step), int((most[1]-least[1])/g.Step)) + 1
	side := regionSide / float64(steps)
	at := func(s trees.Score, i int) float64 { return float64((s-least[i])/g.Step) * side }
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
	place := func(x, y trees.Score) (string, string) {
		return number(regionMargin + at(x, 0)), number(regionSide - at(y, 1) - side)
	}
	for _, c := range g.Cells {
		class := "safe"
		if c.Wrong == c.Of {
			class = "wrong"
		} else if c.Wrong > 0 {
			class = "some"
			p.Some = true
		}
		x, y := place(c.Score[0], c.Score[1])
		p.Cells = append(p.Cells, plotCell{x, y, class,
			fmt.Sprintf("player %d has %s, player %d has %s: it fails with %d of %s", g.Players[0], c.Score[0].In(g.Unit), g.Players[1], c.Score[1].In(g.Unit), c.Wrong, words.Plural(c.Of, "value"))})
	}
	if g.Known {
		x, y := place(g.Now[g.Players[0]-1], g.Now[g.Players[1]-1])
		p.Now = &plotCell{X: x, Y: y}
	}
	every := g.Step * trees.Score(max(1, (steps+9)/10))
	for s := least[0]; s <= most[0]; s += every {
		p.Ticks = append(p.Ticks, plotTick{number(regionMargin + at(s, 0) + side/2), number(regionSide + 14), s.In(g.Unit).String(), "x"})
	}
	for s := least[1]; s <= most[1]; s += every {
		p.Ticks = append(p.Ticks, plotTick{number(regionMargin - 6), number(regionSide - at(s, 1) - side/2 + 4), s.In(g.Unit).String(), "y"})
	}
	p.View = fmt.Sprintf("0 -4 %g %g", regionMargin+regionSide+4, regionSide+regionMargin)
	p.Summary = fmt.Sprintf("%s fails with %s of the %s that %s may have, if nothing else in the tree changes.", words.FailingName(config), words.Grouped(g.Wrong), words.Plural(g.Of, "value"), p.Leaf)
	p.Side = number(side)
	return p
}
