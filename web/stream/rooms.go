package stream

import (
	"context"
	"net/http"
	"strings"

	"github.com/gorilla/websocket"

	"espalier/web/fair"
	"espalier/web/problem"
)

// Rooms handles the messages about rooms, which another package keeps.
type Rooms interface {
	// Attach returns the client for a connection that sends its first such message.
	Attach(p *Peer) RoomClient
}

// A RoomClient is one connection, seen from its rooms.
type RoomClient interface {
	// Receive handles a message with the members besides type and id. It must be
	// fast: the reader of the connection waits for it.
	Receive(kind, id string, members []problem.Member)
	// Has reports whether the id is that of a room.
	Has(id string) bool
	// Next returns the next message to write, or false. Only the writer calls it,
	// after Notify, when the message before has been written.
	Next() (Outgoing, bool)
	// Detach is called once, when the connection has ended.
	Detach()
}

// RoomCookie begins the name of a cookie with a presenter's key.
const RoomCookie = "espalier-room-"

// An Outgoing is a message for one connection, or one that many share.
type Outgoing struct {
	Data   []byte
	Shared *websocket.PreparedMessage // nil: Data
}

// Share returns a message that is framed once for all connections.
func Share(data []byte) Outgoing {
	m, err := websocket.NewPreparedMessage(websocket.TextMessage, data)
	if err != nil {
		return Outgoing{Data: data}
	}
	return Outgoing{Shared: m}
}

// A Peer is a connection as its RoomClient uses it.
type Peer struct{ c *conn }

// Context ends with the connection.
func (p *Peer) Context() context.Context { return p.c.ctx }

// Client returns whose connection it is.
func (p *Peer) Client() fair.Client { return fair.ClientFrom(p.c.ctx) }

// RoomKey returns the key that the browser keeps for a room; "" where the page is
// not known to be ours, since any page can open a socket with our cookies.
func (p *Peer) RoomKey(code string) string { return p.c.roomKeys[RoomCookie+code] }

// Notify has the writer call Next. It never blocks.
func (p *Peer) Notify() {
	select {
	case p.c.roomWake <- struct{}{}:
	default:
	}
}

// Fail sends an error. It blocks while the connection is slow.
func (p *Peer) Fail(id string, err error) { p.c.fail(id, err) }

// Go runs f, which may take long; the connection is not given up before it returns.
// It reports false where the connection takes no more work.
func (p *Peer) Go(f func()) bool {
	p.c.mu.Lock()
	defer p.c.mu.Unlock()
	if p.c.stopped {
		return false
	}
	p.c.work.Add(1)
	go func() {
		defer p.c.work.Done()
		defer p.c.guard("")
		f()
	}()
	return true
}

// AppendHead starts a message: its type and its id. What follows starts with a
// comma, or ends it.
func AppendHead(b []byte, kind, id string) []byte { return appendHead(b, kind, id) }

// ErrorMessage returns the message of an error.
func ErrorMessage(id string, err error) []byte { return appendError(nil, id, problem.Of(err)) }

// roomKeysOf returns the keys of rooms in the cookies of an upgrade. Without an
// Origin of ours there are none.
func roomKeysOf(r *http.Request) (keys map[string]string) {
	if r.Header.Get("Origin") == "" {
		return nil
	}
	for _, cookie := range r.Cookies() {
		if strings.HasPrefix(cookie.Name, RoomCookie) {
			if keys == nil {
				keys = map[string]string{}
			}
			keys[cookie.Name] = cookie.Value
		}
	}
	return keys
}

// roomMessage handles a message about a room.
func (c *conn) roomMessage(m *message) {
	if c.s.Rooms == nil {
		c.fail(m.ID, problem.Refused("type", "this server has no rooms"))
		return
	}
	if c.rooms.Load() == nil {
		client := c.s.Rooms.Attach(&Peer{c})
		c.rooms.Store(&client)
	}
	(*c.rooms.Load()).Receive(m.Type, m.ID, m.Room)
}

// inRoom reports whether an id is that of a room.
func (c *conn) inRoom(id string) bool {
	client := c.rooms.Load()
	return client != nil && (*client).Has(id)
}

// writeRooms writes what the rooms have for the connection.
func (c *conn) writeRooms() error {
	client := c.rooms.Load()
	for client != nil && c.ctx.Err() == nil {
		m, more := (*client).Next()
		if !more {
			break
		}
		c.setWriteDeadline()
		var err error
		if m.Shared != nil {
			err = c.ws.WritePreparedMessage(m.Shared)
		} else {
			err = c.ws.WriteMessage(websocket.TextMessage, m.Data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
