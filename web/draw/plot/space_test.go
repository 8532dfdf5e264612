package plot

import (
	"math/rand/v2"
	"testing"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
	"espalier/trees/figures"
	"espalier/trees/treetest"
	"espalier/web/draw"
)

func TestPlaceholdersAreWellFormed(t *testing.T) {
	count := 0
	for _, f := range figures.All() {
		if f.Tree == nil {
			count++
			treetest.WellFormed(t, f.ID, Placeholder(f, &draw.Themes[0], true))
		}
	}
	if count == 0 {
		t.Error("every figure has a tree")
	}
}

// pruned reports whether (x, y) lies on the line or above it in the picture.
func pruned(line []corner, x, y trees.Score) bool {
	for i, c := range line {
		if c.X == x && y >= c.Y {
			return true
		}
		if i == 0 || line[i-1].X >= x || c.X <= x {
			continue
		}
		a := line[i-1]
		at := float64(a.Y) + float64(c.Y-a.Y)*float64(x-a.X)/float64(c.X-a.X)
		if float64(y) >= at-0.5 {
			return true
		}
	}
	return false
}

func spaceOf(t *testing.T, id string) *Space {
	t.Helper()
	f, ok := figures.Find(id)
	if !ok || f.Space == nil {
		t.Fatalf("%s is no decision space", id)
	}
	return NewSpace(f, nil)
}

// The drawn region must agree with the rule on a grid that is finer than the steps
// of the rule, and a millionth beside every corner.
func TestRegionMatchesRule(t *testing.T) {
	f8, _ := figures.Find("s2005-fig8")
	rules := map[string]engine.Decision{
		"s2005-fig5": engine.Linear{Players: 3, MaxSum: 10 * trees.Unit},
		"s2005-fig8": engine.NewTable(3, f8.Space.Outcomes, nil),
	}
	for id, d := range rules {
		s := spaceOf(t, id)
		var at []trees.Score
		for v := s.Min; v <= s.Max; v += trees.Unit / 8 {
			at = append(at, v)
		}
		for _, c := range s.Line {
			at = append(at, max(s.Min, c.X-1), c.X, min(s.Max, c.X+1), max(s.Min, c.Y-1), min(s.Max, c.Y), min(s.Max, c.Y+1))
		}
		for _, x := range at {
			for _, y := range at {
				bounds := engine.Unbounded
				bounds[0], bounds[1] = x, y
				if got, want := pruned(s.Line, x, y), d.Prune(&bounds, nil, nil); got != want {
					t.Fatalf("%s: the region at (%s, %s) = %v, want %v", id, x.In(trees.Unit), y.In(trees.Unit), got, want)
				}
			}
		}
	}
}

// The same test for random tables, whose steps do not occur in other tests.
func TestBoundaryOfRandomTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	for trial := range 60 {
		var outcomes []trees.Vector
		for range 1 + rng.IntN(8) {
			outcomes = append(outcomes, trees.Vector{trees.Score(rng.IntN(24)) * trees.Unit / 4, trees.Score(rng.IntN(24)) * trees.Unit / 4, trees.Score(rng.IntN(5)) * trees.Unit})
		}
		table := engine.NewTable(3, outcomes, nil)
		prunes := onPlane(asking(table))
		line := boundary(prunes, 0, 6*trees.Unit)
		for x := trees.Score(0); x <= 6*trees.Unit; x += trees.Unit / 8 {
			for y := trees.Score(0); y <= 6*trees.Unit; y += trees.Unit / 8 {
				if got, want := pruned(line, x, y), prunes(x, y); got != want {
					t.Fatalf("trial %d, outcomes %v: the region at (%s, %s) = %v, want %v; the line is %v", trial, outcomes, x.In(trees.Unit), y.In(trees.Unit), got, want, line)
				}
			}
		}
	}
}

// The text of figure 8 of Sturtevant 2005: four integer bound vectors cannot be
// pruned, and the diagonal does not prune six others that can be pruned.
func TestFigure8(t *testing.T) {
	s := spaceOf(t, "s2005-fig8")
	var left []corner
	for x := s.Min; x <= s.Max; x += trees.Unit {
		for y := s.Min; y <= s.Max; y += trees.Unit {
			if !pruned(s.Line, x, y) {
				left = append(left, corner{x / trees.Unit, y / trees.Unit})
			}
		}
	}
	want := []corner{{0, 0}, {0, 1}, {1, 0}, {1, 1}}
	if len(left) != len(want) {
		t.Fatalf("whole bounds that are not pruned = %v, want %v", left, want)
	}
	for i := range want {
		if left[i] != want[i] {
			t.Errorf("whole bounds that are not pruned = %v, want %v", left, want)
		}
	}
	if len(s.Gained) != 6 {
		t.Errorf("whole bounds that the table alone prunes = %v, want 6 of them", s.Gained)
	}
}

// The outline of the surface and every level line must lie on the plane of the
// rule.
func TestSurfaceMatchesRule(t *testing.T) {
	s := spaceOf(t, "s2005-fig7")
	if len(s.Surface) != 3 || len(s.Contours) == 0 {
		t.Fatalf("the surface has %d corners and %d level lines, want 3 and some", len(s.Surface), len(s.Contours))
	}
	for _, line := range append([][]point3{s.Surface}, s.Contours...) {
		for _, p := range line {
			if sum := p[0] + p[1] + p[2]; sum < 9.99999 || sum > 10.00001 {
				t.Errorf("%v of the surface sums to %v, want 10", p, sum)
			}
		}
	}
}

// The axis prunes up to 0. This threshold is found by evaluating the window rule.
func TestAxisThreshold(t *testing.T) {
	if s := spaceOf(t, "s2005-fig2"); s.Threshold != 0 {
		t.Errorf("the threshold of β − α = %s, want 0", s.Threshold.In(trees.Unit))
	}
}

// The rule must prune at the points of the figures whose sum reaches the limit, and
// at all bound vectors.
func TestSpacePoints(t *testing.T) {
	for _, id := range []string{"s2005-fig5", "s2005-fig7"} {
		s := spaceOf(t, id)
		for _, p := range s.Points {
			s.here.bounds = [3]trees.Opt{}
			sum := trees.Score(0)
			for i, v := range p.At {
				s.here.bounds[i] = trees.Some(v)
				sum += v
			}
			want := sum >= s.Limit
			if got := s.prunesHere(); got != want {
				t.Errorf("%s: prunes at %v = %v, want %v", id, p.At, got, want)
			}
			if p.Solid && !s.prunesHere() {
				t.Errorf("%s: the bound vector %v does not prune", id, p.At)
			}
		}
	}
}

// TestSpaceInFractions checks that the verdict is about the exact bounds: three thirds make 1.
func TestSpaceInFractions(t *testing.T) {
	const thirds = 3 * trees.Unit
	held := func(n ...trees.Score) *BoundsInForce {
		b := &BoundsInForce{Unit: thirds}
		for i, s := range n {
			b.Bounds[i] = trace.Bound{Score: s * trees.Unit, Given: true}
		}
		return b
	}
	for _, c := range []struct {
		figure string
		bounds *BoundsInForce
		want   string
	}{
		{"s2005-fig2", held(1, 8), "β − α = 8/3 − 1/3 = 7/3: the search continues."},
		{"s2005-fig2", held(-2, -7), "β − α = −7/3 − −2/3 = −5/3: prune."},
		{"s2005-fig5", held(10, 20), "Bounds (10/3, 20/3): inside the region where the rule prunes."},
		{"s2005-fig5", held(10, 19), "Bounds (10/3, 19/3): the search continues."},
		{"s2005-fig7", held(10, 10, 10), "Bounds (10/3, 10/3, 10/3): inside the region where the rule prunes."},
		{"s2005-fig7", held(10, 10, 9), "Bounds (10/3, 10/3, 3): the search continues."},
	} {
		f, _ := figures.Find(c.figure)
		if got := NewSpace(f, c.bounds).Summary; got != c.want {
			t.Errorf("%s: %q, want %q", c.figure, got, c.want)
		}
	}
}
