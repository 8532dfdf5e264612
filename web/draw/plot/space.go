package plot

import (
	"slices"
	"strings"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/draw"
)

// This file builds the decision spaces of Sturtevant 2005: bound vectors as points,
// and the rule that decides which of them prune. The regions are computed with the
// same rules that the searches use.

// BoundsInForce are the bounds in force at a step. A leaf has no bounds; for a
// leaf, these are the bounds of its parent, which is tested next.
type BoundsInForce struct {
	Bounds [trees.MaxPlayers]trace.Bound
	Unit   trees.Score // of the scores
	Above  bool        // the bounds are the bounds of the parent
}

// A Space is a decision space beside a run.
type Space struct {
	Kind     string // axis, plane or cube
	Title    string
	Rule     string // in words
	Axes     []string
	Players  []int // for each axis, the player whose bound it shows
	Min, Max trees.Score
	Limit    trees.Score
	Bounds   [3]trees.Opt // the bounds at this step, along the axes
	Points   []figures.SpacePoint
	Labels   []spaceLabel
	Summary  string // summary of the bounds at this step
	Legend   []spaceMark

	prunes func(bounds *trees.Vector) bool // plane and cube: the rule
	here   exactBounds

	Threshold trees.Score // axis: the rule prunes up to this score

	Line         []corner  // plane: the rule prunes on this line and above it
	SingleBounds [2]string // plane: least bound of one player that prunes alone; empty: no such bound
	Linear       []corner  // plane: line of the linear rule, for comparison with another rule
	Gained       []corner  // plane: integer bounds that the table prunes and the linear rule does not

	Surface  []point3 // cube: outline of the surface on which the rule begins to prune
	Contours [][]point3
}

type spaceLabel struct {
	At   [2]trees.Score
	Text string
}

type spaceMark struct{ Class, Text string }

// exactBounds are the bounds at a step in the unit of the run, with the rule for such scores: a
// point of the picture is rounded, and the verdict must not be.
type exactBounds struct {
	unit   trees.Score
	bounds [3]trees.Opt
	prunes func(bounds *trees.Vector) bool // plane and cube
}

func (b *exactBounds) text(axis int) string { return b.bounds[axis].Score.In(b.unit).String() }

// NewSpace returns the space of a figure, with the bounds of a step.
func NewSpace(f *figures.Figure, held *BoundsInForce) *Space {
	of := f.Space
	s := &Space{Title: f.Title, Axes: of.Axes, Min: of.Min, Max: of.Max, Limit: of.Limit, Points: of.Points}
	switch {
	case of.Rule == "window":
		s.Players = []int{1, 2}
		s.axis()
	case len(of.Axes) == 3:
		s.Players = []int{1, 2, 3}
		s.cube(ruleOf(of, 1))
	default:
		s.Players = []int{1, 2}
		var linear *engine.Linear // to compare with
		if of.Rule == "table" {
			linear = &engine.Linear{Players: spacePlayers, MaxSum: of.Limit}
		}
		s.plane(ruleOf(of, 1), linear)
	}
	s.here = exactBounds{unit: trees.Unit, prunes: s.prunes}
	if held != nil {
		for i, p := range s.Players {
			if b := held.Bounds[p-1]; b.Given {
				s.Bounds[i] = trees.Some(drawn(b.Score, held.Unit))
			}
		}
		s.here.bounds = s.Bounds
		if held.Unit%trees.Unit == 0 { // else the numbers are so large that they are rounded
			s.here.unit = held.Unit
			for i, p := range s.Players {
				s.here.bounds[i] = trees.Opt{Score: held.Bounds[p-1].Score, Given: held.Bounds[p-1].Given}
			}
			if s.prunes != nil {
				s.here.prunes = asking(ruleOf(of, held.Unit/trees.Unit))
			}
		}
		if held.Above {
			s.Summary = "Above this leaf: "
		}
	}
	s.Summary += s.verdict()
	s.Legend = s.legend()
	return s
}

// spacePlayers is the number of players of the spaces with more than one axis.
const spacePlayers = 3

// ruleOf returns the rule of a plane or a cube, with its scores in a finer unit.
func ruleOf(of *figures.Space, times trees.Score) engine.Decision {
	if of.Rule != "table" {
		return engine.Linear{Players: spacePlayers, MaxSum: of.Limit * times}
	}
	outcomes := slices.Clone(of.Outcomes)
	for i := range outcomes {
		for p := range outcomes[i] {
			outcomes[i][p] *= times
		}
	}
	return engine.NewTable(spacePlayers, outcomes, nil)
}

// drawn returns a score in the unit of the spaces, which are those of figures. A fraction that
// a reader has typed at a leaf is cut off after six places: it is drawn as a point.
func drawn(s, unit trees.Score) trees.Score {
	if in, ok := s.In(unit).In(trees.Unit); ok {
		return in
	}
	return trees.Score(s.In(unit).Float() * float64(trees.Unit))
}

func (s *Space) axis() {
	s.Kind = "axis"
	s.Rule = "One comparison with 0 separates the two sides: a linear classifier."
	// The rule depends only on the width beta − alpha, so alpha = 0 is enough.
	// Threshold is the largest width at which the rule prunes.
	first := firstPruning(s.Min, s.Max, func(width trees.Score) bool {
		return !engine.Window{}.Prune(trees.Some(0), trees.Some(width))
	})
	s.Threshold = first - 1
}

func asking(d engine.Decision) func(*trees.Vector) bool {
	return func(bounds *trees.Vector) bool { return d.Prune(bounds, nil, nil) }
}

// onPlane returns the rule for the bounds of the first two players; the other
// players have no bounds.
func onPlane(prunes func(*trees.Vector) bool) planeRule {
	bounds := engine.Unbounded
	return func(x, y trees.Score) bool {
		bounds[0], bounds[1] = x, y
		return prunes(&bounds)
	}
}

func (s *Space) plane(d engine.Decision, linear *engine.Linear) {
	s.Kind = "plane"
	s.prunes = asking(d)
	prunes := onPlane(s.prunes)
	s.Line = boundary(prunes, s.Min, s.Max)
	for i := range s.SingleBounds {
		least := firstPruning(s.Min, s.Max, func(b trees.Score) bool {
			if i == 0 {
				return prunes(b, engine.NoBound)
			}
			return prunes(engine.NoBound, b)
		})
		if least <= s.Max {
			s.SingleBounds[i] = least.In(trees.Unit).String()
		}
	}
	at := func(x, y int64) [2]trees.Score { // x and y in hundredths of the axes
		side := s.Max - s.Min
		return [2]trees.Score{s.Min + side*trees.Score(x)/100, s.Min + side*trees.Score(y)/100}
	}
	if linear == nil {
		s.Rule = "The diagonal leaves no gap: on it or above it there is no outcome that both players prefer."
		s.Labels = []spaceLabel{{at(30, 22), "possible maxⁿ values"}, {at(72, 86), "prune"}, {at(64, 74), "possible bound vectors"}}
		return
	}
	s.Rule = "The table prunes as soon as no outcome is better than the bounds for both players; the linear rule prunes only on or above the dashed diagonal."
	straight := onPlane(asking(*linear))
	s.Linear = boundary(straight, s.Min, s.Max)
	s.Labels = []spaceLabel{{at(25, 12), "search on"}, {at(76, 78), "prune"}}
	for x := s.Min; x <= s.Max; x += trees.Unit {
		for y := s.Min; y <= s.Max; y += trees.Unit {
			if prunes(x, y) && !straight(x, y) {
				s.Gained = append(s.Gained, corner{x, y})
			}
		}
	}
}

func (s *Space) cube(d engine.Decision) {
	s.Kind = "cube"
	s.Rule = "Every maxⁿ value of a constant-sum game lies on the plane x + y + z = " + s.Limit.In(trees.Unit).String() + "; bound vectors may lie anywhere in the cube. On the plane or beyond it: prune."
	s.prunes = asking(d)
	prunes := func(x, y, z trees.Score) bool {
		return s.prunes(&trees.Vector{x, y, z})
	}
	s.Surface = surface(prunes, s.Min, s.Max)
	for z := s.Min + 2*trees.Unit; z < s.Max; z += 2 * trees.Unit {
		var level []point3
		for _, c := range boundary(func(x, y trees.Score) bool { return prunes(x, y, z) }, s.Min, s.Max) {
			if c.Y <= s.Max {
				level = append(level, point3{points(c.X), points(c.Y), points(z)})
			}
		}
		s.Contours = append(s.Contours, reach(level))
	}
}

// reach ends a level line where it reaches the bottom of the plot: the rest of the
// line is on the side of the cube.
func reach(line []point3) []point3 {
	for i, p := range line {
		if i > 0 && p[1] == line[len(line)-1][1] {
			return line[:i+1]
		}
	}
	return line
}

// herePoint returns the position of the bounds in the cube. If a player has no
// bound, the coordinate is a little outside the cube.
func (s *Space) herePoint(least, most float64) point3 {
	var p point3
	for i, b := range s.Bounds {
		p[i] = least - 0.06*(most-least)
		if b.Given {
			p[i] = max(least, min(points(b.Score), most))
		}
	}
	return p
}

// verdict describes the decision of the rule for the bounds at this step. The
// script uses the same words.
func (s *Space) verdict() string {
	if s.Kind == "axis" {
		alpha, beta := s.here.bounds[0], s.here.bounds[1]
		if !alpha.Given || !beta.Given {
			return "One end of the window is infinite: nothing can be pruned."
		}
		width := (beta.Score - alpha.Score).In(s.here.unit)
		text := "β − α = " + trace.Minus(s.here.text(1)) + " − " + trace.Minus(s.here.text(0)) + " = " + trace.Minus(width.String()) + ": "
		if width.Cmp(s.Threshold.In(trees.Unit)) <= 0 {
			return text + "prune."
		}
		return text + "the search continues."
	}
	var parts []string
	held := false
	for i := range s.Axes {
		held = held || s.Bounds[i].Given
		if s.Bounds[i].Given {
			parts = append(parts, s.here.text(i))
		} else {
			parts = append(parts, "–")
		}
	}
	text := "Bounds (" + strings.Join(parts, ", ") + "): "
	switch {
	case !held:
		return "No player has a bound yet."
	case s.prunesHere():
		return text + "inside the region where the rule prunes."
	}
	return text + "the search continues."
}

// prunesHere reports whether the rule prunes with the bounds at this step.
func (s *Space) prunesHere() bool {
	bounds := engine.Unbounded
	for i, p := range s.Players {
		if b := s.here.bounds[i]; b.Given {
			bounds[p-1] = b.Score
		}
	}
	return s.here.prunes(&bounds)
}

// lineData returns the line in the format of the script: "0,10 10,0".
func (s *Space) lineData() string {
	var parts []string
	for _, c := range s.Line {
		parts = append(parts, c.X.In(trees.Unit).String()+","+c.Y.In(trees.Unit).String())
	}
	return strings.Join(parts, " ")
}

func (s *Space) legend() []spaceMark {
	list := []spaceMark{{"here", "the bounds at this step"}}
	hollow, solid, chosen := false, false, false
	for _, p := range s.Points {
		hollow, solid, chosen = hollow || !p.Solid, solid || p.Solid, chosen || p.NotFromPaper
	}
	whose := ""
	if chosen {
		whose = " (ours)"
	}
	switch {
	case s.Kind == "axis":
		list = append(list, spaceMark{"solid", "a test that prunes" + whose}, spaceMark{"hollow", "one that does not" + whose})
	default:
		if solid {
			list = append(list, spaceMark{"solid", "a bound vector of the figure" + whose})
		}
		if hollow {
			list = append(list, spaceMark{"hollow", "an outcome" + whose})
		}
	}
	if len(s.Gained) > 0 {
		list = append(list, spaceMark{"gained", "whole-number bounds that only the table prunes"}, spaceMark{"linear", "the linear rule"})
	}
	return list
}

// Draw draws the space in the first theme. In a page, the style sheet applies the
// other themes by class.
func (s *Space) Draw() []byte {
	th := &draw.Themes[0]
	switch s.Kind {
	case "axis":
		return drawAxisSpace(s, th)
	case "cube":
		return drawCube(s, th)
	}
	return drawPlot(s, th)
}
