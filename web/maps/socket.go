package maps

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trace/tiles"
	"espalier/web/app"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/socket"
	"espalier/web/words"
)

// MaxWatched is how many maps a connection watches: two are compared, and a page that goes on to
// another run leaves its last one.
const MaxWatched = 4

// Feature has the messages of pages that watch the map of a search.
func (h *Handlers) Feature() *socket.Feature {
	has := func(c *client, m *socket.Message) bool { return c != nil && c.has(m.ID) }
	return &socket.Feature{
		Kinds: []socket.Kind{
			socket.On("map", socket.Keys{Allowed: []string{"stop", "of"}, Any: true}, (*mapMessage).read, (*client).watch).Kept(),
			socket.For(socket.On("cancel", socket.Keys{}, socket.None, (*client).cancel), has),
			socket.For(socket.On("release", socket.Keys{}, socket.None, (*client).release), has),
		},
		Attach: func(c *socket.Conn) socket.Client { return &client{Conn: c, h: h, watched: map[string]*watched{}} },
	}
}

// A mapMessage asks for the map of a run.
type mapMessage struct {
	stop trace.Rule
	tree bool             // of the tree alone, which is not searched
	run  []problem.Member // or the source alone
}

func (v *mapMessage) read(member problem.Member) error {
	switch member.Key {
	case "of":
		text, err := problem.ReadString(member.Raw, "of")
		if v.tree = text == "tree"; err == nil && !v.tree {
			err = problem.Refused("of", "only %q is right: a map of a tree that is not searched", "tree")
		}
		return err
	case "stop":
	default:
		v.run = append(v.run, member)
		return nil
	}
	text, err := problem.ReadString(member.Raw, "stop")
	if err != nil || text == "" {
		return err
	}
	if v.stop = trace.FindRule(text); v.stop == trace.NoRule {
		return problem.Refused("stop", "there is no rule %q; the rules are %s", text, ruleNames())
	}
	return nil
}

// A client has the maps that a connection watches.
type client struct {
	*socket.Conn
	h *Handlers

	mu      sync.Mutex
	watched map[string]*watched // by the ids of their messages
}

type watched struct {
	ctx context.Context
	end context.CancelFunc

	mu sync.Mutex
	of *mapped // nil: it is not open yet
}

func (c *client) has(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.watched[id] != nil
}

func (c *client) watch(m *socket.Message, v *mapMessage) error {
	return c.begin(m, v)
}

func (c *client) begin(m *socket.Message, v *mapMessage) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.Stopped():
		return problem.ErrStopping
	case c.watched[m.ID] != nil:
		return problem.Refused("id", "this connection watches a map with the id %q already; release it, or use another id", m.ID)
	case len(c.watched) == MaxWatched:
		return &problem.Error{Status: http.StatusServiceUnavailable, Path: "id", Message: "this connection watches " + words.Plural(MaxWatched, "map") + ", the limit; release one"}
	}
	w := &watched{}
	w.ctx, w.end = context.WithCancel(c.Context())
	if !c.Go(m.ID, func() { c.follow(m, v, w) }) {
		w.end()
		return problem.ErrStopping
	}
	c.watched[m.ID] = w
	return nil
}

// follow sends the states of a search until it has ended or is released.
func (c *client) follow(m *socket.Message, v *mapMessage, w *watched) {
	id := m.ID
	defer func() {
		w.end()
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.watched[id] == w {
			delete(c.watched, id)
		}
	}()
	wanted, err := c.read(w.ctx, m, v)
	if err == nil {
		err = wanted.allowed(w.ctx)
	}
	var of *mapped
	var leave func()
	if err == nil {
		of, leave, err = c.h.open(w.ctx, wanted)
	}
	if err != nil {
		if w.ctx.Err() == nil {
			c.Fail(id, err)
		}
		return
	}
	defer leave()
	w.mu.Lock()
	w.of = of
	w.mu.Unlock()
	for {
		if err := wanted.allowed(w.ctx); err != nil { // it may have been asked about meanwhile
			c.Fail(id, err)
			return
		}
		s, newest, changed := of.look()
		if !c.Send(w.ctx, append(append(socket.AppendHead(nil, "map", id), ','), stateMembers(of, &s, newest)...)) {
			return
		}
		if s.over {
			<-w.ctx.Done() // the map stays as long as it is watched
			return
		}
		select {
		case <-changed:
		case <-w.ctx.Done():
			return
		}
	}
}

// read reads the run of a message.
func (c *client) read(ctx context.Context, m *socket.Message, v *mapMessage) (w wish, err error) {
	defer m.Release()
	ctx = c.h.WithTurn(ctx)
	of, isTrace := traceOf(v.run)
	isTrace = isTrace && !v.tree
	w = wish{stop: v.stop, tree: v.tree}
	if isTrace {
		if w.printed, err = c.h.Follow(ctx, of, false); err != nil || w.printed != nil {
			return w, err
		}
	}
	w.of, err = c.resolve(ctx, v)
	var large *run.UnplayableError
	if isTrace && errors.As(err, &large) {
		w.of = nil
		w.printed, err = c.h.Follow(ctx, of, true)
	}
	return w, err
}

// traceOf returns the trace of a message that asks for what the program itself did.
func traceOf(members []problem.Member) (of run.Recorded, ok bool) {
	b, err := run.ReadBody(members, run.Keys)
	if err != nil || b.Algorithm != nil || b.Options != nil || b.Values != nil {
		return of, false
	}
	s, err := b.Source()
	if err != nil {
		return of, false
	}
	of, ok = s.(run.Recorded)
	return of, ok
}

// resolve reads the run of a search, or a tree that is not searched.
func (c *client) resolve(ctx context.Context, v *mapMessage) (*run.Resolved, error) {
	if kind, builds := app.KindToOpen(ctx, v.run); builds {
		slot, err := c.h.AcquireSlot(ctx, kind)
		if err != nil {
			return nil, err
		}
		defer slot.Release()
	}
	for _, one := range v.run {
		lease, err := c.h.AcquireTree(ctx, one.Raw)
		if err != nil {
			return nil, err
		}
		defer lease.Release()
	}
	if v.tree {
		return c.readTree(ctx, v.run)
	}
	q, err := run.Read(ctx, c.h.Saved(), v.run)
	if err != nil {
		return nil, err
	}
	if q.Of.Printed != nil {
		q.Source = q.Of.Pinned() // by whatever address it is asked for, it is one run
	}
	return q, q.Refused()
}

// readTree reads the source of a tree that is not searched: it may break its own limits.
func (c *client) readTree(ctx context.Context, members []problem.Member) (*run.Resolved, error) {
	b, err := run.ReadBody(members, run.Keys)
	if err != nil {
		return nil, err
	}
	s, err := b.Source()
	if err != nil {
		return nil, err
	}
	o, err := run.Open(ctx, c.h.Saved(), s)
	if err != nil {
		return nil, err
	}
	if o.Tree == nil {
		return nil, problem.Refused(s.Key(), "this is not a tree that is written out; leave out \"of\", and name an algorithm")
	}
	return o.With(engine.AlgorithmConfig{Algorithm: algorithms.Plain}), nil
}

func (c *client) find(id string) *watched {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.watched[id]
}

// cancel cancels the search of a map. If others watch it, too, only this one gets no more.
func (c *client) cancel(m *socket.Message, _ *struct{}) error {
	w := c.find(m.ID)
	if w == nil {
		return nil
	}
	w.mu.Lock()
	of := w.of
	w.mu.Unlock()
	if of == nil {
		w.end()
	} else if !of.cancelBy() {
		return &problem.Error{Status: http.StatusConflict, Path: "cancel", Message: "others watch this search, too; it goes on for them"}
	}
	return nil
}

func (c *client) release(m *socket.Message, _ *struct{}) error {
	if w := c.find(m.ID); w != nil {
		w.end()
	}
	return nil
}

// Stop ends all that is watched.
func (c *client) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.watched {
		w.end()
	}
}

// Detach has nothing to give back: what is watched ends with the connection.
func (c *client) Detach() {}

// stateMembers writes a state as members of a message, with the brace that ends it.
func stateMembers(of *mapped, s *state, m *tiles.Map) []byte {
	t := &s.Totals
	prunes := map[string]int{}
	for rule, n := range t.Prunes {
		if n > 0 {
			prunes[trace.Rule(rule).String()] = n
		}
	}
	perSecond := 0
	if s.Seconds > 0 {
		perSecond = int(float64(t.Entered) / s.Seconds)
	}
	b, err := json.Marshal(struct {
		Key       string         `json:"key"`
		Version   int            `json:"version"`
		State     string         `json:"state"`
		Reason    string         `json:"reason,omitempty"`
		Nodes     int            `json:"nodes"`
		Entered   int            `json:"entered"`
		Leaves    int            `json:"leaves"`
		Cut       int            `json:"cut"`
		Again     int            `json:"again"`
		Counted   int            `json:"counted"`
		Events    int            `json:"events"`
		Rows      int            `json:"rows"`
		Width     uint32         `json:"width"`
		Depth     int            `json:"depth"`
		Seconds   float64        `json:"seconds"`
		PerSecond int            `json:"perSecond"`
		Bytes     int64          `json:"bytes"`
		MaxBytes  int64          `json:"maxBytes"`
		Prunes    map[string]int `json:"prunes"`
		Value     string         `json:"value,omitempty"`
		Line      string         `json:"line,omitempty"`
	}{of.id, m.Version, s.State, s.Reason, t.Nodes, t.Entered, t.Leaves, t.Cut, t.Again, t.Counted, s.Events, m.Rows(), m.Width(), t.Plies, s.Seconds, perSecond, s.Bytes, of.h.pool.Size(), prunes, s.Value, s.Line})
	if err != nil {
		return []byte("}")
	}
	return b[1:]
}
