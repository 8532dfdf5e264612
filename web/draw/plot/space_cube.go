package plot

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"espalier/trees"
	"espalier/web/draw"
)

// This file draws the decision space with three axes: the cube of bound vectors,
// and in it the surface on which the rule begins to prune. The script of the page
// rotates the cube with the same projection. For this, every shape has its points
// in the space as attributes, in addition to its coordinates in the picture.

const (
	cubeWidth, cubeHeight = 420.0, 392.0
	cubeSide              = 226.0
	cubeYaw, cubePitch    = 30.0, 24.0 // initial angles, in degrees
)

// A point3 is a point of the cube. Its coordinates are scores.
type point3 [3]float64

// project rotates a point by yaw about the vertical axis and by pitch towards the
// viewer, and drops the depth.
func project(p point3, least, most, yaw, pitch float64) (x, y float64) {
	var c point3
	for i := range p {
		c[i] = (p[i]-least)/(most-least) - 0.5
	}
	sinYaw, cosYaw := math.Sincos(yaw * math.Pi / 180)
	sinPitch, cosPitch := math.Sincos(pitch * math.Pi / 180)
	across, towards := c[0]*cosYaw-c[1]*sinYaw, c[0]*sinYaw+c[1]*cosYaw
	return cubeWidth/2 + cubeSide*across, cubeHeight/2 + cubeSide*(towards*sinPitch-c[2]*cosPitch)
}

// A cubeRule reports whether three bounds prune.
type cubeRule func(x, y, z trees.Score) bool

// surface returns the outline of the surface on which the rule begins to prune:
// the points where the surface crosses the edges of the cube, in order around
// their middle. If the surface is a plane, the outline describes it completely.
func surface(prunes cubeRule, least, most trees.Score) []point3 {
	var found []point3
	for axis := range 3 {
		for side := range 4 {
			var at [3]trees.Score
			at[(axis+1)%3] = []trees.Score{least, most}[side%2]
			at[(axis+2)%3] = []trees.Score{least, most}[side/2]
			ask := func(s trees.Score) bool {
				at[axis] = s
				return prunes(at[0], at[1], at[2])
			}
			if ask(least) || !ask(most) {
				continue // the whole edge is on one side of the surface
			}
			at[axis] = firstPruning(least, most, ask)
			p := point3{points(at[0]), points(at[1]), points(at[2])}
			if !slices.Contains(found, p) {
				found = append(found, p)
			}
		}
	}
	var middle point3
	for _, p := range found {
		for i := range p {
			middle[i] += p[i] / float64(len(found))
		}
	}
	angle := func(p point3) float64 {
		return math.Atan2((p[1]-middle[1])-(p[0]-middle[0]), 2*(p[2]-middle[2])-(p[0]-middle[0])-(p[1]-middle[1]))
	}
	slices.SortFunc(found, func(a, b point3) int {
		if angle(a) < angle(b) {
			return -1
		}
		return 1
	})
	return found
}

func points(s trees.Score) float64 { return float64(s) / float64(trees.Unit) }

type cube struct {
	w           *draw.Writer
	least, most float64
}

func drawCube(s *Space, th *draw.Theme) []byte {
	c := &cube{w: &draw.Writer{}, least: points(s.Min), most: points(s.Max)}
	w := c.w
	openPicture(w, s, cubeWidth, cubeHeight, th)
	w.Attr("data-side", draw.Num(cubeSide))
	w.Attr("data-yaw", draw.Num(cubeYaw))
	w.Attr("data-pitch", draw.Num(cubePitch))
	w.Attr("data-limit", s.Limit.In(trees.Unit).String())
	w.EndOpen()
	c.edges(th)
	c.path("prunes", s.Surface, true, "fill", th.Now, "fill-opacity", "0.8", "stroke", th.Cut, "stroke-width", "2.2", "stroke-linejoin", "round")
	for _, level := range s.Contours {
		c.path("contour", level, false, "fill", "none", "stroke", th.Cut, "stroke-width", "0.9", "stroke-opacity", "0.55")
	}
	for _, p := range s.Points {
		at := point3{points(p.At[0]), points(p.At[1]), points(p.At[2])}
		c.open(at)
		spacePoint(w, 0, 0, p.Solid, th)
		w.Raw("</g>")
	}
	for i, name := range s.Axes {
		p := point3{c.least, c.least, c.least}
		p[i] = c.most + []float64{0.17, 0.17, 0.08}[i]*(c.most-c.least)
		c.label(p, name+" = player "+strconv.Itoa(i+1), i+1, th.Player(i+1), th)
	}
	c.label(point3{c.most * 1.08, c.least, c.most * 1.06}, "prune", 0, th.Soft, th)
	at := s.herePoint(c.least, c.most)
	floor, foot := point3{at[0], at[1], c.least}, point3{at[0], c.least, c.least}
	c.path("guide", []point3{at, floor, foot, {c.least, c.least, c.least}}, false, "fill", "none", "stroke", th.Cut, "stroke-width", "1.2", "stroke-dasharray", "3 3")
	x, y := project(at, c.least, c.most, cubeYaw, cubePitch)
	hereMark(w, x, y, at.String(), th)
	w.Raw("</svg>")
	return w.B
}

// edges draws the twelve edges of the cube; the three axes have thicker lines.
func (c *cube) edges(th *draw.Theme) {
	for axis := range 3 {
		for side := range 4 {
			var from, to point3
			from[(axis+1)%3] = []float64{c.least, c.most}[side%2]
			from[(axis+2)%3] = []float64{c.least, c.most}[side/2]
			to = from
			from[axis], to[axis] = c.least, c.most
			class, color, width := "frame", th.Edge, "0.8"
			if side == 0 {
				class, color, width = "rule", th.Ink, "1.6"
			}
			c.path(class, []point3{from, to}, false, "fill", "none", "stroke", color, "stroke-width", width)
		}
	}
}

// path draws a line through points of the space. It writes the points into an
// attribute, so that the script can rotate the line.
func (c *cube) path(class string, line []point3, closed bool, attrs ...string) {
	var d, in strings.Builder
	for i, p := range line {
		x, y := project(p, c.least, c.most, cubeYaw, cubePitch)
		if i > 0 {
			d.WriteString("L")
			in.WriteString(" ")
		} else {
			d.WriteString("M")
		}
		d.WriteString(draw.Num(x) + " " + draw.Num(y))
		in.WriteString(p.String())
	}
	if closed {
		d.WriteString("z")
	}
	c.w.Empty("path", append([]string{"class", class, "d", d.String(), "data-path", in.String()}, attrs...)...)
}

func (c *cube) open(p point3) {
	x, y := project(p, c.least, c.most, cubeYaw, cubePitch)
	c.w.Open("g", "data-at", p.String(), "transform", "translate("+draw.Num(x)+" "+draw.Num(y)+")")
	c.w.EndOpen()
}

func (c *cube) label(p point3, text string, player int, color string, th *draw.Theme) {
	c.open(p)
	class := "ink"
	if player == 0 {
		class = "soft"
	}
	c.w.Label(0, 0, 14, draw.Regular, class, color, "middle", text, "data-player", strconv.Itoa(player), "paint-order", "stroke", "stroke", th.Ground, "stroke-width", "4")
	c.w.Raw("</g>")
}

func (p point3) String() string {
	return decimal(p[0]) + "," + decimal(p[1]) + "," + decimal(p[2])
}

func decimal(x float64) string {
	return strconv.FormatFloat(math.Round(x*1e6)/1e6, 'f', -1, 64)
}
