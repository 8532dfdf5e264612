package traces_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"espalier/web/tracestore"
	"espalier/web/webtest"
)

// A kept trace is the answer to one that was sent.
type kept struct {
	ID, Key, URL            string
	Revision, Events, Nodes int
	Lines                   int
	Bytes                   int64
	Complete, Live          bool
	Verdict                 string
	Checks                  struct{ Errors, Notes int }
	Errors                  []struct {
		Path, Message, Offer string
		Lines                int
	}
	Offset int64
}

// send sends a request and reads its answer.
func send(t *testing.T, method, url, body string, want int, header ...string) (k kept) {
	t.Helper()
	resp, b := webtest.Send(t, method, url, body, header...)
	if resp.StatusCode != want {
		t.Fatalf("%s %s = %s %s, want %d", method, url, resp.Status, b, want)
	}
	if len(b) > 0 && b[0] == '{' {
		if err := json.Unmarshal(b, &k); err != nil {
			t.Fatal(err)
		}
	}
	return k
}

func get(t *testing.T, url string, header ...string) string {
	t.Helper()
	resp, b := webtest.Send(t, "GET", url, "", header...)
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("GET %s = %s %s", url, resp.Status, b)
	}
	return string(b)
}

// TestKeep stores a run, reads it in each form, replaces it by the next run, and deletes it.
func TestKeep(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	first := send(t, "POST", api, deep, 201, "Content-Type", "application/x-ndjson")
	if first.ID == "" || first.Key == "" || first.URL != "/traces/"+first.ID || first.Events != 10 || first.Nodes != 7 || !first.Complete || first.Checks.Errors != 1 || first.Verdict != "wrong" || first.Bytes != int64(len(deep)) {
		t.Fatalf("%+v", first)
	}
	doc := webtest.Description(t)
	_, b := webtest.Send(t, "POST", api, deep)
	conforms := func(b []byte, schema string) {
		t.Helper()
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		var answer any
		if err := d.Decode(&answer); err != nil {
			t.Fatal(err)
		}
		if err := webtest.Conforms(doc, webtest.At(doc, "components", "schemas", schema), answer, schema); err != nil {
			t.Error(err)
		}
	}
	conforms(b, "StoredTrace")
	of := api + "/" + first.ID
	if source := get(t, of+"/source"); source != deep {
		t.Errorf("the source is %q", source)
	}
	events := strings.Split(strings.TrimSpace(get(t, of+"/events")), "\n")
	if len(events) != 23 || !strings.Contains(events[0], `"algorithm":"shallow"`) || !strings.Contains(events[12], `"rule":"deep"`) || !strings.Contains(events[22], `"type":"done"`) {
		t.Errorf("%d events: %s", len(events), strings.Join(events, "\n"))
	}
	checks := get(t, of+"/checks")
	if !strings.Contains(checks, `"line":7`) || !strings.Contains(checks, `"verdict":"unsound"`) || !strings.Contains(checks, `"more":0`) {
		t.Error(checks)
	}
	if after := get(t, of+"/checks?after=1"); !strings.Contains(after, `"checks":[],"more":0,"verdict":"wrong"`) {
		t.Error(after)
	}
	if other := get(t, of+"/checks?algorithm=deep"); !strings.Contains(other, `"algorithm":"deep"`) {
		t.Error(other)
	}
	resp, summary := webtest.Get(t, of)
	conforms(summary, "Trace")
	tag := resp.Header.Get("ETag")
	if again, _ := webtest.Send(t, "GET", of, "", "If-None-Match", tag); tag == "" || again.StatusCode != http.StatusNotModified {
		t.Errorf("with the ETag %s: %s", tag, again.Status)
	}

	right := strings.Replace(strings.Replace(deep, `{"type":"prune","id":"d","cut":["f"]}`, `{"type":"leaf","id":"f","value":[0,0,6]}`, 1), "[2,2,5]}\n{\"type\":\"leaf\",\"id\":\"g\"", "[0,0,6]}\n{\"type\":\"leaf\",\"id\":\"g\"", 1)
	right = strings.NewReplacer(`"id":"c","value":[2,2,5]`, `"id":"c","value":[6,1,2]`, `"id":"a","value":[5,2,2]`, `"id":"a","value":[6,1,2]`).Replace(right)
	send(t, "PUT", of, right, 403)
	send(t, "PUT", api+"/"+first.Key, "x", 422)
	second := send(t, "PUT", of, right, 200, "Authorization", "Bearer "+first.Key)
	if second.Revision != 2 || second.Verdict != "right" || second.ID != first.ID {
		t.Errorf("the next run: %+v", second)
	}
	if page := get(t, ts.URL+first.URL); !strings.Contains(webtest.PageText([]byte(page)), "Run 2 differs from run 1 first at line 7: it visits f, with the value (0, 0, 6); run 1 cuts children of d.") {
		t.Error("the page does not say where the runs differ")
	}
	if now, before := get(t, of), get(t, of+"?revision=1"); !strings.Contains(now, `"revision":2`) || !strings.Contains(before, `"revision":1,`) || !strings.Contains(now, `"revisions":[{"revision":2,`) {
		t.Errorf("%s\n%s", now, before)
	}
	if old := get(t, of+"/source?revision=1"); old != deep {
		t.Errorf("the first run is now %q", old)
	}
	for _, path := range []string{of, of + "/events", of + "/source", of + "/checks", ts.URL + first.URL, ts.URL + first.URL + "?revision=1"} {
		if page := get(t, path); strings.Contains(page, first.Key) {
			t.Errorf("%s has the key", path)
		}
	}
	send(t, "GET", of+"?revision=3", "", 404)
	send(t, "DELETE", of, "", 403)
	send(t, "DELETE", of, "", 403, "Authorization", "Bearer "+strings.Repeat("a", 26))
	send(t, "DELETE", of, "", 204, "Authorization", "Bearer "+first.Key)
	for _, path := range []string{of, of + "/source", ts.URL + first.URL} {
		if resp, _ := webtest.Get(t, path); resp.StatusCode != 404 {
			t.Errorf("%s after its end: %s", path, resp.Status)
		}
	}
	send(t, "PUT", api+"/"+first.Key, right, 404)
}

// TestKeepRefused sends runs that cannot be read: nothing is kept, or what comes before the line.
func TestKeepRefused(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	begun := deep[:strings.Index(deep, `{"type":"prune"`)]
	for _, c := range []struct{ query, body, path string }{
		{"", begun + `{"type":"exit","id":"q"}` + "\n" + deep, "line 7"},
		{"?keep=0", begun + `{"type":`, "line 7"},
		{"?live=2", deep, "live"},
		{"?keep=x", deep, "keep"},
		{"?algorithm=x", deep, "algorithm"},
		{"", "", "body"},
	} {
		resp, b := webtest.Send(t, "POST", api+c.query, c.body)
		if resp.StatusCode < 400 || !strings.Contains(string(b), `"path":"`+c.path+`"`) || strings.Contains(string(b), `"key"`) {
			t.Errorf("%s %.80q = %s %s, want an error at %s", c.query, c.body, resp.Status, b, c.path)
		}
	}
	k := send(t, "POST", api+"?keep=1", begun+`{"type":"exit","id":"q"}`+"\n"+deep, 422)
	if k.ID == "" || k.Key == "" || len(k.Errors) != 1 || k.Errors[0].Path != "line 7" || k.Complete || k.Events != 5 || k.Bytes != int64(len(begun)) {
		t.Errorf("kept: %+v", k)
	}
	if source := get(t, api+"/"+k.ID+"/source"); source != begun {
		t.Errorf("the source is %q, want what comes before the line", source)
	}
	if page := get(t, ts.URL+k.URL); !strings.Contains(page, "Line 7 cannot be read") {
		t.Error("the page does not say which line cannot be read")
	}
	for _, path := range []string{"/x", "/" + strings.Repeat("a", 26), "/x/events", "/" + strings.Repeat("b", 26) + "/source"} {
		if resp, _ := webtest.Get(t, api+path); resp.StatusCode != 404 {
			t.Errorf("GET %s = %s", path, resp.Status)
		}
	}
}

// TestKeepForm sends a run as a form does.
func TestKeepForm(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	file, err := form.CreateFormFile("trace", "run.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(file, deep)
	form.Close()
	k := send(t, "POST", ts.URL+"/api/v1/traces", b.String(), 201, "Content-Type", form.FormDataContentType())
	if source := get(t, ts.URL+"/api/v1/traces/"+k.ID+"/source"); source != deep {
		t.Errorf("the source is %q", source)
	}
	resp, _ := webtest.Send(t, "POST", ts.URL+"/api/v1/traces", b.String(), "Content-Type", form.FormDataContentType(), "Origin", "https://example.org")
	if resp.StatusCode != 403 {
		t.Errorf("from another origin: %s", resp.Status)
	}
}

// TestLargeIsStreamed sends a run of several chunks with a body whose length is not known.
func TestLargeIsStreamed(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	var b strings.Builder
	b.WriteString("{\"type\":\"enter\",\"id\":\"root\"}\n")
	for i := range 60_000 {
		fmt.Fprintf(&b, "{\"type\":\"leaf\",\"id\":%d,\"value\":%d}\n", i, i%97)
	}
	b.WriteString("{\"type\":\"exit\",\"value\":96}\n")
	if b.Len() < 4*tracestore.ChunkBytes {
		t.Fatal("it is too short for the test")
	}
	r, err := http.NewRequest("POST", ts.URL+"/api/v1/traces", io.NopCloser(strings.NewReader(b.String())))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var k kept
	if err := json.NewDecoder(resp.Body).Decode(&k); err != nil || resp.StatusCode != 201 || k.Verdict != "right" || k.Nodes != 60_001 {
		t.Fatalf("%s %+v %v", resp.Status, k, err)
	}
	if get(t, ts.URL+"/api/v1/traces/"+k.ID+"/source") != b.String() {
		t.Error("the source differs from what was sent")
	}
}

// TestRevisionsEnd keeps the newest runs of a program.
func TestRevisionsEnd(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	const run = `{"type":"leaf","id":1,"value":%d}`
	k := send(t, "POST", api, fmt.Sprintf(run, 0), 201)
	for i := range tracestore.MaxRevisions {
		send(t, "PUT", api+"/"+k.Key, fmt.Sprintf(run, i+1), 200)
	}
	send(t, "GET", api+"/"+k.ID+"/source?revision=1", "", 404)
	if text := get(t, api+"/"+k.ID+"/source?revision=2"); text != fmt.Sprintf(run, 1) {
		t.Errorf("the second run is %s", text)
	}
	if text := get(t, api+"/"+k.ID+"/source"); text != fmt.Sprintf(run, tracestore.MaxRevisions) {
		t.Errorf("the newest run is %s", text)
	}
}

// TestSource runs what can be asked of every source on that of a trace.
func TestSource(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	k := send(t, "POST", ts.URL+"/api/v1/traces", deep, 201)
	source := `"trace":"` + k.ID + `"`
	post := func(path, body string, want int) string {
		t.Helper()
		resp, b := webtest.Post(t, ts.URL+path, body)
		if resp.StatusCode != want {
			t.Fatalf("%s %s = %s %s, want %d", path, body, resp.Status, b, want)
		}
		return string(b)
	}
	if own := post("/api/v1/trace", "{"+source+"}", 200); !strings.Contains(own, `"rule":"deep"`) || !strings.Contains(own, `"value":[5,2,2]`) {
		t.Error(own)
	}
	if own := post("/api/v1/trace", "{"+source+`,"revision":1,"algorithm":"shallow","values":{"5":[0,0,6]}}`, 200); strings.Contains(own, `"rule":"deep"`) || !strings.Contains(own, `"value":[6,1,2],"line"`) {
		t.Error(own)
	}
	if said := post("/api/v1/trace", "{"+source+`,"values":{"5":[0,0,6]}}`, 422); !strings.Contains(said, `"path":"values"`) {
		t.Error(said)
	}
	if said := post("/api/v1/trace", "{"+source+`,"options":{"depth":1}}`, 422); !strings.Contains(said, "takes no options") {
		t.Error(said)
	}
	if said := post("/api/v1/solve", "{"+source+`,"algorithm":"maxn"}`, 422); !strings.Contains(said, "leaf f (node 5) is unknown") {
		t.Error(said)
	}
	if said := post("/api/v1/trace", `{"trace":"`+strings.Repeat("a", 26)+`"}`, 404); !strings.Contains(said, `"path":"trace"`) {
		t.Error(said)
	}
	if said := post("/api/v1/trace", "{"+source+`,"revision":2}`, 422); !strings.Contains(said, `"path":"revision"`) {
		t.Error(said)
	}
	for path, want := range map[string]string{
		"/traces/" + k.ID:                                                     "The first error is in line 7.",
		"/traces/" + k.ID + "?step=12":                                        "This is unsound",
		"/traces/" + k.ID + "?algorithm=maxn&v5=0,0,6&step=last":              "(6, 1, 2)",
		"/traces/" + k.ID + "?step=900":                                       "There is no step 900",
		"/lockstep?trace=" + k.ID + "&a=recorded&b=shallow":                   "The program",
		"/lockstep?trace=" + k.ID + "&revision=1&a=recorded&b=shallow":        "Where they differ",
		"/embed?trace=" + k.ID:                                                "The program",
		"/handout?trace=" + k.ID + "&steps=12":                                "unsound",
		"/export/picture.svg?trace=" + k.ID + "&step=12":                      "<svg",
		"/export/run.html?trace=" + k.ID:                                      "The program",
		"/share?trace=" + k.ID:                                                "/traces/" + k.ID,
		"/edit?trace=" + k.ID:                                                 "players",
		"/export/trace.ndjson?trace=" + k.ID:                                  `"rule":"deep"`,
		"/export/tree.json?trace=" + k.ID:                                     `"root"`,
		"/traces/" + k.ID + "?revision=1":                                     "revision=1",
		"/traces/" + k.ID + "?revision=1&algorithm=recorded&step=3&present=1": "The program",
	} {
		resp, b := webtest.Get(t, ts.URL+path)
		if resp.StatusCode != 200 || !strings.Contains(string(b), want) {
			t.Errorf("%s = %s, without %q: %.200s", path, resp.Status, want, b)
		}
	}
}

// TestKeyInPage: a page that is asked for with the key has the id in its address.
func TestKeyInPage(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	k := send(t, "POST", ts.URL+"/api/v1/traces", deep, 201)
	resp, err := http.Get(ts.URL + "/traces/" + k.Key)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 200 || resp.Request.URL.Path != k.URL {
		t.Errorf("%s at %s, want %s", resp.Status, resp.Request.URL, k.URL)
	}
	made := send(t, "POST", ts.URL+"/api/v1/trees", `{"trace":"`+k.ID+`"}`, 201)
	if made.Nodes != 7 {
		t.Errorf("a copy of the tree has %d nodes, want 7", made.Nodes)
	}
}

// TestExtras: keys of the program's own are kept, and listed with their nodes.
func TestExtras(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	k := send(t, "POST", ts.URL+"/api/v1/traces", strings.Replace(deep, `"id":"c",`, `"id":"c","hash":"0xbeef","depth":3,`, 1), 201)
	page := webtest.PageText([]byte(get(t, ts.URL+k.URL)))
	if !strings.Contains(page, "What else the program printed (1)") || !strings.Contains(page, `{"hash":"0xbeef","depth":3}`) {
		t.Errorf("the page does not list the keys: %s", page)
	}
}

// TestRoom shows a recorded run to a class, and asks about it.
func TestRoom(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	k := send(t, "POST", ts.URL+"/api/v1/traces", deep, 201)
	resp, b := webtest.Post(t, ts.URL+"/api/v1/rooms", `{"show":{"trace":"`+k.ID+`","step":11}}`)
	var room struct{ Key, Code string }
	if err := json.Unmarshal(b, &room); err != nil || resp.StatusCode != 201 {
		t.Fatalf("%s %s", resp.Status, b)
	}
	send(t, "PUT", ts.URL+"/api/v1/traces/"+k.Key, strings.Replace(deep, "9,", "10,", 1), 200)
	if value := get(t, ts.URL+"/api/v1/rooms/"+room.Code); !strings.Contains(value, `"trace":"`+k.ID+`","revision":1`) {
		t.Errorf("the room does not keep the revision: %s", value)
	}
	ask := func(question string) (int, string) {
		resp, b := webtest.Post(t, ts.URL+"/api/v1/rooms/"+room.Key+"/ask", `{"question":`+question+`}`)
		return resp.StatusCode, string(b)
	}
	if page := get(t, ts.URL+"/c/"+room.Code); !strings.Contains(page, "my shallow") {
		t.Error("the page of a follower does not show the run")
	}
	if status, said := ask(`{"kind":"root","node":5,"value":[0,0,6]}`); status != 422 || !strings.Contains(said, "as the program printed it") {
		t.Errorf("a root question: %d %s", status, said)
	}
	if status, said := ask(`{"kind":"cut","node":3}`); status != 200 {
		t.Errorf("a cut question: %d %s", status, said)
	}
	if page := get(t, ts.URL+"/c/"+room.Code); strings.Contains(page, "my shallow") {
		t.Error("the page of a follower shows the title of the run while a question about it is open")
	}
}
