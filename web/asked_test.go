package web_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/webtest"
)

// TestFilesAskedForByName: what browsers and their tools ask for without a link is there,
// also below the prefix of -base-url, and is kept for a while.
func TestFilesAskedForByName(t *testing.T) {
	base, err := app.ParseBase("https://example.edu/espalier")
	if err != nil {
		t.Fatal(err)
	}
	_, plain := webtest.Serve(t)
	s := web.New(app.Config{Base: base})
	below := httptest.NewServer(s)
	t.Cleanup(below.Close)
	for path, want := range map[string]struct{ file, kind string }{
		"/favicon.ico":                      {"favicon.ico", "image/x-icon"},
		"/apple-touch-icon.png":             {"apple-touch-icon.png", "image/png"},
		"/apple-touch-icon-precomposed.png": {"apple-touch-icon.png", "image/png"},
		"/robots.txt":                       {"", "text/plain; charset=utf-8"},
	} {
		for _, url := range []string{plain.URL + path, below.URL + path, below.URL + "/espalier" + path} {
			resp, b := webtest.Get(t, url)
			if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != want.kind || resp.Header.Get("Cache-Control") != "public, max-age=86400" {
				t.Errorf("GET %s = %s %v", url, resp.Status, resp.Header)
			}
			if want.file == "" {
				continue
			}
			file, err := os.ReadFile(filepath.Join("..", "static", want.file))
			if err != nil || !bytes.Equal(b, file) {
				t.Errorf("GET %s is not static/%s, %v", url, want.file, err)
			}
			again, _ := webtest.Send(t, "GET", url, "", "If-None-Match", resp.Header.Get("ETag"))
			if again.StatusCode != http.StatusNotModified {
				t.Errorf("GET %s again = %s", url, again.Status)
			}
		}
	}
}

// TestRobotsAreKeptFromRoutes: each line of robots.txt names addresses that there are.
func TestRobotsAreKeptFromRoutes(t *testing.T) {
	s, ts := webtest.Serve(t)
	_, b := webtest.Get(t, ts.URL+"/robots.txt")
	agent, lines, _ := strings.Cut(strings.TrimSpace(string(b)), "\n")
	if agent != "User-agent: *" {
		t.Errorf("robots.txt begins with %q", agent)
	}
	count := 0
	for line := range strings.Lines(lines) {
		path, found := strings.CutPrefix(strings.TrimSpace(line), "Disallow: ")
		if !found {
			t.Errorf("what is %q?", line)
		}
		if path == "/*?" {
			continue
		}
		found = false
		err := chi.Walk(s.Routes(), func(_, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
			found = found || strings.HasPrefix(route, path)
			return nil
		})
		if count++; err != nil || !found {
			t.Errorf("%s is no route, %v", path, err)
		}
	}
	if count < 5 {
		t.Errorf("robots.txt has %d paths", count)
	}
}
