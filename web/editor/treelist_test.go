package editor_test

import (
	"bytes"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// TestPage: the page is the same for all, and says what it needs to a browser
// without scripts.
func TestPage(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	made := webtest.MakeTree(t, ts, `{"empty":true}`)
	resp, page := webtest.Get(t, ts.URL+"/trees")
	if resp.StatusCode != 200 {
		t.Fatalf("GET /trees = %s", resp.Status)
	}
	if bytes.Contains(page, []byte(made.Key)) || bytes.Contains(page, []byte(made.ID)) {
		t.Error("the page names a tree of the server")
	}
	_, inside, found := strings.Cut(string(page), "<noscript>")
	if inside, _, _ = strings.Cut(inside, "</noscript>"); !found || !strings.Contains(inside, "needs JavaScript") {
		t.Errorf("without scripts the page says %q", inside)
	}
}

// TestPicture: a wide tree is folded until it can be seen in a card.
func TestPicture(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	made := webtest.MakeTree(t, ts, `{"grow":{"players":3,"branching":3,"depth":5,"maxsum":10,"constant":true,"seed":1}}`)
	at := ts.URL + "/trees/" + made.ID + "/picture.svg"
	resp, svg := webtest.Get(t, at+"?theme=dark")
	if kind := resp.Header.Get("Content-Type"); resp.StatusCode != 200 || kind != "image/svg+xml" {
		t.Fatalf("the picture: %s, %s: %s", resp.Status, kind, svg)
	}
	if n := bytes.Count(svg, []byte(`class="node`)); n != 13 {
		t.Errorf("nodes and triangles drawn = %d, want 1, 3 and 9", n)
	}
	for address, want := range map[string]int{
		at: 422, at + "?theme=red": 422,
		ts.URL + "/trees/" + strings.Repeat("a", 26) + "/picture.svg?theme=dark": 404,
		ts.URL + "/trees/" + made.Key + "/picture.svg?theme=dark":                404,
	} {
		resp, body := webtest.Get(t, address)
		if resp.StatusCode != want {
			t.Errorf("GET %s = %s, want %d", address, resp.Status, want)
		}
		if bytes.Contains(body, []byte(made.Key)) {
			t.Errorf("GET %s repeats the edit key", address)
		}
	}
}
