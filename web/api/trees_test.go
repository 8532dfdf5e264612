package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"espalier/trees/treetest"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// Creates, edits and deletes a tree, and compares all responses with the description.
func TestSavedTreeAPI(t *testing.T) {
	doc := webtest.Description(t)
	check := func(schema string, b []byte) {
		t.Helper()
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			t.Fatalf("%v: %.200s", err, b)
		}
		if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", schema), v, ""); err != nil {
			t.Errorf("this is no %s: %v\n%.400s", schema, err, b)
		}
	}
	_, ts := webtest.ServeWithStore(t)
	base := ts.URL + "/api/v1/trees"
	resp, b := webtest.Post(t, base, webtest.Korf6Source)
	check("Created", b)
	var m webtest.MadeTree
	json.Unmarshal(b, &m)
	if resp.StatusCode != 201 || m.Edit != "/edit/"+m.Key || m.Read != "/t/"+m.ID || m.Key == m.ID {
		t.Fatalf("created: %s %s", resp.Status, b)
	}
	resp, b = webtest.Post(t, base+"/"+m.Key+"/edits", `{"edits":[{"op":"set","nodes":[5],"value":[9,9,9]},{"op":"child","node":1}],"token":"x"}`)
	check("Edited", b)
	var edited struct {
		Revision, Made, Nodes int
		Created               []int
		Faults                []struct{ ID int }
	}
	json.Unmarshal(b, &edited)
	if resp.StatusCode != 200 || edited.Revision != 3 || edited.Nodes != 8 || len(edited.Created) != 1 || len(edited.Faults) == 0 || edited.Faults[0].ID != 5 {
		t.Errorf("edited: %s %s", resp.Status, b)
	}
	if _, again := webtest.Post(t, base+"/"+m.Key+"/edits", `{"edits":[{"op":"set","nodes":[5],"value":[9,9,9]},{"op":"child","node":1}],"token":"x"}`); !strings.Contains(string(again), `"nodes":8`) {
		t.Errorf("sent again: %s, want that nothing is made twice", again)
	}
	for _, name := range []string{m.ID, m.Key} {
		resp, b = webtest.Get(t, base+"/"+name)
		check("SavedTree", b)
		if resp.StatusCode != 200 || strings.Contains(string(b), m.Key) || !strings.Contains(string(b), `"revision":3`) {
			t.Errorf("read by %s: %.300s", name, b)
		}
	}
	if _, b = webtest.Get(t, base+"/"+m.ID+"?revision=1"); !strings.Contains(string(b), `"nodes":7`) {
		t.Errorf("revision 1 is %.200s", b)
	}
	_, b = webtest.Get(t, base+"/"+m.ID+"/revisions?count=2")
	check("Revisions", b)
	if strings.Count(string(b), `"words"`) != 2 || strings.Index(string(b), `"revision":3`) > strings.Index(string(b), `"revision":2`) {
		t.Errorf("the history is %s", b)
	}
	// As the source of a search, as it was before the fault.
	_, b = webtest.Post(t, ts.URL+"/api/v1/solve", `{"saved":"`+m.ID+`","revision":1,"algorithm":"maxn"}`)
	check("Result", b)
	if !strings.Contains(string(b), "[5,2,2]") {
		t.Errorf("solved: %s", b)
	}
	resp, b = webtest.Post(t, ts.URL+"/api/v1/compare", `{"saved":"`+m.ID+`"}`)
	webtest.CheckProblem(t, resp, b, 422, "", "maxsum")
	_, b = webtest.Post(t, ts.URL+"/api/v1/trees", `{"saved":"`+m.ID+`"}`)
	check("Created", b)

	if resp, b = webtest.Send(t, "DELETE", base+"/"+m.ID, ""); true {
		webtest.CheckProblem(t, resp, b, 403, "saved", "read-only")
	}
	if resp, _ = webtest.Send(t, "DELETE", base+"/"+m.Key, ""); resp.StatusCode != 204 {
		t.Errorf("DELETE = %s, want 204", resp.Status)
	}
	resp, b = webtest.Get(t, base+"/"+m.ID)
	webtest.CheckProblem(t, resp, b, 404, "saved", "no such tree")
}

func TestNewTreeSources(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for body, nodes := range map[string]int{
		`{"empty":true}`: 1,
		`{"tree":{"players":1,"root":{"player":1,"children":[{"value":[0.5]},{"value":[0.1]}]}}}`: 3,
		`{"figure":"k1991-fig6"}`: 7,
		`{"figure":"k1991-fig6","edits":[{"op":"child","node":1},{"op":"set","nodes":[8],"value":[1,1,1]}]}`: 8,
		`{"grow":{"branching":3,"depth":2}}`: 13,
		`{"efg":"EFG 2 R \"g\" { \"A\" \"B\" }\n\np \"\" 1 1 \"\" { \"l\" \"r\" } 0\nt \"\" 1 \"\" { 1, 2 }\nt \"\" 2 \"\" { 2, 1 }\n"}`: 3,
	} {
		if m := webtest.MakeTree(t, ts, body); m.Nodes != nodes {
			t.Errorf("%.80s has %d nodes, want %d", body, m.Nodes, nodes)
		}
	}
	long := `{"text":` + webtest.Quote("players 1 1[ (1) # a remark of mine\n(2) ]") + `}`
	m := webtest.MakeTree(t, ts, long)
	if _, b := webtest.Get(t, ts.URL+"/api/v1/trees/"+m.ID); !strings.Contains(string(b), "a remark of mine") {
		t.Errorf("a comment in a text is lost: %s", b)
	}
}

// An edit without a change returns made 0; the token of another request and a
// future base are rejected.
func TestEditsWithoutChange(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, `{"text":"players 3 a: 1[ b: ? c: ? ]"}`)
	edits := ts.URL + "/api/v1/trees/" + m.Key + "/edits"
	for _, c := range []struct {
		body, want string
		status     int
	}{
		{`{"edit":{"op":"set","nodes":[2],"label":"x"},"token":"t"}`, `"made":2,`, 200},
		{`{"edit":{"op":"set","nodes":[2],"label":"x"},"token":"n"}`, `"made":0,`, 200},
		{`{"edit":{"op":"set","nodes":[2],"label":"b"}}`, `"made":3,`, 200},
		{`{"edit":{"op":"set","nodes":[3],"label":"important"}}`, `"made":4,`, 200},
		{`{"edit":{"op":"undo","revision":2}}`, `{"revision":4,"made":0,`, 200},
		{`{"edit":{"op":"set","nodes":[2],"label":"x"},"token":"t"}`, `{"revision":4,"made":2,`, 200},
		{`{"edit":{"op":"set","nodes":[2],"label":"y"},"token":"t"}`, `"detail":"token: this token belongs to another request, which made revision 2`, 422},
		{`{"edit":{"op":"set","nodes":[2],"label":"z"},"base":100000}`, `"detail":"base: the tree has no revision 100000; it has 1 to 4`, 404},
		{`{"edit":{"op":"undo","revision":9}}`, `"detail":"edit.revision: the tree has no revision 9; it has 1 to 4`, 404},
		{`{"edits":[{"op":"restore","revision":9}]}`, `"detail":"edits[0].revision: the tree has no revision 9; it has 1 to 4`, 404},
		{`{"edits":[{"op":"child","node":1},{"op":"child","node":1}],"token":"` + strings.Repeat("t", 64) + `"}`, `{"revision":6,"made":6,`, 200},
		{`{"edits":[{"op":"child","node":1},{"op":"child","node":1}],"token":"` + strings.Repeat("t", 64) + `"}`, `{"revision":6,"made":6,`, 200},
		{`{"edit":{"op":"child","node":1},"token":"` + strings.Repeat("t", 65) + `"}`, `a token has 1 to 64 bytes; this one has 65`, 422},
	} {
		if resp, b := webtest.Post(t, edits, c.body); resp.StatusCode != c.status || !strings.Contains(string(b), c.want) {
			t.Errorf("POST %s = %s %s, want %d and %s", c.body, resp.Status, b, c.status, c.want)
		}
	}
}

func TestInvalidSavedTreeRequests(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, webtest.Korf6Source)
	absent := strings.Repeat("a", 26)
	for _, c := range []struct {
		path, body, at, words string
		status                int
	}{
		{"", `{}`, "source", "one of empty", 422},
		{"", `{"empty":true,"text":"?"}`, "text", "one source", 422},
		{"", `{"empty":false}`, "empty", "true", 422},
		{"", `{"text":"players 3 1[ (1,2) ]"}`, "", "players", 422},
		{"", `{"text":"?","label":1}`, "label", "no key", 422},
		{"", `{"empty":true,"revision":1}`, "revision", "only a saved tree", 422},
		{"", `{"grow":{"branching":9,"depth":9}}`, "", "nodes", 413},
		{"", `{"grow":{"size":9}}`, "grow.size", "no key", 422},
		{"", `{"empty":true,"edits":[]}`, "edits", "1 to 1000", 422},
		{"", `{"empty":true,"edits":[{"op":"undo","revision":1}]}`, "edits[0].op", "no revisions", 422},
		{"/" + m.Key + "/edits", `{}`, "edit", "one edit", 422},
		{"/" + m.Key + "/edits", `{"edit":{"op":"set","nodes":[88],"label":"x"}}`, "", "88", 422},
		{"/" + m.Key + "/edits", `{"edit":{"op":"undo","revision":50}}`, "", "50", 404},
		{"/" + m.ID + "/edits", `{"edit":{"op":"child","node":1}}`, "saved", "read-only", 403},
		{"/" + absent + "/edits", `{"edit":{"op":"child","node":1}}`, "saved", "no such tree", 404},
		{"/short/edits", `{"edit":{"op":"child","node":1}}`, "saved", "26 characters", 404},
	} {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/trees"+c.path, c.body)
		if resp.StatusCode != c.status {
			t.Errorf("POST %s %s = %s: %s", c.path, c.body, resp.Status, b)
			continue
		}
		webtest.CheckProblem(t, resp, b, c.status, c.at, c.words)
	}
	// Two edits made by two on one field: the second's text prevents an undo.
	webtest.Post(t, ts.URL+"/api/v1/trees/"+m.Key+"/edits", `{"edits":[{"op":"set","nodes":[5],"label":"one"},{"op":"set","nodes":[5],"label":"two"}]}`)
	resp, b := webtest.Post(t, ts.URL+"/api/v1/trees/"+m.Key+"/edits", `{"edit":{"op":"undo","revision":2}}`)
	webtest.CheckProblem(t, resp, b, 409, "edit", "")
	resp, b = webtest.Post(t, ts.URL+"/api/v1/trees/"+m.Key+"/edits", `{"edits":[{"op":"child","node":1},{"op":"child","node":77}]}`)
	webtest.CheckProblem(t, resp, b, 422, "", "edits[1]")

	for _, origin := range []string{"http://other.example", "null"} {
		resp, b = webtest.Send(t, "POST", ts.URL+"/api/v1/trees", `{"empty":true}`, "Origin", origin)
		webtest.CheckProblem(t, resp, b, 403, "", "another origin")
	}
	resp, b = webtest.Send(t, "DELETE", ts.URL+"/api/v1/trees/"+m.Key, "", "Sec-Fetch-Site", "cross-site")
	webtest.CheckProblem(t, resp, b, 403, "", "another origin")
}

// The rest of the server works.
func TestServerWithoutStore(t *testing.T) {
	_, ts := webtest.Serve(t)
	resp, b := webtest.Post(t, ts.URL+"/api/v1/trees", `{"empty":true}`)
	webtest.CheckProblem(t, resp, b, 503, "library", "does not store trees")
	resp, b = webtest.Get(t, ts.URL+"/edit?figure=k1991-fig6")
	if resp.StatusCode != 200 || !strings.Contains(string(b), "does not store trees") {
		t.Errorf("GET /edit = %s, want the page, with what is wrong", resp.Status)
	}
	if resp, _ = webtest.Get(t, ts.URL+"/t/"+strings.Repeat("a", 25)+"e"); resp.StatusCode != 503 && resp.StatusCode != 404 {
		t.Errorf("GET /t/… = %s", resp.Status)
	}
}

func TestEditForm(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	form := []string{"Content-Type", "application/x-www-form-urlencoded"}
	resp, _ := webtest.Send(t, "POST", ts.URL+"/edit", "text=players+1+1%5B+%281%29+%282%29+%5D", form...)
	page := resp.Header.Get("Location")
	if resp.StatusCode != 303 || !strings.HasPrefix(page, "/edit/") {
		t.Fatalf("POST /edit = %s to %q", resp.Status, page)
	}
	resp, _ = webtest.Send(t, "POST", ts.URL+page, "revision=1&text=players+1+1%5B+%281%29+%283%29", form...)
	if resp.StatusCode != 303 || resp.Header.Get("Location") != page {
		t.Errorf("POST %s = %s to %q", page, resp.Status, resp.Header.Get("Location"))
	}
	if _, b := webtest.Get(t, ts.URL+page); !strings.Contains(string(b), "players 1 1[ (1) (3)") {
		t.Errorf("what was typed is lost: %s", b)
	}
	for _, path := range []string{"/edit", page} {
		if resp, b := webtest.Send(t, "POST", ts.URL+path, "text=%3F", append(form, "Origin", "http://other.example")...); resp.StatusCode != 403 || !strings.Contains(string(b), "another origin") {
			t.Errorf("POST %s from another origin = %s", path, resp.Status)
		}
	}
	if resp, _ := webtest.Send(t, "POST", ts.URL+"/edit", "text="+strings.Repeat("x", 10<<20), form...); resp.StatusCode != 413 {
		t.Errorf("a paste of 10 MB = %s, want 413", resp.Status)
	}
}

// If another server uses the folder, pages and responses report it, and what needs
// no store works.
func TestLockedFolderIsReported(t *testing.T) {
	dir := t.TempDir()
	_, first, _ := webtest.ServeWithStoreIn(t, dir)
	m := webtest.MakeTree(t, first, webtest.Korf6Source)
	_, ts, _ := webtest.ServeWithStoreIn(t, dir)
	for _, path := range []string{m.Edit, m.Read} {
		if resp, b := webtest.Get(t, ts.URL+path); resp.StatusCode != 503 || !strings.Contains(string(b), "another Espalier") {
			t.Errorf("GET %s = %s, want 503 and why", path, resp.Status)
		}
	}
	if resp, b := webtest.Get(t, ts.URL+"/edit?figure=k1991-fig6"); resp.StatusCode != 200 || !strings.Contains(string(b), "another Espalier") || !strings.Contains(string(b), "data-locked") {
		t.Errorf("GET /edit = %s, want the page and why nothing can be kept", resp.Status)
	}
	resp, b := webtest.Post(t, ts.URL+"/api/v1/trees", `{"empty":true}`)
	webtest.CheckProblem(t, resp, b, 503, "library", "another Espalier")
	resp, b = webtest.Post(t, ts.URL+"/api/v1/solve", `{"saved":"`+m.ID+`","algorithm":"maxn"}`)
	webtest.CheckProblem(t, resp, b, 503, "library", "another Espalier")
	p := webtest.Dial(t, ts)
	p.Send(`{"type":"open","id":"d1","saved":%q}`, m.Key)
	if r := p.Draft("error"); r.Status != 503 {
		t.Errorf("open: %+v", r)
	}
}

func TestHistoryHasRequestedLength(t *testing.T) {
	treetest.SkipUnderRace(t)
	_, ts := webtest.ServeWithStore(t)
	m := webtest.MakeTree(t, ts, `{"empty":true}`)
	const edits = 600
	list := make([]string, edits)
	for i := range list {
		list[i] = fmt.Sprintf(`{"op":"notes","text":"%d"}`, i)
	}
	if resp, b := webtest.Post(t, ts.URL+m.Edits(), `{"edits":[`+strings.Join(list, ",")+`]}`); resp.StatusCode != 200 {
		t.Fatalf("%d edits = %s %s", edits, resp.Status, b)
	}
	for asked, want := range map[int]int{treestore.MaxRevisions: edits + 1, edits: edits} {
		_, b := webtest.Get(t, fmt.Sprintf("%s/api/v1/trees/%s/revisions?count=%d", ts.URL, m.ID, asked))
		if got := strings.Count(string(b), `"words"`); got != want {
			t.Errorf("count=%d gives %d lines, want %d", asked, got, want)
		}
	}
}

// The response lists nodes that the edits created and did not delete, each once.
func TestCreatedNodesExist(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	edits := func(list string) string {
		return `"edits":[{"op":"child","node":1},{"op":"child","node":1},{"op":"child","node":1},{"op":"delete","nodes":[3]}` + list + `]`
	}
	m := webtest.MakeTree(t, ts, `{"empty":true,`+edits("")+`}`)
	if got, want := fmt.Sprint(m.Created), "[2 4]"; got != want || m.Nodes != 3 {
		t.Errorf("created = %s of %d nodes, want %s of 3", got, m.Nodes, want)
	}
	m = webtest.MakeTree(t, ts, `{"empty":true}`)
	_, b := webtest.Post(t, ts.URL+m.Edits(), `{`+edits(`,{"op":"undo","revision":5},{"op":"delete","nodes":[2]}`)+`}`)
	var got webtest.MadeTree
	if json.Unmarshal(b, &got); fmt.Sprint(got.Created) != "[3 4]" || got.Nodes != 3 {
		t.Errorf("created by edits of a tree = %s, want [3 4]", b)
	}
}

// The page does so without its script.
func TestEditPageShowsErrors(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	typed, limited := "players 2\n1[ a: (1,2", "players 2 maxsum 4 1[ a: (1,2) b: (3,3) ]"
	for text, want := range map[string]map[string]string{
		typed:   {`<p id="text-fault"[^>]*>([^<]*)</p>`: "Line 2, column 11: expected", `<textarea\s+id="text"([^>]*)>`: `aria-invalid="true"`},
		limited: {`(?s)<section id="faults"(.*?)</section>`: "<li><i>b</i> "},
	} {
		resp, err := http.PostForm(ts.URL+"/edit", url.Values{"text": {text}})
		if err != nil {
			t.Fatal(err)
		}
		page := webtest.Read(t, resp)
		for pattern, words := range want {
			part := regexp.MustCompile(pattern).FindSubmatch(page)
			if part == nil || strings.Contains(string(part[0]), " hidden") || !strings.Contains(string(part[1]), words) {
				t.Errorf("the page of %q has %.200q, want %q", text, part, words)
			}
		}
	}
	_, page := webtest.Get(t, ts.URL+"/edit")
	for _, id := range []string{"text-fault", "faults"} {
		if part := regexp.MustCompile(`id="` + id + `"[^>]*>`).Find(page); !strings.Contains(string(part), " hidden") {
			t.Errorf("of a tree without faults the page has %s", part)
		}
	}
}

// Browsers drop the line break at the start of a text area and send CR and LF at
// each line's end.
func TestFormWithoutChangeMakesNoRevision(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	for _, text := range []string{
		"players 1\n1[ (1) # mine\n (2) ]\n", "\n\n# begins with empty lines\nplayers 1 1[ (1) ]", "players 1\n\n1[ (1)", "\nplayers 1\n1[ (1)", "\n",
	} {
		sent := strings.ReplaceAll(text, "\n", "\r\n")
		resp, err := http.PostForm(ts.URL+"/edit", url.Values{"text": {sent}})
		if err != nil {
			t.Fatal(err)
		}
		page, path := webtest.Read(t, resp), resp.Request.URL.Path
		area := regexp.MustCompile(`(?s)<textarea\s+id="text".*?>(.*?)</textarea>`).FindSubmatch(page)
		if area == nil {
			t.Fatalf("POST /edit %q = %s without a text area", text, resp.Status)
		}
		shown := strings.TrimPrefix(html.UnescapeString(string(area[1])), "\n")
		if shown != text {
			t.Errorf("the form of %q has %q", text, shown)
		}
		resp, err = http.PostForm(ts.URL+path, url.Values{"text": {strings.ReplaceAll(shown, "\n", "\r\n")}, "revision": {"1"}})
		if err != nil {
			t.Fatal(err)
		}
		if page = webtest.Read(t, resp); !strings.Contains(string(page), `name="revision" value="1"`) {
			t.Errorf("%q, sent back as it was, makes another revision", text)
		}
	}
	// The page of a tree that is in its address has the same area.
	_, page := webtest.Get(t, ts.URL+"/tree?text="+url.QueryEscape("\nplayers 1\n1[ (1)"))
	if !strings.Contains(string(page), ">\n\nplayers 1\n1[ (1)</textarea>") {
		t.Error("a text that begins with an empty line and cannot be read loses it on the page /tree")
	}
}
