package experiments

import (
	"math"
	"slices"
	"strconv"

	"espalier/search/experiment"
	"espalier/web/draw"
)

// The plot has a line for each row: measured divided by printed, with the 95 % interval, on a
// logarithmic scale. So rows with different units fit into one plot.
const (
	plotLine   = 26.0
	plotWidth  = 360.0 // of the scale
	plotTop    = 34.0
	plotBottom = 40.0
	plotSize   = 14.0 // of texts
	plotDot    = 4.5

	// mostTicks bounds the numbers on the scale.
	mostTicks = 9
)

// ratioPlot draws the rows that have a ratio. alone: as a file; in a page the style sheets set
// the colours and the typeface.
func ratioPlot(rows []experiment.Row, alone bool) []byte {
	th := &draw.Themes[0]
	names, least, most := 120.0, 1.0, 1.0
	for _, r := range rows {
		names = max(names, draw.TextWidth(r.Name, plotSize, draw.Regular))
		if low, _, high := ratios(&r); high > 0 {
			least, most = min(least, low), max(most, high)
		}
	}
	least, most = decade(least, math.Floor), decade(most, math.Ceil)
	if least == most {
		least, most = least/10, most*10
	}
	left := names + 28
	at := func(x float64) float64 {
		return left + plotWidth*math.Log(x/least)/math.Log(most/least)
	}
	width, bottom := left+plotWidth+24, plotTop+plotLine*float64(len(rows))
	w := &draw.Writer{Alone: alone}
	w.Open("svg", "class", "experiment-plot", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+draw.Num(width)+" "+draw.Num(bottom+plotBottom),
		"width", draw.Num(width), "height", draw.Num(bottom+plotBottom), "role", "img", "aria-label", "Measured over printed, by row, on a logarithmic scale")
	if alone {
		w.Typeface()
	}
	w.EndOpen()
	w.Empty("rect", "class", "ground", "width", draw.Num(width), "height", draw.Num(bottom+plotBottom), "fill", th.Ground)
	w.Label(at(1), plotTop-14, plotSize, draw.Regular, "soft", th.Soft, "middle", "as printed")
	ticks := math.Round(math.Log10(most / least))
	every := math.Ceil(ticks / mostTicks)
	for i := 0.0; i <= ticks; i++ {
		x := least * math.Pow(10, i)
		w.Line("grid", "M"+draw.Num(at(x))+" "+draw.Num(plotTop-6)+"V"+draw.Num(bottom), th.Faint, "1")
		if math.Mod(i, every) == 0 {
			w.Label(at(x), bottom+20, plotSize, draw.Regular, "soft", th.Soft, "middle", strconv.FormatFloat(x, 'g', 4, 64))
		}
	}
	w.Line("one", "M"+draw.Num(at(1))+" "+draw.Num(plotTop-6)+"V"+draw.Num(bottom), th.Edge, "2")
	for i, r := range rows {
		y := plotTop + plotLine*(float64(i)+0.5)
		w.Label(names+12, y+plotSize/3, plotSize, draw.Regular, "name", th.Ink, "end", r.Name)
		low, middle, high := ratios(&r)
		if high == 0 {
			continue
		}
		if high > low {
			w.Line("spread", "M"+draw.Num(at(low))+" "+draw.Num(y)+"H"+draw.Num(at(high)), th.Players[0], "2")
		}
		w.Empty("circle", "class", "dot", "cx", draw.Num(at(middle)), "cy", draw.Num(y), "r", draw.Num(plotDot), "fill", th.Players[0])
	}
	w.Raw("</svg>")
	return w.B
}

// hasPrinted reports whether a plot of the rows shows something.
func hasPrinted(rows []experiment.Row) bool {
	return slices.ContainsFunc(rows, func(r experiment.Row) bool { return r.Printed != nil })
}

// ratios returns the ratio of a row, and the ratio at the ends of its interval; 0: it has no
// ratio that a logarithmic scale can show.
func ratios(r *experiment.Row) (low, middle, high float64) {
	if r.Ratio == nil || *r.Ratio <= 0 {
		return 0, 0, 0
	}
	middle = *r.Ratio
	low, high = middle, middle
	if r.Interval != nil && *r.Printed > 0 {
		high = r.Interval.High / *r.Printed
		low = max(r.Interval.Low / *r.Printed, low/10) // a logarithmic scale has no 0
	}
	return low, middle, high
}

// decade rounds a positive number to a power of ten.
func decade(x float64, round func(float64) float64) float64 {
	return math.Pow(10, round(math.Log10(x)))
}
