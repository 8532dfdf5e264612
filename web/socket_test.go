package web

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// A peer is a client of the websocket under test.
type peer struct {
	t  testing.TB
	ws *websocket.Conn
}

func dial(t testing.TB, ts *httptest.Server) *peer {
	t.Helper()
	ws, resp, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(ts.URL, "http")+"/ws", nil)
	if err != nil {
		t.Fatalf("%v: %v", err, resp)
	}
	t.Cleanup(func() { ws.Close() })
	return &peer{t, ws}
}

func (p *peer) send(format string, args ...any) {
	p.t.Helper()
	if err := p.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...)); err != nil {
		p.t.Fatal(err)
	}
}

type reply struct {
	Type, ID, Title, Detail string
	Events                  []json.RawMessage
	Errors                  []fault
	Tree                    json.RawMessage
	From, Count             int
	Data                    []int
	Texts                   []string
	Steps                   json.RawMessage
	Truncated               bool
	Cancelled               bool
	Value                   json.RawMessage
	Stats                   struct{ Nodes int }
}

func (p *peer) next() reply {
	p.t.Helper()
	p.ws.SetReadDeadline(time.Now().Add(10 * time.Second))
	_, text, err := p.ws.ReadMessage()
	if err != nil {
		p.t.Fatalf("reading: %v", err)
	}
	var r reply
	if err := json.Unmarshal(text, &r); err != nil {
		p.t.Fatalf("%v: %.300s", err, text)
	}
	return r
}

// until reads up to a message of the given type for the given run.
func (p *peer) until(kind, id string) (last reply, events int) {
	p.t.Helper()
	for {
		r := p.next()
		if r.ID == id {
			events += len(r.Events) + r.Count
		}
		if r.ID == id && r.Type == kind {
			return r, events
		}
		if r.Type == "error" {
			p.t.Fatalf("error of %q: %s", r.ID, r.Detail)
		}
	}
}

func runMessage(id, request string) string {
	return `{"type":"run","id":` + quote(id) + `,` + request[1:]
}

// endless is a search that takes minutes.
var endless = body(`"generate":`+strings.Replace(yardstick, `"depth":10`, `"depth":14`, 1), "maxn", "")

var plentiful = fmt.Sprintf(`"events":%d`, MaxCredit)

func TestSocketRun(t *testing.T) {
	_, ts := serve(t)
	p := dial(t, ts)
	request := textBody("shallow", `,"values":{"5":[3,0,6]}`)
	_, want := post(t, ts.URL+"/api/v1/trace", request)
	p.send("%s", runMessage("r1", request))
	if r := p.next(); r.Type != "tree" || !strings.Contains(string(r.Tree), `"value":[3,0,6]`) {
		t.Fatalf("the first message is %+v, want the tree of the text", r)
	}
	var got strings.Builder
	for r := p.next(); r.Type != "end"; r = p.next() {
		if r.Type != "events" || r.ID != "r1" {
			t.Fatalf("message %+v", r)
		}
		for _, e := range r.Events {
			got.Write(append(e, '\n'))
		}
	}
	if got.String() != string(want) {
		t.Errorf("the socket's events are not those of the trace:\n%s\n%s", got.String(), want)
	}
	p.send("%s", runMessage("r1", request)) // the id is free again
	p.until("end", "r1")
}

func TestSocketCredit(t *testing.T) {
	_, ts := serve(t)
	p := dial(t, ts)
	p.send("%s", runMessage("a", endless))
	sent := 0
	for sent < StartCredit {
		r := p.next()
		sent += len(r.Events)
	}
	if sent != StartCredit {
		t.Fatalf("%d events came with a credit of %d", sent, StartCredit)
	}
	// Another run of the same connection is not held up, and nothing more comes of the first.
	for _, id := range []string{"b", "c"} {
		p.send("%s", runMessage(id, textBody("maxn", "")))
		if r, n := p.until("end", id); r.ID != id || n < 10 {
			t.Fatalf("run %s ended with %+v after %d events", id, r, n)
		}
	}
	p.send(`{"type":"credit","id":"a","events":7}`)
	for more := 0; more < 7; {
		r := p.next()
		if r.ID != "a" || r.Type != "events" {
			t.Fatalf("message %+v", r)
		}
		if more += len(r.Events); more > 7 {
			t.Fatalf("%d events came with a credit of 7", more)
		}
	}
	p.send(`{"type":"cancel","id":"a"}`)
	if r := p.next(); r.Type != "end" || r.ID != "a" {
		t.Errorf("after cancel: %+v", r)
	}
}

// TestSocketOrder: the events of a run have no gap, also after cancel, while
// other runs use the connection.
func TestSocketOrder(t *testing.T) {
	_, ts := serve(t)
	p := dial(t, ts)
	ids := []string{"a", "b", "c"}
	for _, id := range ids {
		p.send("%s", runMessage(id, endless))
		p.send(`{"type":"credit","id":"%s",%s}`, id, plentiful)
	}
	next := map[string]int{}
	ended, messages := 0, 0
	for ended < 3 {
		r := p.next()
		if r.Type == "end" {
			ended++
		}
		for _, e := range r.Events {
			if want := fmt.Sprintf(`{"seq":%d,`, next[r.ID]); !strings.HasPrefix(string(e), want) {
				t.Fatalf("run %s: event %.40s, want %s", r.ID, e, want)
			}
			next[r.ID]++
		}
		if messages++; messages == 60 {
			for _, id := range ids {
				p.send(`{"type":"cancel","id":"%s"}`, id)
			}
		}
	}
}
