package plot

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"espalier/web/draw"
)

// The names beside the curves do not overlap, in the order of the curves, and the scale has all numbers on it.
func TestGrowth(t *testing.T) {
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	point := func(v float64) GrowthPoint { return GrowthPoint{v, v, v} }
	var list []Growing
	for i, last := range []float64{100, 99, 98.5, 4, 100} {
		list = append(list, Growing{Name: "search " + strconv.Itoa(i), Points: []GrowthPoint{point(3), {}, point(last)}})
	}
	list = append(list, Growing{Name: "lower", Formula: true, Points: []GrowthPoint{point(1), point(2), point(3)}})
	svg := string(Growth("nodes by depth", "depth", []string{"1", "2", "3"}, list, number, &draw.Themes[0]))
	before := 0.0
	for _, name := range []string{"search 0", "search 4", "search 1", "search 2", "search 3", "lower"} {
		found := regexp.MustCompile(`y="([\d.]+)"[^>]*>` + name + `<`).FindStringSubmatch(svg)
		if found == nil {
			t.Fatalf("there is no name %s", name)
		}
		y, _ := strconv.ParseFloat(found[1], 64)
		if y < before+curvesLabel-0.1 {
			t.Errorf("%s is at %g, less than a line below %g", name, y, before)
		}
		before = y
	}
	for _, want := range []string{">1<", ">10<", ">100<", `class="formula"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("the picture has no %s", want)
		}
	}
	for _, c := range []struct {
		least, most float64
		want        []float64
	}{{4.6, 100, []float64{2, 5, 10, 20, 50, 100}}, {1, 29_524, []float64{1, 10, 100, 1000, 10_000, 100_000}}, {3, 3, []float64{2, 5}}, {0, 0, []float64{1, 10}}} {
		got := logTicks(c.least, c.most)
		if len(got) != len(c.want) {
			t.Errorf("logTicks(%g, %g) = %v, want %v", c.least, c.most, got, c.want)
			continue
		}
		for i := range got {
			if got[i]/c.want[i]-1 > 1e-9 || 1-got[i]/c.want[i] > 1e-9 {
				t.Errorf("logTicks(%g, %g) = %v, want %v", c.least, c.most, got, c.want)
			}
		}
	}
}
