package algorithms_test

import (
	"testing"

	"espalier/search/engine"
	"espalier/search/searchtest"
	"espalier/trace"
	"espalier/trees"
)

// Hypermax on Korf's Fig. 6 with f = (3,0,6). As drawn player 2 has no score on the path when d is
// searched, so nothing is cut at f. With g before d player 2 has 1, f is cut, and the value is wrong.
func TestHypermaxOnFig6(t *testing.T) {
	for _, w := range []struct {
		text  string
		cuts  int
		value trees.Vector
	}{
		{"players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (3,0,6) ] g: (6,1,2) ] ]", 0, trees.Points(6, 1, 2)},
		{"players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ g: (6,1,2) d: 3[ e: (2,2,5) f: (3,0,6) ] ] ]", 1, trees.Points(5, 2, 2)},
	} {
		res := searchtest.RunOn(t, "hypermax", engine.OnTree(searchtest.Read(t, w.text), 0), engine.Options{})
		if res.Value != w.value || res.Stats.Prunes[trace.Hypermax] != w.cuts || res.Reference.Value != trees.Points(6, 1, 2) {
			t.Errorf("hypermax on %s = (%s) with %d cuts, want (%s) with %d", w.text, searchtest.Scores(res.Value, 3), res.Stats.Prunes[trace.Hypermax], searchtest.Scores(w.value, 3), w.cuts)
		}
	}
}
