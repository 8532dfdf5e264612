package traces_test

import (
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"espalier/web/webtest"
)

// examplesOf has the text of an example, its verdict, what is said of it, and its verdict without some keys.
var examplesOf = regexp.MustCompile(`(?s)<textarea name="trace"[^>]*>(.*?)</textarea>.*?data-verdict="(\w+)">[^<]*</span>([^<]*)(?:<span class="without" data-without="([^"]*)" data-then="(\w+)")?`)

// TestPage checks what the page says of a wrong trace, of one that cannot be read, and of the
// examples of the format, which are right.
func TestPage(t *testing.T) {
	_, ts := webtest.Serve(t)
	send := func(trace string, more ...string) (int, string) {
		form := url.Values{"trace": {trace}}
		for i := 0; i < len(more); i += 2 {
			form.Set(more[i], more[i+1])
		}
		resp, b := webtest.Send(t, "POST", ts.URL+"/traces", form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
		return resp.StatusCode, string(b)
	}
	status, page := send(strings.ReplaceAll(deep, "\n", "\r\n"))
	for _, want := range []string{`data-verdict="wrong"`, "The first error is in line 7.", "The cut at d is unsound. With f = (0, 0, 6) the root gets (6, 1, 2)", `value="7" class="wrong"`, "<svg", "(0, 0, 6)", "values with which the result changes", "First difference from the reference, line 7"} {
		if status != 200 || !strings.Contains(page, want) {
			t.Errorf("the page (%d) has no %s", status, want)
		}
	}
	if status, page := send(deep + "{"); status != 422 || !strings.Contains(page, "Line 12 cannot be read") {
		t.Errorf("a broken line: %d", status)
	}
	if status, page := send("# nothing"); status != 400 || !strings.Contains(page, "there is no event in it") {
		t.Errorf("no event: %d", status)
	}
	if status, page := send(deep, "algorithm", "none"); status != 422 || !strings.Contains(page, "there is no algorithm") {
		t.Errorf("no algorithm: %d", status)
	}
	_, format := webtest.Get(t, ts.URL+"/traces/format")
	list := examplesOf.FindAllSubmatch(format, -1)
	if len(list) < 12 {
		t.Fatalf("%d examples", len(list))
	}
	without := 0
	for _, m := range list {
		trace, verdict, more := html.UnescapeString(string(m[1])), string(m[2]), html.UnescapeString(string(m[3]))
		_, page := send(trace)
		if !strings.Contains(page, `data-verdict="`+verdict+`"`) {
			t.Errorf("not %s: %s\n%s", verdict, trace, webtest.PageText([]byte(page)))
		}
		if said := strings.TrimSpace(more); verdict == "wrong" && (said == "" || !strings.Contains(html.UnescapeString(page), said)) {
			t.Errorf("the page says %q of the wrong trace %s\n%s", said, trace, webtest.PageText([]byte(page)))
		}
		if m[4] == nil {
			continue
		}
		without++
		first, rest, _ := strings.Cut(trace, "\n")
		var header map[string]any
		if err := json.Unmarshal([]byte(first), &header); err != nil {
			t.Fatal(err)
		}
		for _, key := range strings.Fields(string(m[4])) {
			delete(header, key)
		}
		shorter, err := json.Marshal(header)
		if err != nil {
			t.Fatal(err)
		}
		if _, page := send(string(shorter) + "\n" + rest); !strings.Contains(page, `data-verdict="`+string(m[5])+`"`) {
			t.Errorf("without %s not %s: %s\n%s", m[4], m[5], trace, webtest.PageText([]byte(page)))
		}
	}
	if without < 3 {
		t.Errorf("%d examples say what they are without a key of the header", without)
	}
}

// TestProgramText: a run that has the text of its program shows it, with the line of each step, and a mistake names
// its line.
func TestProgramText(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	const text = "def f(n):\n    if {1: 2}:\n        return n.value\n"
	k := send(t, "POST", ts.URL+"/api/v1/traces", `{"kind":"minimax","program":`+webtest.Quote(text)+`}
{"type":"line","line":1,"depth":1}
{"type":"enter","id":1,"player":1,"line":1,"vars":{"n":1}}
{"type":"leaf","id":2,"value":4,"line":3}
{"type":"leaf","id":3,"value":5,"line":3}
{"type":"exit","value":4,"line":2}
`, 201)
	page := get(t, ts.URL+"/traces/"+k.ID)
	for _, want := range []string{`<li class="">def f(n):</li>`, `<li class="now">    if {1: 2}:</li>`, "Line 2 of the program: ", "The program</h2>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Contains(page, "What else the program printed") {
		t.Error("the lines of the program are listed as its own keys")
	}
	if page = get(t, ts.URL+"/traces/"+k.ID+"?step=2"); !strings.Contains(page, `<li class="now">        return n.value</li>`) {
		t.Error("the line of step 2 is not marked")
	}
	checks := get(t, ts.URL+"/api/v1/traces/"+k.ID+"/checks")
	if !strings.Contains(checks, `"program_line":2`) {
		t.Errorf("the checks have no line of the program: %s", checks)
	}
}
