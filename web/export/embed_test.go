package export_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"

	"espalier/web/webtest"
)

func TestOnlyEmbedMayBeFramed(t *testing.T) {
	s, ts := webtest.Serve(t)
	home, _ := webtest.Get(t, ts.URL+"/")
	contentPolicy := home.Header.Get("Content-Security-Policy")
	if !strings.Contains(contentPolicy, "frame-ancestors 'none'") {
		t.Fatalf("the policy of / is %q", contentPolicy)
	}
	parameter := regexp.MustCompile(`\{[^}]*\}|\*`)
	tried := 0
	err := chi.Walk(s.Routes(), func(method, path string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		address := ts.URL + parameter.ReplaceAllString(path, "k1991-fig6")
		if path == "/embed" {
			address += "?figure=k1991-fig6"
		}
		r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader("{}"))
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			return err
		}
		resp.Body.Close()
		tried++
		policy, options := resp.Header.Get("Content-Security-Policy"), resp.Header.Get("X-Frame-Options")
		if path == "/embed" && method == "GET" {
			if !strings.Contains(policy, "frame-ancestors * file:") || options != "" || resp.StatusCode != http.StatusOK {
				t.Errorf("%s %s = %d with %q and X-Frame-Options %q, want a page for any frame", method, path, resp.StatusCode, policy, options)
			}
			if rest := strings.Replace(policy, "frame-ancestors * file:", "frame-ancestors 'none'", 1); rest != contentPolicy {
				t.Errorf("the policy of /embed is %q, want only the frame to differ from %q", policy, contentPolicy)
			}
			return nil
		}
		if policy != contentPolicy || options != "DENY" {
			t.Errorf("%s %s has the policy %q and X-Frame-Options %q, want %q and DENY", method, path, policy, options, contentPolicy)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if tried < 25 {
		t.Errorf("only %d routes were tried", tried)
	}
}

func TestEmbed(t *testing.T) {
	_, ts := webtest.Serve(t)
	resp, page := webtest.Get(t, ts.URL+"/embed?figure=k1991-fig6&algorithm=deep&v5=3,0,6&step=12&theme=projector")
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("/embed = %d: %s", resp.StatusCode, webtest.PageText(page))
	}
	for _, want := range []string{
		`<h1>Failure of deep pruning for three players</h1><p>Deep (unsound), f = (3, 0, 6)</p>`,
		`data-theme="projector"`, `id="n5" `, `step 12 of 22`, `<a class="full" href="/figures/k1991-fig6?algorithm=deep&amp;step=12&amp;v5=3%2C0%2C6" target="_blank" rel="noopener"`,
		// the form selects a step without scripts
		`<input type="hidden" name="figure" value="k1991-fig6">`, `<input type="hidden" name="algorithm" value="deep">`,
		`<input type="hidden" name="v5" value="3,0,6">`, `<input type="hidden" name="theme" value="projector">`, `name="step" value="13"`,
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the embedded player has no %s", want)
		}
	}
	for _, not := range []string{`name="ask"`, `id="bounds"`, `id="card"`, `class="top"`, "shell.js", `id="share"`} {
		if strings.Contains(string(page), not) {
			t.Errorf("the embedded player has %s, want the player alone", not)
		}
	}
	for query, want := range map[string]string{
		"text=" + url.QueryEscape(webtest.Korf6):         "/tree?",
		"text=" + url.QueryEscape(webtest.Korf6+"# one"): "/tree?",
	} {
		if _, page := webtest.Get(t, ts.URL+"/embed?"+query); !strings.Contains(string(page), `href="`+want) {
			t.Errorf("/embed?%s has no link to %s", query, want)
		}
	}
}

// invalidDetachedRuns are addresses of runs that cannot be exported.
var invalidDetachedRuns = []struct {
	query, says string
	status      int
}{
	{"", "a tree is missing", 422},
	{"figure=k1991-fig66", "there is no figure", 404},
	{"figure=k1991-fig6&algorithm=depp", "there is no algorithm", 422},
	{"figure=k1991-fig6&algorithm=alphabeta", "two players", 422},
	{"figure=k1991-fig6&v5=1,2", "v5", 422},
	{"figure=k1991-fig6&v5=9,9,9", "maxsum", 422},
	{"figure=k1991-fig6&theme=pink", "theme", 422},
	{"figure=k1991-fig6&nonsense=1", "no such parameter", 422},
	{"text=1%5B", "text", 422},
	{"saved=aaaaaaaaaaaaaaaaaaaaaaaaaa", "", 0},
}

func TestInvalidDetachedRunsAreRejected(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, path := range []string{"/embed", "/handout", "/export/run.html"} {
		for _, c := range invalidDetachedRuns {
			if path != "/embed" && strings.Contains(c.query, "theme") {
				continue // it says nothing there
			}
			resp, page := webtest.Get(t, ts.URL+path+"?"+c.query)
			if c.status != 0 && resp.StatusCode != c.status || resp.StatusCode < 400 || resp.StatusCode == 500 {
				t.Errorf("%s?%s = %d, want %d", path, c.query, resp.StatusCode, c.status)
			}
			if !strings.Contains(webtest.PageText(page), c.says) {
				t.Errorf("%s?%s says %q, want a word of %q", path, c.query, webtest.PageText(page), c.says)
			}
			if got := resp.Header.Get("Content-Disposition"); got != "" {
				t.Errorf("%s?%s is refused as the file %q", path, c.query, got)
			}
		}
	}
}

// An invalid tree is rejected.
func TestDetachedRunOfSavedTreeHasNoKey(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	tree := webtest.MakeTree(t, ts, `{"text":"players 3 maxsum 9 a: 1[ b: (5,2,2) c: (1,8,0) ]"}`)
	for _, saved := range []string{tree.ID, tree.Key} {
		for _, path := range []string{"/embed", "/handout", "/export/run.html"} {
			resp, page := webtest.Get(t, ts.URL+path+"?saved="+saved+"&algorithm=shallow&revision=1")
			if resp.StatusCode != http.StatusOK || strings.Contains(string(page), tree.Key) {
				t.Errorf("%s of a saved tree = %d and has the key: %v", path, resp.StatusCode, strings.Contains(string(page), tree.Key))
			}
			if want := `href="/t/` + tree.ID + `?algorithm=shallow&amp;revision=1"`; path != "/export/run.html" && !strings.Contains(string(page), want) {
				t.Errorf("%s of a saved tree has no %s", path, want)
			}
		}
	}
	webtest.Post(t, ts.URL+"/api/v1/trees/"+tree.Key+"/edits", `{"edit":{"op":"set","nodes":[2],"value":[9,9,9]}}`)
	for _, path := range []string{"/embed", "/handout", "/export/run.html"} {
		if resp, page := webtest.Get(t, ts.URL+path+"?saved="+tree.ID); resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(webtest.PageText(page), "maxsum") {
			t.Errorf("%s of a tree with a fault = %d: %s, want 422 and the fault", path, resp.StatusCode, webtest.PageText(page))
		}
		if resp, _ := webtest.Get(t, ts.URL+path+"?saved="+tree.ID+"&revision=1"); resp.StatusCode != http.StatusOK {
			t.Errorf("%s of the revision before = %d, want 200", path, resp.StatusCode)
		}
	}
}
