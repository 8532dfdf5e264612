package socket

import (
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
)

// A Conn is one websocket. The goroutine of the request reads, another one writes, and what
// a feature starts has its own, which waits for the writer without blocking the others.
type Conn struct {
	s  *Handlers
	ws *websocket.Conn // nil: the connection is within this process; see Pipe

	// ctx ends with the connection.
	ctx    context.Context
	cancel context.CancelCauseFunc

	out chan Sent

	wake    chan struct{}     // capacity 1: a Writer has something to write
	writes  atomic.Bool       // there is a Writer
	cookies map[string]string // of the upgrade, those that a feature reads, by their names

	mu      sync.Mutex
	clients []attached // in the order of their first messages
	stopped bool       // nothing new is begun
	work    sync.WaitGroup
}

// attached is what a feature keeps of the connection.
type attached struct {
	feature *Feature
	client  Client
}

// A Sent message waits for the writer.
type Sent struct {
	Data   []byte
	binary bool        // it is no JSON text
	lease  *fair.Lease // of its bytes; nil: it is small
	last   bool        // close the connection instead
}

// ErrGone is the cause of a context that ends with its connection.
var ErrGone = errors.New("the connection has ended")

// upgrader turns a request into a websocket, uncompressed: a small compressed
// message passes the read limit as a large one.
var upgrader = websocket.Upgrader{
	ReadBufferSize:  readBuffer,
	WriteBufferSize: writeBuffer,
	WriteBufferPool: &sync.Pool{},
}

// Handlers serves the websocket.
type Handlers struct {
	*app.Core
	Connections connections
	features    []*Feature
	table       table
}

// New returns the handlers of the websocket with the messages of the features.
func New(core *app.Core, features ...*Feature) *Handlers {
	h := &Handlers{Core: core, features: features, table: newTable(features), Connections: newConnections(core.Refused("connections"))}
	core.Gauge("espalier_websockets", "Open websockets.", h.Connections.pool.Used)
	return h
}

// MessageTypes returns the types of the messages of clients.
func (s *Handlers) MessageTypes() []string { return slices.Sorted(maps.Keys(s.table.byType)) }

// KeysOf returns the keys that a message of a type may have besides type and id.
func (s *Handlers) KeysOf(kind string) []string { return s.table.keys(kind) }

func (s *Handlers) Serve(w http.ResponseWriter, r *http.Request) error {
	remove, err := s.Connections.add(r.Context())
	if err != nil {
		return err
	}
	upgrade := upgrader
	upgrade.CheckOrigin, upgrade.Error = s.SameOrigin, s.refuseUpgrade
	ws, err := upgrade.Upgrade(w, r, nil)
	if err != nil {
		remove()
		return nil // the upgrader has sent the response
	}
	c := s.newConn(run.WithGuard(fair.WithClient(context.Background(), fair.ClientFrom(r.Context())), run.GuardOf(r.Context())), outgoing)
	c.ws, c.cookies = ws, s.cookiesOf(r)
	// The handler returns, so that net/http gives up the stack and the buffers of the
	// request: a whole class holds a connection each.
	go func() {
		defer remove()
		c.serve()
	}()
	return nil
}

func (s *Handlers) newConn(ctx context.Context, waiting int) *Conn {
	c := &Conn{s: s, out: make(chan Sent, waiting), wake: make(chan struct{}, 1)}
	c.ctx, c.cancel = context.WithCancelCause(ctx)
	return c
}

// Pipe returns a connection within this process, with the messages that it sends. waiting
// are how many may wait before the sender does. End ends it.
func (s *Handlers) Pipe(ctx context.Context, waiting int) (*Conn, <-chan Sent) {
	c := s.newConn(ctx, waiting)
	return c, c.out
}

// End ends a connection within this process, and waits for what it has begun.
func (c *Conn) End() {
	c.cancel(ErrGone)
	c.work.Wait()
	c.detach()
}

// Cut ends the context of a connection, as when the network fails.
func (c *Conn) Cut() { c.cancel(ErrGone) }

// cookiesOf returns the cookies of an upgrade that features read. Without an Origin of ours
// there are none: any page can open a socket with our cookies.
func (s *Handlers) cookiesOf(r *http.Request) (kept map[string]string) {
	if r.Header.Get("Origin") == "" {
		return nil
	}
	for _, cookie := range r.Cookies() {
		if slices.ContainsFunc(s.features, func(f *Feature) bool { return f.Cookies != "" && strings.HasPrefix(cookie.Name, f.Cookies) }) {
			if kept == nil {
				kept = map[string]string{}
			}
			kept[cookie.Name] = cookie.Value
		}
	}
	return kept
}

// refuseUpgrade answers a request that becomes no websocket.
func (s *Handlers) refuseUpgrade(w http.ResponseWriter, r *http.Request, status int, reason error) {
	message := reason.Error()
	if status == http.StatusForbidden {
		message = s.ForeignOrigin(r)
	}
	s.Refuse(w, r, app.AsProblem, &problem.Error{Status: status, Path: "/ws", Message: message})
}

func (c *Conn) serve() {
	undo := context.AfterFunc(c.s.Stopping, c.stop)
	defer undo()
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write()
	}()
	err := c.read()
	c.cancel(ErrGone)
	<-written
	c.detachWriters()
	c.close(err)
	c.work.Wait()
	c.dropMessages()
	c.detach()
}

// close closes the connection. If the server ends it, because of a message over
// the limit or at shutdown, it first reads what still arrives: closing with
// unread bytes resets the connection, and the last messages would be lost.
func (c *Conn) close(err error) {
	if errors.Is(err, websocket.ErrReadLimit) || c.s.Stopping.Err() != nil {
		under := c.ws.NetConn()
		if tcp, ok := under.(*net.TCPConn); ok {
			tcp.CloseWrite()
		}
		under.SetReadDeadline(time.Now().Add(lingerTime))
		io.Copy(io.Discard, under)
	}
	c.ws.Close()
}

// read handles messages until the connection ends.
func (c *Conn) read() (err error) {
	// After the upgrade net/http does not recover a panic.
	defer func() {
		if cause := recover(); cause != nil {
			c.panicked("", cause)
			err = ErrGone
		}
	}()
	c.ws.SetReadLimit(app.MaxBody)
	// The writer stops the reader by cancel and then a deadline in the past:
	// code that sets another deadline must check ctx after that.
	alive := func(string) error {
		c.ws.SetReadDeadline(time.Now().Add(pongTime))
		return c.ctx.Err()
	}
	c.ws.SetPongHandler(alive)
	for {
		if err := alive(""); err != nil {
			return err
		}
		kind, text, lease, err := c.readText()
		if refused := new(problem.Error); errors.As(err, &refused) {
			c.Fail("", err)
			continue
		}
		if err != nil {
			return err
		}
		if kind != websocket.TextMessage {
			lease.Release()
			c.Fail("", problem.Malformed("message", "this is a binary message; a JSON text message is expected"))
			continue
		}
		// Not here: what handles a message needs a larger stack, which the reader would
		// keep for as long as it waits for the next one.
		handled := make(chan struct{})
		go func() {
			defer close(handled)
			c.receive(text, lease)
		}()
		<-handled
	}
}

// receive handles a message. The lease is given back when it has been worked on.
func (c *Conn) receive(text []byte, lease *fair.Lease) {
	defer c.Guard("")
	m, kind, v, err := c.message(text)
	if err != nil {
		lease.Release()
		c.Fail(m.ID, err)
		return
	}
	m.lease = lease
	if !kind.Keeps {
		defer lease.Release()
	}
	c.handle(&m, kind, v)
}

// Receive handles the text of a message, on a connection within this process.
func (c *Conn) Receive(text []byte) error {
	m, kind, v, err := c.message(text)
	if err != nil {
		return err
	}
	c.handle(&m, kind, v)
	return nil
}

// message decodes a message, in turn with the searches of others if it is large.
func (c *Conn) message(text []byte) (m Message, kind *Kind, v any, err error) {
	give, err := fair.TakeTurnFor(c.s.WithTurn(c.ctx), len(text))
	if err != nil {
		return m, nil, nil, err
	}
	defer give()
	if m, err = c.s.table.envelope(text); err != nil {
		return m, nil, nil, err
	}
	kind = c.kindOf(&m)
	v, err = c.s.table.decode(kind, &m)
	return m, kind, v, err
}

// kindOf returns the kind of a message: of those of its type the first that takes it, else
// the first one.
func (c *Conn) kindOf(m *Message) *Kind {
	kinds := c.s.table.byType[m.Type]
	for _, k := range kinds {
		if k.takes == nil || k.takes(c.attachedTo(k.feature), m) {
			return k
		}
	}
	return kinds[0]
}

// attachedTo returns what a feature keeps of the connection; nil: nothing yet.
func (c *Conn) attachedTo(f *Feature) Client {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.find(f)
}

// find is attachedTo; the caller holds mu.
func (c *Conn) find(f *Feature) Client {
	for _, a := range c.clients {
		if a.feature == f {
			return a.client
		}
	}
	return nil
}

// clientOf returns what a feature keeps of the connection, from now on.
func (c *Conn) clientOf(f *Feature) Client {
	c.mu.Lock()
	defer c.mu.Unlock()
	if client := c.find(f); client != nil {
		return client
	}
	client := f.Attach(c)
	c.clients = append(c.clients, attached{f, client})
	if _, writes := client.(Writer); writes {
		c.writes.Store(true)
	}
	return client
}

func (c *Conn) handle(m *Message, kind *Kind, v any) {
	defer c.Guard(m.ID)
	if err := kind.handle(c.clientOf(kind.feature), m, v); err != nil {
		m.Release()
		c.Fail(m.ID, err)
	}
}

// attachedClients are the clients at this moment.
func (c *Conn) attachedClients() []attached {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.clients)
}

// detach has the features forget the connection.
func (c *Conn) detach() {
	for _, a := range c.attachedClients() {
		if _, writes := a.client.(Writer); !writes || c.ws == nil {
			a.client.Detach()
		}
	}
}

// detachWriters does so for those that write, before what they wait for ends.
func (c *Conn) detachWriters() {
	for _, a := range c.attachedClients() {
		if w, writes := a.client.(Writer); writes {
			w.Detach()
		}
	}
}

// writeNext writes what the writers have for the connection.
func (c *Conn) writeNext() error {
	for _, a := range c.attachedClients() {
		w, writes := a.client.(Writer)
		for writes && c.ctx.Err() == nil {
			m, more := w.Next()
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
	}
	return nil
}

// Context ends with the connection.
func (c *Conn) Context() context.Context { return c.ctx }

// Client returns whose connection it is.
func (c *Conn) Client() fair.Client { return fair.ClientFrom(c.ctx) }

// Cookie returns a cookie of the upgrade whose name begins as a feature says; empty where the
// page is not known to be ours.
func (c *Conn) Cookie(name string) string { return c.cookies[name] }

// Notify has the writer call Next of the Writers. It never blocks.
func (c *Conn) Notify() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// Go runs f, which may take long, and recovers its panic as one about an id: the connection
// is not given up before f returns. It reports false where the connection takes no more work.
func (c *Conn) Go(id string, f func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped {
		return false
	}
	c.work.Add(1)
	go func() {
		defer c.work.Done()
		defer c.Guard(id)
		f()
	}()
	return true
}

// Stopped reports whether the connection takes no more work.
func (c *Conn) Stopped() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stopped
}

// readText reads a message. A large one is charged to the client until the lease is given
// back, and must arrive at a minimum rate. The error is a problem.Error if there is no memory
// for it: it has been skipped then.
func (c *Conn) readText() (kind int, text []byte, lease *fair.Lease, err error) {
	kind, from, err := c.ws.NextReader()
	if err != nil {
		return 0, nil, nil, err
	}
	text, err = io.ReadAll(io.LimitReader(from, smallMessage))
	if err != nil || len(text) < smallMessage {
		return kind, text, nil, err
	}
	setDeadline := func(t time.Time) error {
		c.ws.SetReadDeadline(t)
		return c.ctx.Err()
	}
	if lease, err = c.s.AcquireBody(c.ctx, app.MaxBody); err != nil {
		setDeadline(time.Now().Add(app.BodyTimeout))
		if _, skipped := io.Copy(io.Discard, from); skipped != nil {
			err = skipped
		}
		return kind, nil, nil, err
	}
	rest, err := app.ReadAtRate(from, -1, setDeadline)
	text = append(text, rest...)
	if err != nil {
		lease.Release()
		return kind, nil, nil, err
	}
	lease.Shrink(int64(len(text)))
	return kind, text, lease, nil
}

// write sends the messages of the runs and the reader, one at a time.
func (c *Conn) write() {
	// After an error the reader must stop, too.
	defer c.ws.NetConn().SetReadDeadline(time.Unix(1, 0))
	defer c.cancel(ErrGone)
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		var err error
		select {
		case <-c.ctx.Done():
			return
		case <-c.wake:
			err = c.writeNext()
		case <-ping.C:
			err = c.ws.WriteControl(websocket.PingMessage, nil, time.Now().Add(c.patience()))
		case m := <-c.out:
			if m.last {
				c.ws.WriteControl(websocket.CloseMessage,
					websocket.FormatCloseMessage(websocket.CloseGoingAway, "the server is shutting down"), time.Now().Add(app.StopTimeout))
				return
			}
			c.setWriteDeadline()
			kind := websocket.TextMessage
			if m.binary {
				kind = websocket.BinaryMessage
			}
			err = c.ws.WriteMessage(kind, m.Data)
			m.lease.Release()
			recycle(m.Data)
		}
		if err != nil {
			return
		}
	}
}

// patience is how long a write may take. A follower of a room that stops reading blocks no one
// else; it goes when pings are not answered.
func (c *Conn) patience() time.Duration {
	switch {
	case c.s.Stopping.Err() != nil:
		return app.StopTimeout
	case c.writes.Load():
		return pongTime
	}
	return app.WriteTimeout
}

func (c *Conn) setWriteDeadline() { c.ws.SetWriteDeadline(time.Now().Add(c.patience())) }

// buffers are for messages of about app.BatchBytes.
var buffers sync.Pool

// Buffer returns an empty buffer for a message.
func (c *Conn) Buffer() []byte {
	if b, ok := buffers.Get().(*[]byte); ok {
		return (*b)[:0]
	}
	return make([]byte, 0, app.BatchBytes+app.BatchBytes/8)
}

func recycle(b []byte) {
	if cap(b) >= app.BatchBytes && cap(b) <= 2*app.BatchBytes {
		buffers.Put(&b)
	}
}

// Send queues a message for the writer. It blocks while the client is slow, until
// the given context or the connection ends.
func (c *Conn) Send(ctx context.Context, data []byte) bool {
	lease, ok := c.Reserve(ctx, cap(data))
	return ok && c.SendReserved(ctx, data, lease)
}

// SendBinary is Send for a binary message.
func (c *Conn) SendBinary(ctx context.Context, data []byte) bool {
	lease, ok := c.Reserve(ctx, cap(data))
	return ok && c.sendReserved(ctx, Sent{Data: data, binary: true, lease: lease})
}

// Reserve charges the bytes of a message to the client until it is written: before it is
// made, if it can be large. It waits for its turn. ok is false if the client has gone, or
// if it does not read: then the connection ends, with an error as its last message.
func (c *Conn) Reserve(ctx context.Context, bytes int) (lease *fair.Lease, ok bool) {
	if bytes <= smallMessage {
		return nil, true
	}
	lease, err := c.s.AcquireAnswer(ctx, int64(bytes))
	if err != nil && ctx.Err() == nil && c.ctx.Err() == nil {
		c.Fail("", err)
		c.cancel(err)
		if c.ws != nil {
			c.ws.NetConn().SetReadDeadline(time.Unix(1, 0))
		}
	}
	return lease, err == nil
}

// SendReserved sends a message whose bytes are charged, and gives back what was charged
// beyond them.
func (c *Conn) SendReserved(ctx context.Context, data []byte, lease *fair.Lease) bool {
	return c.sendReserved(ctx, Sent{Data: data, lease: lease})
}

func (c *Conn) sendReserved(ctx context.Context, m Sent) bool {
	if m.lease != nil {
		m.lease.Shrink(int64(cap(m.Data)))
	}
	select {
	case c.out <- m:
		return true
	case <-ctx.Done():
	case <-c.ctx.Done():
	}
	m.lease.Release()
	return false
}

// dropMessages gives back what is charged for messages that are not written any more,
// when nothing sends.
func (c *Conn) dropMessages() {
	for {
		select {
		case m := <-c.out:
			m.lease.Release()
		default:
			return
		}
	}
}

// Fail sends an error message, unless it is that the client is gone.
func (c *Conn) Fail(id string, err error) {
	if errors.Is(err, ErrGone) || c.ctx.Err() != nil && errors.Is(err, context.Canceled) {
		return
	}
	p := problem.Of(err)
	if p.Status == http.StatusInternalServerError {
		c.s.Log.Error("run failed", "id", id, "err", err)
	}
	c.Send(c.ctx, appendError(nil, id, p))
}

// stop ends what goes on and then the connection, at shutdown.
func (c *Conn) stop() {
	c.mu.Lock()
	c.stopped = true
	c.mu.Unlock()
	for _, a := range c.attachedClients() {
		a.client.Stop()
	}
	c.ws.NetConn().SetWriteDeadline(time.Now().Add(app.StopTimeout))
	c.work.Wait()
	select {
	case c.out <- Sent{last: true}:
	case <-c.ctx.Done():
	}
}

// Guard recovers from a panic in a run or in handling a message.
func (c *Conn) Guard(id string) {
	if cause := recover(); cause != nil {
		c.panicked(id, cause)
	}
}

func (c *Conn) panicked(id string, cause any) {
	c.s.Log.Error("panic", "run", id, "cause", cause, "stack", string(debug.Stack()))
	c.Fail(id, errors.New("panic"))
}
