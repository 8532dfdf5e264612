package traces_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/cluster/natstest"
	"espalier/web/traces"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// A program is what the API says of the program of a live run.
type program struct {
	Live                         bool
	Program, Heard, Broke, Ended string
	Bytes                        int64
	Verdict                      string
}

func programOf(t *testing.T, ts *httptest.Server, id string) (p program) {
	t.Helper()
	if err := json.Unmarshal([]byte(get(t, ts.URL+"/api/v1/traces/"+id)), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// begunRun is the first lines of a run.
var begunRun = deep[:strings.Index(deep, `{"type":"prune"`)]

// TestKilledProgram: the API, the page and the socket say that the connection of a program broke, which
// sent its run in one request or over the websocket. It can continue.
func TestKilledProgram(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	api := ts.URL + "/api/v1/traces"
	for how, begin := range map[string]func(k kept) (kill func()){
		"request": func(k kept) func() {
			u, _ := url.Parse(ts.URL)
			conn, err := net.Dial("tcp", u.Host)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(conn, "POST /api/v1/traces/%s/lines?from=0 HTTP/1.1\r\nHost: %s\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", k.Key, u.Host, len(begunRun), begunRun)
			return func() { conn.Close() }
		},
		"websocket": func(k kept) func() {
			p := webtest.Dial(t, ts)
			p.Send(`{"type":"feed","id":"f","trace":%q}`, k.Key)
			p.Send(`{"type":"lines","id":"f","text":%s}`, webtest.Quote(begunRun))
			return func() { p.WS.NetConn().Close() }
		},
	} {
		k := send(t, "POST", api+"?live=1", "", 201)
		page := webtest.Dial(t, ts)
		page.Send(`{"type":"watch","id":"w","trace":%q}`, k.ID)
		kill := begin(k)
		m := next(t, page)
		for ; m.State.Events < 5; m = next(t, page) {
		}
		if m.State.Program != "running" || !strings.HasPrefix(m.State.Status, "The program is running.") {
			t.Errorf("%s: while it sends, the page gets %+v", how, m.State)
		}
		kill()
		for m = next(t, page); m.State.Program == "running"; m = next(t, page) {
		}
		if m.State.Program != "broken" || m.State.At == "" || !m.State.Live || m.State.Status != "The connection to the program broke at {at}. The program can continue." {
			t.Errorf("%s: after the kill the page gets %+v", how, m.State)
		}
		if p := programOf(t, ts, k.ID); !p.Live || p.Program != "broken" || p.Broke != m.State.At || p.Heard == "" {
			t.Errorf("%s: the API says %+v", how, p)
		}
		if text := get(t, ts.URL+k.URL); !strings.Contains(text, "The connection to the program broke at") || strings.Contains(text, "The program is running") {
			t.Errorf("%s: the page does not say that the connection broke", how)
		}
		send(t, "POST", fmt.Sprintf("%s/%s/lines?from=%d", api, k.Key, len(begunRun)), deep[len(begunRun):], 200)
		if p := programOf(t, ts, k.ID); p.Program != "running" || p.Broke != "" {
			t.Errorf("%s: when it has continued, the API says %+v", how, p)
		}
	}
}

// TestLeftByKill: a live run that a kill has left is found at the next start. It can be continued for as
// long as a silent one; then it is ended, and its page says why.
func TestLeftByKill(t *testing.T) {
	dir := t.TempDir()
	_, ts, end := webtest.ServeWithStoreIn(t, dir)
	lost := send(t, "POST", ts.URL+"/api/v1/traces?live=1", begunRun, 201)
	continued := send(t, "POST", ts.URL+"/api/v1/traces?live=1", begunRun, 201)
	end()
	s, ts, _ := webtest.ServeWithStoreIn(t, dir)
	for _, k := range []kept{lost, continued} {
		webtest.Eventually(t, time.Minute, func() bool { return s.Traced.Unheard(k.ID) }, "a run that was left is not found")
	}
	if p := programOf(t, ts, continued.ID); !p.Live || p.Program != "stopped" {
		t.Errorf("after the start: %+v", p)
	}
	if text := get(t, ts.URL+continued.URL); !strings.Contains(text, "The server was stopped while the program ran. The program can continue.") {
		t.Error("the page does not say that the server was stopped")
	}
	send(t, "POST", fmt.Sprintf("%s/api/v1/traces/%s/lines?from=%d", ts.URL, continued.Key, len(begunRun)), deep[len(begunRun):], 200)
	if p := programOf(t, ts, continued.ID); p.Program != "running" || s.Traced.Unheard(continued.ID) {
		t.Errorf("when it has continued: %+v", p)
	}
	s.Traced.Silence = 0 // its time is over
	s.Traced.EndSilent(lost.ID)
	const why = "The server was stopped while it ran, and the program did not continue."
	if p := programOf(t, ts, lost.ID); p.Live || p.Ended != why || p.Verdict != "incomplete" || s.Traced.Unheard(lost.ID) {
		t.Errorf("after its time: %+v", p)
	}
	if text := get(t, ts.URL+lost.URL); !strings.Contains(text, why) {
		t.Error("the page does not say why the run was ended")
	}
}

// onCluster starts an Espalier on a NATS server that others use, too.
func onCluster(t *testing.T, url string) (*traces.Handlers, *httptest.Server) {
	t.Helper()
	library, err := treestore.Open(treestore.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	s := web.New(app.Config{Library: library})
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(t.Context())
		ts.CloseClientConnections()
		ts.Close()
		library.Close()
	})
	s.Traced.Silence = time.Hour
	return s.Traced, ts
}

// TestLiveInCluster: a server that does not receive a run shows what another one receives, and does not
// end it while that goes on. When the other one is gone, it ends it after the longer time.
func TestLiveInCluster(t *testing.T) {
	_, address := natstest.Start(t, nil)
	receiver, one := onCluster(t, address)
	watcher, two := onCluster(t, address)
	k := send(t, "POST", one.URL+"/api/v1/traces?live=1", "", 201)
	page := webtest.Dial(t, two)
	page.Send(`{"type":"watch","id":"w","trace":%q}`, k.ID)
	if m := next(t, page); m.Type != "state" || m.State.Events != 0 {
		t.Fatalf("%+v", m)
	}
	at := 0
	line := func() { // sends the next line to the server that receives the run
		to := at + strings.IndexByte(deep[at:], '\n') + 1
		send(t, "POST", fmt.Sprintf("%s/api/v1/traces/%s/lines?from=%d", one.URL, k.Key, at), deep[at:to], 200)
		at = to
	}
	line()
	line()
	for m := next(t, page); m.State.Events < 1; m = next(t, page) {
	}
	line()
	if p := programOf(t, two, k.ID); p.Bytes != int64(at) || p.Program != "running" {
		t.Errorf("the other server has read %+v of %d bytes", p, at)
	}

	line()
	watcher.Age(k.ID, 3*time.Hour)
	watcher.EndOfSilence(k.ID) // the other one has received a line meanwhile
	if p := programOf(t, one, k.ID); !p.Live {
		t.Fatal("a server that only watches has ended the run that another one receives")
	}
	line()
	receiver.Age(k.ID, 90*time.Minute)
	watcher.Age(k.ID, 90*time.Minute)
	programOf(t, two, k.ID)
	watcher.Age(k.ID, 90*time.Minute)
	watcher.EndOfSilence(k.ID) // longer than the program may be silent, and the other one may end it
	if p := programOf(t, two, k.ID); !p.Live || p.Program != "silent" {
		t.Errorf("a server that only watches has ended the run after the time of the one that receives it: %+v", p)
	}
	receiver.EndOfSilence(k.ID)
	if p := programOf(t, two, k.ID); p.Live || p.Ended != "The program was silent for too long." {
		t.Errorf("the server that receives the run has not ended it: %+v", p)
	}
	for m := next(t, page); m.Type != "end"; m = next(t, page) {
	}

	// Nobody watches this one. It is looked at again, and is ended when nothing has come for long.
	k, at = send(t, "POST", one.URL+"/api/v1/traces?live=1", "", 201), 0
	if err := watcher.FindLeft(t.Context()); err != nil || !watcher.Unheard(k.ID) {
		t.Fatalf("the run is not found: %v", err)
	}
	line()
	watcher.EndSilent(k.ID)
	if p := programOf(t, one, k.ID); !p.Live {
		t.Error("a server has ended a run of which another one has received a line")
	}
	receiver.Forget(k.ID) // it is gone
	watcher.Silence = 0
	watcher.EndSilent(k.ID)
	if p := programOf(t, one, k.ID); p.Live {
		t.Error("a run whose server is gone does not end")
	}
}

// TestLiveMinNode: the page of a live run writes at Min nodes that the value is at most the best so far.
func TestLiveMinNode(t *testing.T) {
	_, ts := webtest.ServeWithStore(t)
	begun := strings.Join([]string{`{"kind":"minimax"}`, `{"type":"enter","id":"a","player":2}`, `{"type":"leaf","id":"b","value":4}`, `{"type":"enter","id":"c","player":1}`, ``}, "\n")
	for player, want := range map[string]string{`"player":2`: "≤", `"player":1`: "≥"} {
		k := send(t, "POST", ts.URL+"/api/v1/traces?live=1", strings.Replace(begun, `"player":2`, player, 1), 201)
		page := webtest.Dial(t, ts)
		page.Send(`{"type":"watch","id":"w","trace":%q}`, k.ID)
		m := next(t, page)
		if !strings.Contains(m.State.Picture, want) || strings.Contains(m.State.Picture, map[string]string{"≤": "≥", "≥": "≤"}[want]) {
			t.Errorf("%s: the picture has no %s 4: %s", player, want, m.State.Picture)
		}
		if text := get(t, ts.URL+k.URL); !strings.Contains(text, want) {
			t.Errorf("%s: the page has no %s", player, want)
		}
	}
}
