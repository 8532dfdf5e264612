package plot

import (
	"espalier/trace"
	"espalier/trees"
	"espalier/web/draw"
)

// This file draws the decision space with one axis: beta − alpha.

const (
	axisWidth, axisHeight = 420.0, 190.0
	axisLeft, axisRight   = 34.0, 352.0
	axisY                 = 96.0
	axisOpen              = 392.0 // x coordinate of an infinite width
)

func drawAxisSpace(s *Space, th *draw.Theme) []byte {
	w := &draw.Writer{}
	openPicture(w, s, axisWidth, axisHeight, th)
	w.Attrs("data-left", draw.Num(axisLeft), "data-right", draw.Num(axisRight), "data-open", draw.Num(axisOpen), "data-y", draw.Num(axisY),
		"data-threshold", s.Threshold.In(trees.Unit).String())
	w.EndOpen()
	at := func(v trees.Score) float64 {
		return axisLeft + (axisRight-axisLeft)*float64(v-s.Min)/float64(s.Max-s.Min)
	}
	edge := at(s.Threshold)
	w.Empty("path", "class", "prunes", "d", "M"+draw.Num(axisLeft-14)+" "+draw.Num(axisY-40)+"H"+draw.Num(edge)+"v80H"+draw.Num(axisLeft-14)+"z", "fill", th.Now)
	w.Line("rule", "M"+draw.Num(axisLeft-14)+" "+draw.Num(axisY)+"H"+draw.Num(axisOpen+16), th.Ink, "1.4")
	d := ""
	for v := s.Min; v <= s.Max; v += trees.Unit {
		d += "M" + draw.Num(at(v)) + " " + draw.Num(axisY) + "v6"
		if v != s.Threshold && (v-s.Threshold)/trees.Unit%2 == 0 {
			w.Label(at(v), axisY+22, 12.5, draw.Regular, "soft", th.Soft, "middle", trace.Minus(v.In(trees.Unit).String()))
		}
	}
	w.Line("rule", d, th.Ink, "1")
	w.Line("edge", "M"+draw.Num(edge)+" "+draw.Num(axisY-48)+"v96", th.Cut, "2.2")
	w.Label(edge, axisY+66, 14, draw.Regular, "ink", th.Ink, "middle", s.Threshold.In(trees.Unit).String())
	w.Label(axisOpen, axisY+23, 14, draw.Regular, "soft", th.Soft, "middle", "∞")
	w.Label((axisLeft+edge)/2, axisY-54, 14, draw.Italic, "soft", th.Soft, "middle", "prune")
	w.Label((axisRight+edge)/2, axisY-54, 14, draw.Italic, "soft", th.Soft, "middle", "search on")
	w.Label(axisLeft-14, axisY+86, 14.5, draw.Regular, "ink", th.Ink, "start", s.Axes[0])
	for _, p := range s.Points {
		spacePoint(w, at(p.At[0]), axisY, p.Solid, th)
	}
	x := axisOpen
	if s.Bounds[0].Given && s.Bounds[1].Given {
		x = at(min(max(s.Bounds[1].Score-s.Bounds[0].Score, s.Min), s.Max))
	}
	hereMark(w, x, axisY, "", th)
	w.Raw("</svg>")
	return w.B
}
