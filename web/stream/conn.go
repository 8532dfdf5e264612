package stream

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
)

// A conn is one websocket. The goroutine of the request reads, another one
// writes, and every run has its own, which waits for credit or for the writer
// without blocking the others.
type conn struct {
	s  *Handlers
	ws *websocket.Conn

	// ctx ends with the connection, and with it every run.
	ctx    context.Context
	cancel context.CancelCauseFunc

	out chan outMessage

	rooms    atomic.Pointer[RoomClient] // nil: it is in no room
	roomWake chan struct{}              // capacity 1: the rooms have something to write
	roomKeys map[string]string          // of presenters, by the name of the cookie

	mu       sync.Mutex
	runs     map[string]*searchRun         // running, or retained for replay
	drafts   map[string]*draftClient       // open
	followed map[string]context.CancelFunc // runs of experiments
	stopped  bool                          // no new runs or drafts
	work     sync.WaitGroup
}

// An outMessage waits for the writer.
type outMessage struct {
	data  []byte
	lease *fair.Lease // of its bytes; nil: it is small
	last  bool        // close the connection instead
}

var (
	errGone      = errors.New("the connection has ended")
	errCancelled = errors.New("the run was cancelled")
)

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
	Rooms       Rooms       // nil: there are none
	Experiments Experiments // nil: there are none
	memory      *runMemory
	openDrafts  *fair.Pool // bytes of saved trees
	sessions    editSessions
}

// New returns the handlers of the websocket.
func New(core *app.Core) *Handlers {
	h := &Handlers{Core: core, memory: newRunMemory(MaxRunBytes, core.Refused("run_bytes")),
		openDrafts:  fair.NewPool(fair.PoolConfig{Name: "drafts", Size: MaxDraftBytes, Refused: core.Refused("draft_bytes")}),
		Connections: newConnections(core.Refused("connections"))}
	core.Gauge("espalier_run_bytes", "Memory of the trees and recordings of runs.", h.memory.pool.Used)
	core.Gauge("espalier_draft_bytes", "Memory of the saved trees that are open.", h.openDrafts.Used)
	core.Gauge("espalier_websockets", "Open websockets.", h.Connections.pool.Used)
	return h
}

func (s *Handlers) Serve(w http.ResponseWriter, r *http.Request) {
	remove, err := s.Connections.add(r.Context())
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	upgrade := upgrader
	upgrade.CheckOrigin, upgrade.Error = s.SameOrigin, s.refuseUpgrade
	ws, err := upgrade.Upgrade(w, r, nil)
	if err != nil {
		remove()
		return // the upgrader has sent the response
	}
	c := &conn{s: s, ws: ws, runs: map[string]*searchRun{}, drafts: map[string]*draftClient{},
		out:      make(chan outMessage, outgoing),
		roomWake: make(chan struct{}, 1), roomKeys: roomKeysOf(r)}
	c.ctx, c.cancel = context.WithCancelCause(fair.WithClient(context.Background(), fair.ClientFrom(r.Context())))
	// The handler returns, so that net/http gives up the stack and the buffers of the
	// request: a whole class holds a connection each.
	go func() {
		defer remove()
		c.serve()
	}()
}

// refuseUpgrade answers a request that becomes no websocket.
func (s *Handlers) refuseUpgrade(w http.ResponseWriter, r *http.Request, status int, reason error) {
	message := reason.Error()
	if status == http.StatusForbidden {
		message = s.ForeignOrigin(r)
	}
	problem.New(status, "/ws", message).Write(w)
}

func (c *conn) serve() {
	undo := context.AfterFunc(c.s.Stopping, c.stop)
	defer undo()
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write()
	}()
	err := c.read()
	c.cancel(errGone)
	<-written
	if client := c.rooms.Load(); client != nil {
		(*client).Detach()
	}
	c.close(err)
	c.work.Wait()
	c.dropMessages()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, r := range c.runs {
		c.removeRun(r)
	}
}

// close closes the connection. If the server ends it, because of a message over
// the limit or at shutdown, it first reads what still arrives: closing with
// unread bytes resets the connection, and the last messages would be lost.
func (c *conn) close(err error) {
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
func (c *conn) read() (err error) {
	// After the upgrade net/http does not recover a panic.
	defer func() {
		if cause := recover(); cause != nil {
			c.panicked("", cause)
			err = errGone
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
			c.fail("", err)
			continue
		}
		if err != nil {
			return err
		}
		if kind != websocket.TextMessage {
			lease.Release()
			c.fail("", problem.Malformed("message", "this is a binary message; a JSON text message is wanted"))
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
func (c *conn) receive(text []byte, lease *fair.Lease) {
	defer c.guard("")
	m, err := c.message(text)
	if err != nil {
		lease.Release()
		c.fail(m.ID, err)
		return
	}
	m.lease = lease
	if m.Type != "run" && m.Type != "edit" {
		defer lease.Release()
	}
	c.handle(&m)
}

// message decodes a message, in turn with the searches of others if it is large.
func (c *conn) message(text []byte) (m message, err error) {
	give, err := fair.TakeTurnFor(c.s.WithTurn(c.ctx), len(text))
	if err != nil {
		return m, err
	}
	defer give()
	return readMessage(text)
}

// readText reads a message. A large one is charged to the client until the lease is given
// back, and must arrive at a minimum rate. The error is a problem.Error if there is no room
// for it: it has been skipped then.
func (c *conn) readText() (kind int, text []byte, lease *fair.Lease, err error) {
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
func (c *conn) write() {
	// After an error the reader must stop, too.
	defer c.ws.NetConn().SetReadDeadline(time.Unix(1, 0))
	defer c.cancel(errGone)
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		var err error
		select {
		case <-c.ctx.Done():
			return
		case <-c.roomWake:
			err = c.writeRooms()
		case <-ping.C:
			err = c.ws.WriteControl(websocket.PingMessage, nil, time.Now().Add(c.patience()))
		case m := <-c.out:
			if m.last {
				c.ws.WriteControl(websocket.CloseMessage,
					websocket.FormatCloseMessage(websocket.CloseGoingAway, "the server is shutting down"), time.Now().Add(app.StopTimeout))
				return
			}
			c.setWriteDeadline()
			err = c.ws.WriteMessage(websocket.TextMessage, m.data)
			m.lease.Release()
			recycle(m.data)
		}
		if err != nil {
			return
		}
	}
}

// patience is how long a write may take. Who follows a room and does not read delays
// nobody, and goes when pings are not answered.
func (c *conn) patience() time.Duration {
	switch {
	case c.s.Stopping.Err() != nil:
		return app.StopTimeout
	case c.rooms.Load() != nil:
		return pongTime
	}
	return app.WriteTimeout
}

func (c *conn) setWriteDeadline() { c.ws.SetWriteDeadline(time.Now().Add(c.patience())) }

// buffers are for messages of about app.BatchBytes.
var buffers sync.Pool

// buffer returns an empty buffer for a message.
func (c *conn) buffer() []byte {
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

// send queues a message for the writer. It blocks while the client is slow, until
// the given context or the connection ends.
func (c *conn) send(ctx context.Context, data []byte) bool {
	lease, ok := c.reserve(ctx, cap(data))
	return ok && c.sendReserved(ctx, data, lease)
}

// reserve charges the bytes of a message to the client until it is written: before it is
// made, if it can be large. It waits for its turn. ok is false if the client has gone, or
// if it does not read: then the connection ends, with an error as its last message.
func (c *conn) reserve(ctx context.Context, bytes int) (lease *fair.Lease, ok bool) {
	if bytes <= smallMessage {
		return nil, true
	}
	lease, err := c.s.AcquireAnswer(ctx, int64(bytes))
	if err != nil && ctx.Err() == nil && c.ctx.Err() == nil {
		c.fail("", err)
		c.cancel(err)
		c.ws.NetConn().SetReadDeadline(time.Unix(1, 0))
	}
	return lease, err == nil
}

// sendReserved sends a message whose bytes are charged, and gives back what was charged
// beyond them.
func (c *conn) sendReserved(ctx context.Context, data []byte, lease *fair.Lease) bool {
	if lease != nil {
		lease.Shrink(int64(cap(data)))
	}
	select {
	case c.out <- outMessage{data: data, lease: lease}:
		return true
	case <-ctx.Done():
	case <-c.ctx.Done():
	}
	lease.Release()
	return false
}

// dropMessages gives back what is charged for messages that are not written any more,
// when nothing sends.
func (c *conn) dropMessages() {
	for {
		select {
		case m := <-c.out:
			m.lease.Release()
		default:
			return
		}
	}
}

// fail sends an error message, unless it is that the client is gone.
func (c *conn) fail(id string, err error) {
	if errors.Is(err, errGone) {
		return
	}
	p := problem.Of(err)
	if p.Status == http.StatusInternalServerError {
		c.s.Log.Error("run failed", "id", id, "err", err)
	}
	c.send(c.ctx, appendError(nil, id, p))
}

// stop ends all runs and drafts and then the connection, at shutdown.
func (c *conn) stop() {
	c.mu.Lock()
	c.stopped = true
	for _, r := range c.runs {
		r.cancel(problem.ErrStopping)
	}
	for _, v := range c.drafts {
		v.cancel(problem.ErrStopping)
	}
	for _, cancel := range c.followed {
		cancel()
	}
	c.mu.Unlock()
	c.ws.NetConn().SetWriteDeadline(time.Now().Add(app.StopTimeout))
	c.work.Wait()
	select {
	case c.out <- outMessage{last: true}:
	case <-c.ctx.Done():
	}
}

// guard recovers from a panic in a run or in handling a message.
func (c *conn) guard(id string) {
	if cause := recover(); cause != nil {
		c.panicked(id, cause)
	}
}

func (c *conn) panicked(id string, cause any) {
	c.s.Log.Error("panic", "run", id, "cause", cause, "stack", string(debug.Stack()))
	c.fail(id, errors.New("panic"))
}
