package web_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/andybalholm/brotli"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/webtest"
)

func TestAddresses(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, path := range []string{"/api/", "/api/v1", "/api/v2/solve", "/api/v1/figures/nope", "/api/v1/solve/"} {
		resp, b := webtest.Get(t, ts.URL+path)
		webtest.CheckProblem(t, resp, b, 404, "", "")
	}
	for path, allow := range map[string]string{"/api/v1/solve": "POST", "/api/v1/compare": "POST", "/api/v1/parse": "POST"} {
		resp, b := webtest.Get(t, ts.URL+path)
		webtest.CheckProblem(t, resp, b, 405, path, allow)
		if got := resp.Header.Get("Allow"); got != allow {
			t.Errorf("Allow of %s = %q, want %q", path, got, allow)
		}
	}
	resp, b := webtest.Post(t, ts.URL+"/api/v1/figures", "{}")
	webtest.CheckProblem(t, resp, b, 405, "", "GET, HEAD")
	if resp, _ := webtest.Get(t, ts.URL+"/healthz"); resp.StatusCode != 200 {
		t.Errorf("/healthz = %d", resp.StatusCode)
	}
	head, err := http.Head(ts.URL + "/api/v1/algorithms")
	if err != nil || head.StatusCode != 200 {
		t.Errorf("HEAD = %v, %v", head, err)
	}
}

func TestHeaders(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, path := range []string{"/healthz", "/static/icon.svg", "/api/v1/algorithms", "/api/nope", "/nope"} {
		resp, _ := webtest.Get(t, ts.URL+path)
		policy := resp.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("policy of %s = %q", path, policy)
		}
		if got := resp.Header.Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("X-Content-Type-Options of %s = %q", path, got)
		}
	}
}

// TestShownElsewhere: pictures, exports and frames are meant for slides and
// pages of other origins; nothing else is, and nothing that is named by a key.
func TestShownElsewhere(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	for path, want := range map[string]string{
		"/figures/k1991-fig6.svg?step=3":               "cross-origin",
		"/figures/k1991-fig5.svg":                      "cross-origin",
		"/export/picture.svg?figure=k1991-fig6&step=3": "cross-origin",
		"/export/picture.svg?saved=" + m.ID:            "cross-origin",
		"/export/tree.json?saved=" + m.ID:              "cross-origin",
		"/embed?saved=" + m.ID:                         "cross-origin",
		"/embed?figure=none":                           "cross-origin",
		"/export/picture.svg?saved=" + m.Key:           "same-origin",
		"/export/run.html?saved=" + m.ID:               "same-origin",
		"/export/trace.ndjson?saved=" + m.ID:           "same-origin",
		"/figures/k1991-fig6":                          "same-origin",
		"/handout?figure=k1991-fig6":                   "same-origin",
		m.Read:                                         "same-origin",
		m.Edit:                                         "same-origin",
		"/api/v1/trees/" + m.ID:                        "same-origin",
		"/static/icon.svg":                             "same-origin",
	} {
		resp, _ := webtest.Get(t, ts.URL+path)
		if got := resp.Header.Get("Cross-Origin-Resource-Policy"); got != want {
			t.Errorf("GET %s = %s with Cross-Origin-Resource-Policy %q, want %q", path, resp.Status, got, want)
		}
		if tag := resp.Header.Get("ETag"); tag != "" && strings.Contains(path, ".svg?") {
			for _, encoding := range []string{"identity", "gzip"} { // a compressor writes something even where there is nothing
				again, _ := webtest.Send(t, "GET", ts.URL+path, "", "If-None-Match", tag, "Accept-Encoding", encoding)
				if got := again.Header.Get("Cross-Origin-Resource-Policy"); again.StatusCode != http.StatusNotModified || got != want {
					t.Errorf("GET %s again = %s with %q, want 304 and %q", path, again.Status, got, want)
				}
			}
		}
	}
}

func TestAssets(t *testing.T) {
	_, ts := webtest.Serve(t)
	r, _ := http.NewRequest("GET", ts.URL+"/static/js/shared/shell.js", nil)
	get := func(accepted string) (*http.Response, []byte) {
		t.Helper()
		r.Header.Set("Accept-Encoding", accepted)
		resp, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		return resp, webtest.Read(t, resp)
	}
	resp, plain := get("gzip;q=0, br;q=0")
	if resp.Header.Get("Content-Encoding") != "" || resp.Header.Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Fatalf("headers = %v", resp.Header)
	}
	tags := map[string]bool{resp.Header.Get("ETag"): true}
	for accepted, want := range map[string]string{"br;q=0, gzip": "gzip", "gzip, br": "br"} {
		resp, body := get(accepted)
		if got := resp.Header.Get("Content-Encoding"); got != want || resp.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: headers = %v, want %s", accepted, resp.Header, want)
		}
		var decoder io.Reader = brotli.NewReader(bytes.NewReader(body))
		if want == "gzip" {
			var err error
			if decoder, err = gzip.NewReader(bytes.NewReader(body)); err != nil {
				t.Fatal(err)
			}
		}
		if decoded, err := io.ReadAll(decoder); err != nil || !bytes.Equal(decoded, plain) || len(body) >= len(plain) {
			t.Errorf("%s: %d bytes are %d (%v), plain %d", want, len(body), len(decoded), err, len(plain))
		}
		tags[resp.Header.Get("ETag")] = true
	}
	if len(tags) != 3 {
		t.Errorf("entity tags = %v, want one for each encoding", tags)
	}
	resp, _ = get("gzip;q=0")
	var err error
	r.Header.Set("If-None-Match", resp.Header.Get("ETag"))
	if resp, err = http.DefaultTransport.RoundTrip(r); err != nil || resp.StatusCode != 304 {
		t.Errorf("with its ETag: %v, %v", resp.Status, err)
	}
	for _, path := range []string{"/static/", "/static/static.go", "/static/js", "/static/../static/static.go", "/static/no.js", "/static/%2e%2e/go.mod"} {
		if resp, _ := webtest.Get(t, ts.URL+path); resp.StatusCode != 404 {
			t.Errorf("%s = %d, want 404", path, resp.StatusCode)
		}
	}
}

// TestVersionedAssets: what a page loads may be stored for ever, and has another
// address when it has changed; the address of another build is answered, too.
func TestVersionedAssets(t *testing.T) {
	_, ts := webtest.Serve(t)
	resp, page := webtest.Get(t, ts.URL+"/edit")
	loaded := regexp.MustCompile(`(?:src|href)="(/static/[^"]+)"`).FindAllStringSubmatch(string(page), -1)
	if resp.StatusCode != http.StatusOK || len(loaded) < 5 {
		t.Fatalf("GET /edit = %s, which loads %d files", resp.Status, len(loaded))
	}
	const forever = "public, max-age=31536000, immutable"
	for _, m := range loaded {
		resp, body := webtest.Get(t, ts.URL+m[1])
		if got := resp.Header.Get("Cache-Control"); resp.StatusCode != http.StatusOK || got != forever {
			t.Errorf("GET %s = %s with Cache-Control %q, want 200 and %q", m[1], resp.Status, got, forever)
		}
		_, name, _ := strings.Cut(strings.TrimPrefix(m[1], "/static/"), "/")
		for _, other := range []string{"/static/", "/static/0123456789ab/"} {
			resp, same := webtest.Get(t, ts.URL+other+name)
			if got := resp.Header.Get("Cache-Control"); got != "no-cache" || !bytes.Equal(same, body) {
				t.Errorf("GET %s = %s, %d bytes with Cache-Control %q, want %d bytes and no-cache", other+name, resp.Status, len(same), got, len(body))
			}
		}
	}

	edited := fstest.MapFS{"js/editor/main.js": {Data: []byte("1;\n")}}
	ts = httptest.NewServer(web.New(app.Config{Static: edited}))
	defer ts.Close()
	if _, page := webtest.Get(t, ts.URL+"/edit"); !bytes.Contains(page, []byte(`src="/static/js/editor/main.js"`)) {
		t.Error("files that can be edited have a version in their addresses")
	}
}

// TestShutdownOfStreams: a stream gets a last event, also when its reader has stopped reading.
func TestShutdownOfStreams(t *testing.T) {
	s, ts := webtest.Serve(t)
	request := webtest.Body(`"generate":`+strings.Replace(webtest.Generator, `"depth":10`, `"depth":20`, 1), "maxn", "")
	resp, err := http.Post(ts.URL+"/api/v1/trace", "application/json", strings.NewReader(request))
	if err != nil {
		t.Fatal(err)
	}
	stuck, err := net.Dial("tcp", ts.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer stuck.Close()
	fmt.Fprintf(stuck, "POST /api/v1/trace HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(request), request)
	webtest.Eventually(t, time.Second, func() bool { all, _ := s.Searches(); return all == 2 }, "two searches are needed")
	time.AfterFunc(50*time.Millisecond, func() { s.Shutdown(context.Background()) })
	var last string
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		last = lines.Text()
	}
	if !strings.Contains(last, `"type":"error"`) || !strings.Contains(last, "shutting down") {
		t.Errorf("the stream ends with %q", last)
	}
	webtest.Eventually(t, 2*app.StopTimeout, func() bool { all, _ := s.Searches(); return all == 0 }, "a search goes on after shutdown")
	resp, b := webtest.Post(t, ts.URL+"/api/v1/solve", webtest.TextBody("maxn", ""))
	webtest.CheckProblem(t, resp, b, 503, "", "shutting down")
}

func TestPanic(t *testing.T) {
	s := web.New(app.Config{})
	s.Routes().Get("/api/v1/panic", func(http.ResponseWriter, *http.Request) { panic("on purpose") })
	ts := httptest.NewServer(s)
	defer ts.Close()
	resp, b := webtest.Get(t, ts.URL+"/api/v1/panic")
	webtest.CheckProblem(t, resp, b, 500, "", "logged")
	if strings.Contains(string(b), "on purpose") {
		t.Errorf("the problem shows what is internal: %s", b)
	}
}
