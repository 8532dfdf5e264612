package editor_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"espalier/search/engine"
	"espalier/web/webtest"
)

// submit posts the form of the editor without scripts.
func submit(t *testing.T, address, form string) (*http.Response, string) {
	t.Helper()
	resp, b := webtest.Send(t, "POST", address, form, "Content-Type", "application/x-www-form-urlencoded", "Origin", address[:strings.Index(address, "/edit")])
	return resp, html.UnescapeString(string(b))
}

// TestInvalidRevisionIsRejected: an invalid revision is rejected.
func TestInvalidRevisionIsRejected(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	tree := ts.URL + "/api/v1/trees/" + webtest.MakeTree(t, ts, webtest.Korf6Source).ID
	for _, text := range []string{"x", "0", "-1", "1.5", "1e3", "99999999999999999999", "%00"} {
		resp, b := webtest.Get(t, tree+"?revision="+text)
		webtest.CheckProblem(t, resp, b, 422, "revision", "is not the number of a revision")
	}
	for query, c := range map[string]struct{ path, words string }{
		"?revision=1&revision=2": {"revision", "given 2 times"},
		"?revison=1":             {"revison", "no such parameter"},
		"?revision=1;x=2":        {"revision", "%3B"},
		"?revision=%zz":          {"revision", "hexadecimal"},
		"/revisions?conut=3":     {"conut", "no such parameter"},
	} {
		resp, b := webtest.Get(t, tree+query)
		webtest.CheckProblem(t, resp, b, 422, c.path, c.words)
	}
}

// TestInvalidQueries: a query that cannot be served is reported on every
// page and for every file.
func TestInvalidQueries(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	for _, c := range []struct {
		path   string
		status int
		words  string
	}{
		{"/handout?figure=k1991-fig6&steps=1;2", 422, `steps: write ";" in a query as %3B`},
		{"/embed?figure=k1991-fig6&step=1;2", 422, `step: write ";" in a query as %3B`},
		{"/export/picture.svg?figure=k1991-fig6&step=1;2", 422, `step: write ";" in a query as %3B`},
		{"/export/run.html?figure=k1991-fig6&x;y", 422, "query: "},
		{"/figures/k1991-fig6?step=1;2", 422, `step: write ";" in a query as %3B`},
		{"/figures/k1991-fig6?step=%f", 422, "hexadecimal"},
		{"/figures/k1991-fig6?step=%FF", 422, "not UTF-8"},
		{"/handout?figure=k1991-fig6&steps=1&steps=2", 422, "given 2 times"},
		{"/embed?figure=k1991-fig6&theme=dark&theme=light", 422, "given 2 times"},
		{"/export/tree.txt?figure=k1991-fig6&theme=dark&theme=light", 422, "given 2 times"},
		{"/export/picture.svg?figure=k1991-fig6&rest=yes", 422, "neither 1 nor 0"},
		{"/handout?figure=k1991-fig6&step=99999", 422, "step: there is no step 99999; the steps of this run are 0 to "},
		{"/export/picture.svg?figure=k1991-fig6&step=99999", 422, "step: there is no step 99999; the steps of this run are 0 to "},
		{"/figures/k1991-fig6.svg?step=99999", 422, "step: there is no step 99999; the steps of this run are 0 to "},
		{"/embed?figure=k1991-fig6&step=99999", 200, "There is no step 99999: this run ends with step "},
		{"/export/run.html?figure=k1991-fig6&step=99999", 200, "There is no step 99999: this run ends with step "},
		{"/handout?figure=k1991-fig6&theme=pink", 422, `no theme "pink"`},
		{"/export/run.html?figure=k1991-fig6&theme=pink", 422, `no theme "pink"`},
		{"/figures/k1991-fig6?text=1", 200, "text: there is no such parameter"},
		{"/figures/k1991-fig6.svg?text=1", 422, "text: there is no such parameter"},
		{"/figures/k1991-fig6?root=1&root=2", 200, "root: the parameter is given 2 times"},
		{"/figures/k1991-fig6?step=2&step=1", 200, "step 2 of"}, // a button and the range, without scripts
		{"/edit?mode=zz", 200, "mode: there is no such parameter"},
		{m.Edit + "?mode=zz", 200, `mode: there is no mode "zz"`},
		{m.Edit + "?mode=play&mode=zz", 200, "given 2 times"},
		{m.Edit + "?revision=1", 200, "revision: only the newest revision can be edited; " + m.Read + "?revision=… shows an earlier one"},
		{m.Edit + "?mode=play&revision=1", 200, "revision: only the newest revision can be edited"},
		{m.Edit + "?figure=k1991-fig1", 200, "figure: the address already names the tree in its path"},
		{m.Read + "?saved=abc", 200, "saved: the address already names the tree in its path"},
		{m.Edit + "?layout=up", 200, `layout: there is no layout "up"; there are down, with the root at the top, and sideways`},
		{"/edit?layout=up", 200, `layout: there is no layout "up"`},
		{m.Edit + "?layout=down&layout=sideways", 200, "given 2 times"},
		{m.Edit + "?layout=sideways", 200, `class="tree draft sideways"`},
		{"/edit?figure=k1991-fig6&layout=sideways", 200, `class="tree draft sideways"`},
		{m.Edit + "?depht=2", 200, "depht: there is no such parameter"},
		{m.Read + "?revision=1&revision=2", 422, "given 2 times"},
	} {
		resp, b := webtest.Get(t, ts.URL+c.path)
		if resp.StatusCode != c.status || !strings.Contains(html.UnescapeString(string(b)), c.words) {
			t.Errorf("GET %s = %s, want %d and %q\n%.300s", c.path, resp.Status, c.status, c.words, b)
		}
		if framed := strings.Contains(resp.Header.Get("Content-Security-Policy"), "frame-ancestors *"); framed != strings.HasPrefix(c.path, "/embed") {
			t.Errorf("GET %s may be framed: %v", c.path, framed)
		}
	}
	for _, path := range []string{m.Edit, m.Edit + "?layout=sideways&algorithm=deep", m.Edit + "?mode=play&algorithm=deep&step=2", "/edit?figure=k1991-fig6&open=0&open=1", "/handout?figure=k1991-fig6&theme=dark&steps=1%3B2"} {
		if resp, b := webtest.Get(t, ts.URL+path); resp.StatusCode != 200 || strings.Contains(string(b), "The address has an error") {
			t.Errorf("GET %s = %s, want 200 and no message", path, resp.Status)
		}
	}
}

// TestUnknownParameterIsRejected: the error of an unknown parameter lists those that exist.
func TestUnknownParameterIsRejected(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	run := "algorithm, step, " + strings.Join(engine.PageOptionNames(), ", ") + ", ask, cuts, by, open, fold, whole, compare, present, and v5=3,0,6"
	const sources = "figure, text, saved, trace, code, revision, "
	for path, list := range map[string]string{
		"/figures/k1991-fig6?":                    run,
		"/figures/k1991-fig5?":                    "x, y, " + run,
		"/figures/k1991-fig6.svg?":                "theme, " + run,
		"/tree?text=players+1+(1)&":               "text, as, first, player, numbers, " + run,
		"/embed?figure=k1991-fig6&":               sources + "theme, " + run,
		"/handout?figure=k1991-fig6&":             sources + "steps, columns, size, paper, " + run,
		"/handout?saved=" + m.ID + "&":            sources + "steps, columns, size, paper, " + run,
		"/share?figure=k1991-fig6&":               sources + run,
		"/edit?figure=k1991-fig6&":                sources + run,
		"/export/run.html?figure=k1991-fig6&":     sources + run,
		"/export/picture.svg?saved=" + m.ID + "&": sources + "theme, rest, " + run,
		"/export/tree.txt?figure=k1991-fig6&":     sources + "theme, rest, " + run,
		"/lockstep?figure=k1991-fig6&":            sources + "a, b, c, root, step, by, open, fold, whole, present, and v5=3,0,6",
		"/counterexamples?figure=k1991-fig6&":     "figure, tree, " + run,
	} {
		if _, b := webtest.Get(t, ts.URL+path+"bogus=1"); !strings.Contains(webtest.PageText(b), "bogus: there is no such parameter here; there are "+list) {
			t.Errorf("GET %sbogus=1 does not list %s: %.400s", path, list, webtest.PageText(b))
		}
	}
}

// TestInvalidFormsAreRejected: of a form nothing is guessed, changed or left out.
func TestInvalidFormsAreRejected(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	text := url.Values{"text": {webtest.Korf6}}.Encode()
	for form, words := range map[string]string{
		"":                               "text: the text is missing",
		"revision=1":                     "text: the text is missing",
		"text=players+2+%28%FF":          "not UTF-8",
		text + "&titel=x":                "titel: there is no such field",
		text + "&text=":                  "given 2 times",
		text + "&revision=x":             "not the number of a revision",
		"text=players+2+a%3A+?;revision": "cannot be read",
	} {
		for _, path := range []string{m.Edit, "/edit"} {
			if resp, page := submit(t, ts.URL+path, form); resp.StatusCode/100 != 4 || !strings.Contains(page, words) {
				t.Errorf("POST %s %q = %s, want a refusal with %q", path, form, resp.Status, words)
			}
		}
	}
	_, b := webtest.Get(t, ts.URL+"/api/v1/trees/"+m.ID)
	if !strings.Contains(string(b), `"revision":1,`) {
		t.Errorf("a refused form was saved: %.200s", b)
	}
	if resp, page := submit(t, ts.URL+m.Edit, text+"&revision=1"); resp.StatusCode != 303 {
		t.Errorf("the form = %s %.200s, want 303", resp.Status, page)
	}
}

// TestTextFault: a reader of a tree is shown that its text is invalid.
func TestTextFault(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	tree := ts.URL + "/api/v1/trees/" + m.Key
	if _, b := webtest.Get(t, tree); strings.Contains(string(b), "text_fault") {
		t.Errorf("a tree whose text can be read: %s", b)
	}
	webtest.Post(t, tree+"/edits", `{"edit":{"op":"text","text":"players 2\n 1[ (1,2"}}`)
	_, b := webtest.Get(t, tree)
	if !strings.Contains(string(b), `"text_fault":{"line":2,"column":`) {
		t.Errorf("a tree whose text cannot be read: %s", b)
	}
	doc := webtest.Description(t)
	var v any
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", "SavedTree"), v, ""); err != nil {
		t.Errorf("this is no SavedTree: %v", err)
	}
}

// TestGrowLimits: every number out of range gets the same limit.
func TestGrowLimits(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for _, c := range []struct{ key, number, words string }{
		{"depth", "-1", "0 to 64"}, {"depth", "65", "0 to 64"}, {"depth", "4095", "0 to 64"}, {"depth", "1000000", "0 to 64"},
		{"branching", "0", "1 to 1000"}, {"branching", "1001", "1 to 1000"}, {"branching", "300000", "1 to 1000"},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/trees", `{"grow":{"`+c.key+`":`+c.number+`}}`)
		webtest.CheckProblem(t, resp, b, 422, "grow."+c.key, c.words)
	}
}

func TestMethodNotAllowed(t *testing.T) {
	s, _ := webtest.Serve(t)
	for path, words := range map[string]string{"/api/v1/trees": "POST is", "/api/v1/trees/x": "GET, HEAD, DELETE are"} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("PATCH", path, nil))
		if w.Code != 405 || !strings.Contains(w.Body.String(), words) {
			t.Errorf("PATCH %s = %d %s, want 405 and %q", path, w.Code, w.Body, words)
		}
	}
}

// TestEditErrorHasPath: the error of an edit has its place in the editor.
func TestEditErrorHasPath(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	edits := ts.URL + "/api/v1/trees/" + m.Key + "/edits"
	for i, c := range []struct {
		edit, path, words string
	}{
		{`{"op":"child","node":99}`, ".node", "no node 99"},
		{`{"op":"delete","nodes":[2,99]}`, ".nodes[1]", "no node 99"},
		{`{"op":"child"}`, ".node", "missing"},
		{`{"op":"set","nodes":[2],"cost":1}`, ", root.children[0].cost", "path tree"},
		{`{"op":"child","node":1,"text":"(1"}`, ", line 1, column 3", "expected"},
		{`{"op":"ungo"}`, ".op", "undo"},
		{`{"op":"nothing"}`, ".op", "notes, text, undo and restore"},
		{`{}`, ".op", "text, undo and restore"},
		{`{"op":null}`, ".op", "null"},
		{`{"op":"undo"}`, ".revision", "missing"},
	} {
		resp, b := webtest.Post(t, edits, `{"edit":`+c.edit+`}`)
		webtest.CheckProblem(t, resp, b, 422, "edit"+c.path, c.words)
		for _, address := range []string{edits, ts.URL + "/api/v1/trees"} {
			request := fmt.Sprintf(`{"edits":[{"op":"set","nodes":[2],"label":"b%d"},%s]}`, i, c.edit)
			if address != edits {
				request = strings.TrimSuffix(webtest.Korf6Source, "}") + "," + request[1:]
			}
			resp, b = webtest.Post(t, address, request)
			webtest.CheckProblem(t, resp, b, 422, "edits[1]"+c.path, c.words)
		}
	}
	p := webtest.Dial(t, ts)
	p.Open("d", m.Key)
	if r := p.Edit("d", 1, `{"op":"child","node":99}`); r.Type != "refused" || !strings.HasPrefix(r.Detail, "edit.node: ") {
		t.Errorf("on the socket: %+v", r)
	}
}

// TestControlCharacters: pages contain no control character.
func TestControlCharacters(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, `{"tree":{"players":2,"title":"T\u0000\u0001","root":{"label":"a\u0000\u001b\uffff","player":1,"children":[{"label":"\u0008","value":[1,2]}]}}}`)
	for _, path := range []string{m.Read, m.Edit, m.Edit + "?mode=play", "/embed?saved=" + m.ID, "/handout?saved=" + m.ID,
		"/export/run.html?saved=" + m.ID, "/export/tree.efg?saved=" + m.ID, "/export/picture.svg?saved=" + m.ID, "/lockstep?saved=" + m.ID} {
		resp, b := webtest.Get(t, ts.URL+path)
		if bad := bytes.IndexFunc(b, func(r rune) bool { return r < 0x20 && !strings.ContainsRune("\t\n\r", r) }); resp.StatusCode != 200 || bad >= 0 {
			t.Errorf("GET %s = %s, want no control character: at %d, %.60q", path, resp.Status, bad, b[max(bad-20, 0):])
		}
		if !bytes.ContainsRune(b, 0xFFFD) {
			t.Errorf("GET %s: no replacement for the control characters", path)
		}
	}
}
