package classroom_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"espalier/web"
	"espalier/web/app"
	"espalier/web/treestore"
	"espalier/web/webtest"
)

// korf6 is a show of Korf's Fig. 6 under deep pruning.
const korf6 = `{"figure":"k1991-fig6","algorithm":"deep","values":{"5":[3,0,6]},"step":%d}`

// A madeRoom is the answer to a request for a room.
type madeRoom struct{ Code, Key, Join, Present string }

func makeRoom(t testing.TB, ts *httptest.Server, show string) (m madeRoom) {
	t.Helper()
	resp, b := webtest.Post(t, ts.URL+"/api/v1/rooms", `{"show":`+show+`}`)
	if err := json.Unmarshal(b, &m); err != nil || resp.StatusCode != 201 || m.Key == "" {
		t.Fatalf("POST /api/v1/rooms = %s %s", resp.Status, b)
	}
	return m
}

func (m *madeRoom) path(what string) string { return "/api/v1/rooms/" + m.Key + what }

// A message is one of the server's.
type message map[string]any

// at follows keys into a message.
func (m message) at(keys ...string) any { return webtest.At(map[string]any(m), keys...) }

func (m message) number(keys ...string) int {
	n, _ := m.at(keys...).(float64)
	return int(n)
}

func (m message) text(keys ...string) string {
	b, _ := json.Marshal(m.at(keys...))
	return string(b)
}

// A peer is a connection under test.
type peer struct {
	t    testing.TB
	ws   *websocket.Conn
	last string // the last message read
	read string // all that was read
}

func dial(t testing.TB, url string, header ...string) *peer {
	t.Helper()
	return dialWith(t, websocket.DefaultDialer, url, header...)
}

// dialFrom connects from an address of this machine.
func dialFrom(t testing.TB, url string, from net.IP) *peer {
	t.Helper()
	return dialWith(t, &websocket.Dialer{NetDialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: from}}).DialContext}, url)
}

func dialWith(t testing.TB, dialer *websocket.Dialer, url string, header ...string) *peer {
	t.Helper()
	h := http.Header{}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	ws, resp, err := dialer.Dial("ws"+strings.TrimPrefix(url, "http")+"/ws", h)
	if err != nil {
		t.Fatalf("%v: %v", err, resp)
	}
	t.Cleanup(func() { ws.Close() })
	return &peer{t: t, ws: ws}
}

func (p *peer) send(format string, args ...any) {
	p.t.Helper()
	if err := p.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *peer) next() (m message, raw string) {
	p.t.Helper()
	p.ws.SetReadDeadline(time.Now().Add(time.Minute))
	_, text, err := p.ws.ReadMessage()
	if err != nil {
		p.t.Fatalf("reading: %v; the last message is %s", err, p.last)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		p.t.Fatalf("%v: %s", err, text)
	}
	p.last = string(text)
	p.read += p.last
	return m, string(text)
}

// until reads up to a message of a type for which ok is true.
func (p *peer) until(kind string, ok func(message) bool) message {
	p.t.Helper()
	for {
		m, raw := p.next()
		if m["type"] == kind && (ok == nil || ok(m)) {
			return m
		}
		if m["type"] == "error" {
			p.t.Fatalf("waiting for %s: %s", kind, raw)
		}
	}
}

// refused reads up to an error, and checks words of it.
func (p *peer) refused(words string) message {
	p.t.Helper()
	for {
		m, raw := p.next()
		if m["type"] != "error" {
			continue
		}
		if m["title"] == "" || !strings.Contains(fmt.Sprint(m["detail"]), words) {
			p.t.Errorf("error %s, want %q in it", raw, words)
		}
		return m
	}
}

// act does something as the presenter over HTTP, and returns the value.
func act(t testing.TB, ts *httptest.Server, m madeRoom, action, body string) (v message) {
	t.Helper()
	resp, b := webtest.Post(t, ts.URL+m.path("/"+action), body)
	if err := json.Unmarshal(b, &v); err != nil || resp.StatusCode != 200 {
		t.Fatalf("%s %s = %s %s", action, body, resp.Status, b)
	}
	return v
}

func getJSON(t testing.TB, url string) (v message) {
	t.Helper()
	resp, b := webtest.Get(t, url)
	if err := json.Unmarshal(b, &v); err != nil || resp.StatusCode != 200 {
		t.Fatalf("GET %s = %s %s", url, resp.Status, b)
	}
	return v
}

// serveLogged starts a server that logs every request.
func serveLogged(t *testing.T) (*httptest.Server, func() string) {
	t.Helper()
	lib, err := treestore.Open(treestore.Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var text strings.Builder
	log := slog.New(slog.NewTextHandler(writer(func(b []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return text.Write(b)
	}), nil))
	s := web.New(app.Config{Library: lib, Log: log, AccessLog: true})
	ts := httptest.NewServer(s)
	t.Cleanup(func() {
		s.Shutdown(context.Background())
		ts.Close()
		lib.Close()
	})
	return ts, func() string {
		mu.Lock()
		defer mu.Unlock()
		return text.String()
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }
