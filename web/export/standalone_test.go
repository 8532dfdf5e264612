package export_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"espalier/search/algorithms"
	"espalier/web/export"
	"espalier/web/webtest"
	"espalier/web/words"
)

type recorded struct {
	Packed  []byte        `json:"steps"`
	Steps   webtest.Reply `json:"-"` // what they are
	End     map[string]any
	Details []json.RawMessage
}

// recordingOf extracts the recording from a file.
func recordingOf(t *testing.T, page []byte) (r recorded) {
	t.Helper()
	_, rest, ok := strings.Cut(string(page), `<script type="application/json" id="recording">`)
	recorded, _, closed := strings.Cut(rest, "</script>")
	if !ok || !closed {
		t.Fatal("the file has no recording")
	}
	if err := json.Unmarshal([]byte(recorded), &r); err != nil {
		t.Fatal(err)
	}
	r.Steps = webtest.ReadSteps(r.Packed)
	return r
}

// The file of every algorithm's run has what the websocket sends of it.
func TestRunFileEqualsSocketRun(t *testing.T) {
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	for _, a := range algorithms.All() {
		resp, page := webtest.Get(t, ts.URL+"/export/run.html?algorithm="+a.ID+"&text="+url.QueryEscape(webtest.Korf6))
		p.Send("%s", webtest.PageMessage(a.ID, webtest.TextBody(a.ID, "")))
		if resp.StatusCode != http.StatusOK {
			if r := p.Next(); r.Type != "error" || !strings.Contains(string(page), r.Errors[0].Message) {
				t.Errorf("%s = %d: %s, want what the page gets: %+v", a.ID, resp.StatusCode, page, r)
			}
			continue
		}
		got := recordingOf(t, page)
		data, texts, end := p.Steps(a.ID)
		if !reflect.DeepEqual(got.Steps.Data, data) || !reflect.DeepEqual(got.Steps.Texts, texts) || got.Steps.From != 0 {
			t.Errorf("the steps of %s differ from those of its page", a.ID)
		}
		if value, _ := json.Marshal(got.End["value"]); string(value) != string(end.Value) {
			t.Errorf("the file of %s ends with %s, want %s", a.ID, value, end.Value)
		}
		if a.Estimate { // its details are more than one message has
			p.Send(`{"type":"details","id":%q,"from":0,"to":%d}`, a.ID, 512)
			got.Details = got.Details[:512]
		} else {
			p.Send(`{"type":"details","id":%q,"from":0,"to":%d}`, a.ID, got.Steps.Count)
		}
		var details []json.RawMessage
		if r := p.Next(); json.Unmarshal(r.Steps, &details) != nil || len(details) != len(got.Details) {
			t.Fatalf("%s has %d details, want %d: %+v", a.ID, len(got.Details), len(details), r)
		}
		for i := range details {
			var mine, theirs any
			json.Unmarshal(got.Details[i], &mine)
			json.Unmarshal(details[i], &theirs)
			if !reflect.DeepEqual(mine, theirs) {
				t.Errorf("step %d of %s: the file has %s, want %s", i, a.ID, got.Details[i], details[i])
			}
		}
		p.Send(`{"type":"release","id":%q}`, a.ID)
	}
}

// Embedded scripts are allowed by hash; no address is fetched.
func TestRunFileFetchesNothing(t *testing.T) {
	_, ts := webtest.Serve(t)
	resp, page := webtest.Get(t, ts.URL+"/export/run.html?figure=k1991-fig6&algorithm=deep&step=12")
	if got := resp.Header.Get("Content-Disposition"); got != `attachment; filename="k1991-fig6-deep.html"` {
		t.Errorf("Content-Disposition = %q", got)
	}
	file := string(page)
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(file)
	if policy == nil || !strings.HasPrefix(policy[1], "default-src &#39;none&#39;; ") || strings.Contains(policy[1], "unsafe") {
		t.Fatalf("the policy of the file is %v", policy)
	}
	for _, element := range []string{`<style>`, `<script>`, `<script type="module">`} {
		_, rest, _ := strings.Cut(file, element)
		content, _, _ := strings.Cut(rest, "</s")
		if !strings.Contains(policy[1], strings.ReplaceAll(export.Hashed(content), "'", "&#39;")) {
			t.Errorf("the policy does not allow what is in %s", element)
		}
	}
	for _, m := range regexp.MustCompile(`(?:src|href|action)="([^"]*)"`).FindAllStringSubmatch(file, -1) {
		if !strings.HasPrefix(m[1], "#") && !strings.HasPrefix(m[1], "data:image/svg+xml;") {
			t.Errorf("the file leads to %s", m[1])
		}
	}
	for _, not := range []string{`id="what-if"`, `name="ask"`, "data-request", "WebSocket", "fetch(", `name="algorithm"`} {
		if strings.Contains(file, not) {
			t.Errorf("the file has %s, which needs a server", not)
		}
	}
	for _, want := range []string{"step 12 of ", "They first differ at", `data-to="12"`, `id="bounds"`, `id="card"`, "The story of Fig. 6"} {
		if !strings.Contains(file, want) {
			t.Errorf("the file has no %s", want)
		}
	}
}

// No label ends the element that contains it.
func TestRunFileEscapesLabels(t *testing.T) {
	_, ts := webtest.Serve(t)
	source := `players 1 title "</script><script>alert(1)</script>" "</ScRiPt><!--": 1[ "<script>": (1) "]]>": (2) ]`
	_, page := webtest.Get(t, ts.URL+"/export/run.html?text="+url.QueryEscape(source))
	if n := strings.Count(strings.ToLower(string(page)), "<script"); n != 3 {
		t.Errorf("the file has %d script elements, want 3", n)
	}
	if n := strings.Count(strings.ToLower(string(page)), "</script"); n != 3 {
		t.Errorf("the file has %d ends of script elements, want 3", n)
	}
	if r := recordingOf(t, page); r.Steps.Count == 0 || len(r.Details) != r.Steps.Count {
		t.Errorf("the recording has %d steps and %d details", r.Steps.Count, len(r.Details))
	}
}

func TestEditorOffersSameFilesAsRun(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	long := webtest.MakeTree(t, ts, `{"grow":{"branching":2,"depth":12}}`)
	for query, want := range map[string]string{
		"saved=" + long.ID: "steps, and such a page takes " + words.Grouped(export.MaxFileSteps),
		"text=" + url.QueryEscape("players 3 1[ (1,2,3) ]") + "&algorithm=shallow": "No algorithm runs on this tree",
	} {
		resp, b := webtest.Get(t, ts.URL+"/share?"+query)
		if resp.StatusCode != 200 || strings.Contains(string(b), "/export/run.html") || !strings.Contains(string(b), want) {
			t.Errorf("GET /share?%s = %s, want no file that would be refused, and %q:\n%s", query, resp.Status, want, b)
		}
	}
}

// A run of few steps with long paths is too large and not offered; with labels
// it is small enough.
func TestRunFileHasMaximumBytes(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const levels = 2_000
	for label, fits := range map[string]bool{"": false, "a: ": true} {
		text := "players 1 " + strings.Repeat(label+"1[ ", levels) + "(1)" + strings.Repeat(" ]", levels)
		tree := webtest.MakeTree(t, ts, `{"text":`+webtest.Quote(text)+`}`)
		resp, b := webtest.Get(t, ts.URL+"/export/run.html?saved="+tree.ID)
		if fits && (resp.StatusCode != http.StatusOK || len(recordingOf(t, b).Details) < levels) {
			t.Errorf("the file of a chain with labels = %s", resp.Status)
		}
		why := "more than " + words.Grouped(export.MaxFileBytes) + " bytes, the limit of a file that plays by itself; short labels"
		if !fits && (resp.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(string(b), "steps: ") || !strings.Contains(string(b), why)) {
			t.Errorf("the file of a chain = %s %.300s, want 422 and %q", resp.Status, b, why)
		}
		for _, path := range []string{tree.Read + "?step=0", "/share?saved=" + tree.ID} {
			_, b := webtest.Get(t, ts.URL+path)
			if offered := strings.Contains(string(b), "/export/run.html"); offered != fits || strings.Contains(string(b), why) == fits {
				t.Errorf("%s with %q offers the file: %v, want %v", path, label, offered, fits)
			}
		}
	}
}
