package theorems_test

import (
	"bufio"
	"context"
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"espalier/web/webtest"
)

var (
	theoremLink = regexp.MustCompile(`data-theorem="([^"]+)"`)
	dropped     = regexp.MustCompile(`name="drop" value="([^"]+)"`)
	hrefs       = regexp.MustCompile(`href="(/[^"]*)"`)
)

// TestPages reads the page of each theorem as a client without scripts does: the claim
// holds with all conditions, and fails without any that can be dropped, on a tree that can be
// opened where it is a document.
func TestPages(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, course := webtest.Get(t, ts.URL+"/learn")
	if !strings.Contains(string(course), `href="/learn/theorems"`) {
		t.Error("the course does not lead to the theorems")
	}
	_, list := webtest.Get(t, ts.URL+"/learn/theorems")
	seen := map[string]bool{}
	for _, m := range theoremLink.FindAllStringSubmatch(string(list), -1) {
		path := "/learn/theorems/" + m[1]
		page := get(t, ts.URL+path)
		for _, way := range hrefs.FindAllStringSubmatch(page, -1) {
			href := html.UnescapeString(way[1])
			if seen[href] || strings.HasPrefix(href, "/static/") {
				continue
			}
			seen[href] = true
			get(t, ts.URL+href)
		}
		if !strings.Contains(page, `id="try"`) {
			if strings.Contains(page, "“Try to break it”") {
				t.Errorf("%s names a part that it has not", path)
			}
			continue
		}
		if !strings.Contains(get(t, ts.URL+path+"?seed=7"), "<b>It holds.</b>") {
			t.Errorf("%s does not hold", path)
		}
		for _, d := range dropped.FindAllStringSubmatch(page, -1) {
			broken := get(t, ts.URL+path+"?seed=7&drop="+d[1])
			if !strings.Contains(broken, "<b>It fails.</b>") {
				t.Errorf("%s does not fail without %s", path, d[1])
			}
			for _, open := range regexp.MustCompile(`href="(/tree\?[^"]*)">Open it as a run`).FindAllStringSubmatch(broken, -1) {
				if opened := get(t, ts.URL+html.UnescapeString(open[1])); !strings.Contains(opened, `class="notice" role="status" hidden`) {
					t.Errorf("%s without %s: the tree opens with a notice", path, d[1])
				}
			}
			// The stream ends with what the page has.
			_, b := webtest.Get(t, ts.URL+path+"/tries?seed=7&drop="+d[1])
			lines := strings.Split(strings.TrimSpace(string(b)), "\n")
			var last struct {
				Failed bool
				Markup string
			}
			if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || !last.Failed || !strings.Contains(broken, last.Markup) {
				t.Errorf("%s: the last line without %s is %s, %v", path, d[1], lines[len(lines)-1], err)
			}
		}
	}
	if len(seen) < 5 {
		t.Errorf("%d ways on, want more", len(seen))
	}
	for _, c := range []struct {
		path string
		want string
	}{
		{"/learn/theorems/shallow-is-right?drop=nothing", "not a condition of this claim that you can drop"},
		{"/learn/theorems/shallow-is-right?seed=-1", "not a whole number"},
		{"/learn/theorems/shallow-is-right?sed=1", "no such parameter"},
	} {
		if page := html.UnescapeString(get(t, ts.URL+c.path)); !strings.Contains(page, c.want) {
			t.Errorf("%s does not say %q", c.path, c.want)
		}
	}
	for path, status := range map[string]int{"/learn/theorems/none": 404, "/learn/theorems/none/tries": 404, "/learn/theorems/shallow-is-right/tries?drop=x": 422} {
		if resp, _ := webtest.Get(t, ts.URL+path); resp.StatusCode != status {
			t.Errorf("%s: %d, want %d", path, resp.StatusCode, status)
		}
	}
}

func get(t *testing.T, url string) string {
	t.Helper()
	resp, b := webtest.Get(t, url)
	if resp.StatusCode != 200 {
		t.Errorf("%s: %d", url, resp.StatusCode)
	}
	return string(b)
}

// TestTriesStop checks that the server stops to try trees when the page goes.
func TestTriesStop(t *testing.T) {
	server, ts := webtest.Serve(t)
	ctx, cancel := context.WithCancel(context.Background())
	request, _ := http.NewRequestWithContext(ctx, http.MethodGet, ts.URL+"/learn/theorems/general-bound/tries?seed=1", nil)
	resp, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(resp.Body).ReadString('\n'); err != nil || !strings.HasPrefix(line, `{"tries":`) {
		t.Fatalf("the first line is %q, %v", line, err)
	}
	if _, large := server.Searches(); large != 1 {
		t.Errorf("%d searches are under way, want 1", large)
	}
	cancel()
	webtest.Eventually(t, 20*time.Second, func() bool {
		_, large := server.Searches()
		return large == 0
	}, "trees are tried for a page that has gone")
}

// TestSamples: each sample has other random trees, so another table.
func TestSamples(t *testing.T) {
	_, ts := webtest.Serve(t)
	table := regexp.MustCompile(`(?s)<section class="measured".*?</table>`)
	for _, id := range []string{"average-case", "n-levels", "node-ordering", "star-savings"} {
		path := ts.URL + "/learn/theorems/" + id
		page := get(t, path)
		link := regexp.MustCompile(`href="([^"#]*)#measured">Measure other trees`).FindStringSubmatch(page)
		if link == nil {
			t.Fatalf("%s has no link to other trees", id)
		}
		first, second := table.FindString(page), table.FindString(get(t, ts.URL+html.UnescapeString(link[1])))
		if first == "" || second == "" || first == second {
			t.Errorf("%s: two samples have the same table, or none", id)
		}
		if again := table.FindString(get(t, path+"?sample=1")); again != first {
			t.Errorf("%s: the page begins with another sample than the first", id)
		}
		if resp, _ := webtest.Get(t, path+"?sample=100"); resp.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s: sample 100 is %s", id, resp.Status)
		}
	}
	if strings.Contains(get(t, ts.URL+"/learn/theorems/number-of-nodes"), "Measure other trees") {
		t.Error("an exact table has other trees")
	}
}
