package web_test

import (
	"testing"

	"espalier/trees/treetest"
	"espalier/web/webtest"
)

// TestSameFaultIsNamed: of several parameters that a page does not take, it names the same
// one each time. The order of a map is another one at each request.
func TestSameFaultIsNamed(t *testing.T) {
	treetest.SkipUnderRace(t) // a page says so if a comparison takes long
	_, ts := webtest.Serve(t)
	for _, path := range []string{
		"/figures/k1991-fig6", "/figures/k1991-fig6.svg", "/figures/sk2000-table1.svg", "/tree", "/edit", "/embed", "/handout", "/share", "/export/picture.svg",
		"/lockstep", "/counterexamples", "/practice", "/games/hearts", "/lessons/maxn", "/learn/alpha-beta",
		"/learn/theorems/shallow-is-right", "/learn/theorems/shallow-is-right/tries", "/experiments/k1991-best",
	} {
		path += "?zebra=1&yak=1&wolf=1&vole=1"
		_, first := webtest.Get(t, ts.URL+path)
		for range 30 {
			if _, again := webtest.Get(t, ts.URL+path); string(again) != string(first) {
				at := 0
				for at < min(len(first), len(again)) && first[at] == again[at] {
					at++
				}
				t.Errorf("GET %s has different answers from byte %d:\n%.300s\n%.300s", path, at, first[max(0, at-100):], again[max(0, at-100):])
				break
			}
		}
	}
}
