package nats

import (
	"net"
	"sync"

	"github.com/nats-io/nats-server/v2/server"
)

// maxQueued bounds the bytes that are on their way to a server in this process. More
// wait, as at a socket: that is far more than all requests that are served at a time.
const maxQueued = 64 << 20

// An inProcess connects to the server in this process. The server reads a request only
// when it is done with the one before; while the disk has stalled, it is not. The pipe
// to it takes nothing then, and the client, which holds a lock while it writes, would let all
// others wait without regard to their deadlines. So what the client writes is queued.
type inProcess struct {
	*server.Server
	gate *Gate // of tests; may be nil
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

// A queuedConn does not wait when something is written to it.
type queuedConn struct {
	net.Conn
	gate *Gate

	mu      sync.Mutex
	changed sync.Cond // of mu: the queue is not empty any more, or not full, or there is an error
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

// send writes what is queued until the connection is closed.
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
			spare = nil // of a large tree
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

// Close closes the connection. What is queued is lost, as are the requests of a client
// that does not wait for their answers.
func (c *queuedConn) Close() error {
	c.fail(net.ErrClosed)
	return c.Conn.Close()
}
