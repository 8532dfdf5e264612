package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// serveAt starts a server with a library, which clients reach under an address; empty: its own.
func serveAt(t *testing.T, address string) *httptest.Server {
	t.Helper()
	c := app.Config{}
	var err error
	if address != "" {
		if c.Base, err = app.ParseBase(address); err != nil {
			t.Fatal(err)
		}
	}
	if c.Library, err = treestore.Open(treestore.Config{Dir: t.TempDir()}); err != nil {
		t.Fatal(err)
	}
	s := web.New(c)
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(context.Background())
		ts.Close()
		c.Library.Close()
	})
	return ts
}

// The cookie of a presenter is for this server alone, and is sent by https alone where
// clients reach the server by it.
func TestPresentersCookieFollowsBaseURL(t *testing.T) {
	for _, c := range []struct {
		address, scheme, path string
		secure                bool
	}{
		{"https://example.edu/espalier", "", "/espalier", true},
		{"https://example.edu", "", "/", true},
		{"http://example.edu:8080/a/b", "https", "/a/b", false}, // -base-url counts, and no header
		{"", "", "/", false},
		{"", "https", "/", true},
	} {
		ts := serveAt(t, c.address)
		_, b := webtest.Post(t, ts.URL+"/api/v1/rooms", `{"show":{"figure":"k1991-fig6","algorithm":"deep"}}`)
		var room struct{ Code, Key string }
		if err := json.Unmarshal(b, &room); err != nil || room.Key == "" {
			t.Fatalf("%v: %s", err, b)
		}
		resp, _ := webtest.Send(t, "GET", ts.URL+"/present/"+room.Key, "", "X-Forwarded-Proto", c.scheme)
		cookies := resp.Cookies()
		if len(cookies) != 1 {
			t.Fatalf("%s: %s, %d cookies", c.address, resp.Status, len(cookies))
		}
		if got := cookies[0]; got.Path != c.path || got.Secure != c.secure || !got.HttpOnly || got.SameSite != http.SameSiteStrictMode {
			t.Errorf("under %q by %q the cookie has path %q, Secure %v; want %q, %v: %v", c.address, c.scheme, got.Path, got.Secure, c.path, c.secure, got)
		}
	}
}

// Where clients reach the server under an address, only pages of that origin may change
// something or connect; else those of the same host, and of https where that is known.
func TestAllowedOriginFollowsBaseURL(t *testing.T) {
	type origin struct {
		of    string
		right bool
	}
	for _, c := range []struct {
		address, scheme string
		origins         []origin
	}{
		{"https://example.edu/espalier", "", []origin{{"https://example.edu", true}, {"http://example.edu", false}, {"https://example.edu:8443", false}, {"https://www.example.edu", false}, {"null", false}, {"", true}}},
		{"https://Example.edu:443", "", []origin{{"https://example.edu", true}, {"http://example.edu", false}}},
		{"http://example.edu", "https", []origin{{"http://example.edu", true}, {"https://example.edu", false}}},
		{"", "", []origin{{"http://example.edu", true}, {"https://example.edu", true}, {"ftp://example.edu", false}, {"https://evil.example", false}, {"null", false}, {"", true}}},
		{"", "https", []origin{{"https://example.edu", true}, {"http://example.edu", false}}},
	} {
		ts := serveAt(t, c.address)
		for _, o := range c.origins {
			r, err := http.NewRequest("POST", ts.URL+"/api/v1/parse", strings.NewReader(`{"text":"players 1 1[ (1) ]"}`))
			if err != nil {
				t.Fatal(err)
			}
			header := http.Header{"X-Forwarded-Proto": {c.scheme}, "Host": {"example.edu"}}
			if o.of != "" {
				header.Set("Origin", o.of)
			}
			r.Header, r.Host = header, "example.edu"
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			b := string(webtest.Read(t, resp))
			if o.right != (resp.StatusCode == 200) || !o.right && resp.StatusCode != 403 {
				t.Errorf("under %q by %q a POST with Origin %q: %s %s", c.address, c.scheme, o.of, resp.Status, b)
			}
			ws, refused, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(ts.URL, "http")+"/ws", header)
			if o.right != (err == nil) {
				t.Errorf("under %q by %q a websocket with Origin %q: %v", c.address, c.scheme, o.of, err)
			}
			if err == nil {
				ws.Close()
			} else if refused == nil || refused.StatusCode != 403 {
				t.Errorf("the websocket with Origin %q: %v, %v", o.of, err, refused)
			}
		}
	}
	// What a browser says of itself is not enough: the server may be reached in two ways.
	ts := serveAt(t, "https://example.edu")
	resp, b := webtest.Send(t, "POST", ts.URL+"/api/v1/parse", `{}`, "Origin", ts.URL, "Sec-Fetch-Site", "same-origin")
	webtest.CheckProblem(t, resp, b, 403, "", "only pages of https://example.edu and programs")
	// What changes nothing is answered, whatever its Origin is.
	if resp, _ := webtest.Send(t, "GET", ts.URL+"/api/v1/figures", "", "Origin", "http://evil.example"); resp.StatusCode != 200 {
		t.Errorf("a GET from another origin: %s", resp.Status)
	}
}
