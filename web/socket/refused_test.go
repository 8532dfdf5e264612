package socket_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/socket"
	"espalier/web/webtest"
)

func TestInvalidMessagesAreRejected(t *testing.T) {
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	p.Send("%s", webtest.RunMessage("on", webtest.Endless))
	p.Until("events", "on")
	answer := func() webtest.Reply {
		for {
			if r := p.Next(); r.Type != "events" { // what is left of the first credit
				return r
			}
		}
	}
	for _, c := range []struct{ text, id, path, words string }{
		{``, "", "message", "empty"},
		{`hello`, "", "message", "not JSON"},
		{`[1]`, "", "message", "an array"},
		{"{\"type\":\"\xff\"}", "", "message", "UTF-8"},
		{`{"id":"x"}`, "x", "type", "missing"},
		{`{"type":"run"}`, "", "id", "missing"},
		{`{"type":3,"id":"x"}`, "x", "type", "a number"},
		{`{"type":"walk","id":"x"}`, "x", "type", "walk"},
		{`{"type":"run","id":""}`, "", "id", "bytes"},
		{`{"type":"run","id":"` + strings.Repeat("x", socket.MaxIDBytes+1) + `"}`, "", "id", "bytes"},
		{`{"type":"run","id":7}`, "", "id", "a number"},
		{`{"type":"cancel","type":"cancel","id":"x"}`, "", "type", "twice"},
		{`{"type":"credit","id":"on"}`, "on", "events", "missing"},
		{`{"type":"credit","id":"on","events":0}`, "on", "events", "range"},
		{`{"type":"credit","id":"on","events":1e99}`, "on", "events", "whole"},
		{`{"type":"credit","id":"on","events":"1"}`, "on", "events", "a string"},
		{`{"type":"cancel","id":"x","now":true}`, "x", "now", "no key"},
		{`{"type":"details","id":"x","from":0,"to":1}`, "x", "id", "no recorded run"},
		{`{"type":"details","id":"on","from":0,"to":1}`, "on", "id", "no recorded run"},
		{`{"type":"details","id":"on","from":5,"to":5}`, "on", "to", "512"},
		{`{"type":"details","id":"on","from":0,"to":513}`, "on", "to", "512"},
		{webtest.RunMessage("on", webtest.TextBody("maxn", "")), "on", "id", "is running"},
		{webtest.RunMessage("x", webtest.TextBody("nope", "")), "x", "algorithm", "nope"},
		{webtest.RunMessage("x", webtest.TextBody("maxn", `,"options":{"depth":true}`)), "x", "options.depth", "a boolean"},
		{webtest.RunMessage("x", webtest.TextBody("maxn", `,"page":1`)), "x", "page", "a number"},
		{webtest.RunMessage("x", webtest.TextBody("maxn", `,"page":true,"drawn":[1,-2]`)), "x", "drawn", "range"},
		{webtest.RunMessage("x", webtest.Body(`"text":"players 2 1[ (1,2) (2,1) ]"`, "shallow", "")), "x", "", "maxsum"},
		{webtest.RunMessage("x", webtest.Body(`"text":"players 2 1[ (1,2) (2,1) ]"`, "shallow", `,"page":true`)), "x", "", "maxsum"},
		{webtest.RunMessage("x", webtest.Body(`"tree":{"players":2}`, "maxn", "")), "x", "", ""},
	} {
		p.Send("%s", c.text)
		r := answer()
		if r.Type != "error" || r.ID != c.id || r.Title == "" || !strings.Contains(r.Detail, c.words) {
			t.Errorf("%.80s: answer %+v, want an error of %q with %q", c.text, r, c.id, c.words)
		} else if c.path != "" && r.Errors[0].Path != c.path {
			t.Errorf("%.80s: path = %q, want %q", c.text, r.Errors[0].Path, c.path)
		}
	}
	if err := p.WS.WriteMessage(websocket.BinaryMessage, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if r := answer(); r.Type != "error" || !strings.Contains(r.Detail, "binary") {
		t.Errorf("after a binary message: %+v", r)
	}
	p.Send(`{"type":"cancel","id":"gone"}`) // may just have ended: no answer
	p.Send("%s", webtest.RunMessage("last", webtest.TextBody("maxn", "")))
	p.Until("end", "last")
	p.Send(`{"type":"cancel","id":"on"}`)
	p.Until("end", "on")
}

func TestTooLargeMessageClosesConnection(t *testing.T) {
	_, ts := webtest.Serve(t)
	p := webtest.Dial(t, ts)
	if err := p.WS.WriteMessage(websocket.TextMessage, make([]byte, app.MaxBody+1)); err != nil {
		t.Logf("the write ended with %v", err)
	}
	_, _, err := p.WS.ReadMessage()
	if !websocket.IsCloseError(err, websocket.CloseMessageTooBig) {
		t.Errorf("after a message of %d bytes: %v, want close code 1009", app.MaxBody+1, err)
	}
}

func TestForeignOriginIsRejected(t *testing.T) {
	_, ts := webtest.Serve(t)
	url := "ws" + strings.TrimPrefix(ts.URL, "http") + "/ws"
	for origin, ok := range map[string]bool{
		"": true, ts.URL: true, "http://evil.example": false, "null": false, "http://": false,
		ts.URL + ".evil.example": false, "https://" + strings.TrimPrefix(ts.URL, "http://") + "@evil.example": false,
	} {
		header := http.Header{}
		if origin != "" {
			header.Set("Origin", origin)
		}
		ws, resp, err := websocket.DefaultDialer.Dial(url, header)
		if ok != (err == nil) {
			t.Errorf("upgrade from origin %q: %v, want it %v", origin, err, ok)
		}
		if err == nil {
			ws.Close()
		} else if resp.StatusCode != 403 {
			t.Errorf("origin %q: status %d, want 403", origin, resp.StatusCode)
		}
	}
	resp, b := webtest.Get(t, ts.URL+"/ws")
	webtest.CheckProblem(t, resp, b, 400, "/ws", "")
}

// One address can have half of all websockets; another address still connects.
func TestConnectionLimit(t *testing.T) {
	s, ts := webtest.Serve(t)
	held, release := s.Socket.HoldConnections(fair.ClientAt(netip.MustParseAddr("127.0.0.1")))
	if held < 2_500 {
		t.Errorf("one address can have %d websockets, want 2,500 or more", held)
	}
	_, resp, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(ts.URL, "http")+"/ws", nil)
	if err == nil || resp.StatusCode != 429 || resp.Header.Get("Retry-After") == "" {
		t.Errorf("past the limit: %v", err)
	}
	if others, release := s.Socket.HoldConnections(fair.ClientAt(netip.MustParseAddr("192.0.2.1"))); others == 0 {
		t.Error("another address cannot connect")
	} else {
		release()
	}
	release()
	webtest.Dial(t, ts)
}

func TestSocketIsNotCompressed(t *testing.T) {
	_, ts := webtest.Serve(t)
	dialer := websocket.Dialer{EnableCompression: true}
	ws, resp, err := dialer.Dial("ws"+strings.TrimPrefix(ts.URL, "http")+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	if got := resp.Header.Get("Sec-WebSocket-Extensions"); got != "" {
		t.Errorf("extensions = %q, want none", got)
	}
}
