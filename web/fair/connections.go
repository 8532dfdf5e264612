package fair

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// Connections bounds the open connections of each client to an HTTP server: with
// unfinished requests one could take all that the system has. Websockets have a limit
// of their own, and those of trusted proxies are not counted, which serve many clients.
type Connections struct {
	pool    *Pool
	proxies Proxies

	mu     sync.Mutex
	leases map[net.Conn]*Lease
}

// NewConnections returns a bound for a number of connections. refused is called when one
// is refused; it may be nil.
func NewConnections(size int64, proxies Proxies, refused func()) *Connections {
	return &Connections{pool: NewPool(PoolConfig{Name: "http_connections", Size: size, Refused: refused}),
		proxies: proxies, leases: map[net.Conn]*Lease{}}
}

// tooMany is sent over a connection that is refused.
const tooMany = "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" +
	"Too many connections are open from your address; close some, or try again in a few seconds.\n"

// State is the ConnState of a server.
func (s *Connections) State(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		peer, err := netip.ParseAddrPort(c.RemoteAddr().String())
		if err == nil && s.proxies.contain(peer.Addr()) {
			return
		}
		lease, err := s.pool.Acquire(context.Background(), ClientAt(peer.Addr()), 1)
		if err != nil {
			c.Write([]byte(tooMany)) // the buffer is empty: nothing was sent before
			c.Close()
			return
		}
		s.mu.Lock()
		s.leases[c] = lease
		s.mu.Unlock()
	case http.StateHijacked, http.StateClosed:
		s.mu.Lock()
		lease := s.leases[c]
		delete(s.leases, c)
		s.mu.Unlock()
		if lease != nil {
			lease.Release()
		}
	}
}

// Open returns how many connections are counted.
func (s *Connections) Open() int64 { return s.pool.Used() }
