package web

import (
	"fmt"
	"strings"
	"testing"
)

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
