package plot

import (
	"strconv"

	"espalier/web/draw"
	"espalier/web/words"
)

// sharesHeight is the height of the scale.
const sharesHeight = 170.0

// Shares draws a share from 0 to 1 by the number of samples, with what it ranges over, and dashed another one. The style sheets of a page set
// the colours; th has them where there are none.
func Shares(label, title string, samples []int, of, beside Growing, th *draw.Theme) []byte {
	bottom := growTop + sharesHeight
	height := bottom + growBetween
	w := &draw.Writer{}
	w.Open("svg", "class", "convergence", "xmlns", "http://www.w3.org/2000/svg", "viewBox", "0 0 "+draw.Num(growWidth)+" "+draw.Num(height),
		"width", draw.Num(growWidth), "height", draw.Num(height), "role", "img", "aria-label", label)
	w.EndOpen()
	x := func(i int) float64 { return growLeft + (growRight-growLeft)*float64(i)/float64(max(1, len(samples)-1)) }
	y := func(share float64) float64 { return bottom - sharesHeight*share }
	for _, v := range []float64{0, 0.5, 1} {
		grid(w, y(v), strconv.Itoa(int(100*v))+" %", th)
	}
	for i, n := range samples {
		if i%2 == 0 {
			w.Label(x(i), bottom+20, growText, draw.Regular, "soft", th.Soft, "middle", words.Grouped(n))
		}
	}
	w.Label((growLeft+growRight)/2, bottom+40, growText, draw.Regular, "soft", th.Soft, "middle", "samples")
	w.Label(growLeft, growTop-18, growText, draw.Regular, "ink", th.Ink, "start", title)

	var other [][2]float64
	for i, p := range beside.Points {
		other = append(other, [2]float64{x(i), y(p.Middle)})
	}
	w.Line("exact", pathOf(other), th.Ink, "1.6")
	w.Label(growRight, y(beside.Points[len(other)-1].Middle)-10, growText, draw.Italic, "ink", th.Ink, "end", beside.Name)
	var c curve
	for i, p := range of.Points {
		c.add(x(i), y(p.Low), y(p.Middle), y(p.High))
	}
	c.draw(w, th)
	// The name is away from the other curve, and from the band along its whole length.
	low, high := 1.0, 0.0
	for i, p := range of.Points {
		if next := x(min(i+1, len(of.Points)-1)); next >= growRight-draw.TextWidth(of.Name, growText, draw.Italic) {
			low, high = min(low, p.Low), max(high, p.High)
		}
	}
	name := y(high) - 10
	if of.Points[len(of.Points)-1].Middle > 0.5 {
		name = y(low) + growText + 8
	}
	w.Label(growRight, name, growText, draw.Italic, "ink", th.Ink, "end", of.Name)
	w.Raw("</svg>")
	return w.B
}
