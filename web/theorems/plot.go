package theorems

import (
	"math"
	"strconv"

	"github.com/a-h/templ"

	"espalier/web/draw"
	"espalier/web/words"
)

// A plot shows lines over whole numbers, such as depths.
type plot struct {
	Label  string // of the whole, for those who do not see it
	X, Y   string // what the axes show
	First  int    // the first whole number
	Log    bool   // the vertical scale is logarithmic
	Series []series
}

type series struct {
	Name   string
	Points []float64 // at First, First+1, …
	Dots   bool      // measured; else predicted, a line
}

const (
	plotWidth  = 430.0
	plotHeight = 230.0
	plotLeft   = 62.0 // or as much as the ticks need
	plotTop    = 30.0
	plotText   = 13.0
	plotKey    = 20.0 // a line of the key
	tickGap    = 8.0
)

// draw draws the plot; the style sheet has its colours.
func (p *plot) draw() templ.Component {
	th := &draw.Themes[0]
	least, most, count := math.Inf(1), 0.0, 0
	for _, s := range p.Series {
		count = max(count, len(s.Points))
		for _, y := range s.Points {
			least, most = min(least, y), max(most, y)
		}
	}
	var ticks []float64
	if p.Log {
		least, most = math.Pow(10, math.Floor(math.Log10(least))), math.Pow(10, math.Ceil(math.Log10(most)))
		for y := least; y <= most*1.01; y *= 10 {
			ticks = append(ticks, y)
		}
	} else {
		step := tickStep(most)
		least, most = 0, step*math.Ceil(most/step)
		for y := 0.0; y <= most+step/2; y += step {
			ticks = append(ticks, y)
		}
	}
	left := plotLeft
	for _, v := range ticks {
		left = max(left, draw.Width(tick(v), draw.Regular)*plotText+tickGap+2)
	}
	x := func(i int) float64 { return left + (plotWidth-left-16)*float64(i)/float64(max(1, count-1)) }
	y := func(v float64) float64 {
		if p.Log {
			return plotTop + plotHeight*(1-math.Log(v/least)/math.Log(most/least))
		}
		return plotTop + plotHeight*(1-(v-least)/(most-least))
	}
	bottom := plotTop + plotHeight
	height := bottom + 48 + plotKey*float64(len(p.Series))
	w := &draw.Writer{}
	w.Open("svg", "class", "theorem-plot", "viewBox", "0 0 "+draw.Num(plotWidth)+" "+draw.Num(height), "role", "img", "aria-label", p.Label)
	w.EndOpen()
	w.Label(4, plotTop-14, plotText, draw.Regular, "soft", th.Soft, "start", p.Y)
	for _, v := range ticks {
		w.Line("grid", "M"+draw.Num(left)+" "+draw.Num(y(v))+"H"+draw.Num(plotWidth-16), th.Faint, "1")
		w.Label(left-tickGap, y(v)+plotText/3, plotText, draw.Regular, "soft", th.Soft, "end", tick(v))
	}
	for i := range count {
		w.Label(x(i), bottom+18, plotText, draw.Regular, "soft", th.Soft, "middle", strconv.Itoa(p.First+i))
	}
	w.Label(plotWidth-16, bottom+36, plotText, draw.Regular, "soft", th.Soft, "end", p.X)
	for n, s := range p.Series {
		class, key := "series s"+strconv.Itoa(n+1), bottom+52+plotKey*float64(n)
		path := ""
		for i, v := range s.Points {
			path += map[bool]string{true: "M", false: "L"}[i == 0] + draw.Num(x(i)) + " " + draw.Num(y(v))
		}
		if s.Dots {
			for i, v := range s.Points {
				w.Empty("circle", "class", class, "cx", draw.Num(x(i)), "cy", draw.Num(y(v)), "r", "4.5")
			}
			w.Empty("circle", "class", class, "cx", draw.Num(left+10), "cy", draw.Num(key), "r", "4.5")
		} else {
			w.Empty("path", "class", class, "d", path, "fill", "none", "stroke-width", "2")
			w.Empty("path", "class", class, "d", "M"+draw.Num(left)+" "+draw.Num(key)+"h20", "fill", "none", "stroke-width", "2")
		}
		w.Label(left+30, key+plotText/3, plotText, draw.Regular, "name", th.Ink, "start", s.Name)
	}
	w.Raw("</svg>")
	return draw.Component(w.B)
}

// tick writes the number of a tick.
func tick(v float64) string {
	if v == math.Trunc(v) {
		return words.Grouped(int(v))
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// tickStep returns a round distance of ticks for a scale from 0.
func tickStep(most float64) float64 {
	step := math.Pow(10, math.Floor(math.Log10(most)))
	for _, part := range []float64{5, 2} {
		if most/step < 3 {
			step /= part
			break
		}
	}
	return step
}
