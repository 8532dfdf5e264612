package editor_test

import (
	"net/http"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// TestRestorePreview: what a restore would change is said and drawn, and nothing is restored.
func TestRestorePreview(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	made := webtest.MakeTree(t, ts, `{"text":"players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4) ] g: (6,1,2) ] ]"}`)
	for _, edit := range []string{`{"op":"delete","nodes":[4]}`, `{"op":"move","nodes":[7],"to":1}`, `{"op":"header","title":"Later"}`} {
		if resp, b := webtest.Post(t, ts.URL+"/api/v1/trees/"+made.Key+"/edits", `{"edit":`+edit+`}`); resp.StatusCode != http.StatusOK {
			t.Fatalf("the edit %s: %s %s", edit, resp.Status, b)
		}
	}
	at := ts.URL + "/trees/" + made.ID + "/restore"
	for query, want := range map[string][]string{
		"?revision=1":                 {"3 nodes come back", "d, e and f", "1 node moves", "Also changed", "title", `data-coming="4 5 6"`, `data-changing="7"`},
		"?revision=1&layout=sideways": {"3 nodes come back", "sideways"},
		"?revision=4":                 {"Nothing would change: the tree is the same in revision 4"},
	} {
		resp, body := webtest.Get(t, at+query)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("GET %s = %s: %s", query, resp.Status, body)
		}
		for _, part := range want {
			if !strings.Contains(string(body), part) {
				t.Errorf("the preview with %s lacks %q:\n%s", query, part, body)
			}
		}
		if strings.Contains(string(body), made.Key) {
			t.Errorf("the preview with %s has the edit key", query)
		}
	}
	for address, want := range map[string]int{
		at: 422, at + "?revision=0": 422, at + "?revision=1&revision=2": 422, at + "?revision=1&theme=dark": 422, at + "?revision=1&layout=up": 422, at + "?revision=99": 404,
		ts.URL + "/trees/" + made.Key + "/restore?revision=1":                404,
		ts.URL + "/trees/" + strings.Repeat("a", 26) + "/restore?revision=1": 404,
	} {
		if resp, _ := webtest.Get(t, address); resp.StatusCode != want {
			t.Errorf("GET %s = %s, want %d", address, resp.Status, want)
		}
	}
	if _, body := webtest.Get(t, ts.URL+"/api/v1/trees/"+made.ID); !strings.Contains(string(body), `"revision":4,`) {
		t.Errorf("after the previews the tree is %s", body)
	}
}
