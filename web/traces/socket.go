package traces

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"espalier/search/algorithms"
	"espalier/search/checks"
	"espalier/search/engine"
	"espalier/search/recorded"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/socket"
	"espalier/web/store/key"
	"espalier/web/tracestore"
	"espalier/web/wake"
)

const (
	// FeedCredit is how many bytes a program may send by websocket before they are stored.
	FeedCredit = 1 << 20
	// MaxFeeds is how many runs one connection sends or watches.
	MaxFeeds = 8
	// watchTime is the time between two states of a run that grows.
	watchTime = 250 * time.Millisecond
)

// Feature has the messages of programs that send their runs, and of pages that watch them.
func (h *Handlers) Feature() *socket.Feature {
	return &socket.Feature{
		Kinds: []socket.Kind{
			socket.On("feed", socket.Keys{Needed: []string{"trace"}}, readText("trace"), (*client).feed),
			socket.On("lines", socket.Keys{Needed: []string{"text"}}, readText("text"), (*client).lines),
			socket.For(socket.On("end", socket.Keys{}, socket.None, (*client).end), (*client).has),
			socket.On("watch", socket.Keys{Needed: []string{"trace"}}, readText("trace"), (*client).watch),
		},
		Attach: func(c *socket.Conn) socket.Client {
			return &client{Conn: c, h: h, feeds: map[string]*fed{}, watches: map[string]context.CancelFunc{}}
		},
	}
}

// has reports whether a message is about a run that the connection sends or watches: other features
// have messages of the same type.
func (c *client) has(m *socket.Message) bool {
	if c == nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.feeds[m.ID] != nil || c.watches[m.ID] != nil
}

func readText(key string) func(*string, problem.Member) error {
	return func(text *string, m problem.Member) (err error) {
		*text, err = problem.ReadString(m.Raw, key)
		return err
	}
}

// A client has the runs that a connection sends and watches.
type client struct {
	*socket.Conn
	h *Handlers

	mu      sync.Mutex
	feeds   map[string]*fed
	watches map[string]context.CancelFunc
}

// A fed run is sent by the connection.
type fed struct {
	live   *live
	offset int64

	mu     sync.Mutex
	parts  [][]byte // not stored yet
	bytes  int      // of these
	ending bool
	wake   wake.Signal // of what stores
}

var errManyFeeds = &problem.Error{Status: 503, Path: "id", Message: "this connection sends or watches " + strconv.Itoa(MaxFeeds) + " runs, the limit; end one"}

// feed begins to send the lines of a live run.
func (c *client) feed(m *socket.Message, key *string) error {
	return c.beginFeed(m.ID, *key)
}

func (c *client) beginFeed(id, text string) error {
	key, err := key.ParseKey(text)
	if err != nil {
		return &problem.Error{Status: 403, Path: "trace", Message: "a program sends its run with the key of the trace, not with its id"}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.Stopped():
		return problem.ErrStopping
	case c.feeds[id] != nil || c.watches[id] != nil:
		return problem.Refused("id", "this connection has a run with the id %q already; end it, or use another id", id)
	case len(c.feeds)+len(c.watches) >= MaxFeeds:
		return errManyFeeds
	}
	f := &fed{wake: wake.NewSignal()}
	if !c.Go(id, func() { c.store(id, f, key.ID()) }) {
		return problem.ErrStopping
	}
	c.feeds[id] = f
	return nil
}

// store stores what comes, and gives credit for it.
func (c *client) store(id string, f *fed, of key.ID) {
	ctx := c.h.WithTurn(c.Context())
	end, err := c.storeAll(ctx, id, f, of)
	c.mu.Lock()
	delete(c.feeds, id)
	c.mu.Unlock()
	switch {
	case c.Context().Err() != nil:
	case err != nil:
		c.failFeed(id, f, err)
	default:
		c.Send(ctx, socket.NewMessage("end", id, countsOf(end)))
	}
}

func (c *client) storeAll(ctx context.Context, id string, f *fed, of key.ID) (*tracestore.Revision, error) {
	l, err := c.h.liveRun(ctx, of)
	if err != nil {
		return nil, err
	}
	f.live, f.offset = l, l.bytes()
	l.connected()
	defer func() { l.gone(c.Context().Err() != nil) }()
	c.giveCredit(ctx, id, FeedCredit, f.offset)
	for {
		block, ending := f.take()
		if len(block) > 0 {
			if f.offset, err = l.add(ctx, block, f.offset); err != nil {
				return nil, err
			}
			c.giveCredit(ctx, id, len(block), f.offset)
			continue
		}
		if ending {
			return l.end(ctx, checks.Options{})
		}
		select {
		case <-f.wake:
		case <-l.vacated:
			return nil, l.gaveWay(l.bytes())
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// take takes what waits, at most what the store has in one chunk.
func (f *fed) take() (block []byte, ending bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.parts) > 0 && len(block) < tracestore.ChunkBytes {
		part := f.parts[0]
		fits := min(len(part), tracestore.ChunkBytes-len(block))
		block = append(block, part[:fits]...)
		if fits < len(part) {
			f.parts[0] = part[fits:]
			break
		}
		f.parts = f.parts[1:]
	}
	f.bytes -= len(block)
	return block, f.ending && len(f.parts) == 0
}

// giveCredit says how many further bytes may be sent, and how many are stored.
func (c *client) giveCredit(ctx context.Context, id string, bytes int, stored int64) {
	c.Send(ctx, socket.NewMessage("credit", id, struct {
		Bytes  int   `json:"bytes"`
		Stored int64 `json:"stored"`
	}{bytes, stored}))
}

// failFeed ends the sending of a run with an error, which names the line if one cannot be read.
func (c *client) failFeed(id string, f *fed, err error) {
	if f.live != nil {
		if fault := f.live.faultLine(); fault != nil {
			c.Send(c.Context(), socket.NewMessage("error", id, struct {
				Line   int    `json:"line"`
				Status int    `json:"status"`
				Detail string `json:"detail"`
			}{fault.Line, http.StatusUnprocessableEntity, fault.Message}))
			return
		}
	}
	c.Fail(id, err)
}

func (c *client) find(id string) *fed {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.feeds[id]
}

var errNoFeed = problem.Refused("id", "this connection sends no run with this id; begin with a message of type feed")

// lines takes the next bytes of a run.
func (c *client) lines(m *socket.Message, text *string) error {
	f := c.find(m.ID)
	if f == nil {
		return errNoFeed
	}
	return f.add(*text)
}

// add keeps bytes until they are stored.
func (f *fed) add(text string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.ending:
		return problem.Refused("id", "the run was ended")
	case f.bytes+len(text) > 2*FeedCredit:
		return problem.Refused("text", "%d bytes wait to be stored; wait for credit before more is sent", f.bytes)
	}
	f.parts = append(f.parts, []byte(text))
	f.bytes += len(text)
	f.wake.Send()
	return nil
}

// end ends a run that is sent, or the watching of one.
func (c *client) end(m *socket.Message, _ *struct{}) error {
	if f := c.find(m.ID); f != nil {
		f.finish()
		return nil
	}
	cancel := c.watched(m.ID)
	if cancel == nil {
		return errNoFeed
	}
	cancel()
	return nil
}

// finish says that nothing more comes.
func (f *fed) finish() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ending = true
	f.wake.Send()
}

// watched returns what ends the watching of a run; nil: it is not watched.
func (c *client) watched(id string) context.CancelFunc {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.watches[id]
}

// Stop ends what goes on, since the server stops.
func (c *client) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, cancel := range c.watches {
		cancel()
	}
}

// Detach does nothing: what goes on ends with the context of the connection. A run that was not
// ended can be continued.
func (c *client) Detach() {}

// watch sends the state of a live run as it grows.
func (c *client) watch(m *socket.Message, text *string) error {
	return c.beginWatch(m.ID, *text)
}

func (c *client) beginWatch(id, text string) error {
	of, err := run.ReadTraceID("trace", text)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.Stopped():
		return problem.ErrStopping
	case c.feeds[id] != nil || c.watches[id] != nil:
		return problem.Refused("id", "this connection has a run with the id %q already; end it, or use another id", id)
	case len(c.feeds)+len(c.watches) >= MaxFeeds:
		return errManyFeeds
	}
	ctx, cancel := context.WithCancel(c.h.WithTurn(c.Context()))
	if !c.Go(id, func() {
		err := c.sendStates(ctx, id, of)
		stopped := ctx.Err() != nil // by the page
		cancel()
		c.mu.Lock()
		delete(c.watches, id)
		c.mu.Unlock()
		if err != nil && !stopped {
			c.Fail(id, err)
			return
		}
		c.Send(c.Context(), append(socket.AppendHead(nil, "end", id), '}'))
	}) {
		cancel()
		return problem.ErrStopping
	}
	c.watches[id] = cancel
	return nil
}

func (c *client) sendStates(ctx context.Context, id string, of key.ID) error {
	err := c.h.newestAllowed(ctx, of)
	var l *live
	if err == nil {
		l, err = c.h.watchedRun(ctx, of)
	}
	if err == nil {
		err = c.sendStatesOf(ctx, id, l)
	}
	if errors.Is(err, errEnded) {
		return nil // which "end" says
	}
	return err
}

func (c *client) sendStatesOf(ctx context.Context, id string, l *live) error {
	for {
		if err := c.h.newestAllowed(ctx, l.id); err != nil { // it may have been asked about meanwhile, or one like it
			return err
		}
		now, changed, err := l.state(ctx)
		if err != nil {
			return err
		}
		message := socket.NewMessage("state", id, struct {
			State *state `json:"state"`
		}{now})
		if !c.Send(ctx, message) || changed == nil {
			return nil
		}
		pause := time.NewTimer(watchTime)
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
			return nil
		}
		if err := l.wait(ctx, changed); err != nil {
			return err
		}
	}
}

// Follow returns what replays a run while the program sends it; see play.Runs.
func (h *Handlers) Follow(ctx context.Context, of run.Recorded) (func(ctx context.Context, observe trace.Observer, between func()) error, error) {
	t, err := h.Traces().Load(ctx, of.ID)
	if err != nil {
		return nil, err
	}
	newest, _ := t.Revision(0)
	if !newest.Live || of.Revision != 0 && of.Revision != t.Newest() {
		return nil, nil
	}
	if err := h.allowed(ctx, opened{t, newest, t.Newest()}, ""); err != nil {
		return nil, err
	}
	l, err := h.watchedRun(ctx, of.ID)
	if err != nil {
		return nil, err
	}
	return l.replay, nil
}

func (l *live) replay(ctx context.Context, observe trace.Observer, between func()) error {
	var f *program.Follower
	for {
		if f == nil {
			name, err := l.algorithm(ctx)
			if err != nil {
				return err
			}
			claimed, _ := algorithms.Find(name)
			f = program.NewFollower(recorded.ReplayAs(claimed))
		}
		events, changed, err := l.replaySome(ctx, f, observe, between)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if len(events) > 0 {
			continue
		}
		if changed == nil {
			return nil
		}
		if err := l.wait(ctx, changed); err != nil {
			return err
		}
		if err := l.h.newestAllowed(ctx, l.id); err != nil { // it may have been asked about meanwhile, or one like it
			return err
		}
	}
}

// replaySome replays the next events in turn with the searches of others.
func (l *live) replaySome(ctx context.Context, f *program.Follower, observe trace.Observer, between func()) ([]trace.Event, <-chan struct{}, error) {
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer give()
	events, changed, err := l.follow(ctx, f, eventsAtOnce)
	if err != nil {
		return nil, nil, err
	}
	for i := range events {
		observe(&events[i])
	}
	if len(events) == 0 {
		between()
	}
	return events, changed, nil
}

// eventsAtOnce is how many events of the program are replayed while nothing can be added.
const eventsAtOnce = 256

func (l *live) algorithm(ctx context.Context) (string, error) {
	if err := fair.Enter(ctx, l.reading); err != nil {
		return "", err
	}
	defer fair.Leave(l.reading)
	return l.feed.reader.Peek().Algorithm, nil
}
