package web_test

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/store/records"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// proxiedStore is a server with a library that believes the X-Forwarded-For of the
// tests.
func proxiedStore(t testing.TB, dir string) *httptest.Server {
	library, err := treestore.Open(treestore.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	s := web.New(app.Config{Library: library, Proxies: fair.Proxies{netip.MustParsePrefix("127.0.0.0/8")}})
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(context.Background())
		ts.Close()
		library.Close()
	})
	return ts
}

// TestNewTreesAreLimited: copies of one tree come to an end, for all addresses of a
// /64; other clients make trees, and the same one edits what exists.
func TestNewTreesAreLimited(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand trees")
	}
	ts := proxiedStore(t, t.TempDir())
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	copied := `{"saved":"` + m.ID + `"}`
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for range app.MaxNewTrees / 8 {
				if resp, b := webtest.Send(t, "POST", ts.URL+"/api/v1/trees", copied, "X-Forwarded-For", "2001:db8::"+strconv.Itoa(worker)); resp.StatusCode != 201 {
					t.Errorf("a copy: %s %s", resp.Status, b)
					return
				}
			}
		})
	}
	all.Wait()
	const over = "2001:db8::ffff"
	resp, b := webtest.Send(t, "POST", ts.URL+"/api/v1/trees", copied, "X-Forwarded-For", over)
	webtest.CheckProblem(t, resp, b, 429, "new_trees", "1000 new trees an hour")
	if after, err := strconv.Atoi(resp.Header.Get("Retry-After")); err != nil || after < 3000 || after > 3660 {
		t.Errorf("Retry-After is %q, want about an hour", resp.Header.Get("Retry-After"))
	}
	resp, b = webtest.Send(t, "POST", ts.URL+"/edit", url.Values{"text": {"players 2 1[ (1,2) ]"}}.Encode(), "X-Forwarded-For", over, "Content-Type", "application/x-www-form-urlencoded")
	if after, _ := strconv.Atoi(resp.Header.Get("Retry-After")); resp.StatusCode != 429 || after < 3000 || !strings.Contains(webtest.PageText(b), "1000 new trees an hour") {
		t.Errorf("the form of a new tree: %s, Retry-After %d: %s", resp.Status, after, webtest.PageText(b))
	}
	if resp, b := webtest.Send(t, "POST", ts.URL+m.Edits(), `{"edit":{"op":"set","nodes":[5],"value":[1,1,7]}}`, "X-Forwarded-For", over); resp.StatusCode != 200 {
		t.Errorf("an edit of the same client: %s %s", resp.Status, b)
	}
	if resp, b := webtest.Send(t, "POST", ts.URL+"/api/v1/trees", copied, "X-Forwarded-For", "2001:db8:0:1::1"); resp.StatusCode != 201 {
		t.Errorf("a copy of another client: %s %s", resp.Status, b)
	}
	if got := metric(t, ts, `espalier_refusals_total{limit="new_trees"}`); got != 2 {
		t.Errorf("%v refusals of new trees are counted, want 2", got)
	}
}

// metric returns the value of a line of /metrics.
func metric(t testing.TB, ts *httptest.Server, name string) float64 {
	t.Helper()
	_, b := webtest.Get(t, ts.URL+"/metrics")
	for line := range strings.Lines(string(b)) {
		if value, found := strings.CutPrefix(line, name+" "); found {
			v, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	t.Errorf("/metrics has no %s:\n%s", name, b)
	return -1
}

var (
	sample  = regexp.MustCompile(`^(espalier_[a-z_]+)(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [0-9.e+-]+$`)
	comment = regexp.MustCompile(`^# (HELP|TYPE) espalier_[a-z_]+ .+$`)
)

// TestMetrics: requests, searches, websockets, refusals and the library are counted, and
// nothing that a client sends.
func TestMetrics(t *testing.T) {
	ts := proxiedStore(t, t.TempDir())
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	for _, path := range []string{m.Edit, m.Read + "?step=1", "/no-such-page", "/figures/k1991-fig6", "/api/v1/trees/" + m.Key, "/readyz"} {
		webtest.Send(t, "GET", ts.URL+path, "", "X-Forwarded-For", "203.0.113.77")
	}
	webtest.Post(t, ts.URL+"/api/v1/solve", webtest.TextBody("speculative", ""))
	peer := webtest.Dial(t, ts)
	peer.Open("d", m.Key)
	for name, least := range map[string]float64{
		`espalier_requests_total{route="/edit/{key}",status="200"}`:   1,
		`espalier_requests_total{route="/t/{id}",status="200"}`:       1,
		`espalier_requests_total{route="none",status="404"}`:          1,
		`espalier_requests_total{route="/api/v1/solve",status="200"}`: 1,
		`espalier_request_seconds_count{route="/figures/{id}"}`:       1,
		`espalier_searches_total{algorithm="speculative"}`:            1,
		`espalier_search_seconds_bucket{algorithm="maxn",le="+Inf"}`:  1,
		`espalier_refusals_total{limit="searches"}`:                   0,
		`espalier_refusals_total{limit="connections"}`:                0,
		`espalier_websockets`:          1,
		`espalier_library_bytes`:       500,
		`espalier_library_limit_bytes`: records.MaxBytes,
		`espalier_library_ready`:       1,
		`espalier_save_seconds_count`:  1,
		`espalier_memory_bytes`:        1 << 20,
	} {
		if got := metric(t, ts, name); got < least {
			t.Errorf("%s = %v, want at least %v", name, got, least)
		}
	}
	resp, b := webtest.Get(t, ts.URL+"/metrics")
	if kind := resp.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/plain; version=0.0.4") {
		t.Errorf("the type is %q", kind)
	}
	for _, secret := range []string{m.Key, m.ID, "203.0.113", "no-such-page", "k1991"} {
		if strings.Contains(string(b), secret) {
			t.Errorf("/metrics holds %s", secret)
		}
	}
	lines := bufio.NewScanner(strings.NewReader(string(b)))
	for lines.Scan() {
		if line := lines.Text(); !sample.MatchString(line) && !comment.MatchString(line) {
			t.Errorf("this line is not in the text format: %s", line)
		}
	}
}

// TestReady: /readyz is about the library, /healthz about the process.
func TestReady(t *testing.T) {
	dir := t.TempDir()
	one, two := proxiedStore(t, dir), proxiedStore(t, dir)
	check := func(ts *httptest.Server, path string, status int, words string) {
		t.Helper()
		resp, b := webtest.Get(t, ts.URL+path)
		if resp.StatusCode != status || !strings.Contains(string(b), words) || resp.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s = %s %q, want %d and %q", path, resp.Status, b, status, words)
		}
	}
	check(one, "/readyz", 200, "ok") // nothing is stored yet
	webtest.MakeTree(t, one, webtest.Korf6Source)
	check(one, "/readyz", 200, "ok")
	check(two, "/readyz", http.StatusServiceUnavailable, "another Espalier serves from this folder")
	check(two, "/healthz", 200, "ok")
	_, without := webtest.Serve(t)
	check(without, "/readyz", 200, "without a library")
}
