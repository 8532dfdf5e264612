package traces_test

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf16"

	"espalier/web/webtest"
)

// asPowerShell writes a text as older versions of PowerShell do: in UTF-16 with a byte order mark.
func asPowerShell(text string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune("\ufeff" + strings.ReplaceAll(text, "\n", "\r\n"))) {
		b.Write([]byte{byte(u), byte(u >> 8)})
	}
	return b.String()
}

// chatty is a right run of a program that prints three lines of its own.
const chatty = `Searching …
{"kind":"minimax"}
{"type":"enter","id":"a","player":1}
{"type":"leaf","id":"b","value":4}
depth 1: 4
{"type":"exit","id":"a","value":4}
Best move: b`

// TestUTF16 sends a run in UTF-16: to be checked, to be kept and to be followed, a few bytes at a time.
func TestUTF16(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	sent := asPowerShell(deep)
	if status, text := webtest.Send(t, "POST", api+"/check", sent); status.StatusCode != 200 || !strings.Contains(string(text), `"line":7`) {
		t.Errorf("check: %s %s", status.Status, text)
	}
	whole := send(t, "POST", api, sent, 201)
	live := send(t, "POST", api+"?live=1", sent[:1], 201)
	for at := 1; at < len(sent); at += 7 {
		send(t, "POST", api+"/"+live.Key+"/lines", sent[at:min(at+7, len(sent))], 200)
	}
	ended := send(t, "POST", api+"/"+live.Key+"/end", "", 200)
	for _, k := range []kept{whole, ended} {
		if k.Events != 10 || k.Checks.Errors != 1 || k.Bytes != int64(len(sent)) {
			t.Errorf("%+v", k)
		}
	}
	for _, id := range []string{whole.ID, live.ID} {
		if get(t, api+"/"+id+"/source") != sent {
			t.Error("the source is not what was sent")
		}
		if !strings.Contains(get(t, ts.URL+"/traces/"+id), "The cut at d is unsound") {
			t.Error("the page does not name the error")
		}
	}
	// Of a run with a line that cannot be read, the bytes before that line are kept.
	const lines = 4
	begun := strings.Join(strings.SplitAfter(deep, "\n")[:lines], "")
	part := send(t, "POST", api+"?keep=1", asPowerShell(begun+"{\"type\":\"exit\",\"id\":\"q\"}\n"), 422)
	if part.Bytes != int64(len(asPowerShell(begun))) || part.Errors[0].Path != "line 5" || get(t, api+"/"+part.ID+"/source") != asPowerShell(begun) {
		t.Errorf("%+v", part)
	}
}

// TestOtherLines sends a run with lines of the program's own output: they are named with their number,
// and left out if that is asked for, at each door and whenever the run is read again.
func TestOtherLines(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	for _, door := range []string{"/check", "", "?keep=1"} {
		k := send(t, "POST", api+door, strings.TrimPrefix(chatty, "Searching …\n"), 422)
		if f := k.Errors[0]; f.Path != "line 4" || f.Offer != "skip_other" || f.Lines != 2 || !strings.HasPrefix(f.Message, `this is output of the program itself, not an event: "depth 1: 4"; the run has 2 such lines`) {
			t.Errorf("%q: %+v", door, f)
		}
		if kept := door == "?keep=1"; kept != (k.ID != "") || kept && k.Events != 2 {
			t.Errorf("%q: %+v", door, k)
		}
	}
	if _, text := webtest.Send(t, "POST", api+"/check?skip_other=1", chatty); !strings.Contains(string(text), `"left_out":3`) || !strings.Contains(string(text), `3 lines are output of the program itself, the first of them line 1.`) || !strings.Contains(string(text), `"verdict":"right"`) {
		t.Errorf("check: %s", text)
	}
	whole := send(t, "POST", api+"?skip_other=1", chatty, 201)
	live := send(t, "POST", api+"?live=1&skip_other=1", chatty[:70], 201)
	send(t, "POST", api+"/"+live.Key+"/lines", chatty[70:], 200)
	ended := send(t, "POST", api+"/"+live.Key+"/end", "", 200)
	for i, k := range []kept{whole, ended} {
		id := []string{whole.ID, live.ID}[i]
		if k.Verdict != "right" || k.Events != 3 || k.Lines != 7 || k.Bytes != int64(len(chatty)) {
			t.Errorf("%+v", k)
		}
		if text := get(t, api+"/"+id+"/checks?ties=left"); !strings.Contains(text, `"left_out":3`) {
			t.Errorf("read again: %s", text)
		}
		if page := get(t, ts.URL+"/traces/"+id); strings.Contains(page, "cannot be read") {
			t.Error("the page stops at a line that is left out")
		}
	}
	// Without that a live run ends at the first of them.
	live = send(t, "POST", api+"?live=1", "", 201)
	if k := send(t, "POST", api+"/"+live.Key+"/lines", chatty[strings.Index(chatty, "{"):]+"\n", 422); k.Errors[0].Path != "line 4" || k.Errors[0].Offer != "skip_other" {
		t.Errorf("%+v", k)
	}
	if page := get(t, ts.URL+live.URL); !strings.Contains(page, "line 4 is output of the program itself, not an event") {
		t.Error("the live page does not name the line")
	}
}

// TestOtherLinesOnPage offers on the page of the form to leave lines out, without a script.
func TestOtherLinesOnPage(t *testing.T) {
	_, ts := webtest.Serve(t)
	post := func(form url.Values) (int, string) {
		resp, b := webtest.Send(t, "POST", ts.URL+"/traces", form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
		return resp.StatusCode, string(b)
	}
	status, page := post(url.Values{"trace": {chatty}})
	for _, want := range []string{"Line 1 is output of the program itself, not an event", `the run has 3 such lines`, `form="trace-form" name="skip_other" value="1">Leave these 3 lines out</button>`, `value="1" class="wrong"`} {
		if status != 422 || !strings.Contains(page, want) {
			t.Errorf("the page (%d) has no %s", status, want)
		}
	}
	if status, page = post(url.Values{"trace": {chatty}, "skip_other": {"1"}}); status != 200 || !strings.Contains(page, `data-verdict="right"`) || !strings.Contains(page, "3 other lines left out") {
		t.Errorf("without the lines: %d", status)
	}
}
