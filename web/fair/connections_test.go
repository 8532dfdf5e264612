package fair_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"espalier/web/fair"
)

// from is a connection that says it comes from an address.
type from struct {
	net.Conn
	addr net.Addr
}

func (f from) RemoteAddr() net.Addr { return f.addr }

// One address can have half of the connections, whatever it sends over them; a
// hijacked one and that of a proxy do not count.
func TestConnections(t *testing.T) {
	refused := 0
	proxy := netip.MustParsePrefix("192.0.2.0/24")
	conns := fair.NewConnections(8, fair.Proxies{proxy}, func() { refused++ })
	ts := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/socket" {
			c, _, _ := w.(http.Hijacker).Hijack()
			t.Cleanup(func() { c.Close() })
			io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\n\r\n")
		}
	}))
	ts.Config.ConnState = conns.State
	ts.Start()
	defer ts.Close()
	send := func(request string) net.Conn {
		t.Helper()
		c, err := net.Dial("tcp", ts.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		io.WriteString(c, request)
		return c
	}
	answer := func(c net.Conn) string {
		c.SetReadDeadline(time.Now().Add(10 * time.Second))
		b := make([]byte, 1000)
		n, _ := c.Read(b)
		return string(b[:n])
	}
	open := func(want int64) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); conns.Open() != want; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%d connections are open, want %d", conns.Open(), want)
			}
		}
	}
	for i := range 6 { // the hijacked ones do not count
		if got := answer(send("GET /socket HTTP/1.1\r\nHost: x\r\n\r\n")); !strings.Contains(got, " 101 ") {
			t.Fatalf("websocket %d: %q", i, got)
		}
	}
	var unfinished []net.Conn
	for i := range 4 {
		unfinished = append(unfinished, send("GET / HTTP/1.1\r\nHost: x\r\n"))
		open(int64(i + 1))
	}
	for range 2 {
		if got := answer(send("")); !strings.Contains(got, " 429 ") || !strings.Contains(got, "from your address") {
			t.Errorf("one connection too many: %q", got)
		}
	}
	if refused != 2 || conns.Open() != 4 {
		t.Errorf("%d are refused and %d open, want 2 and 4", refused, conns.Open())
	}
	// Others are let in: another address, and a proxy without limit.
	for i, c := range []struct {
		addr string
		open int64
	}{{"198.51.100.1", 5}, {"[2001:db8::1]", 6}, {"[2001:db8::2]", 7}, {"[2001:db8::3]", 7}, {"192.0.2.7", 7}, {"192.0.2.7", 7}} {
		one, two := net.Pipe()
		go io.Copy(io.Discard, two)
		t.Cleanup(func() { two.Close() })
		conns.State(from{one, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(c.addr + ":1"))}, http.StateNew)
		if conns.Open() != c.open {
			t.Errorf("case %d, from %s: %d are open, want %d", i, c.addr, conns.Open(), c.open)
		}
	}
	for _, c := range unfinished {
		c.Close()
	}
	open(3)
}
