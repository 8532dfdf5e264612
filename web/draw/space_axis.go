package draw

import (
	"espalier/trace"
	"espalier/trees"
	"espalier/web/typeface"
)

// This file draws the decision space with one axis: beta − alpha.

const (
	axisWidth, axisHeight = 420.0, 190.0
	axisLeft, axisRight   = 34.0, 352.0
	axisY                 = 96.0
	axisOpen              = 392.0 // x coordinate of an infinite width
)

func drawAxisSpace(s *Space, th *Theme) []byte {
	w := &svgWriter{}
	openPicture(w, s, axisWidth, axisHeight, th)
	w.attrs("data-left", num(axisLeft), "data-right", num(axisRight), "data-open", num(axisOpen), "data-y", num(axisY),
		"data-threshold", s.Threshold.String())
	w.endOpen()
	at := func(v trees.Score) float64 {
		return axisLeft + (axisRight-axisLeft)*float64(v-s.Min)/float64(s.Max-s.Min)
	}
	edge := at(s.Threshold)
	w.empty("path", "class", "prunes", "d", "M"+num(axisLeft-14)+" "+num(axisY-40)+"H"+num(edge)+"v80H"+num(axisLeft-14)+"z", "fill", th.Now)
	w.line("rule", "M"+num(axisLeft-14)+" "+num(axisY)+"H"+num(axisOpen+16), th.Ink, "1.4")
	d := ""
	for v := s.Min; v <= s.Max; v += trees.Unit {
		d += "M" + num(at(v)) + " " + num(axisY) + "v6"
		if v != s.Threshold && (v-s.Threshold)/trees.Unit%2 == 0 {
			w.label(at(v), axisY+22, 12.5, typeface.Regular, "soft", th.Soft, "middle", trace.Minus(v.String()))
		}
	}
	w.line("rule", d, th.Ink, "1")
	w.line("edge", "M"+num(edge)+" "+num(axisY-48)+"v96", th.Cut, "2.2")
	w.label(edge, axisY+66, 14, typeface.Regular, "ink", th.Ink, "middle", s.Threshold.String())
	w.label(axisOpen, axisY+23, 14, typeface.Regular, "soft", th.Soft, "middle", "∞")
	w.label((axisLeft+edge)/2, axisY-54, 14, typeface.Italic, "soft", th.Soft, "middle", "prune")
	w.label((axisRight+edge)/2, axisY-54, 14, typeface.Italic, "soft", th.Soft, "middle", "search on")
	w.label(axisLeft-14, axisY+86, 14.5, typeface.Regular, "ink", th.Ink, "start", s.Axes[0])
	for _, p := range s.Points {
		spacePoint(w, at(p.At[0]), axisY, p.Solid, th)
	}
	x := axisOpen
	if s.Bounds[0].Given && s.Bounds[1].Given {
		x = at(min(max(s.Bounds[1].Score-s.Bounds[0].Score, s.Min), s.Max))
	}
	hereMark(w, x, axisY, "", th)
	w.text("</svg>")
	return w.b
}
