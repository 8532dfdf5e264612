package plot

import (
	"math"
	"strconv"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/web/draw"
	"espalier/web/words"
)

// This file draws what a search by samples finds as samples grow: above the mean of the root
// player's score with the exact score, below the share of the runs with the right choice. A band
// is the 95 % interval of each.

const (
	growWidth, growHeight = 560.0, 400.0
	growLeft, growRight   = 64.0, 540.0
	growTop               = 40.0
	growUpper             = 170.0 // height of the upper part
	growBetween           = 52.0
	growLower             = 84.0 // height of the lower part
	growText              = 14.0
)

// Convergence draws the points of c. Style sheets of a page set the colours; th has them where
// there are none.
func Convergence(c *compare.Convergence, th *draw.Theme) []byte {
	exact := words.InnerName(c.Reference())
	label := words.MaxN(engine.SpokenName(c.Algorithm)) + " against " + exact + ": the score of player " + strconv.Itoa(c.Player) + " and the share of runs with the same choice, by the number of samples"
	w := &draw.Writer{}
	w.Open("svg", "class", "convergence", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+draw.Num(growWidth)+" "+draw.Num(growHeight),
		"width", draw.Num(growWidth), "height", draw.Num(growHeight), "role", "img", "aria-label", label)
	w.EndOpen()
	doublings := max(1, len(c.Points)-1)
	x := func(i int) float64 { return growLeft + (growRight-growLeft)*float64(i)/float64(doublings) }

	low, high := c.Exact, c.Exact
	for _, p := range c.Points {
		low, high = min(low, p.Mean-p.Half), max(high, p.Mean+p.Half)
	}
	step := tickStep(high - low)
	low, high = math.Floor(low/step)*step, math.Ceil(high/step)*step
	if low == high {
		low, high = low-step, high+step
	}
	score := func(v float64) float64 { return growTop + growUpper*(high-v)/(high-low) }
	share := func(v float64) float64 { return growTop + growUpper + growBetween + growLower*(1-v) }

	for i := range int(math.Round((high-low)/step)) + 1 {
		v := low + float64(i)*step
		grid(w, score(v), trace.Minus(strconv.FormatFloat(math.Round(v/step)*step, 'g', 6, 64)), th)
	}
	for _, v := range []float64{0, 0.5, 1} {
		grid(w, share(v), strconv.Itoa(int(100*v))+" %", th)
	}
	bottom := share(0)
	every := (len(c.Points) + 8) / 9
	for i, p := range c.Points {
		if i%every == 0 {
			w.Label(x(i), bottom+20, growText, draw.Regular, "soft", th.Soft, "middle", words.Grouped(p.Samples))
		}
	}
	w.Label((growLeft+growRight)/2, bottom+40, growText, draw.Regular, "soft", th.Soft, "middle", "samples")
	w.Label(growLeft, growTop-18, growText, draw.Regular, "ink", th.Ink, "start", "Score of player "+strconv.Itoa(c.Player)+": mean at the root")
	w.Label(growLeft, growTop+growUpper+growBetween-14, growText, draw.Regular, "ink", th.Ink, "start", "Runs that choose as "+exact)

	w.Line("exact", "M"+draw.Num(growLeft)+" "+draw.Num(score(c.Exact))+"H"+draw.Num(growRight), th.Ink, "1.6")
	w.Label(growRight, score(c.Exact)-6, growText, draw.Italic, "ink", th.Ink, "end", exact)

	var upper, lower curve
	for i := range c.Points {
		p := &c.Points[i]
		upper.add(x(i), score(p.Mean-p.Half), score(p.Mean), score(p.Mean+p.Half))
		least, middle, most := p.SameShare()
		lower.add(x(i), share(least), share(middle), share(most))
	}
	upper.draw(w, th)
	lower.draw(w, th)
	w.Raw("</svg>")
	return w.B
}

func grid(w *draw.Writer, y float64, text string, th *draw.Theme) {
	w.Line("grid", "M"+draw.Num(growLeft)+" "+draw.Num(y)+"H"+draw.Num(growRight), th.Faint, "1")
	w.Label(growLeft-8, y+growText/3, growText, draw.Regular, "soft", th.Soft, "end", text)
}

// A curve has points with intervals.
type curve struct{ line, below, above [][2]float64 }

func (c *curve) add(x, low, middle, high float64) {
	c.below, c.line, c.above = append(c.below, [2]float64{x, low}), append(c.line, [2]float64{x, middle}), append(c.above, [2]float64{x, high})
}

func (c *curve) draw(w *draw.Writer, th *draw.Theme) {
	band := pathOf(c.above)
	for i := len(c.below) - 1; i >= 0; i-- {
		band += "L" + draw.Num(c.below[i][0]) + " " + draw.Num(c.below[i][1])
	}
	w.Empty("path", "class", "band", "d", band+"z", "fill", th.Players[0], "fill-opacity", "0.2")
	w.Line("mean", pathOf(c.line), th.Players[0], "2")
	for _, p := range c.line {
		w.Empty("circle", "class", "dot", "cx", draw.Num(p[0]), "cy", draw.Num(p[1]), "r", "3", "fill", th.Players[0])
	}
}

func pathOf(points [][2]float64) (d string) {
	for i, p := range points {
		op := "L"
		if i == 0 {
			op = "M"
		}
		d += op + draw.Num(p[0]) + " " + draw.Num(p[1])
	}
	return d
}

// tickStep returns a step of 1, 2 or 5 times a power of ten, of which 3 to 8 fit into a span.
func tickStep(span float64) float64 {
	if span <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(span/3)))
	for _, k := range []float64{1, 2, 5} {
		if span/(k*power) <= 7 {
			return k * power
		}
	}
	return 10 * power
}
