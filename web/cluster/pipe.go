package cluster

import (
	"net"
	"sync"

	"github.com/nats-io/nats-server/v2/server"
)

// maxQueued bounds the bytes that are on their way to a server in this process. They are
// far more than all requests that are served at a time. Further writes wait, as at a
// socket.
const maxQueued = 64 << 20

// An inProcess connects to the server in this process. The server reads a request only when
// it is done with the previous one, which it is not while the disk has stalled. The pipe to
// it takes nothing then. The client holds a lock while it writes, so all other callers
// would wait without regard to their deadlines. So a queue takes what the client writes.
type inProcess struct {
	*server.Server
	gate *Gate // for tests; may be nil
}

func (s inProcess) InProcessConn() (net.Conn, error) {
	pipe, err := s.Server.InProcessConn()
	if err != nil {
		return nil, err
	}
	c := &queuedConn{Conn: pipe, gate: s.gate}
	c.changed.L = &c.mu
	go c.send()
	return c, nil
}

// A queuedConn is a connection whose writes do not wait.
type queuedConn struct {
	net.Conn
	gate *Gate

	mu      sync.Mutex
	changed sync.Cond // of mu: the queue is no longer empty or full, or there is an error
	queue   []byte
	err     error // of the connection, or net.ErrClosed
}

func (c *queuedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.gate.Pass()
	return n, err
}

func (c *queuedConn) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.queue) > 0 && len(c.queue)+len(b) > maxQueued && c.err == nil {
		c.changed.Wait()
	}
	if c.err != nil {
		return 0, c.err
	}
	c.queue = append(c.queue, b...)
	c.changed.Broadcast()
	return len(b), nil
}

// send writes the queued bytes until the connection is closed.
func (c *queuedConn) send() {
	var spare []byte
	for {
		c.mu.Lock()
		for len(c.queue) == 0 && c.err == nil {
			c.changed.Wait()
		}
		if c.err != nil {
			c.mu.Unlock()
			return
		}
		b := c.queue
		c.queue = spare[:0]
		c.changed.Broadcast()
		c.mu.Unlock()
		if _, err := c.Conn.Write(b); err != nil {
			c.fail(err)
			return
		}
		if spare = b; cap(spare) > 1<<20 {
			spare = nil // it was for a large tree
		}
	}
}

func (c *queuedConn) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
	c.changed.Broadcast()
}

// Close closes the connection. Queued bytes are lost, like requests of a client that does
// not wait for their answers.
func (c *queuedConn) Close() error {
	c.fail(net.ErrClosed)
	return c.Conn.Close()
}
