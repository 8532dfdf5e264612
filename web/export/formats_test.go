package export_test

import (
	"bytes"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"espalier/trees"
	"espalier/trees/figures"
	"espalier/trees/treetest"
	"espalier/web/draw"
	"espalier/web/export"
	"espalier/web/play"
	"espalier/web/run"
	"espalier/web/webtest"
)

// download requests an export, and returns the response and the file name.
func download(t *testing.T, address string) (status int, header http.Header, body []byte, file string) {
	t.Helper()
	resp, b := webtest.Get(t, address)
	_, file, _ = strings.Cut(resp.Header.Get("Content-Disposition"), `attachment; filename="`)
	return resp.StatusCode, resp.Header, b, strings.TrimSuffix(file, `"`)
}

func TestExports(t *testing.T) {
	_, ts := webtest.Serve(t)
	awful := url.QueryEscape(`players 2 title "<script>/../ \\ \"" 1[ "<b>&": (1,2) (0,3) ]`)
	for _, c := range []struct {
		path   string
		status int
		mime   string
		file   string
		says   string
	}{
		{"tree.json?figure=k1991-fig6", 200, "application/json", "k1991-fig6.json", `"format":"espalier/tree/1"`},
		{"tree.json?figure=k1991-fig6&v5=3,0,6&step=9&algorithm=deep", 200, "application/json", "k1991-fig6.json", `"value":[3,0,6]`},
		{"tree.txt?figure=k1991-fig6", 200, "text/plain; charset=utf-8", "k1991-fig6.txt", "players 3"},
		{"tree.efg?figure=k1991-fig6", 200, "text/plain; charset=utf-8", "k1991-fig6.efg", "EFG 2 R"},
		{"picture.svg?figure=k1991-fig6&algorithm=deep&step=12&theme=dark", 200, "image/svg+xml", "k1991-fig6-step-12.svg", draw.Themes[1].Ground},
		{"tree.dot?figure=k1991-fig6", 200, "text/vnd.graphviz", "k1991-fig6.dot", "n0 -> n1;"},
		{"tree.mmd?figure=k1991-fig6", 200, "text/plain; charset=utf-8", "k1991-fig6.mmd", `n1(["b<br/>(5, 2, 2)"])`},
		{"tree.mmd?text=" + url.QueryEscape("kind path [ +1 . ]"), 422, "text/plain; charset=utf-8", "", "costs of edges and no values"},
		{"tree.nested.txt?figure=k1991-fig6", 200, "text/plain; charset=utf-8", "k1991-fig6.nested.txt", "[(5,2,2),[[(2,2,5),"},
		{"tree.children.json?figure=k1991-fig6", 200, "application/json", "k1991-fig6.children.json", `{"name":"a","player":1,"children":[{"name":"b","payoffs":[5,2,2]}`},
		{"tree.forest.tex?figure=k1991-fig6", 200, "application/x-tex", "k1991-fig6.forest.tex", "[{b: $(5,2,2)$}]"},
		{"tree.istgame.tex?figure=k1991-fig6", 200, "application/x-tex", "k1991-fig6.istgame.tex", `\istrooto(2)(0-2)[box]{c: P2}`},
		{"picture.tex?figure=k1991-fig6&algorithm=deep&step=12", 200, "application/x-tex", "k1991-fig6-step-12.tex", "% Deep pruning (unsound), step 12: "},
		{"trace.ndjson?figure=k1991-fig6&algorithm=deep", 200, "application/x-ndjson", "k1991-fig6-deep.ndjson", `"type":"start"`},
		{"tree.txt?text=" + awful, 200, "text/plain; charset=utf-8", "script.txt", `"<b>&"`},
		{"picture.svg?text=" + awful, 200, "image/svg+xml", "script.svg", "&lt;b&gt;"},
		{"tree.json?text=" + url.QueryEscape(`players 2 title "木" 1[ (1,2) ]`), 200, "application/json", "tree.json", "木"},
		// A long title does not displace the rest of the file name.
		{"picture.svg?step=3&text=" + url.QueryEscape(`players 2 title "木" 1[ (1,2) ]`), 200, "image/svg+xml", "tree-step-3.svg", "<svg"},
		{"run.html?text=" + url.QueryEscape(`players 2 title "`+strings.Repeat("x", 200)+`" 1[ (1,2) ]`), 200, "text/html; charset=utf-8", strings.Repeat("x", export.NameBytes) + "-maxn.html", "<html"},
		// Without a valid algorithm the tree is drawn without a run, as on its page.
		{"picture.svg?text=" + url.QueryEscape("players 3 1[ (1,2,3) ]") + "&algorithm=shallow&step=0", 200, "image/svg+xml", "a-tree-of-your-own.svg", "<svg"},
		{"picture.svg?text=" + url.QueryEscape("players 3 1[ (1,2,3) ]") + "&algorithm=shallow&step=3", 422, "text/plain; charset=utf-8", "", "maxsum"},
		{"picture.tex?figure=k1991-fig6&algorithm=deep&rest=1", 200, "application/x-tex", "k1991-fig6.tex", "(6, 1, 2)"},
		{"picture.tex?figure=k1991-fig6&algorithm=deep&rest=1&step=3", 422, "text/plain; charset=utf-8", "", "give rest or step, not both"},
		// Invalid requests.
		{"tree.nested.txt?text=" + url.QueryEscape("kind path [ +1 . ]"), 422, "text/plain; charset=utf-8", "", "costs of edges and no values"},
		{"tree.nested.txt?text=" + url.QueryEscape("kind minimax min[ 3 ]"), 422, "text/plain; charset=utf-8", "", "at the root Min moves"},
		{"tree.forest.tex?text=" + url.QueryEscape("players 1 1[ (1) (2) ]"), 422, "text/plain; charset=utf-8", "", "a tree of one player"},
		{"tree.istgame.tex?text=" + url.QueryEscape("players 2 (1,2)"), 422, "text/plain; charset=utf-8", "", "a root with branches"},
		{"tree.efg?text=" + url.QueryEscape("kind path [ +1 . ]"), 422, "text/plain; charset=utf-8", "", "costs of edges and no payoffs"},
		{"tree.efg?text=" + url.QueryEscape("players 2 1[ ? (1,2) ]"), 422, "text/plain; charset=utf-8", "", "unknown"},
		{"trace.ndjson?text=" + url.QueryEscape("players 3 1[ (1,2,3) ]") + "&algorithm=shallow", 422, "text/plain; charset=utf-8", "", "maxsum"},
		{"picture.svg?figure=k1991-fig6&theme=pink", 422, "text/plain; charset=utf-8", "", trees.InWords(draw.ThemeNames())},
		{"picture.tex?figure=k1991-fig6&step=1000", 422, "text/plain; charset=utf-8", "", "the steps of this run are 0 to "},
		{"tree.json?figure=k1991-fig6&v5=9,9,9", 422, "text/plain; charset=utf-8", "", "maxsum"},
		{"tree.json?figure=none", 404, "text/plain; charset=utf-8", "", "no figure"},
		{"tree.json", 422, "text/plain; charset=utf-8", "", "a tree is missing"},
		{"tree.gif?figure=k1991-fig6", 404, "text/plain; charset=utf-8", "", export.Names()},
	} {
		status, header, body, file := download(t, ts.URL+"/export/"+c.path)
		if status != c.status || header.Get("Content-Type") != c.mime || file != c.file {
			t.Errorf("GET /export/%s = %d %q as %q, want %d %q as %q: %.200s", c.path, status, header.Get("Content-Type"), file, c.status, c.mime, c.file, body)
		}
		if !bytes.Contains(body, []byte(c.says)) {
			t.Errorf("GET /export/%s = %.300s, want it to say %q", c.path, body, c.says)
		}
	}
}

// Every format that can hold a tree returns an equal tree.
func TestExportsRoundTrip(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, f := range figures.All() {
		if f.Tree == nil {
			continue
		}
		want := run.FigureTree(f)
		_, _, doc, _ := download(t, ts.URL+"/export/tree.json?figure="+f.ID)
		if got, err := trees.ReadJSON(doc); err != nil || got.Text() != want.Text() {
			t.Errorf("%s as JSON = %v, want the figure's tree", f.ID, err)
		}
		_, _, text, _ := download(t, ts.URL+"/export/tree.txt?figure="+f.ID)
		if got, err := trees.ReadText(string(text)); err != nil || got.Text() != want.Text() {
			t.Errorf("%s as text = %v, want the figure's tree", f.ID, err)
		}
		_, _, picture, _ := download(t, ts.URL+"/export/picture.svg?figure="+f.ID)
		treetest.WellFormed(t, f.ID, picture)
	}
}

func TestExportedTraceEqualsAPI(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, c := range []struct{ query, body string }{
		{"figure=k1991-fig6&algorithm=deep&v5=3,0,6&step=4", webtest.Body(`"figure":"k1991-fig6"`, "deep", `,"values":{"5":[3,0,6]}`)},
		{"text=" + url.QueryEscape(webtest.Korf6) + "&algorithm=paranoid&depth=", webtest.TextBody("paranoid", "")},
		{"text=" + url.QueryEscape("players 2 1[ (1,2) 2[ ? (0,1) ] ]") + "&algorithm=maxn", webtest.Body(`"text":"players 2 1[ (1,2) 2[ ? (0,1) ] ]"`, "maxn", "")},
	} {
		_, got := webtest.Get(t, ts.URL+"/export/trace.ndjson?"+c.query)
		_, want := webtest.Post(t, ts.URL+"/api/v1/trace", c.body)
		if !bytes.Equal(got, want) || len(got) == 0 {
			t.Errorf("GET /export/trace.ndjson?%s = %d bytes, POST /api/v1/trace gives %d:\n%.300s", c.query, len(got), len(want), got)
		}
	}
}

func TestExportErrorsAreHTML(t *testing.T) {
	_, ts := webtest.Serve(t)
	r, err := http.NewRequest("GET", ts.URL+"/export/tree.efg?text="+url.QueryEscape("kind path [ +1 . ]"), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var b bytes.Buffer
	b.ReadFrom(resp.Body)
	if resp.StatusCode != 422 || !strings.Contains(b.String(), "<h1") || !strings.Contains(b.String(), "no payoffs") {
		t.Errorf("a browser gets %d %.300s, want a page that says why", resp.StatusCode, b.String())
	}
}

// Its trace equals that of the page it was made on.
func TestLinkWithTreeLeadsToSameRun(t *testing.T) {
	_, ts := webtest.Serve(t)
	for _, f := range figures.All() {
		if f.Tree == nil || f.Algorithm == "" {
			continue
		}
		o := run.OnFigure(f)
		v := play.View{Spec: run.FigureSpec(f), Step: 3, HasStep: true}
		p := export.NewShare(f.Title, o, v, true, 0, o.Source)
		if len(p.Links) != 2 {
			t.Fatalf("%s has %d links, want that of its page and one that holds all", f.ID, len(p.Links))
		}
		whole := p.Links[1]
		if whole.Href == "" {
			if len(f.Tree.Text()) < 1_000 {
				t.Errorf("%s: %s", f.ID, whole.Problem)
			}
			continue
		}
		if len(whole.Href) > export.MaxAddress {
			t.Errorf("%s: the link has %d bytes, want at most %d", f.ID, len(whole.Href), export.MaxAddress)
		}
		_, query, _ := strings.Cut(whole.Href, "?")
		_, got := webtest.Get(t, ts.URL+"/export/trace.ndjson?"+query)
		own := v.Query(f.Tree)
		own.Set("figure", f.ID)
		_, want := webtest.Get(t, ts.URL+"/export/trace.ndjson?"+own.Encode())
		if !bytes.Equal(got, want) {
			t.Errorf("%s: the run of the link %s differs from the page's", f.ID, whole.Href)
		}
		resp, page := webtest.Get(t, ts.URL+whole.Href)
		if resp.StatusCode != 200 || !bytes.Contains(page, []byte(`data-step="3"`)) {
			t.Errorf("%s: the link %s leads to %d, want the page at step 3", f.ID, whole.Href, resp.StatusCode)
		}
	}
}

// No page of a run reveals the edit address, and the quiz offers no export, which
// would contain the answers.
func TestSharePanelHasNoEditAddress(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, page := webtest.Get(t, ts.URL+"/figures/k1991-fig6?algorithm=deep&step=9")
	for _, want := range []string{`id="share"`, "/export/picture.tex?", "/export/trace.ndjson?", "/handout?", "/embed?"} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page has no %q", want)
		}
	}
	if bytes.Contains(page, []byte(`href="/edit/`)) {
		t.Error("the page has the address of an editor")
	}
	_, page = webtest.Get(t, ts.URL+"/figures/k1991-fig6?algorithm=deep&ask=1&step=9")
	if !bytes.Contains(page, []byte(`href="/figures/k1991-fig6?algorithm=deep&amp;ask=1&amp;step=0&amp;v5=3%2C0%2C6"`)) {
		t.Error("the page that asks does not share its questions from the first step")
	}
	for _, not := range []string{"/export/", "/handout?", "/embed?", "/tree?"} {
		if bytes.Contains(page, []byte(not)) {
			t.Errorf("the page that asks offers %q, which holds the answers", not)
		}
	}
	_, path := webtest.Get(t, ts.URL+"/tree?text="+url.QueryEscape("kind path [ +1 . +2 . ]"))
	if !bytes.Contains(path, []byte("/export/trace.ndjson?")) {
		t.Error("nothing runs on a path tree whose address names no algorithm")
	}
	if !bytes.Contains(path, []byte("No Gambit file: ")) || bytes.Contains(path, []byte("/export/tree.efg?")) {
		t.Error("the page of a path tree does not say why there is no Gambit file")
	}
	resp, content := webtest.Get(t, ts.URL+"/share?figure=k1991-fig6&algorithm=deep&step=9")
	if resp.StatusCode != 200 || bytes.Contains(content, []byte("<html")) || !bytes.Contains(content, []byte("step=9")) {
		t.Errorf("GET /share = %d %.200s, want the panel's content", resp.StatusCode, content)
	}
	if resp, _ := webtest.Get(t, ts.URL+"/share?figure=none"); resp.StatusCode != 404 {
		t.Errorf("GET /share of no figure = %d, want 404", resp.StatusCode)
	}
}

// The worksheet is the sheet of the exercise on the same tree, with the values of the page. It is
// offered where there is one.
func TestWorksheetIsOffered(t *testing.T) {
	_, ts := webtest.Serve(t)
	_, page := webtest.Get(t, ts.URL+"/share?figure=k1991-fig6&algorithm=deep&step=3&v5=2,3,4")
	m := regexp.MustCompile(`<a href="([^"]*)"[^>]* data-name="worksheet"[^>]*>`).FindSubmatch(page)
	if m == nil || strings.Contains(string(m[0]), "data-step-link") {
		t.Fatalf("no link to a worksheet, or one about a step: %s", page)
	}
	resp, page := webtest.Get(t, ts.URL+html.UnescapeString(string(m[1])))
	if text := string(page); resp.StatusCode != 200 || strings.Count(text, `<svg class="tree"`) != 2 || !strings.Contains(text, "<h1>Solution</h1>") || !strings.Contains(text, "(2, 3, 4)") {
		t.Errorf("%s = %s %s", m[1], resp.Status, webtest.PageText(page))
	}
	for _, query := range []string{"figure=k1991-fig1", "text=" + url.QueryEscape("players 2 1["+strings.Repeat(" (1,2)", play.MaxPracticeNodes)+" ]")} {
		_, page := webtest.Get(t, ts.URL+"/share?"+query)
		offered := strings.Contains(string(page), `data-name="worksheet"`)
		if large := strings.HasPrefix(query, "text"); offered == large || large != strings.Contains(string(page), "No worksheet: ") {
			t.Errorf("%.40s: a worksheet is offered: %t", query, offered)
		}
	}
}

// The exception: the address sets a value.
func TestExportedTextKeepsComments(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const text = "# a tie\nplayers 2\n1[ (1,2) # here\n (1,1) ]\n"
	saved := webtest.MakeTree(t, ts, `{"text":`+webtest.Quote(text)+`}`)
	for query, want := range map[string]string{"": text, "&v1=0,2": "players 2\n1[ (0,2)  (1,1) ]\n"} {
		if _, _, got, _ := download(t, ts.URL+"/export/tree.txt?saved="+saved.ID+query); string(got) != want {
			t.Errorf("the text of the saved tree with %q = %q, want %q", query, got, want)
		}
	}
}

// A picture of a wide tree has the nodes that the page shows at the step. Where it has
// others, or a file that plays has all, the number is said.
func TestPicturesOfWideTreesSayWhatTheyDraw(t *testing.T) {
	_, ts := webtest.Serve(t)
	leaves := "(1,2,3) (3,2,1) (2,2,2) (1,4,1)"
	text := "text=" + url.QueryEscape("players 3 maxsum 6 1["+strings.Repeat("2["+strings.Repeat(" 3["+leaves+"]", 5)+" ]", 5)+"]")
	get := func(path string) string {
		resp, body := webtest.Get(t, ts.URL+path)
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%s = %d", path, resp.StatusCode)
		}
		return string(body)
	}
	group := regexp.MustCompile(`<g class="node[^>]* id="(n\d+)"`)
	nodes := func(page string) (ids []string) {
		for _, m := range group.FindAllStringSubmatch(page, -1) {
			ids = append(ids, m[1])
		}
		return ids
	}
	const around, whole = "Drawn around the node at work: ", "Drawn whole: 131 nodes."
	for _, step := range []string{"0", "60", "150"} {
		run := text + "&algorithm=shallow&open=27&step=" + step
		page, picture := get("/tree?"+run), get("/export/picture.svg?"+run)
		if shown := nodes(page); len(shown) < 10 || len(shown) > 100 || !slices.Equal(nodes(picture), shown) {
			t.Errorf("step %s: the picture has the nodes %v, and the page %v", step, nodes(picture), shown)
		}
		if !strings.Contains(html.UnescapeString(page), "Drawn as on the page: around the node at work, with the rest of 131 nodes folded.") {
			t.Errorf("step %s: Share does not say what a picture draws", step)
		}
		if tikz := get("/export/picture.tex?" + run); !strings.Contains(tikz, around) {
			t.Errorf("step %s: the head of the TikZ picture is %.300s", step, tikz)
		}
	}
	run := text + "&algorithm=shallow&step=60"
	if n := len(nodes(get("/export/picture.svg?" + run + "&whole=1"))); n != 131 {
		t.Errorf("as a whole, the picture has %d nodes, want 131", n)
	}
	for _, path := range []string{"/tree?" + run + "&whole=1", "/export/picture.tex?" + run + "&whole=1", "/export/picture.tex?" + text + "&rest=1", "/share?" + text, "/export/run.html?" + run} {
		if page := get(path); !strings.Contains(page, whole) {
			t.Errorf("%s does not say %q", path[strings.LastIndex(path, "&"):], whole)
		}
	}
	if page := get("/figures/k1991-fig6?algorithm=deep"); strings.Contains(page, "Drawn ") {
		t.Error("the page of a small tree says what its pictures draw")
	}
}
