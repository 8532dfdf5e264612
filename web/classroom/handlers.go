package classroom

import (
	"context"
	"errors"
	"sync"
	"time"

	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/fair"
	"espalier/web/recent"
	"espalier/web/store"
)

// Handlers serves rooms over HTTP and the websocket.
type Handlers struct {
	*app.Core
	shared  bool             // other servers may have the same rooms
	process string           // random; it names this process to others
	now     func() time.Time // the clock of this machine, used in messages
	// aged returns the time of the library, for computing ages, and whether it is steady enough to
	// delete by it; see Now of records.Store.
	aged      func() (now time.Time, steady bool)
	addresses *entry.Addresses
	handIns   *fair.Pool // writes of hand-ins
	runs      runCache

	// Lessons has the lessons to present.
	Lessons Lessons

	mu    sync.Mutex
	rooms map[entry.Code]*room
	idle  recent.Map[entry.Code, *room] // rooms without members, ordered by when the last one left

	maxRooms int // MaxRooms, except in tests
	census   census
	reading  chan struct{} // held while all rooms of the store are read

	background sync.WaitGroup
}

// New returns the handlers. Until the server stops, they close rooms whose time is over.
func New(core *app.Core) *Handlers {
	h := &Handlers{Core: core, shared: core.Store.Shared(), process: newTag(), now: time.Now, aged: core.Store.Now, rooms: map[entry.Code]*room{}, Lessons: noLessons{}, maxRooms: MaxRooms, reading: make(chan struct{}, 1)}
	h.addresses = entry.NewAddresses(func() time.Time { return h.now() })
	h.runs.memory = core.SearchMemory
	h.handIns = fair.NewPool(fair.PoolConfig{Name: "hand-ins", Size: handInWrites, MaxWaiting: maxWaitingHandIns, MaxWait: maxHandInWait, Refused: core.Refused("hand_ins")})
	core.Store.AfterReconnect(h.refreshAll)
	core.Store.BeforeSweep(valuePrefix, h.endSwept)
	if core.Library != nil {
		h.background.Go(h.keepTime)
	}
	return h
}

// Close stores what is not stored yet. It is called after the websockets have ended.
func (h *Handlers) Close(ctx context.Context) error {
	h.mu.Lock()
	var all []*room
	for _, r := range h.rooms {
		all = append(all, r)
	}
	h.mu.Unlock()
	done := make(chan struct{})
	go func() {
		// A save can outlast the context, because the store may wait for its disk.
		for _, r := range all {
			r.saveNow(ctx)
		}
		h.background.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// enter returns an open room, which stays in memory until leave is called.
func (h *Handlers) enter(ctx context.Context, c entry.Code) (*room, error) {
	r := h.hold(c)
	err := r.load(ctx)
	if err == nil && r.isOver() {
		r.close(ctx)
	}
	if err == nil && r.closed() {
		err = errNoRoom
	}
	if err != nil {
		h.leave(r)
		return nil, err
	}
	return r, nil
}

// hold returns a room, which stays in memory until leave is called.
func (h *Handlers) hold(c entry.Code) *room {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.rooms[c]
	if r == nil {
		r = newRoom(h, c)
		h.rooms[c] = r
	}
	r.refs++
	h.idle.Remove(c)
	return r
}

// leave returns a room. A server of a cluster drops a room without members here, because it no
// longer gets its changes.
func (h *Handlers) leave(r *room) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r.refs--; r.refs > 0 || h.rooms[r.code] != r {
		return
	}
	if h.shared || r.closed() || !r.isLoaded() {
		h.forget(r)
		return
	}
	h.idle.Put(r.code, r)
	for code, oldest := range h.idle.Oldest() {
		if h.idle.Len() <= maxIdle {
			break
		}
		if oldest.isSaved() {
			h.idle.Remove(code)
			h.forget(oldest)
		}
	}
}

// forget removes a room from memory. The caller holds mu.
func (h *Handlers) forget(r *room) {
	delete(h.rooms, r.code)
	r.end()
}

// enterWithKey returns the room of a key.
func (h *Handlers) enterWithKey(ctx context.Context, k entry.Key) (*room, error) {
	r, err := h.enter(ctx, k.Code())
	if err != nil {
		return nil, err
	}
	if !k.Matches(r.hash()) {
		h.leave(r)
		return nil, errNoRoom
	}
	return r, nil
}

// openRoom opens a room that shows raw.
func (h *Handlers) openRoom(ctx context.Context, raw []byte, names bool) (*value, entry.Key, error) {
	s, info, err := h.readShow(ctx, raw, nil, nil)
	if err != nil {
		return nil, "", err
	}
	owner, err := h.OwnerTag(ctx, "room")
	if err != nil {
		return nil, "", err
	}
	if err := h.takePlace(ctx); err != nil {
		return nil, "", err
	}
	v, k, err := h.storeRoom(ctx, s, info.source, owner, names)
	if err != nil {
		h.census.opened("", openRoom{})
		return nil, "", err
	}
	h.census.opened(v.Code, v.forCensus())
	return v, k, nil
}

// storeRoom stores a new room with a new code.
func (h *Handlers) storeRoom(ctx context.Context, s show, shown *source, owner string, names bool) (*value, entry.Key, error) {
	for {
		v := &value{Code: entry.NewCode(), Revision: 1, Reserved: 1 + reserve, Epoch: h.epoch(), State: stateOpen, Names: names, Show: s, Touched: h.stamp(), Owner: owner, By: newTag()}
		k := entry.NewKey(v.Code)
		v.Hash = k.Hash()
		if err := v.fit(); err != nil {
			return nil, "", err
		}
		r := newRoom(h, v.Code)
		if err := r.keepSource(ctx, shown); err != nil {
			return nil, "", err
		}
		_, err := h.CreateValue(ctx, ValueKey(v.Code), v.stored(), "")
		if errors.Is(err, store.ErrKeyExists) {
			continue // another room has this code
		}
		if err != nil {
			h.purgeRoom(ctx, v.Code, false)
			return nil, "", err
		}
		return v, k, nil
	}
}

// epoch returns the epoch of a new or reopened room. A server without a cluster sends revisions
// before they are stored, so the next process may not know them. In a cluster every revision is
// stored before it is sent.
func (h *Handlers) epoch() string {
	if h.shared {
		return newTag()
	}
	return h.process
}

// keepTime does the regular work: sweeps, polls and messages to other servers.
func (h *Handlers) keepTime() {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	last := time.Now()
	swept, listed, sent, polled := last, time.Time{}, last, last
	for {
		select {
		case <-h.Stopping.Done():
			return
		case last = <-tick.C:
		}
		if h.shared && last.Sub(sent) >= hereTime {
			sent = last
			h.each(func(r *room) { r.sendFollowers() })
		}
		if h.shared && last.Sub(polled) >= pollTime {
			polled = last
			h.refreshAll()
		}
		if last.Sub(swept) >= sweepTime {
			swept = last
			h.sweep(h.Stopping)
			if last.Sub(listed) >= listTime {
				listed = last
				h.readRooms(h.Stopping) // if this fails, the next try may succeed
			}
		}
	}
}

// each calls f with the rooms in memory.
func (h *Handlers) each(f func(*room)) {
	h.mu.Lock()
	var all []*room
	for _, r := range h.rooms {
		all = append(all, r)
	}
	h.mu.Unlock()
	for _, r := range all {
		if r.isLoaded() {
			f(r)
		}
	}
}

func (h *Handlers) refreshAll() {
	h.each(func(r *room) { r.refresh(h.Stopping) })
}

// libraryTime returns the current time of the library, for computing ages.
func (h *Handlers) libraryTime() time.Time {
	now, _ := h.aged()
	return now
}

// stamp is libraryTime for value.Touched.
func (h *Handlers) stamp() int64 { return h.libraryTime().UnixMilli() }

// isOlder reports whether the presenter's last action was longer ago than age. While the clock is
// not steady, it is false: after a jump or a start nothing is deleted because of its age.
func (h *Handlers) isOlder(v *value, age time.Duration) bool {
	now, steady := h.aged()
	return steady && now.Sub(time.UnixMilli(v.Touched)) > age
}

// sweep closes the rooms in memory whose time is over.
func (h *Handlers) sweep(ctx context.Context) {
	h.addresses.Sweep()
	h.each(func(r *room) {
		if r.isOver() {
			r.close(ctx)
			return
		}
		r.attendAgain()
	})
}

// readStore reads all rooms of the store for the census. The caller holds reading.
func (h *Handlers) readStore(ctx context.Context) error {
	began := time.Now()
	keys, err := h.ListValues(ctx, AllValues)
	if err != nil {
		return err
	}
	found := map[entry.Code]openRoom{}
	for _, name := range keys {
		data, _, err := h.ReadValue(ctx, name)
		if damaged(err) {
			found[CodeOf(name)] = openRoom{used: true, noted: began}
		}
		if err != nil {
			continue
		}
		v, err := readValue(data)
		if err != nil {
			h.Log.Error("rooms: cannot read the value of a room", "err", err)
			continue
		}
		if v.State != stateClosed && !h.isOlder(&v, Lifetime) {
			one := v.forCensus()
			one.noted = began
			found[v.Code] = one
		}
	}
	if err := ctx.Err(); err != nil {
		return err // not all rooms were read
	}
	h.census.replace(found, began, true)
	return nil
}
