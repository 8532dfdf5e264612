package api_test

import (
	"encoding/json"
	"testing"

	"espalier/web/webtest"
)

// A null where a key is optional means that it is absent; an unknown key is
// rejected also with null.
func TestNullMeansAbsent(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct {
		path, body string
		status     int
	}{
		{"solve", `{"figure":"k1991-fig6","algorithm":"deep","options":null,"values":null,"text":null}`, 200},
		{"solve", `{"figure":"k1991-fig6","algorithm":"lastbranch","options":{"discrete":null}}`, 200},
		{"solve", `{"generate":{"kind":"h32","branching":2,"depth":3,"seed":null},"algorithm":"maxn"}`, 200},
		{"solve", `{"generate":{"kind":"h32","branching":2,"depth":null},"algorithm":"maxn"}`, 422},
		{"solve", `{"figure":null,"algorithm":"deep"}`, 422},
		{"solve", `{"figure":"k1991-fig6","algorithm":"deep","unknown":null}`, 422},
		{"compare", `{"figure":"k1991-fig6","options":null,"values":null}`, 200},
		{"trace", `{"figure":"k1991-fig6","algorithm":"deep","options":null}`, 200},
		{"parse", `{"text":"players 1 (1)","tree":null,"efg":null,"as":null}`, 200},
		{"parse", `{"text":null}`, 422},
		{"counterexamples", `{"algorithm":"deep","options":null,"tries":null,"seed":7}`, 200},
	} {
		if resp, b := webtest.Post(t, ts.URL+"/api/v1/"+c.path, c.body); resp.StatusCode != c.status {
			t.Errorf("%s %s: status %d, want %d: %.300s", c.path, c.body, resp.StatusCode, c.status, b)
		}
	}
}

// So it does in what is saved: in the making of a tree, and beside its edits.
func TestNullMeansAbsentInEdits(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	var made struct{ Key string }
	_, b := webtest.Post(t, ts.URL+"/api/v1/trees", `{"grow":{"players":2,"seed":null,"uneven":null},"saved":null,"edits":null}`)
	if err := json.Unmarshal(b, &made); err != nil || made.Key == "" {
		t.Fatalf("%s, %v", b, err)
	}
	for _, body := range []string{
		`{"edit":{"op":"set","nodes":[1],"label":"x"},"edits":null,"base":null,"token":null,"since":null}`,
		`{"edits":[{"op":"set","nodes":[1],"label":"y"}],"edit":null}`,
	} {
		if resp, b := webtest.Post(t, ts.URL+"/api/v1/trees/"+made.Key+"/edits", body); resp.StatusCode != 200 {
			t.Errorf("%s: status %d: %.300s", body, resp.StatusCode, b)
		}
	}
}
