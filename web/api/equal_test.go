package api_test

import (
	"bytes"
	"testing"

	"espalier/web/webtest"
)

// The children of the root that are best for its mover are in the answers of solve and compare.
func TestEqualChildren(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ body, equal string }{
		{webtest.Body(`"text":"players 3 maxsum 9 1[ (5,2,2) (5,1,3) 2[ (5,4,0) (0,3,0) ] (4,4,1) ]"`, "shallow", ""), "[1,2,3]"},
		{webtest.Body(`"text":"kind minimax min[ 3 max[ 1 2 ] 2 ]"`, "alphabeta", `,"options":{"strict":true}`), "[2,5]"},
		{webtest.Body(`"text":"players 2 (1,2)"`, "maxn", ""), "[]"},
		{webtest.Body(`"text":"players 2 maxsum 9 1[ (9,0) 2[ (1,0) ? ] ]"`, "immediate", ""), "null"},
		{`{"generate":{"kind":"h32","players":3,"branching":2,"depth":3,"maxsum":5,"seed":1},"algorithm":"maxn"}`, "null"},
	} {
		_, b := webtest.Post(t, ts.URL+"/api/v1/solve", c.body)
		if !bytes.Contains(b, []byte(`"equal":`+c.equal)) {
			t.Errorf("%s = %s, want equal %s", c.body, b, c.equal)
		}
	}
	_, b := webtest.Post(t, ts.URL+"/api/v1/compare", `{"text":"players 3 maxsum 9 1[ (5,2,2) (5,1,3) (4,4,1) ]"}`)
	if !bytes.Contains(b, []byte(`"equal":[1,2],"runs"`)) {
		t.Errorf("compare = %s", b)
	}
}
