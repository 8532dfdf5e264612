package webtest

import (
	"context"
	"encoding/json"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"espalier/trees"
	"espalier/trees/treetest"
	"espalier/web"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/store/memory"
	"espalier/web/treestore"
)

// CheckProblem checks an error in the form of RFC 9457: its status, the path of
// the first fault, and words of its message.
func CheckProblem(t *testing.T, resp *http.Response, b []byte, status int, path, words string) {
	t.Helper()
	var p problem.Problem
	if err := json.Unmarshal(b, &p); err != nil {
		t.Fatalf("%s %s: the answer %.200q is not JSON: %v", resp.Request.Method, resp.Request.URL, b, err)
	}
	if kind := resp.Header.Get("Content-Type"); kind != "application/problem+json" {
		t.Errorf("Content-Type = %q, want application/problem+json", kind)
	}
	if resp.StatusCode != status || p.Status != status {
		t.Errorf("status = %d (in the document %d), want %d: %s", resp.StatusCode, p.Status, status, b)
	}
	if p.Title == "" || len(p.Errors) == 0 {
		t.Errorf("problem %s lacks a title or its errors", b)
		return
	}
	if path != "" && p.Errors[0].Path != path {
		t.Errorf("path = %q, want %q: %s", p.Errors[0].Path, path, b)
	}
	if !strings.Contains(p.Detail, words) {
		t.Errorf("detail = %q, want %q in it", p.Detail, words)
	}
}

// Korf6 is Korf 1991, Fig. 6, in one line.
const Korf6 = `players 3 maxsum 9 a: 1[ b: (5,2,2) c: 2[ d: 3[ e: (2,2,5) f: (2,3,4)|(3,0,6) ] g: (6,1,2) ] ]`

// Generator is a tree that is generated while it is searched.
const Generator = `{"kind":"h32","branching":5,"depth":10,"players":3,"maxsum":100,"seed":1}`

// Serve starts a server without a store.
func Serve(t testing.TB) (*web.Server, *httptest.Server) {
	s := web.New(app.Config{})
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(context.Background())
		ts.Close()
	})
	return s, ts
}

func Post(t testing.TB, url, body string) (*http.Response, []byte) {
	t.Helper()
	return do(t, http.DefaultClient, "POST", url, body, "Content-Type", "application/json")
}

func Get(t testing.TB, url string) (*http.Response, []byte) {
	t.Helper()
	return do(t, http.DefaultClient, "GET", url, "")
}

func Read(t testing.TB, resp *http.Response) []byte {
	t.Helper()
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func Quote(s string) string { return string(trees.AppendQuoted(nil, s)) }

func Body(source, algorithm, rest string) string {
	return `{` + source + `,"algorithm":"` + algorithm + `"` + rest + `}`
}

func TextBody(algorithm, rest string) string { return Body(`"text":`+Quote(Korf6), algorithm, rest) }

func Eventually(t testing.TB, in time.Duration, ok func() bool, message string) {
	t.Helper()
	if treetest.RaceDetector {
		in *= 10 // the detector slows everything down by about as much
	}
	for end := time.Now().Add(in); ; time.Sleep(time.Millisecond) {
		if ok() {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("after %s: %s", in, message)
		}
	}
}

// Send follows no redirect.
func Send(t testing.TB, method, url, body string, header ...string) (*http.Response, []byte) {
	t.Helper()
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return do(t, &client, method, url, body, header...)
}

// do asks for an answer that is not compressed, unless the header says otherwise: under the
// race detector, compression took a quarter or more of the processor time of some packages.
func do(t testing.TB, client *http.Client, method, url, body string, header ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(context.Background(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "identity")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return resp, Read(t, resp)
}

// PageText returns the text of a page without its markup.
func PageText(page []byte) string {
	plain := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(page), "")
	return html.UnescapeString(strings.Join(strings.Fields(plain), " "))
}

// ServeWithStore starts a server with a store in memory, for tests that are not about the disk.
func ServeWithStore(t testing.TB) (*web.Server, *httptest.Server) {
	t.Helper()
	s, ts, _ := serveOn(t, treestore.Config{Engine: memory.New().Connect(), Dir: t.TempDir()})
	return s, ts
}

// ServeWithStoreIn starts one with a store in a folder; end stops both. A request can come from any
// client: the server believes its X-Forwarded-For.
func ServeWithStoreIn(t testing.TB, dir string) (s *web.Server, ts *httptest.Server, end func()) {
	t.Helper()
	return serveOn(t, treestore.Config{Dir: dir, Patience: patience})
}

// ServeAt does the same at the time of a clock.
func ServeAt(t testing.TB, dir string, c *Clock) (s *web.Server, ts *httptest.Server, end func()) {
	t.Helper()
	return serveOn(t, treestore.Config{Dir: dir, Patience: patience, Machine: c.Machine()})
}

func serveOn(t testing.TB, c treestore.Config) (s *web.Server, ts *httptest.Server, end func()) {
	t.Helper()
	lib, err := treestore.Open(c)
	if err != nil {
		t.Fatal(err)
	}
	s = web.New(app.Config{Library: lib, Proxies: fair.Proxies{netip.MustParsePrefix("127.0.0.0/8")}})
	ts = httptest.NewServer(s)
	var once sync.Once
	end = func() {
		once.Do(func() {
			if err := s.Shutdown(context.Background()); err != nil {
				t.Error(err)
			}
			ts.Close()
			if err := lib.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(end)
	return s, ts, end
}

var Korf6Source = `{"text":` + Quote(Korf6) + `}`

// A MadeTree is the answer to a request for a new tree.
type MadeTree struct {
	Key, ID, Edit, Read string
	Revision, Nodes     int
	Created             []int
	Faults              []struct{ Field, Message string }
	Remarks             []string
}

// MakeTree saves a new tree.
func MakeTree(t testing.TB, ts *httptest.Server, body string) MadeTree {
	t.Helper()
	resp, b := Post(t, ts.URL+"/api/v1/trees", body)
	var m MadeTree
	if err := json.Unmarshal(b, &m); err != nil || resp.StatusCode != 201 || m.Key == "" {
		t.Fatalf("POST /api/v1/trees %.200s = %s %.300s", body, resp.Status, b)
	}
	return m
}

// Edits returns the path to which edits are sent.
func (m *MadeTree) Edits() string { return "/api/v1/trees/" + m.Key + "/edits" }
