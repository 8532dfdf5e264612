package play_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"espalier/trees"
	"espalier/trees/figures"
	"espalier/web/run"
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
	spec := run.FigureSpec(f)
	spec.Values = run.Values{{Leaf: 5, Value: trees.Points(2, 3, 4)}}
	of, err := run.OnFigure(f).Resolve(spec)
	if err != nil {
		t.Fatal(err)
	}
	_, ts := webtest.Serve(t)
	resp, body := webtest.Post(t, ts.URL+"/api/v1/solve", of.TreeBody())
	var result struct{ Value []float64 }
	if err := json.Unmarshal(body, &result); err != nil || resp.StatusCode != http.StatusOK || result.Value[0] != 5 {
		t.Errorf("solve = %d %s, want (5,2,2)", resp.StatusCode, body)
	}
}

// A comparison that is asked for with its progress is a line for every run that begins,
// in order, and then the page that is answered without progress.
func TestComparisonReportsEachRun(t *testing.T) {
	_, ts := webtest.Serve(t)
	const path = "/figures/k1991-fig6?algorithm=deep&step=3&compare=1"
	_, plain := webtest.Get(t, ts.URL+path)
	resp, b := webtest.Send(t, "GET", ts.URL+path, "", "Accept", "application/x-ndjson", "Accept-Encoding", "gzip")
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "application/x-ndjson" {
		t.Fatalf("%s = %d %s", path, resp.StatusCode, resp.Header.Get("Content-Type"))
	}
	lines := bytes.Split(bytes.TrimSpace(b), []byte("\n"))
	rows := bytes.Count(plain, []byte(`<th scope="row">`))
	if of := len(lines) - 1; of < 10 || of > rows {
		t.Errorf("%d runs are reported, and the page has %d rows", of, rows)
	}
	for i, line := range lines {
		var got struct {
			Part, Of int
			HTML     string
		}
		if err := json.Unmarshal(line, &got); err != nil {
			t.Fatalf("line %d: %v", i, err)
		}
		if last := i == len(lines)-1; last && got.HTML != string(plain) || !last && (got.Part != i+1 || got.Of != len(lines)-1) {
			t.Errorf("line %d of %d is run %d of %d, with a page of %d bytes", i, len(lines), got.Part, got.Of, len(got.HTML))
		}
	}
	if resp, b := webtest.Send(t, "GET", ts.URL+"/figures/k1991-fig6", "", "Accept", "application/x-ndjson"); resp.Header.Get("Content-Type") != "text/html; charset=utf-8" || !bytes.HasPrefix(b, []byte("<!doctype html>")) {
		t.Errorf("a page that compares nothing on demand is %s", resp.Header.Get("Content-Type"))
	}
}
