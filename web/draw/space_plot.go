package draw

import (
	"strings"

	"espalier/trees"
	"espalier/web/typeface"
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
	w           *svgWriter
	th          *Theme
	least, most trees.Score
}

func (p *plot) x(s trees.Score) float64 {
	return plotLeft + plotSide*float64(s-p.least)/float64(p.most-p.least)
}

func (p *plot) y(s trees.Score) float64 {
	return plotTop + plotSide - plotSide*float64(s-p.least)/float64(p.most-p.least)
}

// drawPlot draws the space and the bounds of the current step.
func drawPlot(s *Space, th *Theme) []byte {
	p := &plot{w: &svgWriter{}, th: th, least: s.Min, most: s.Max}
	w := p.w
	openPicture(w, s, plotWidth, plotHeight, th)
	w.attrs("data-left", num(plotLeft), "data-top", num(plotTop), "data-side", num(plotSide), "data-none", num(plotNone),
		"data-line", s.lineData())
	w.endOpen()

	p.region("prunes", s.Line, th.Now)
	if s.Linear != nil {
		w.empty("path", "class", "linear", "d", p.path(s.Linear), "fill", "none", "stroke", th.Edge, "stroke-width", "1.4", "stroke-dasharray", "5 4")
	}
	w.empty("path", "class", "edge", "d", p.path(s.Line), "fill", "none", "stroke", th.Cut, "stroke-width", "2.2", "stroke-linejoin", "round")
	p.axes(s)
	for _, l := range s.Labels {
		w.label(p.x(l.At[0]), p.y(l.At[1]), 14, typeface.Italic, "soft", th.Soft, "middle", l.Text)
	}
	for _, point := range s.Points {
		spacePoint(w, p.x(point.At[0]), p.y(point.At[1]), point.Solid, th)
	}
	for _, g := range s.Gained {
		x, y := p.x(g.X), p.y(g.Y)
		w.line("gained", "M"+num(x-2.4)+" "+num(y-2.4)+"l4.8 4.8m0-4.8l-4.8 4.8", th.Cut, "1.6")
	}
	p.here(s)
	w.text("</svg>")
	return w.b
}

func openPicture(w *svgWriter, s *Space, width, height float64, th *Theme) {
	w.open("svg", "class", "space "+s.Kind, "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+num(width)+" "+num(height),
		"role", "img", "aria-labelledby", "space-title", "fill", th.Ink,
		"data-min", s.Min.String(), "data-max", s.Max.String())
}

// region fills the area above the line.
func (p *plot) region(class string, line []corner, fill string) {
	top := " V" + num(plotTop)
	d := p.path(line) + top + "H" + num(plotLeft) + "z"
	p.w.empty("path", "class", class, "d", d, "fill", fill)
}

func (p *plot) path(line []corner) string {
	var b strings.Builder
	for i, c := range line {
		if i == 0 {
			b.WriteString("M")
		} else {
			b.WriteString("L")
		}
		b.WriteString(num(p.x(c.X)) + " " + num(max(plotTop, p.y(c.Y))))
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
		d += "M" + num(p.x(v)) + " " + num(bottom) + "v5M" + num(plotLeft) + " " + num(p.y(v)) + "h-5"
		if (v-s.Min)/step%2 == 0 {
			w.label(p.x(v), bottom+19, 12.5, typeface.Regular, "soft", th.Soft, "middle", v.String())
			w.label(plotLeft-10, p.y(v)+4, 12.5, typeface.Regular, "soft", th.Soft, "end", v.String())
		}
	}
	w.line("rule", "M"+num(plotLeft)+" "+num(plotTop-8)+"V"+num(bottom)+"H"+num(right+8)+d, th.Ink, "1.4")
	w.line("frame", "M"+num(plotLeft)+" "+num(plotTop)+"H"+num(right)+"V"+num(bottom), th.Edge, "0.8")
	w.label(plotLeft+plotSide/2, bottom+50, 14.5, typeface.Regular, "ink", th.player(s.Players[0]), "middle", s.Axes[0], "data-player", num(float64(s.Players[0])))
	x, y := num(plotLeft-46), num(plotTop+plotSide/2)
	w.label(plotLeft-46, plotTop+plotSide/2, 14.5, typeface.Regular, "ink", th.player(s.Players[1]), "middle", s.Axes[1],
		"data-player", num(float64(s.Players[1])), "transform", "rotate(-90 "+x+" "+y+")")
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
	p.w.line("guide", "M"+num(x)+" "+num(plotTop+plotSide)+"V"+num(y)+"M"+num(plotLeft)+" "+num(y)+"H"+num(x), p.th.Cut, "1.2")
	hereMark(p.w, x, y, "", p.th)
}

// hereMark draws the point of the current bounds, which the script moves. in is
// its position in the cube (empty: not a cube).
func hereMark(w *svgWriter, x, y float64, in string, th *Theme) {
	w.open("g", "class", "here", "transform", "translate("+num(x)+" "+num(y)+")")
	if in != "" {
		w.attr("data-at", in)
	}
	w.endOpen()
	w.empty("circle", "class", "ring", "r", "10", "fill", "none", "stroke", th.Cut, "stroke-width", "2")
	w.empty("circle", "class", "dot", "r", "5", "fill", th.Cut)
	w.text("</g>")
}
