package assign

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"espalier/web/store/key"
	"espalier/web/wake"
)

// A board has the results of an assignment that is watched on this server. Each answer that this
// server stores and each message of other servers updates it.
type board struct {
	id   key.ID
	root string
	refs int // of the watchers; guarded by mu of the handlers
	stop func()

	mu      sync.Mutex
	rows    map[key.ID]row
	changed wake.Broadcast
	over    bool // the assignment was deleted
}

// watch returns the board of an assignment. The caller calls leave later.
func (h *Handlers) watch(ctx context.Context, a *assignment) (*board, error) {
	id := a.id
	h.mu.Lock()
	b := h.boards[id]
	if b == nil {
		b = &board{id: id, root: a.root, rows: map[key.ID]row{}}
		h.boards[id] = b
	}
	b.refs++
	listen := h.shared && b.refs == 1
	h.mu.Unlock()
	if listen {
		stop, err := h.Store.Listen(ctx, topic(id), func(text []byte) { h.receive(b, text) })
		if err != nil {
			h.leave(b)
			return nil, err
		}
		h.mu.Lock()
		b.stop = stop
		h.mu.Unlock()
	}
	if err := h.fill(ctx, b); err != nil {
		h.leave(b)
		return nil, err
	}
	return b, nil
}

// leave gives a board back.
func (h *Handlers) leave(b *board) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if b.refs--; b.refs > 0 {
		return
	}
	if b.stop != nil {
		b.stop()
	}
	if h.boards[b.id] == b {
		delete(h.boards, b.id)
	}
}

// fill reads all students of an assignment. Rows that arrive meanwhile are newer and stay.
func (h *Handlers) fill(ctx context.Context, b *board) error {
	before := b.students()
	list, err := h.rows(ctx, b.root)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range list {
		b.take(r)
		delete(before, r.student)
	}
	for student := range before { // merged or deleted
		delete(b.rows, student)
		b.changed.Send()
	}
	return nil
}

// students returns the students of the rows.
func (b *board) students() map[key.ID]bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := map[key.ID]bool{}
	for student := range b.rows {
		all[student] = true
	}
	return all
}

// take sets a row, unless the board has a newer one. The caller holds mu.
func (b *board) take(r row) {
	if before, known := b.rows[r.student]; known && before.sequence >= r.sequence {
		return
	}
	b.rows[r.student] = r
	b.changed.Send()
}

func (b *board) notify() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.changed.Send()
}

// add takes over the row of a student, and notifies the watchers.
func (b *board) add(r row) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.take(r)
}

// remove removes the row of a student.
func (b *board) remove(student key.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.rows, student)
	b.changed.Send()
}

// list returns the rows in order.
func (b *board) list() (list []row, changed <-chan struct{}, over bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.rows {
		list = append(list, r)
	}
	sortRows(list)
	return list, b.changed.Next(), b.over
}

// A note is a message of a server to the others about an assignment.
type note struct {
	Server  string `json:"server"`
	Student key.ID `json:"student,omitempty"`
	Over    bool   `json:"over,omitempty"`
}

// receive handles a note of another server.
func (h *Handlers) receive(b *board, text []byte) {
	var n note
	if json.Unmarshal(text, &n) != nil || n.Server == h.process {
		return
	}
	switch {
	case n.Over:
		h.forget(b.id)
		b.end()
	case n.Student == "": // the settings
		h.forget(b.id)
		b.notify()
	default: // in the background, because it reads the store
		h.background.Go(func() {
			r, sequence, err := h.student(h.Stopping, b.root, n.Student)
			switch {
			case err == nil && r.id == n.Student:
				b.add(row{n.Student, sequence, r})
			case err == nil || errors.Is(err, errNotEntered): // merged or deleted
				b.remove(n.Student)
			}
		})
	}
}

func (b *board) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over = true
	b.changed.Send()
}

// at returns the board of an assignment; nil: nobody watches it on this server.
func (h *Handlers) at(id key.ID) *board {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.boards[id]
}

// send sends a note to the other servers. A server that misses it polls the store.
func (h *Handlers) send(id key.ID, n note) {
	if !h.shared {
		return
	}
	n.Server = h.process
	if text, err := json.Marshal(n); err == nil {
		h.Store.Announce(h.Stopping, topic(id), text)
	}
}

// answered is called after the record of a student was stored.
func (h *Handlers) answered(a *assignment, student key.ID, r *record, sequence uint64) {
	switch b := h.at(a.id); {
	case b == nil:
	case r.Into != "":
		b.remove(student)
	default:
		b.add(row{student, sequence, r})
	}
	h.send(a.id, note{Student: student})
}

// settingsChanged is called after the settings of an assignment were stored.
func (h *Handlers) settingsChanged(id key.ID) {
	if b := h.at(id); b != nil {
		b.notify()
	}
	h.send(id, note{})
}

// left is called after a student was deleted.
func (h *Handlers) left(a *assignment, student key.ID) {
	if b := h.at(a.id); b != nil {
		b.remove(student)
	}
	h.send(a.id, note{Student: student})
}

// ended is called after an assignment was deleted.
func (h *Handlers) ended(id key.ID) {
	if b := h.at(id); b != nil {
		b.end()
	}
	h.send(id, note{Over: true})
}

// follow calls send with the results of an assignment, immediately and after each change. It
// returns when the assignment is deleted, send returns false or the context ends.
func (h *Handlers) follow(ctx context.Context, id key.ID, send func(b []byte) bool) error {
	a, err := h.load(ctx, id)
	if err != nil {
		return err
	}
	b, err := h.watch(ctx, a)
	if err != nil {
		return err
	}
	defer h.leave(b)
	for {
		list, changed, over := b.list()
		if over {
			return errNoAssignment
		}
		if a, err = h.load(ctx, id); err != nil {
			return err
		}
		if list, err = h.allJudged(h.WithTurn(ctx), a, list); err != nil {
			return err
		}
		message := a.appendResults(nil, list, nil)
		pause := max(watchInterval, time.Duration(len(message))*time.Second/watchRate)
		if !send(message) {
			return nil
		}
		if !rest(ctx, pause) {
			return nil
		}
		for waiting := true; waiting; {
			var poll <-chan time.Time
			if h.shared {
				poll = time.After(pollTime)
			}
			select {
			case <-changed:
				waiting = false
			case <-poll:
				if _, err := h.reload(ctx, id); errors.Is(err, errNoAssignment) {
					return err
				}
				h.fill(ctx, b) // if this fails, the next poll may succeed
			case <-ctx.Done():
				return nil
			}
		}
	}
}

// rest waits; false: the context ended.
func rest(ctx context.Context, pause time.Duration) bool {
	t := time.NewTimer(pause)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
