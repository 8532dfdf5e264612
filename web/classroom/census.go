package classroom

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"espalier/web/classroom/entry"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/store"
)

// When the limit of open rooms is reached, a new room closes an unused one: nobody has joined it,
// nothing was asked, and no presenter was there recently. So someone who opens rooms only to fill
// the store loses them, and a teacher always gets one.

// inUse reports whether the room is in use, so that it must not be closed for a new one.
func (v *value) inUse(now time.Time) bool {
	return v.wasUsed() || v.Led != 0 && now.Sub(time.UnixMilli(v.Led)) < leadTime
}

// wasUsed reports whether anybody has joined the room, or a question was asked.
func (v *value) wasUsed() bool { return v.Joined || v.Asked > 0 }

// led records that a presenter is there. A used room does not need this.
func (v *value) led(now time.Time) {
	if v.Led = now.UnixMilli(); v.wasUsed() {
		v.Led = 0
	}
}

// A census has the open rooms of the store, as far as this server knows. It is read from the store
// at times, and can be out of date if other servers share the store. So a room is checked again
// before it is closed.
type census struct {
	mu      sync.Mutex
	rooms   map[entry.Code]openRoom
	opening int       // places reserved for rooms that are being stored
	leaving int       // rooms that are being closed for these
	counted bool      // rooms is filled
	read    time.Time // when all rooms were last read; zero: they were only counted
}

// An openRoom is the entry of a room in the census.
type openRoom struct {
	owner   string
	touched int64
	led     int64
	used    bool // also if it is not read yet
	leaving bool
	noted   time.Time
}

func (v *value) forCensus() openRoom {
	return openRoom{owner: v.Owner, touched: v.Touched, led: v.Led, used: v.wasUsed(), noted: time.Now()}
}

// note adds or replaces a room.
func (c *census) note(code entry.Code, one openRoom) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one.leaving = c.rooms[code].leaving
	c.set(code, one)
}

// set adds or replaces a room. The caller holds mu.
func (c *census) set(code entry.Code, one openRoom) {
	if c.rooms == nil {
		c.rooms = map[entry.Code]openRoom{}
	}
	c.rooms[code] = one
}

// remove removes a room that is closed.
func (c *census) remove(code entry.Code) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.rooms[code].leaving {
		c.leaving--
	}
	delete(c.rooms, code)
}

// replace sets the rooms to those found in the store by a read that began at a given time. Entries
// noted since then are newer and stay.
func (c *census) replace(found map[entry.Code]openRoom, began time.Time, read bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for code, one := range c.rooms {
		if one.leaving || one.noted.After(began) {
			found[code] = one
		}
	}
	c.rooms, c.counted = found, true
	if read {
		c.read = began
	}
}

// place reserves a place for a new room, if there is one.
func (c *census) place(limit int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.rooms)-c.leaving+c.opening >= limit {
		return false
	}
	c.opening++
	return true
}

// opened turns a reserved place into a room; "": the room could not be stored.
func (c *census) opened(code entry.Code, one openRoom) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.opening--; code != "" {
		c.set(code, one)
	}
}

// placeOf reserves the place of an unused room, which the caller then closes. It chooses the address
// with the most unused rooms, and of these the room whose presenter acted the longest time ago.
func (c *census) placeOf(now time.Time) (code entry.Code, unused int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	count, oldest := map[string]int{}, map[string]entry.Code{}
	for code, one := range c.rooms {
		if one.leaving || one.used || one.led != 0 && now.Sub(time.UnixMilli(one.led)) < leadTime {
			continue
		}
		count[one.owner]++
		if before, ok := oldest[one.owner]; !ok || one.touched < c.rooms[before].touched {
			oldest[one.owner] = code
		}
	}
	for owner, n := range count {
		if n > unused || n == unused && c.rooms[oldest[owner]].touched < c.rooms[code].touched {
			code, unused = oldest[owner], n
		}
	}
	if unused == 0 {
		return "", 0, false
	}
	one := c.rooms[code]
	one.leaving = true
	c.rooms[code] = one
	c.leaving++
	c.opening++
	return code, unused, true
}

// stays returns the place of a room that turned out to be in use.
func (c *census) stays(code entry.Code, one openRoom) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.opening--
	if c.rooms[code].leaving {
		c.leaving--
	}
	one.leaving = false
	c.set(code, one)
}

// takePlace reserves a place for a new room, if necessary that of an unused one.
func (h *Handlers) takePlace(ctx context.Context) error {
	if err := h.countRooms(ctx); err != nil {
		return err
	}
	for range maxDisplaced {
		if h.census.place(h.maxRooms) {
			return nil
		}
		code, unused, ok := h.census.placeOf(h.libraryTime())
		if !ok {
			again, err := h.readRooms(ctx)
			if err != nil {
				return err
			}
			if again {
				continue
			}
			break
		}
		closed, err := h.displace(ctx, code, unused)
		if err != nil || closed {
			return err
		}
	}
	return &problem.Error{Status: http.StatusServiceUnavailable, Path: "rooms",
		Message: fmt.Sprintf("%d rooms are open, the limit, and all are in use; try again later", h.maxRooms)}
}

// displace closes an unused room whose place is reserved. If the room turns out to be in use, closed
// is false and the place is returned.
func (h *Handlers) displace(ctx context.Context, code entry.Code, unused int) (closed bool, err error) {
	r, err := h.enter(ctx, code)
	if errors.Is(err, errNoRoom) { // it was closed meanwhile
		h.census.remove(code)
		return true, nil
	}
	if err != nil {
		h.census.stays(code, openRoom{used: true}) // until the rooms are read again
		return false, err
	}
	defer h.leave(r)
	v, err := r.closeUnused(ctx)
	switch {
	case err == nil:
		h.Log.Warn("rooms: the limit is reached; an unused room was closed to make place for a new one", "code", string(code), "last_action", time.UnixMilli(v.Touched).UTC(), "unused_rooms_of_its_address", unused)
		return true, nil
	case errors.Is(err, errNoRoom):
		h.census.remove(code)
		return true, nil
	case errors.Is(err, errInUse):
		v := r.snapshot()
		one := v.forCensus()
		one.led = h.libraryTime().UnixMilli()
		h.census.stays(code, one)
		return false, nil
	}
	h.census.stays(code, openRoom{used: true})
	return false, err
}

var errInUse = errors.New("classroom: the room is in use")

// closeUnused closes the room if it is unused, and returns its value before that. Nobody can join
// the room while this is being decided.
func (r *room) closeUnused(ctx context.Context) (before value, err error) {
	_, err = r.closeIf(ctx, func(v *value) error {
		before = v.copy()
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.attended || len(r.members) > 0 || v.inUse(r.h.libraryTime()) {
			return errInUse
		}
		r.beingClosed = true
		return nil
	})
	if err != nil {
		r.mu.Lock()
		r.beingClosed = false
		r.mu.Unlock()
	}
	return before, err
}

// attend notes that somebody has joined or presents the room: immediately in memory, and soon in the
// record. The record is written once for followers, and every leadRenewal for a presenter. The
// caller holds mu.
func (r *room) attend(leads bool) {
	r.attended = r.attended || !leads
	now := r.h.libraryTime()
	switch {
	case r.noting || r.value.State == stateClosed || r.value.wasUsed():
		return
	case !r.attended && r.value.Led != 0 && now.Sub(time.UnixMilli(r.value.Led)) < leadRenewal:
		return
	}
	r.noting = true
	r.h.background.Go(func() { r.noteAttended(now) })
}

// noteAttended writes what attend has noted into the record. If this fails, the next sweep of the
// rooms in memory tries again.
func (r *room) noteAttended(now time.Time) {
	v, err := r.commit(context.Background(), notSent, func(v *value) error {
		r.mu.Lock()
		defer r.mu.Unlock()
		v.Joined = v.Joined || r.attended
		v.led(now)
		return nil
	})
	if r.noted(err == nil && !v.wasUsed()) { // somebody joined during the write for a presenter
		r.h.background.Go(func() { r.noteAttended(now) })
	}
	if err == nil {
		r.h.census.note(r.code, v.forCensus())
	} else if !errors.Is(err, errNoRoom) && !errors.Is(err, store.ErrNoKey) {
		r.h.Log.Warn("rooms: could not store that a room is in use", "err", err)
	}
}

// noted ends noteAttended, and reports whether there is more to write: somebody has joined, and the
// record does not say so.
func (r *room) noted(unused bool) (more bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.noting = unused && r.attended
	return r.noting
}

// attendAgain notes who is here, if the record does not say it or no longer says it.
func (r *room) attendAgain() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.attended || r.leads > 0 {
		r.attend(!r.attended)
	}
}

// countRooms counts the rooms of the store, once after a start.
func (h *Handlers) countRooms(ctx context.Context) error {
	h.census.mu.Lock()
	counted := h.census.counted
	h.census.mu.Unlock()
	if counted {
		return nil
	}
	began := time.Now()
	keys, err := h.ListValues(ctx, AllValues)
	if err != nil {
		return err
	}
	found := map[entry.Code]openRoom{}
	for _, key := range keys {
		found[CodeOf(key)] = openRoom{used: true} // as long as this is not known
	}
	h.census.replace(found, began, false)
	return nil
}

// readRooms reads all rooms for the census; false: they were read a moment ago.
func (h *Handlers) readRooms(ctx context.Context) (bool, error) {
	h.census.mu.Lock()
	read := h.census.read
	h.census.mu.Unlock()
	if !read.IsZero() && time.Since(read) < censusTime {
		return false, nil
	}
	if err := fair.Enter(ctx, h.reading); err != nil {
		return false, err
	}
	defer fair.Leave(h.reading)
	h.census.mu.Lock()
	changed := h.census.read != read
	h.census.mu.Unlock()
	if changed { // another request has read them meanwhile
		return true, nil
	}
	return true, h.readStore(ctx)
}
