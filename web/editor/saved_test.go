package editor_test

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"espalier/trees/treetest"
	"espalier/web/play"
	"espalier/web/webtest"
)

// links are the addresses on a page.
func links(page []byte) (list []string) {
	for _, m := range regexp.MustCompile(`(?:href|action|data-newest)="([^"]*)"`).FindAllSubmatch(page, -1) {
		list = append(list, html.UnescapeString(string(m[1])))
	}
	return list
}

func TestEditPages(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, `{"figure":"k1991-fig6"}`)
	for path, want := range map[string][]string{
		"/edit":                            {`id="dn1"`, `data-source="{&#34;empty&#34;:true}"`},
		"/edit?figure=k1991-fig6&v5=3,0,6": {`data-value="[3,0,6]"`, `data-source="{&#34;tree&#34;:`},
		"/edit?text=" + url.QueryEscape(webtest.Korf6):              {`data-value="[6,1,2]"`, `/tree?`},
		"/edit?text=players+3+1%5B":                                 {"players 3 1[", `&#34;typedFault&#34;:{`, "&#34;op&#34;:&#34;text&#34;"},
		"/edit?text=" + url.QueryEscape("players 2 1[(5,2) (3,9)]"): {`data-maxsum="12"`},
		"/edit?saved=" + m.ID:                                       {`data-value="[6,1,2]"`},
		"/edit?figure=none":                                         {"there is no figure"},
		"/edit?figure=k1991-fig6&algorithm=fly":                     {"there is no algorithm"},
		m.Edit:                                                      {`data-key="` + m.Key, `href="` + m.Read + `">Play`, "Failure of deep pruning"},
		m.Edit + "?mode=play&algorithm=deep&step=3":                 {`data-step="3"`, `aria-current="page"`, "deep"},
		m.Read + "?algorithm=deep&step=3":                           {`data-step="3"`, "/edit?algorithm=deep"},
		m.Read + "?revision=1":                                      {"This is revision 1"},
		"/figures/k1991-fig6":                                       {"/edit?"},
		"/tree?text=" + url.QueryEscape(webtest.Korf6):              {"/edit?"},
	} {
		resp, b := webtest.Get(t, ts.URL+path)
		if resp.StatusCode != 200 {
			t.Errorf("GET %s = %s", path, resp.Status)
		}
		for _, w := range want {
			if !strings.Contains(string(b), w) {
				t.Errorf("GET %.60s does not say %q", path, w)
			}
		}
	}
	for path, want := range map[string]int{
		"/edit/" + m.ID: 403, "/t/" + m.Key: 404, "/edit/none": 404, "/t/none": 404,
		m.Read + "?revision=9": 404, m.Read + "?revision=x": 422,
	} {
		if resp, _ := webtest.Get(t, ts.URL+path); resp.StatusCode != want {
			t.Errorf("GET %s = %s, want %d", path, resp.Status, want)
		}
	}
}

// TestPlayHasNoEditKey: the links from the editor to the run lead to the read-only
// address and keep what is played and where; so does the address that had the key.
func TestPlayHasNoEditKey(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, `{"figure":"k1991-fig6"}`)
	const view = "algorithm=deep&step=5&v5=3%2C0%2C6"
	_, b := webtest.Get(t, ts.URL+m.Edit+"?"+view)
	runs := 0
	for _, l := range links(b) {
		if strings.Contains(l, m.Key) && strings.Contains(l, "algorithm") {
			t.Errorf("a link to a run has the key: %s", l)
		}
		if strings.HasPrefix(l, m.Read+"?") {
			runs++
		}
	}
	if runs < 10 || !slices.Contains(links(b), m.Read+"?"+view) {
		t.Errorf("%d links to runs, want Play and those of the results, with %s", runs, view)
	}
	resp, b := webtest.Get(t, ts.URL+m.Edit+"?mode=play&"+view)
	if got := resp.Request.URL; got.Path != m.Read || got.RawQuery != view || strings.Contains(string(b), m.Key) {
		t.Errorf("the old address of a run leads to %s", got)
	}
}

// TestReadOnlyPageHasNoEditKey: no page, picture or answer for readers has the key.
func TestReadOnlyPageHasNoEditKey(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	webtest.Post(t, ts.URL+"/api/v1/trees/"+m.Key+"/edits", `{"edit":{"op":"set","nodes":[2],"value":[9,9,9]}}`)
	seen := map[string]bool{}
	for _, path := range []string{m.Read, m.Read + "?revision=1&step=2", "/edit?saved=" + m.Key, "/edit?saved=" + m.ID,
		"/api/v1/trees/" + m.ID, "/api/v1/trees/" + m.ID + "/revisions", "/export/tree.json?saved=" + m.Key, "/handout?revision=1&saved=" + m.Key} {
		resp, b := webtest.Get(t, ts.URL+path)
		if strings.Contains(string(b), m.Key) {
			t.Errorf("GET %s = %s and has the key", path, resp.Status)
		}
		for _, l := range links(b) {
			seen[l] = true
		}
	}
	if len(seen) < 10 {
		t.Errorf("only %d links were looked at", len(seen))
	}
}

// TestSavedSideBySide: a saved tree is played side by side, by its read-only
// id, also from the pages of its key.
func TestSavedSideBySide(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, `{"figure":"k1991-fig6"}`)
	for _, path := range []string{m.Read + "?algorithm=deep", m.Edit + "?mode=play&algorithm=deep"} {
		_, b := webtest.Get(t, ts.URL+path)
		there := ""
		for _, l := range links(b) {
			if strings.HasPrefix(l, "/lockstep?") {
				there = l
			}
		}
		resp, b := webtest.Get(t, ts.URL+there)
		if resp.StatusCode != 200 || !strings.Contains(string(b), "Failure of deep pruning") || !strings.Contains(there, "saved="+m.ID) || strings.Contains(string(b), m.Key) {
			t.Errorf("from %s to %q: %s", path, there, resp.Status)
		}
	}
	faulty := webtest.MakeTree(t, ts, `{"figure":"k1991-fig6","edits":[{"op":"set","nodes":[2],"value":[9,9,9]}]}`)
	if resp, b := webtest.Get(t, ts.URL+"/lockstep?saved="+faulty.ID); resp.StatusCode != 422 || !strings.Contains(string(b), "maxsum") {
		t.Errorf("side by side on a tree with a fault: %s", resp.Status)
	}
}

// TestCopyOfSaved: a copy has the notes and the faults of what it copies, and
// is made of the revision that the page showed.
func TestCopyOfSaved(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, `{"figure":"k1991-fig6","edits":[{"op":"set","nodes":[2],"value":[9,9,9]},{"op":"notes","text":"of mine"}]}`)
	_, b := webtest.Get(t, ts.URL+"/edit?saved="+m.ID)
	source := regexp.MustCompile(`data-source="([^"]*)"`).FindSubmatch(b)
	if source == nil {
		t.Fatal("the page has no source")
	}
	webtest.Post(t, ts.URL+"/api/v1/trees/"+m.Key+"/edits", `{"edit":{"op":"notes","text":"changed"}}`)
	made := webtest.MakeTree(t, ts, html.UnescapeString(string(source[1])))
	_, b = webtest.Get(t, ts.URL+"/api/v1/trees/"+made.ID)
	if made.ID == m.ID || len(made.Faults) == 0 || !strings.Contains(string(b), `"notes":"of mine"`) {
		t.Errorf("the copy by %s is %.300s", source[1], b)
	}
}

// TestReadOnlyPageOfInvalidTree: a tree that breaks a limit is shown, and not searched.
func TestReadOnlyPageOfInvalidTree(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, `{"figure":"k1991-fig6","edits":[{"op":"set","nodes":[2],"value":[9,9,9]}]}`)
	for _, path := range []string{m.Read, m.Edit + "?mode=play", m.Edit} {
		resp, b := webtest.Get(t, ts.URL+path)
		if resp.StatusCode != 200 || !strings.Contains(string(b), "maxsum") || !strings.Contains(string(b), "(9, 9, 9)") {
			t.Errorf("GET %s = %s, want the picture and what is wrong", path, resp.Status)
		}
		if strings.Contains(string(b), "root.children") || !strings.Contains(string(b), "<i>b</i>") {
			t.Errorf("GET %s does not call the node b", path)
		}
		if played := strings.Contains(string(b), `id="sentence"`) || strings.Contains(string(b), `id="bounds"`); played {
			t.Errorf("GET %s has the panels of a run", path)
		}
	}
	if _, b := webtest.Get(t, ts.URL+m.Read); !strings.Contains(string(b), `<a href="/edit?saved=`+m.ID+`">Correct it`) {
		t.Error("the run has no link to the editor, where the tree can be corrected")
	}
	if resp, b := webtest.Get(t, ts.URL+"/handout?saved="+m.ID); resp.StatusCode != 422 || !strings.Contains(webtest.PageText(b), "b: the scores add up to 27") {
		t.Errorf("the handout = %s: %s", resp.Status, webtest.PageText(b))
	}
}

// TestCopyRetainsTitle: a copy of a figure is called as the figure is.
func TestCopyRetainsTitle(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const want = "Speculative pruning of a maxⁿ tree"
	for _, path := range []string{"/edit?figure=s2003-fig6", webtest.MakeTree(t, ts, `{"figure":"s2003-fig6"}`).Read} {
		if _, b := webtest.Get(t, ts.URL+path); !strings.Contains(string(b), want) || strings.Contains(string(b), "a max^n tree") {
			t.Errorf("%s does not say %q, or says max^n", path, want)
		}
	}
}

// TestReadOnlyPageOfLargeTree: the page of a large tree names it, and what it names is played
// with the values of the page.
func TestReadOnlyPageOfLargeTree(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	tree := treetest.LabelledTree(t, 2*play.MaxPageTree)
	m := webtest.MakeTree(t, ts, `{"tree":`+string(tree.AppendJSON(nil))+`}`)
	leaf := 0
	for !tree.IsLeaf(leaf) {
		leaf++
	}
	_, b := webtest.Get(t, ts.URL+m.Read+"?algorithm=maxn&v"+strconv.Itoa(leaf)+"=1,2,3")
	request := regexp.MustCompile(`data-request="([^"]*)"`).FindSubmatch(b)
	if request == nil || len(request[1]) > 1000 {
		t.Fatalf("the page's request is %.300q", request)
	}
	resp, answer := webtest.Post(t, ts.URL+"/api/v1/trace", html.UnescapeString(string(request[1])))
	if want := fmt.Sprintf(`"type":"leaf","node":%d,"value":[1,2,3]`, leaf); resp.StatusCode != 200 || !strings.Contains(string(answer), want) {
		t.Errorf("the page's request gives %s, without %s: %.300s", resp.Status, want, answer)
	}
}
