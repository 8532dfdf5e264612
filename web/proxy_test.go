package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/gorilla/websocket"

	"espalier/trees/treetest"
	"espalier/web"
	"espalier/web/app"
	"espalier/web/treestore"
)

const prefix = "/espalier"

// behindProxy starts a server behind a reverse proxy that serves it below the
// prefix, and nothing elsewhere. strip: the proxy removes the prefix. The proxy does
// not pass the Host on. It collects what is asked for outside of the prefix.
func behindProxy(t *testing.T, strip bool) (base string, outside func() []string) {
	var mu sync.Mutex
	var missed []string
	var inner *url.URL
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, prefix+"/") {
			mu.Lock()
			missed = append(missed, r.URL.Path)
			mu.Unlock()
			http.NotFound(w, r)
			return
		}
		(&httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
			p.SetURL(inner)
			p.SetXForwarded()
			if strip {
				p.Out.URL.Path, p.Out.URL.RawPath = strings.TrimPrefix(p.Out.URL.Path, prefix), strings.TrimPrefix(p.Out.URL.RawPath, prefix)
			}
		}}).ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	b, err := app.ParseBase(proxy.URL + prefix + "/")
	if err != nil {
		t.Fatal(err)
	}
	library, err := treestore.Open(treestore.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	s := web.New(app.Config{Base: b, Library: library, Hosts: []string{}})
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(context.Background())
		ts.Close()
		library.Close()
	})
	inner, _ = url.Parse(ts.URL)
	return proxy.URL + prefix, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return missed
	}
}

var addresses = regexp.MustCompile(`\s(?:href|src|action|formaction|data-base)="([^"#][^"]*)"`)

// TestBehindProxy: below a prefix every page, asset, redirect, answer and websocket
// works, whether the proxy passes the prefix on or not.
func TestBehindProxy(t *testing.T) {
	for _, strip := range []bool{false, true} {
		t.Run(fmt.Sprintf("stripped=%v", strip), func(t *testing.T) {
			base, outside := behindProxy(t, strip)
			var made struct{ Key, ID, Edit, Read string }
			resp, err := http.Post(base+"/api/v1/trees", "application/json", strings.NewReader(`{"text":"players 3 maxsum 9 1[ (5,2,2) ? ]"}`))
			if err != nil || resp.StatusCode != 201 {
				t.Fatalf("POST trees = %v, %v", resp, err)
			}
			json.NewDecoder(resp.Body).Decode(&made)
			resp.Body.Close()
			for _, at := range []string{made.Edit, made.Read, resp.Header.Get("Location")} {
				if !strings.HasPrefix(at, prefix+"/") {
					t.Errorf("a new tree is at %q, want that below %s", at, prefix)
				}
			}

			origin := strings.TrimSuffix(base, prefix)
			pages := []string{base + "/", origin + made.Edit, origin + made.Read, base + "/tree?text=players+2+1[(1,2)+(2,1)]", base + "/figures/k1991-fig6?algorithm=deep&step=12",
				base + "/lockstep?figure=k1991-fig6&a=maxn&b=deep", base + "/embed?figure=k1991-fig6", base + "/handout?figure=k1991-fig6", base + "/share?figure=k1991-fig6",
				base + "/counterexamples", base + "/no-such-page", base + "/trees", base + "/edit", base + "/api"}
			seen := map[string]bool{}
			for _, page := range pages {
				for _, at := range linksOf(t, page) {
					if strings.HasPrefix(at, "data:") || seen[at] {
						continue
					}
					seen[at] = true
					if treetest.RaceDetector && len(seen)%4 > 0 {
						continue // TestPagesTogether asks for every page
					}
					resp, err := http.Get(at)
					if err != nil {
						t.Fatal(err)
					}
					resp.Body.Close()
					if resp.StatusCode == 404 || resp.StatusCode >= 500 {
						t.Errorf("%s leads to %s: %s", page, at, resp.Status)
					}
				}
			}
			if len(seen) < 100 {
				t.Errorf("%d addresses were found, want more than a hundred", len(seen))
			}

			noFollow := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
			for _, at := range []string{"/edit", strings.TrimPrefix(made.Edit, prefix)} {
				r, _ := http.NewRequest("POST", base+at, strings.NewReader(url.Values{"text": {"players 2 1[ (1,2) ]"}}.Encode()))
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				r.Header.Set("Origin", origin) // the Host that the server sees is another one
				resp, err := noFollow.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				resp.Body.Close()
				if to := resp.Header.Get("Location"); resp.StatusCode != 303 || !strings.HasPrefix(to, prefix+"/edit/") {
					t.Errorf("POST %s: %s to %q", at, resp.Status, to)
				}
			}
			resp, err = noFollow.Get(origin + made.Edit + "?mode=play")
			if err != nil || !strings.HasPrefix(resp.Header.Get("Location"), made.Read) {
				t.Errorf("mode=play: %v, %v", resp, err)
			}

			socket := "ws" + strings.TrimPrefix(base, "http") + "/ws"
			ws, _, err := websocket.DefaultDialer.Dial(socket, http.Header{"Origin": {origin}})
			if err != nil {
				t.Fatalf("the websocket of a page: %v", err)
			}
			defer ws.Close()
			ws.WriteJSON(map[string]any{"type": "open", "id": "d", "saved": made.ID})
			var draft struct{ Type string }
			if err := ws.ReadJSON(&draft); err != nil || draft.Type != "draft" {
				t.Errorf("the first message is %+v, %v", draft, err)
			}
			if _, resp, err := websocket.DefaultDialer.Dial(socket, http.Header{"Origin": {"https://evil.example"}}); err == nil || resp.StatusCode != 403 {
				t.Errorf("the websocket of another origin: %v", err)
			}

			resp, err = http.Get(base + "/api/v1/openapi.json")
			if err != nil {
				t.Fatal(err)
			}
			var doc struct{ Servers []struct{ URL string } }
			json.NewDecoder(resp.Body).Decode(&doc)
			resp.Body.Close()
			if len(doc.Servers) != 1 || doc.Servers[0].URL != base {
				t.Errorf("the description names the servers %v, want %s", doc.Servers, base)
			}
			if missed := outside(); len(missed) > 0 {
				t.Errorf("asked for outside of %s: %q", prefix, missed)
			}
		})
	}
}

// linksOf returns the addresses of all links, scripts, styles, pictures and GET forms
// of a page.
func linksOf(t *testing.T, page string) (found []string) {
	resp, err := http.Get(page)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	at, _ := url.Parse(page)
	for _, m := range addresses.FindAllStringSubmatch(string(b), -1) {
		to, err := at.Parse(html.UnescapeString(m[1]))
		if err != nil {
			t.Errorf("%s has the address %q: %v", page, m[1], err)
			continue
		}
		if strings.HasSuffix(to.Path, prefix) { // data-base, which scripts use as a prefix
			to.Path += "/"
		}
		found = append(found, to.String())
	}
	return found
}

// A script that names a path of the server must put it below the prefix.
func TestScriptsUsePrefix(t *testing.T) {
	paths := regexp.MustCompile("[\"'`]/(api|edit|tree|trees|t|figures|share|embed|handout|export|lockstep|counterexamples|exhibits|notation|algorithms|ws|static)[/?\"'`$]")
	root := os.DirFS("../static")
	lines := 0
	err := fs.WalkDir(root, "js", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".js" {
			return err
		}
		text, err := fs.ReadFile(root, name)
		for i, line := range strings.Split(string(text), "\n") {
			if !paths.MatchString(line) {
				continue
			}
			if lines++; !strings.Contains(line, "under(") {
				t.Errorf("static/%s:%d names a path of the server without under() of shared/base.js: %s", name, i+1, strings.TrimSpace(line))
			}
		}
		return err
	})
	if err != nil || lines < 10 {
		t.Errorf("%d lines with a path were found (%v)", lines, err)
	}
}

func TestBaseIsParsed(t *testing.T) {
	for text, want := range map[string]string{
		"https://example.edu/espalier/": "https://example.edu /espalier", "http://example.edu:8080": "http://example.edu:8080 ", "https://example.edu/a/b": "https://example.edu /a/b",
		"example.edu/espalier": "", "/espalier": "", "ftp://example.edu": "", "https://me@example.edu/": "", "https://example.edu/?a": "", `https://example.edu/a"b`: "", "https://example.edu/../a": "",
		"https://Example.edu:443/a": "https://example.edu /a", "http://example.edu:80": "http://example.edu ", "https://example.edu:80": "https://example.edu:80 ", "https://éxample.edu": "",
	} {
		b, err := app.ParseBase(text)
		if got := b.Origin + " " + b.Prefix; (err != nil) != (want == "") || err == nil && got != want {
			t.Errorf("ParseBase(%q) = %q, %v; want %q", text, got, err, want)
		}
	}
	s := web.New(app.Config{})
	for at, want := range map[string]bool{"/trees": true, "/api": true, "/espalier": false, "": false, "/static/x": true, "/tre": false} {
		if s.HasPath(at) != want {
			t.Errorf("HasPath(%q) = %v", at, !want)
		}
	}
}
