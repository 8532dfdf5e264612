package plot

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"espalier/web/draw"
	"espalier/web/words"
)

// This file draws numbers that grow with the size of an input, such as nodes by depth: a curve for each
// search on a logarithmic scale, with its 95 % interval at each point, and dashed what a formula computes.

const (
	curvesLeft, curvesTop      = 64.0, 24.0
	curvesWidth, curvesHeight  = 440.0, 300.0
	curvesBottom, curvesMargin = 52.0, 12.0
	curvesText, curvesLabel    = 14.0, 18.0 // of texts, and between the names of two curves
	curvesToName               = 26.0
	curvesNames                = 200.0 // what names take at least, so that pictures beside each other have one scale
)

// A Growing is a curve: a point for each size.
type Growing struct {
	Name    string
	Points  []GrowthPoint
	Formula bool // it is computed, not measured
}

// A GrowthPoint is a number above 0 with its interval. A number that is not above 0 is not known.
type GrowthPoint struct{ Low, Middle, High float64 }

// Growth draws curves over sizes. label says what the picture shows, axis what the sizes are, and number writes a
// number of the scale. Style sheets of a page set the colours; th has them where there are none.
func Growth(label, axis string, sizes []string, curves []Growing, number func(float64) string, th *draw.Theme) []byte {
	least, most, names := math.Inf(1), 0.0, curvesNames
	for _, c := range curves {
		names = max(names, draw.TextWidth(words.MaxN(c.Name), curvesText, draw.Italic))
		for _, p := range c.Points {
			if p.Middle > 0 {
				least, most = min(least, p.Middle), max(most, p.Middle, p.High)
			}
		}
	}
	ticks := logTicks(least, most)
	low, high := ticks[0], ticks[len(ticks)-1]
	right, bottom := curvesLeft+curvesWidth, curvesTop+curvesHeight
	at := func(i int) float64 { return curvesLeft + curvesWidth*(float64(i)+0.5)/float64(len(sizes)) }
	y := func(v float64) float64 { return bottom - curvesHeight*math.Log(max(low, v)/low)/math.Log(high/low) }
	places := namePlaces(curves, y, bottom)
	// The names may need more height than the scale.
	height := max(bottom, slices.Max(append([]float64{0}, places...))) + curvesBottom
	width := right + curvesToName + names + curvesMargin

	w := &draw.Writer{}
	w.Open("svg", "class", "growth", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+draw.Num(width)+" "+draw.Num(height),
		"width", draw.Num(width), "height", draw.Num(height), "role", "img", "aria-label", label)
	w.EndOpen()
	for _, v := range ticks {
		w.Line("grid", "M"+draw.Num(curvesLeft)+" "+draw.Num(y(v))+"H"+draw.Num(right), th.Faint, "1")
		w.Label(curvesLeft-8, y(v)+curvesText/3, curvesText, draw.Regular, "soft", th.Soft, "end", number(v))
	}
	for i, size := range sizes {
		w.Label(at(i), bottom+20, curvesText, draw.Regular, "soft", th.Soft, "middle", size)
	}
	w.Label((curvesLeft+right)/2, bottom+40, curvesText, draw.Regular, "soft", th.Soft, "middle", axis)
	measured := 0
	for i, c := range curves {
		class, color, face := "formula", th.Ink, draw.Italic
		if !c.Formula {
			class, color, face = "curve-"+strconv.Itoa(measured%len(th.Players)+1), th.Players[measured%len(th.Players)], draw.Regular
			measured++
		}
		var line [][2]float64
		for k, p := range c.Points {
			if p.Middle <= 0 {
				continue
			}
			line = append(line, [2]float64{at(k), y(p.Middle)})
			if p.High > p.Low {
				w.Line(class, "M"+draw.Num(at(k))+" "+draw.Num(y(p.Low))+"V"+draw.Num(y(p.High)), color, "2")
			}
		}
		if len(line) == 0 {
			continue
		}
		w.Line(class, pathOf(line), color, "1.6")
		if !c.Formula {
			for _, p := range line {
				w.Empty("circle", "class", class, "cx", draw.Num(p[0]), "cy", draw.Num(p[1]), "r", "2.5", "fill", color)
			}
		}
		end := line[len(line)-1]
		w.Line("grid", "M"+draw.Num(end[0]+4)+" "+draw.Num(end[1])+"L"+draw.Num(right+curvesToName-6)+" "+draw.Num(places[i]-curvesText/3), th.Faint, "1")
		w.Label(right+curvesToName, places[i], curvesText, face, class, color, "start", words.MaxN(c.Name))
	}
	w.Raw("</svg>")
	return w.B
}

// logTicks returns the numbers of a logarithmic scale that has least and most on it: powers of ten, and for less than
// two decades 2 and 5 times these, too.
func logTicks(least, most float64) (ticks []float64) {
	if most <= 0 {
		return []float64{1, 10}
	}
	steps := []float64{1}
	if most/least < 100 {
		steps = []float64{1, 2, 5}
	}
	for power := math.Pow(10, math.Floor(math.Log10(least))); ; power *= 10 {
		for _, k := range steps {
			if v := k * power; v <= least {
				ticks = []float64{v}
			} else {
				ticks = append(ticks, v)
			}
			if last := ticks[len(ticks)-1]; last >= most && len(ticks) > 1 {
				return ticks
			}
		}
	}
}

// namePlaces returns the height of the name of each curve: in the order of their last points, and far enough from each other.
func namePlaces(curves []Growing, y func(float64) float64, bottom float64) []float64 {
	last := func(i int) float64 {
		for _, p := range slices.Backward(curves[i].Points) {
			if p.Middle > 0 {
				return y(p.Middle)
			}
		}
		return bottom
	}
	order := make([]int, len(curves))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(last(a), last(b)) })
	places := make([]float64, len(curves))
	next := curvesTop
	for _, i := range order {
		places[i] = max(next, last(i)+curvesText/3)
		next = places[i] + curvesLabel
	}
	// What was pushed below the scale moves up again, as far as there is room.
	limit := max(bottom, curvesTop+curvesLabel*float64(len(curves)))
	for _, i := range slices.Backward(order) {
		places[i] = min(places[i], limit)
		limit = places[i] - curvesLabel
	}
	return places
}
