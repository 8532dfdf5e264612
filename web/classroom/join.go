package classroom

import (
	"context"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/fair"
	"espalier/web/problem"
)

// join enters as a follower.
func (c *client) join(ctx context.Context, id string, given *messageBody) error {
	text, err := problem.ReadString(given.code, "code")
	if err != nil {
		return err
	}
	nick, err := readNick(given.nick)
	if err != nil {
		return err
	}
	token := ""
	if given.you != nil {
		if token, err = problem.ReadString(given.you, "you"); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, app.StoreTimeout)
	defer cancel()
	secret, err := c.h.tokens(ctx)
	if err != nil {
		return err
	}
	room, known, err := c.h.enterWithCode(ctx, text, c.peer.Client(), func(code entry.Code) (entry.FollowerID, bool) { return secret.ReadToken(code, token) })
	if err != nil {
		return err
	}
	m := &member{client: c, id: id, room: room, follower: known, nick: nick, token: token}
	if known == "" {
		c.mu.Lock()
		c.minted++
		over := c.minted > MaxTokens
		c.mu.Unlock()
		if over {
			c.h.leave(room)
			return problem.OverLimit("you", "this connection has joined as a new follower %d times, the limit", MaxTokens)
		}
		m.follower, m.token = secret.NewToken(room.code)
	}
	if err := room.greet(ctx, m); err != nil {
		c.h.leave(room)
		return err
	}
	return c.add(m)
}

// greet stores the name of a follower who enters a room that asks for names, unless they have to wait.
func (r *room) greet(ctx context.Context, m *member) error {
	if !r.snapshot().Names {
		return nil
	}
	if r.h.shared {
		if err := r.readPerson(ctx, m.follower); err != nil {
			return err
		}
	}
	if m.nick == "" || !r.mayEnter(m.follower) {
		return nil
	}
	return r.setName(ctx, m)
}

func readNick(raw []byte) (string, error) {
	if raw == nil {
		return "", nil
	}
	nick, err := problem.ReadString(raw, "nick")
	if err != nil {
		return "", err
	}
	nick = strings.TrimSpace(nick)
	if n := utf8.RuneCountInString(nick); n > MaxNick {
		return "", problem.OverLimit("nick", "the nickname has %d characters; it can have at most %d", n, MaxNick)
	}
	if strings.ContainsFunc(nick, unicode.IsControl) {
		return "", problem.Refused("nick", "the nickname has a control character; remove it")
	}
	return nick, nil
}

// enterWithCode returns the room of a code. The wrong codes of an address are counted, except those
// of known followers.
func (h *Handlers) enterWithCode(ctx context.Context, text string, from fair.Client, know func(entry.Code) (entry.FollowerID, bool)) (*room, entry.FollowerID, error) {
	c, ok := entry.ReadCode(text)
	var known entry.FollowerID
	if ok && know != nil {
		known, _ = know(c)
	}
	if known == "" {
		if err := h.addresses.MayGuess(from); err != nil {
			return nil, "", err
		}
	}
	var r *room
	err := error(errNoRoom)
	if ok {
		r, err = h.enter(ctx, c)
	}
	if errors.Is(err, errNoRoom) && known == "" {
		h.addresses.Guessed(from)
	}
	return r, known, err
}

// lead enters as a presenter: with the key, or with the code if the browser has a cookie with the
// key.
func (c *client) lead(ctx context.Context, id string, given *messageBody) error {
	name, raw := "key", given.key
	if given.key == nil && given.code != nil {
		name, raw = "code", given.code
	}
	text, err := problem.ReadString(raw, name)
	if err != nil {
		return err
	}
	if name == "code" {
		code, ok := entry.ReadCode(text)
		if !ok {
			return errNoRoom
		}
		text = c.peer.Cookie(roomCookie + string(code))
	}
	k, ok := entry.ReadKey(text)
	if !ok {
		return errNoRoom
	}
	ctx, cancel := context.WithTimeout(ctx, app.StoreTimeout)
	defer cancel()
	room, err := c.h.enterWithKey(ctx, k)
	if err != nil {
		return err
	}
	return c.add(&member{client: c, id: id, room: room, leads: true})
}

// add adds a member to its room, which has been entered.
func (c *client) add(m *member) error {
	r := m.room
	if err := r.admit(m); err != nil {
		c.h.leave(r)
		return err
	}
	if !m.leads {
		c.h.addresses.Follow(c.peer.Client(), 1)
	}
	c.mu.Lock()
	gone := c.gone
	if !gone {
		c.members = append(c.members, m)
	}
	c.mu.Unlock()
	if gone {
		c.unregister(m)
		return nil
	}
	c.peer.Notify()
	return nil
}

// admit takes a member in, unless the room is being closed or has no place.
func (r *room) admit(m *member) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.beingClosed {
		return errNoRoom
	}
	if !m.leads {
		m.standing.become(r.standingOf(m.follower))
	}
	if !m.leads && m.standing.is() == standsIn && !r.follow(m.follower, m.client.peer.Client()) {
		return problem.OverLimit("code", "the room cannot take another follower from your address: the limit is %d followers, and one address can use half of what others leave free", MaxFollowers)
	}
	r.members[m] = struct{}{}
	if m.leads {
		r.leads++
	} else if r.commonID == "" {
		r.commonID = m.id
	}
	r.attend(m.leads)
	r.classChanged()
	return nil
}

// A follower is one person at this server, with one or more connections.
type follower struct {
	connections int
	from        fair.Client // of the first of them
	lost        bool        // the follower has said so
}

// follow counts a connection of a follower; false: the limit is reached. The caller holds mu.
func (r *room) follow(id entry.FollowerID, from fair.Client) bool {
	f, known := r.followers[id]
	if !known {
		f.from = from
		if !r.joined.Take(from, len(r.followers), MaxFollowers) {
			return false
		}
	}
	f.connections++
	r.followers[id] = f
	return true
}

// unfollow removes a connection of a follower. The caller holds mu.
func (r *room) unfollow(id entry.FollowerID) {
	f := r.followers[id]
	if f.connections--; f.connections > 0 {
		r.followers[id] = f
		return
	}
	delete(r.followers, id)
	r.joined.GiveBack(f.from)
}
