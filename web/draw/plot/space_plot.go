package plot

import (
	"strings"

	"espalier/trees"
	"espalier/web/draw"
)

// This file draws the decision space with two axes.

const (
	plotWidth, plotHeight = 420.0, 400.0
	plotSide              = 300.0
	plotLeft, plotTop     = 74.0, 24.0
	// plotNone is the distance from the axis for a player without a bound. The
	// point is outside the plot, because no bound is lower than every score.
	plotNone = 22.0
)

type plot struct {
	w           *draw.Writer
	th          *draw.Theme
	least, most trees.Score
}

func (p *plot) x(s trees.Score) float64 {
	return plotLeft + plotSide*float64(s-p.least)/float64(p.most-p.least)
}

func (p *plot) y(s trees.Score) float64 {
	return plotTop + plotSide - plotSide*float64(s-p.least)/float64(p.most-p.least)
}

// drawPlot draws the space and the bounds of the current step.
func drawPlot(s *Space, th *draw.Theme) []byte {
	p := &plot{w: &draw.Writer{}, th: th, least: s.Min, most: s.Max}
	w := p.w
	openPicture(w, s, plotWidth, plotHeight, th)
	w.Attrs("data-left", draw.Num(plotLeft), "data-top", draw.Num(plotTop), "data-side", draw.Num(plotSide), "data-none", draw.Num(plotNone),
		"data-line", s.lineData())
	w.EndOpen()

	p.region("prunes", s.Line, th.Now)
	if s.Linear != nil {
		w.Empty("path", "class", "linear", "d", p.path(s.Linear), "fill", "none", "stroke", th.Edge, "stroke-width", "1.4", "stroke-dasharray", "5 4")
	}
	w.Empty("path", "class", "edge", "d", p.path(s.Line), "fill", "none", "stroke", th.Cut, "stroke-width", "2.2", "stroke-linejoin", "round")
	p.axes(s)
	for _, l := range s.Labels {
		w.Label(p.x(l.At[0]), p.y(l.At[1]), 14, draw.Italic, "soft", th.Soft, "middle", l.Text)
	}
	for _, point := range s.Points {
		spacePoint(w, p.x(point.At[0]), p.y(point.At[1]), point.Solid, th)
	}
	for _, g := range s.Gained {
		x, y := p.x(g.X), p.y(g.Y)
		w.Line("gained", "M"+draw.Num(x-2.4)+" "+draw.Num(y-2.4)+"l4.8 4.8m0-4.8l-4.8 4.8", th.Cut, "1.6")
	}
	p.here(s)
	w.Raw("</svg>")
	return w.B
}

func openPicture(w *draw.Writer, s *Space, width, height float64, th *draw.Theme) {
	w.Open("svg", "class", "space "+s.Kind, "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+draw.Num(width)+" "+draw.Num(height),
		"role", "img", "aria-labelledby", "space-title", "fill", th.Ink,
		"data-min", s.Min.In(trees.Unit).String(), "data-max", s.Max.In(trees.Unit).String())
}

// region fills the area above the line.
func (p *plot) region(class string, line []corner, fill string) {
	top := " V" + draw.Num(plotTop)
	d := p.path(line) + top + "H" + draw.Num(plotLeft) + "z"
	p.w.Empty("path", "class", class, "d", d, "fill", fill)
}

func (p *plot) path(line []corner) string {
	var b strings.Builder
	for i, c := range line {
		if i == 0 {
			b.WriteString("M")
		} else {
			b.WriteString("L")
		}
		b.WriteString(draw.Num(p.x(c.X)) + " " + draw.Num(max(plotTop, p.y(c.Y))))
	}
	return b.String()
}

func (p *plot) axes(s *Space) {
	w, th := p.w, p.th
	bottom, right := plotTop+plotSide, plotLeft+plotSide
	step := trees.Unit
	for (s.Max-s.Min)/step > 10 {
		step *= 5
	}
	d := ""
	for v := s.Min; v <= s.Max; v += step {
		d += "M" + draw.Num(p.x(v)) + " " + draw.Num(bottom) + "v5M" + draw.Num(plotLeft) + " " + draw.Num(p.y(v)) + "h-5"
		if (v-s.Min)/step%2 == 0 {
			w.Label(p.x(v), bottom+19, 12.5, draw.Regular, "soft", th.Soft, "middle", v.In(trees.Unit).String())
			w.Label(plotLeft-10, p.y(v)+4, 12.5, draw.Regular, "soft", th.Soft, "end", v.In(trees.Unit).String())
		}
	}
	w.Line("rule", "M"+draw.Num(plotLeft)+" "+draw.Num(plotTop-8)+"V"+draw.Num(bottom)+"H"+draw.Num(right+8)+d, th.Ink, "1.4")
	w.Line("frame", "M"+draw.Num(plotLeft)+" "+draw.Num(plotTop)+"H"+draw.Num(right)+"V"+draw.Num(bottom), th.Edge, "0.8")
	w.Label(plotLeft+plotSide/2, bottom+50, 14.5, draw.Regular, "ink", th.Player(s.Players[0]), "middle", s.Axes[0], "data-player", draw.Num(float64(s.Players[0])))
	x, y := draw.Num(plotLeft-46), draw.Num(plotTop+plotSide/2)
	w.Label(plotLeft-46, plotTop+plotSide/2, 14.5, draw.Regular, "ink", th.Player(s.Players[1]), "middle", s.Axes[1],
		"data-player", draw.Num(float64(s.Players[1])), "transform", "rotate(-90 "+x+" "+y+")")
}

// here draws the bound vector of the step, with guide lines to both axes.
func (p *plot) here(s *Space) {
	at := func(i int, place func(trees.Score) float64, none float64) float64 {
		if !s.Bounds[i].Given {
			return none
		}
		return place(min(max(s.Bounds[i].Score, s.Min), s.Max))
	}
	x := at(0, p.x, plotLeft-plotNone)
	y := at(1, p.y, plotTop+plotSide+plotNone)
	p.w.Line("guide", "M"+draw.Num(x)+" "+draw.Num(plotTop+plotSide)+"V"+draw.Num(y)+"M"+draw.Num(plotLeft)+" "+draw.Num(y)+"H"+draw.Num(x), p.th.Cut, "1.2")
	hereMark(p.w, x, y, "", p.th)
}

// hereMark draws the point of the current bounds, which the script moves. in is
// its position in the cube (empty: not a cube).
func hereMark(w *draw.Writer, x, y float64, in string, th *draw.Theme) {
	w.Open("g", "class", "here", "transform", "translate("+draw.Num(x)+" "+draw.Num(y)+")")
	if in != "" {
		w.Attr("data-at", in)
	}
	w.EndOpen()
	w.Empty("circle", "class", "ring", "r", "10", "fill", "none", "stroke", th.Cut, "stroke-width", "2")
	w.Empty("circle", "class", "dot", "r", "5", "fill", th.Cut)
	w.Raw("</g>")
}
