package classroom

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"espalier/web/classroom/entry"
	"espalier/web/problem"
	"espalier/web/socket"
)

// A client is one connection with its rooms. A goroutine handles its messages in order. It runs only
// while there are messages.
type client struct {
	h    *Handlers
	peer *socket.Conn

	mu      sync.Mutex
	members []*member
	queue   []clientMessage
	working bool
	notFull *sync.Cond // the queue is not full
	gone    bool
	minted  int         // the new followers that it has joined as
	recent  []time.Time // the times of messages, except those of presenters

	sent map[string]bool // typed trees that were sent, by hash; used by the writer alone
}

type clientMessage struct {
	kind, id string
	members  []problem.Member
}

// A member is a connection in a room, as a follower or a presenter.
type member struct {
	client   *client
	id       string
	room     *room
	leads    bool
	follower entry.FollowerID
	nick     string
	token    string // sent with the first message; used by the writer alone
	standing standing

	// Used by the writer alone.
	entered  bool
	revision int   // the last one sent
	class    int   // the last version sent
	told     int32 // the standing that was sent, with the number of its changes

	notes [][]byte // messages that wait for the writer; guarded by client.mu
}

// maxNotes bounds the acknowledgements that wait for a client that does not read.
const maxNotes = 32

// Feature has the websocket messages about rooms. They are checked when it is their turn, with the
// state of the room.
func (h *Handlers) Feature() *socket.Feature {
	f := &socket.Feature{Of: "rooms", Cookies: roomCookie, Attach: func(p *socket.Conn) socket.Client {
		c := &client{h: h, peer: p, sent: map[string]bool{}}
		c.notFull = sync.NewCond(&c.mu)
		return c
	}}
	add := func(kind string, needed, allowed []string) {
		f.Kinds = append(f.Kinds, socket.On(kind, socket.Keys{Needed: needed, Allowed: allowed, Nulls: true}, readMember, (*client).receive))
	}
	add("join", []string{"code"}, []string{"nick", "you"})
	add("lead", nil, []string{"key", "code"})
	add("show", []string{"show"}, nil)
	add("ask", nil, []string{"question", "seconds"})
	add("stop", nil, nil)
	add("time", nil, []string{"seconds"})
	add("tally", nil, nil)
	add("reveal", nil, nil)
	add("end", nil, nil)
	add("pause", nil, []string{"paused"})
	add("scene", nil, []string{"lesson", "scene", "seconds"})
	add("anonymous", []string{"on"}, nil)
	add("names", []string{"on"}, nil)
	add("lock", []string{"on"}, nil)
	add("take-out", nil, []string{"person", "hand"})
	add("let-in", []string{"person"}, nil)
	add("answer", []string{"question", "answer"}, nil)
	add("hand-in", []string{"text"}, nil)
	add("lost", []string{"on"}, nil)
	add("leave", nil, nil)
	// These types also exist for saved trees.
	opens := socket.On("open", socket.Keys{Needed: []string{"scenes"}, Nulls: true}, readMember, (*client).receive)
	closes := socket.On("close", socket.Keys{}, readMember, (*client).receive)
	f.Kinds = append(f.Kinds,
		socket.For(opens, func(_ *client, m *socket.Message) bool { return m.Has("scenes") }),
		socket.For(closes, func(c *client, m *socket.Message) bool { return c != nil && c.has(m.ID) }))
	return f
}

// roomCookie begins the name of a cookie with a presenter's key.
const roomCookie = "espalier-room-"

func readMember(list *[]problem.Member, member problem.Member) error {
	*list = append(*list, member)
	return socket.ReadJSON(member)
}

// has reports whether the id belongs to a room.
func (c *client) has(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.find(id) != nil
}

// find returns the member with an id. The caller holds mu.
func (c *client) find(id string) *member {
	for _, m := range c.members {
		if m.id == id {
			return m
		}
	}
	return nil
}

// receive queues a message. While the queue is full, the connection is not read.
func (c *client) receive(m *socket.Message, members *[]problem.Member) error {
	c.mu.Lock()
	for len(c.queue) >= maxPending && !c.gone {
		c.notFull.Wait()
	}
	if c.gone {
		c.mu.Unlock()
		return nil
	}
	// The reader keeps the text of the message until receive returns.
	c.queue = append(c.queue, clientMessage{m.Type, m.ID, *members})
	begin := !c.working
	c.working = true
	c.mu.Unlock()
	if begin && !c.peer.Go("", c.work) {
		c.mu.Lock()
		c.gone, c.working, c.queue = true, false, nil
		c.mu.Unlock()
	}
	return nil
}

// work handles the queued messages.
func (c *client) work() {
	for {
		c.mu.Lock()
		if len(c.queue) == 0 || c.gone {
			c.queue, c.working = nil, false
			c.mu.Unlock()
			return
		}
		m := c.queue[0]
		c.queue = c.queue[1:]
		c.notFull.Signal()
		c.mu.Unlock()
		c.handleSafely(m)
	}
}

func (c *client) handleSafely(m clientMessage) {
	defer func() {
		if cause := recover(); cause != nil {
			c.h.Log.Error("panic", "message", m.kind, "cause", cause)
			c.peer.Fail(m.id, errors.New("panic"))
		}
	}()
	if err := c.handle(m); err != nil && c.peer.Context().Err() == nil {
		c.peer.Fail(m.id, err)
	}
}

// A messageBody is the text of what a message has that is no action of a presenter.
type messageBody struct{ code, nick, you, key, on, text, question, answer []byte }

// readMessage reads the members that concern it: the table of messages has refused unknown keys.
func readMessage(members []problem.Member) (b messageBody) {
	_ = problem.ReadFields(members, "", problem.Field{Key: "code", Raw: &b.code}, problem.Field{Key: "nick", Raw: &b.nick}, problem.Field{Key: "you", Raw: &b.you},
		problem.Field{Key: "key", Raw: &b.key}, problem.Field{Key: "on", Raw: &b.on}, problem.Field{Key: "text", Raw: &b.text},
		problem.Field{Key: "question", Raw: &b.question, Null: true}, problem.Field{Key: "answer", Raw: &b.answer, Null: true})
	return b
}

func (c *client) handle(m clientMessage) error {
	ctx := c.h.WithTurn(c.peer.Context())
	to, full, err := c.admit(m.id)
	if err != nil {
		return err
	}
	given := readMessage(m.members)
	switch m.kind {
	case "join", "lead":
		switch {
		case to != nil:
			return problem.Refused("id", "the id %q is in use; leave its room first, or use another id", m.id)
		case full:
			return problem.OverLimit("id", "this connection is in %d rooms, the limit", MaxRoomsOfConnection)
		case m.kind == "join":
			return c.join(ctx, m.id, &given)
		}
		return c.lead(ctx, m.id, &given)
	}
	switch {
	case to == nil:
		return errNotInRoom
	case m.kind == "leave":
		c.remove(to)
		return nil
	case m.kind == "answer" || m.kind == "hand-in" || m.kind == "lost":
		if to.leads {
			return problem.Refused("type", "a presenter cannot answer, hand in a tree or be lost; join with the code to do so")
		}
		if err := to.room.mayAct(to); err != nil && (m.kind != "lost" || to.standing.is() != standsIn) {
			return err
		}
		if m.kind == "lost" {
			return to.room.lost(to, given.on)
		}
		if m.kind == "hand-in" {
			return c.handIn(ctx, to, given.text)
		}
		id, err := problem.ReadString(given.question, "question")
		if err != nil {
			return err
		}
		return to.room.answer(to, id, given.answer)
	case !to.leads:
		return errNotLeading
	}
	_, err = to.room.act(ctx, m.kind, m.members)
	return err
}

// admit counts a message about a room. It returns the member, or nil, and whether the connection can
// be in no further room.
func (c *client) admit(id string) (to *member, full bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	to = c.find(id)
	return to, len(c.members) >= MaxRoomsOfConnection, c.tooFast(to)
}

// tooFast counts a message, unless it is from a presenter. The caller holds mu.
func (c *client) tooFast(m *member) error {
	if m != nil && m.leads {
		return nil
	}
	now := time.Now()
	c.recent = entry.Drop(c.recent, now.Add(-messagesTime))
	if len(c.recent) >= MaxMessages {
		return entry.TooMany("type", c.recent[0].Add(messagesTime).Sub(now), "this connection sent %d messages to rooms in %s, the limit", MaxMessages, messagesTime)
	}
	c.recent = append(c.recent, now)
	return nil
}

// forget removes a member from the list; false: it is not in the list.
func (c *client) forget(m *member) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.Index(c.members, m)
	if i >= 0 {
		c.members = slices.Delete(c.members, i, i+1)
	}
	return i >= 0
}

// remove makes a member leave its room.
func (c *client) remove(m *member) {
	if c.forget(m) {
		c.unregister(m)
	}
}

func (c *client) unregister(m *member) {
	r := m.room
	r.inClass(func() {
		delete(r.members, m)
		if m.leads {
			r.leads--
		} else if m.standing.is() == standsIn {
			r.unfollow(m.follower)
		}
	})
	if !m.leads {
		c.h.addresses.Follow(c.peer.Client(), -1)
	}
	c.h.leave(r)
}

// Stop does nothing: queued messages are still handled, and the values of rooms are stored.
func (c *client) Stop() {}

// Detach makes all members leave.
func (c *client) Detach() {
	c.mu.Lock()
	c.gone = true
	c.notFull.Broadcast()
	all := slices.Clone(c.members)
	c.mu.Unlock()
	for _, m := range all {
		c.remove(m)
	}
}

// Next returns the next message to write: for each room the acknowledgements, the newest value with
// its typed trees, and for presenters the class.
func (c *client) Next() (socket.Outgoing, bool) {
	out, behind, ok := c.next()
	if behind != nil {
		return c.nextValue(behind), true
	}
	return out, ok
}

// next returns the next message, or the member that is behind, whose value is the next one.
func (c *client) next() (out socket.Outgoing, behind *member, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, m := range c.members {
		if note, waits := m.nextStanding(); note != nil {
			return socket.Outgoing{Data: note}, nil, true
		} else if waits && m.room.current.Load().state != stateClosed {
			continue
		}
		if m.entered && len(m.notes) > 0 {
			note := m.notes[0]
			m.notes = m.notes[1:]
			return socket.Outgoing{Data: note}, nil, true
		}
		if !m.entered || m.room.current.Load().revision > m.revision {
			return socket.Outgoing{}, m, true
		}
		if out, ok = m.nextClass(); ok {
			return out, nil, true
		}
	}
	return socket.Outgoing{}, nil, false
}

// nextValue returns the value of a room, or first one of its typed trees.
func (c *client) nextValue(m *member) socket.Outgoing {
	b := m.room.fresh()
	for _, s := range b.sources {
		if !c.sent[s.hash] {
			c.sent[s.hash] = true
			return s.message
		}
	}
	token := ""
	if !m.entered && !m.leads {
		token = m.token
	}
	out := b.message(m.id, token, m.mine(b))
	c.mu.Lock()
	m.entered, m.revision = true, b.revision
	c.mu.Unlock()
	if b.state == stateClosed {
		c.remove(m)
	}
	return out
}

// nextStanding returns the message that a follower waits, if it is not sent yet, and whether they wait. After that they
// enter as others do. The caller holds client.mu.
func (m *member) nextStanding() (note []byte, waits bool) {
	all := m.standing.all.Load()
	now := standingIn(all)
	if all == m.told {
		return nil, now != standsIn
	}
	m.told, m.entered, m.revision = all, false, 0
	if now == standsIn {
		return nil, false
	}
	m.notes = nil // they are about what was deleted
	return socket.NewMessage("wait", m.id, struct {
		You string `json:"you"`
		Out bool   `json:"out"`
	}{m.token, now == standsOut}), true
}

// nextClass returns the class, if it has changed.
func (m *member) nextClass() (socket.Outgoing, bool) {
	if !m.leads {
		return socket.Outgoing{}, false
	}
	r := m.room
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.class.version == m.class {
		return socket.Outgoing{}, false
	}
	m.class = r.class.version
	b := append(socket.AppendHead(nil, "class", m.id), r.class.members...)
	return socket.Outgoing{Data: append(b, '}')}, true
}

// post queues a message other than the value. It never blocks.
func (m *member) post(b []byte) {
	m.note(b)
	m.client.peer.Notify()
}

func (m *member) note(b []byte) {
	m.client.mu.Lock()
	defer m.client.mu.Unlock()
	waits := slices.ContainsFunc(m.notes, func(other []byte) bool { return bytes.Equal(other, b) })
	if !waits && len(m.notes) < maxNotes {
		m.notes = append(m.notes, b)
	}
}

func (m *member) answered(question int) {
	m.post(socket.NewMessage("answered", m.id, struct {
		Question string `json:"question"`
	}{QuestionID(question)}))
}

func (m *member) postError(err error) { m.post(socket.ErrorMessage(m.id, err)) }

func (c *client) handIn(ctx context.Context, m *member, raw []byte) error {
	id, err := m.room.handIn(context.WithoutCancel(ctx), m, raw)
	if err != nil {
		return err
	}
	m.post(socket.NewMessage("handed", m.id, struct {
		Hand string `json:"hand"`
	}{id}))
	return nil
}
