package run_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/request"
	"espalier/web/webtest"
)

// TestPagesWithoutScriptHaveCertificates checks that the server draws the certificate
// of a step, once behind the nodes and once before them. A comparison of two runs has
// none without its script.
func TestPagesWithoutScriptHaveCertificates(t *testing.T) {
	_, ts := webtest.Serve(t)
	const run = "algorithm=deep&v5=3,0,6&step=12"
	for _, path := range []string{"/figures/k1991-fig6?" + run, "/embed?figure=k1991-fig6&" + run, "/export/picture.svg?figure=k1991-fig6&" + run, "/figures/k1991-fig6.svg?" + run, "/handout?figure=k1991-fig6&steps=12&" + run} {
		if resp, page := webtest.Get(t, ts.URL+path); resp.StatusCode != 200 || bytes.Count(page, []byte(`class="certificate"`)) != 2 {
			t.Errorf("%s = %d, and its tree has no certificate, behind the nodes and before them", path, resp.StatusCode)
		}
	}
}

// The server must accept the request body of a page's run.
func TestRequestOfAPage(t *testing.T) {
	f, _ := figures.Find("k1991-fig6")
	v := request.FigureView(f)
	v.Values = map[int]trees.Vector{5: trees.Points(2, 3, 4)}
	with, err := f.Tree.WithValues(v.Values)
	if err != nil {
		t.Fatal(err)
	}
	_, ts := webtest.Serve(t)
	resp, body := webtest.Post(t, ts.URL+"/api/v1/solve", request.RunBody(with, v))
	var result struct{ Value []float64 }
	if err := json.Unmarshal(body, &result); err != nil || resp.StatusCode != http.StatusOK || result.Value[0] != 5 {
		t.Errorf("solve = %d %s, want (5,2,2)", resp.StatusCode, body)
	}
}
