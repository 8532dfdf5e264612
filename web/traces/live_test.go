package traces_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"espalier/trees"
	"espalier/web/fair"
	"espalier/web/webtest"
	"espalier/web/words"
)

// TestLive sends a run in pieces that end anywhere, resumes it at the offset of a 409, and ends it.
func TestLive(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	header, rest, _ := strings.Cut(deep, "\n")
	k := send(t, "POST", api+"?live=1", header+"\n", 201)
	if !k.Live || k.Bytes != int64(len(header)+1) || k.Key == "" {
		t.Fatalf("%+v", k)
	}
	lines := api + "/" + k.Key + "/lines"
	if page := get(t, ts.URL+k.URL); !strings.Contains(page, "The program is running") {
		t.Error("the page does not say that the program is running")
	}
	offset := int(k.Bytes)
	for from := 0; from < len(rest); from += 37 {
		part := rest[from:min(from+37, len(rest))]
		send(t, "POST", fmt.Sprintf("%s?from=%d", lines, offset+from), part, 200)
		if again := send(t, "POST", fmt.Sprintf("%s?from=%d", lines, offset+from), part, 409); again.Offset != int64(offset+from+len(part)) {
			t.Fatalf("the wanted offset is %d, want %d", again.Offset, offset+from+len(part))
		}
	}
	send(t, "POST", lines+"?from=9999999", "x", 409)
	send(t, "POST", lines+"?from=x", "x", 422)
	if events := get(t, api+"/"+k.ID+"/events"); strings.Contains(events, `"type":"done"`) || strings.Contains(events, `"type":"error"`) || strings.Count(events, "\n") != 22 {
		t.Errorf("the events so far: %s", events)
	}
	if source := get(t, api+"/"+k.ID+"/source"); source != deep {
		t.Errorf("the source so far is %q", source)
	}
	send(t, "PUT", api+"/"+k.Key, deep, 409) // it has not ended
	send(t, "POST", api+"/"+k.ID+"/end", "", 403)
	end := send(t, "POST", api+"/"+k.Key+"/end", "", 200)
	if end.Verdict != "wrong" || end.Events != 10 || end.Live || !end.Complete {
		t.Errorf("at its end: %+v", end)
	}
	send(t, "POST", lines, "x", 409)
	send(t, "POST", api+"/"+k.Key+"/end", "", 409)
	if page := get(t, ts.URL+k.URL); !strings.Contains(page, "The first error is in line 7.") {
		t.Error("the page of the ended run does not show its first error")
	}
	if second := send(t, "PUT", api+"/"+k.Key+"?live=1", "", 200); second.Revision != 2 || !second.Live {
		t.Errorf("a second live run: %+v", second)
	}
}

// TestLiveChunked sends a run in the chunks of one request while it is read.
func TestLiveChunked(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	k := send(t, "POST", api+"?live=1", "", 201)
	out, in := io.Pipe()
	answered := make(chan error, 1)
	go func() {
		resp, err := http.Post(api+"/"+k.Key+"/lines?from=0", "application/x-ndjson", out)
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode != 200 {
				err = fmt.Errorf("%s", resp.Status)
			}
		}
		answered <- err
	}()
	lines := strings.SplitAfter(deep, "\n")
	for i, line := range lines[:len(lines)-1] {
		io.WriteString(in, line)
		webtest.Eventually(t, time.Minute, func() bool {
			var now kept
			json.Unmarshal([]byte(get(t, api+"/"+k.ID)), &now)
			return now.Lines == i+1
		}, "a line that was sent is not read while the request goes on")
	}
	in.Close()
	if err := <-answered; err != nil {
		t.Fatal(err)
	}
	if end := send(t, "POST", api+"/"+k.Key+"/end", "", 200); end.Verdict != "wrong" {
		t.Errorf("%+v", end)
	}
}

// TestLiveWrongLine ends a live run at a line that cannot be read, and keeps what came.
func TestLiveWrongLine(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	k := send(t, "POST", api+"?live=1", "", 201)
	begun := deep[:strings.Index(deep, `{"type":"prune"`)]
	wrong := send(t, "POST", api+"/"+k.Key+"/lines", begun+"{\"type\":\"exit\",\"id\":\"q\"}\nmore\n", 422)
	if len(wrong.Errors) != 1 || wrong.Errors[0].Path != "line 7" {
		t.Fatalf("%+v", wrong)
	}
	if again := send(t, "POST", api+"/"+k.Key+"/lines", "x", 422); again.Errors[0].Path != "line 7" {
		t.Errorf("what follows: %+v", again)
	}
	if page := get(t, ts.URL+k.URL); !strings.Contains(page, "line 7: ") {
		t.Error("the page does not name the line")
	}
	if end := send(t, "POST", api+"/"+k.Key+"/end", "", 200); end.Events != 5 || end.Complete || end.Verdict != "incomplete" {
		t.Errorf("%+v", end)
	}
	if page := get(t, ts.URL+k.URL); !strings.Contains(page, "Line 7 cannot be read") {
		t.Error("the page of the ended run does not name the line")
	}
}

// TestLiveAfterRestart goes on with a run where the server stopped.
func TestLiveAfterRestart(t *testing.T) {
	dir := t.TempDir()
	_, ts, end := webtest.ServeWithStoreIn(t, dir)
	half := len(deep) / 2
	k := send(t, "POST", ts.URL+"/api/v1/traces?live=1", deep[:half], 201)
	end()
	_, ts, _ = webtest.ServeWithStoreIn(t, dir)
	api := ts.URL + "/api/v1/traces/" + k.Key
	if wanted := send(t, "POST", api+"/lines?from=0", deep, 409); wanted.Offset != int64(half) {
		t.Fatalf("after the restart %d bytes are wanted, want %d", wanted.Offset, half)
	}
	send(t, "POST", fmt.Sprintf("%s/lines?from=%d", api, half), deep[half:], 200)
	if last := send(t, "POST", api+"/end", "", 200); last.Verdict != "wrong" || last.Bytes != int64(len(deep)) {
		t.Errorf("%+v", last)
	}
	if source := get(t, ts.URL+"/api/v1/traces/"+k.ID+"/source"); source != deep {
		t.Errorf("the source is %q", source)
	}
}

// TestSilence ends a run whose program sends nothing any more.
func TestSilence(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	s.Traced.Silence = 20 * time.Millisecond
	k := send(t, "POST", ts.URL+"/api/v1/traces?live=1", deep[:len(deep)/2], 201)
	webtest.Eventually(t, time.Minute, func() bool {
		var now kept
		json.Unmarshal([]byte(get(t, ts.URL+"/api/v1/traces/"+k.ID)), &now)
		return !now.Live && now.Verdict == "incomplete"
	}, "a silent run does not end")
	if page := get(t, ts.URL+k.URL); !strings.Contains(page, "The program ended before the root had a value") {
		t.Error("the page does not say that the program ended early")
	}
}

// A message of the server about a live run.
type message struct {
	Type, ID, Detail string
	Bytes, Stored    int
	Line, Status     int
	Verdict          string
	Events           json.RawMessage
	State            struct {
		Events, Nodes int
		Live          bool
		Picture, Said string
		Program       string
		Status, At    string
	}
}

func next(t *testing.T, p *webtest.Peer) (m message) {
	t.Helper()
	p.WS.SetReadDeadline(time.Now().Add(time.Minute))
	if err := p.WS.ReadJSON(&m); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestFeed sends a run by websocket, while two others follow it.
func TestFeed(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	k := send(t, "POST", ts.URL+"/api/v1/traces?live=1", "", 201)
	program, follower, page := webtest.Dial(t, ts), webtest.Dial(t, ts), webtest.Dial(t, ts)
	follower.Send(`{"type":"run","id":"r","trace":%q,"follow":true}`, k.ID)
	page.Send(`{"type":"watch","id":"w","trace":%q}`, k.ID)
	if m := next(t, page); m.Type != "state" || !m.State.Live || m.State.Events != 0 {
		t.Fatalf("the first state is %+v", m)
	}
	program.Send(`{"type":"feed","id":"f","trace":%q}`, k.ID)
	if m := next(t, program); m.Type != "error" || m.Status != 403 {
		t.Errorf("with the id: %+v", m)
	}
	program.Send(`{"type":"lines","id":"f","text":"x"}`)
	if m := next(t, program); m.Type != "error" {
		t.Errorf("without a feed: %+v", m)
	}
	program.Send(`{"type":"feed","id":"f","trace":%q}`, k.Key)
	if m := next(t, program); m.Type != "credit" || m.Bytes <= 0 || m.Stored != 0 {
		t.Fatalf("%+v", m)
	}
	stored := 0
	for from := 0; from < len(deep); from += 50 {
		part := deep[from:min(from+50, len(deep))]
		program.Send(`{"type":"lines","id":"f","text":%s}`, webtest.Quote(part))
		for stored < from+len(part) {
			m := next(t, program)
			if m.Type != "credit" || m.Bytes <= 0 {
				t.Fatalf("%+v", m)
			}
			stored = m.Stored
		}
	}
	sent := ""
	for strings.Count(sent, `"seq"`) < 22 { // all but the last event
		m := next(t, follower)
		if m.Type != "events" {
			t.Fatalf("the follower gets %+v", m)
		}
		sent += string(m.Events)
	}
	if strings.Contains(sent, `"done"`) {
		t.Error("the end of the run is sent before it has ended")
	}
	program.Send(`{"type":"end","id":"f"}`)
	if m := next(t, program); m.Type != "end" || m.Verdict != "wrong" {
		t.Errorf("at the end: %+v", m)
	}
	for {
		m := next(t, follower)
		if m.Type == "end" {
			break
		}
		sent += string(m.Events)
	}
	if !strings.Contains(sent, `"type":"done","value":[5,2,2]`) || !strings.Contains(sent, `"parent":0`) {
		t.Errorf("the follower got %s", sent)
	}
	var last message
	for m := next(t, page); m.Type != "end"; m = next(t, page) {
		last = m
	}
	if last.State.Events != 10 || last.State.Nodes != 7 || !strings.Contains(last.State.Picture, "<svg") {
		t.Errorf("the last state is %+v", last)
	}
	if source := get(t, ts.URL+"/api/v1/traces/"+k.ID+"/source"); source != deep {
		t.Errorf("the source is %q", source)
	}
	follower.Send(`{"type":"run","id":"again","trace":%q,"follow":true}`, k.ID)
	if r, events := follower.Until("end", "again"); events != 23 {
		t.Errorf("an ended run is replayed with %d events: %+v", events, r)
	}
	follower.Send(`{"type":"run","id":"no","figure":"k1991-fig6","follow":true}`)
	if m := next(t, follower); m.Type != "error" || !strings.Contains(m.Detail, "only the run of a program can be followed") {
		t.Errorf("a figure is followed: %+v", m)
	}
}

// TestFeedWrongLine names the line at which a run ends.
func TestFeedWrongLine(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	k := send(t, "POST", ts.URL+"/api/v1/traces?live=1", "", 201)
	program := webtest.Dial(t, ts)
	program.Send(`{"type":"feed","id":"f","trace":%q}`, k.Key)
	next(t, program)
	program.Send(`{"type":"lines","id":"f","text":"{\"type\":\"enter\",\"id\":1}\n{\"type\":\"exit\",\"id\":2}\n"}`)
	for m := next(t, program); ; m = next(t, program) {
		if m.Type == "credit" {
			continue
		}
		if m.Type != "error" || m.Line != 2 || m.Detail == "" {
			t.Errorf("%+v", m)
		}
		break
	}
}

// TestLiveWithoutMemory: a live run for which there is no memory is refused, and nothing else stops.
func TestLiveWithoutMemory(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	k := send(t, "POST", api+"?live=1", "", 201)
	s.Traced.Forget(k.ID)
	giveBack := s.Traced.TakeMemory(fair.ClientAt(netip.MustParseAddr("127.0.0.1")))
	resp, b := webtest.Send(t, "POST", api+"?live=1", "")
	webtest.CheckProblem(t, resp, b, http.StatusTooManyRequests, "traces", "your address already holds")
	resp, b = webtest.Send(t, "POST", api+"/"+k.Key+"/lines", deep)
	webtest.CheckProblem(t, resp, b, http.StatusTooManyRequests, "traces", "your address already holds")

	// Another client opens a live run, adds to it, and deletes it.
	other := []string{"X-Forwarded-For", "192.0.2.7"}
	o := send(t, "POST", api+"?live=1", "", 201, other...)
	send(t, "POST", api+"/"+o.Key+"/lines", deep, 200, other...)
	send(t, "DELETE", api+"/"+o.Key, "", 204, other...)

	giveBack()
	send(t, "POST", api+"/"+k.Key+"/lines", deep, 200)
	send(t, "DELETE", api+"/"+k.Key, "", 204)
}

// TestEndWithoutMemory: a live run ends although there is no memory to check it. It gives back what it
// held, and is checked when there is memory, though nobody asks for it.
func TestEndWithoutMemory(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	k := send(t, "POST", api+"?live=1", deep, 201)
	giveBack := s.Traced.TakeMemory(fair.ClientAt(netip.MustParseAddr("127.0.0.1")))
	held := s.TraceMemory.Used()
	end := send(t, "POST", api+"/"+k.Key+"/end", "", 200)
	if end.Live || end.Events != 10 || !end.Complete || end.Verdict != "" {
		t.Errorf("at its end: %+v", end)
	}
	if left := s.TraceMemory.Used(); left >= held {
		t.Errorf("%d bytes are held after the end, %d before", left, held)
	}
	const said = "not checked yet: the server has no memory free for the check; it is checked as soon as there is"
	if summary := get(t, api+"/"+k.ID); !strings.Contains(summary, `"unchecked":"`+said) || strings.Contains(summary, `"checks"`) {
		t.Errorf("the summary of a run that is not checked: %s", summary)
	}
	giveBackRest := s.Traced.TakeMemory(fair.ClientAt(netip.MustParseAddr("127.0.0.1"))) // what the run has given back
	resp, b := webtest.Send(t, "GET", api+"/"+k.ID+"/checks", "")
	webtest.CheckProblem(t, resp, b, http.StatusServiceUnavailable, "traces", said)
	giveBackRest()
	giveBack()
	awaitVerdict(t, api+"/"+k.ID, "wrong")
	if page := get(t, ts.URL+k.URL); !strings.Contains(page, "The first error is in line 7.") {
		t.Error("the page does not show the first error once there is memory")
	}
}

// awaitVerdict waits until the summary of a run has its verdict.
func awaitVerdict(t *testing.T, of, verdict string) {
	t.Helper()
	webtest.Eventually(t, time.Minute, func() bool {
		summary := get(t, of)
		return strings.Contains(summary, `"verdict":"`+verdict+`"`) && !strings.Contains(summary, "unchecked")
	}, "the run is not checked")
}

// TestEndBeforeStart: a run that had ended without a check when the server was stopped is checked after the
// next start.
func TestEndBeforeStart(t *testing.T) {
	dir := t.TempDir()
	s, ts, end := webtest.ServeWithStoreIn(t, dir)
	k := send(t, "POST", ts.URL+"/api/v1/traces?live=1", deep, 201)
	giveBack := s.Traced.TakeMemory(fair.ClientAt(netip.MustParseAddr("127.0.0.1")))
	if last := send(t, "POST", ts.URL+"/api/v1/traces/"+k.Key+"/end", "", 200); last.Verdict != "" {
		t.Fatalf("there was memory for the check: %+v", last)
	}
	end()
	giveBack()
	s, ts, end = webtest.ServeWithStoreIn(t, dir)
	defer end()
	if err := s.Traced.FindLeft(t.Context()); err != nil {
		t.Fatal(err)
	}
	awaitVerdict(t, ts.URL+"/api/v1/traces/"+k.ID, "wrong")
}

// TestLargePage: the page of a run that is too large to be played does not wait for the check. It has the
// events of the whole run, and beside the picture those up to the line.
func TestLargePage(t *testing.T) {
	s, ts := webtest.ServeWithStore(t)
	const leaves = trees.MaxNodes
	var b strings.Builder
	b.WriteString(`{"kind":"minimax"}` + "\n" + `{"type":"enter","id":0,"player":1}` + "\n")
	for n := 1; n <= leaves; n++ {
		fmt.Fprintf(&b, `{"type":"leaf","id":%d,"value":7}`+"\n", n)
	}
	b.WriteString(`{"type":"exit","id":0,"value":8}` + "\n")
	k := send(t, "POST", ts.URL+"/api/v1/traces?live=1", b.String(), 201)
	var giveBack []func()
	for i := range 8 { // each takes most of what the others leave
		giveBack = append(giveBack, s.Traced.TakeMemory(fair.ClientAt(netip.AddrFrom4([4]byte{127, 0, 0, byte(1 + i)}))))
	}
	if end := send(t, "POST", ts.URL+"/api/v1/traces/"+k.Key+"/end", "", 200); end.Verdict != "" {
		t.Fatalf("there was memory for the check: %+v", end)
	}
	if page := get(t, ts.URL+"/api/v1/traces/"+k.ID); !strings.Contains(page, "it is checked as soon as there is") {
		t.Errorf("the summary of a run that waits for memory: %s", page)
	}
	for _, give := range giveBack {
		give()
	}
	events := `data-count="events">` + words.Grouped(leaves+2)
	if page := get(t, ts.URL+k.URL+"?line=57"); !strings.Contains(page, `id="unchecked"`) || !strings.Contains(page, events) || !strings.Contains(page, "After line 57 of "+words.Grouped(leaves+3)+": 56 events, 56 nodes.") {
		t.Errorf("the page before the check: %.3000s", page)
	}
	if report := get(t, ts.URL+"/api/v1/traces/"+k.ID+"/checks"); !strings.Contains(report, `"verdict":"wrong"`) {
		t.Errorf("the report: %s", report)
	}
	if page := get(t, ts.URL+k.URL); strings.Contains(page, `id="unchecked"`) || !strings.Contains(page, events) || !strings.Contains(page, "The first error is in line "+words.Grouped(leaves+3)) {
		t.Errorf("the page after the check: %.3000s", page)
	}
}
