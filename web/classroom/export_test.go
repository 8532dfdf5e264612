package classroom

import (
	"context"
	"strconv"
	"time"

	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/fair"
	"espalier/web/judge"
	"espalier/web/run"
)

// SetNow sets all clocks, as if they never jumped.
func (h *Handlers) SetNow(now func() time.Time) {
	h.now, h.aged = now, func() (time.Time, bool) { return now(), true }
}

// SetWall sets the clock of the machine alone.
func (h *Handlers) SetWall(now func() time.Time) { h.now = now }

// SetMaxRooms sets the limit of open rooms.
func (h *Handlers) SetMaxRooms(n int) { h.maxRooms = n }

// Sweep closes all rooms whose time is over.
func (h *Handlers) Sweep(ctx context.Context) error {
	h.sweep(ctx)
	return h.Store.Sweep(ctx)
}

// Keys returns the keys of the store that match a pattern.
func (h *Handlers) Keys(ctx context.Context, pattern string) ([]string, error) {
	return h.ListValues(ctx, pattern)
}

// InMemory returns how many rooms are in memory.
func (h *Handlers) InMemory() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.rooms)
}

// WriteHandIn begins to write a hand-in for an address, and returns how to end that.
func (h *Handlers) WriteHandIn(from fair.Client) (end func(), err error) {
	turn, err := h.handIns.Acquire(context.Background(), from, 1)
	return turn.Release, err
}

// WaitingHandIns returns how many hand-ins wait until they are written.
func (h *Handlers) WaitingHandIns() int { return h.handIns.Waiting() }

// Flood gives an address all that it can have of a room: followers, answers to the
// first question, and hand-ins.
func (h *Handlers) Flood(code string, from fair.Client) {
	h.mu.Lock()
	r := h.rooms[entry.Code(code)]
	h.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	somebody := func(n int) entry.FollowerID { return entry.FollowerID(strconv.Itoa(n)) }
	for n := 0; r.follow(somebody(n), from); n++ {
	}
	q := r.questions[1]
	for n := 0; q.from.Take(from, q.answers.followers(), MaxAnswered); n++ {
		q.answers.change(somebody(n))
	}
	for r.handedIn.Take(from, r.hands, MaxHandIns) {
		r.hands++
	}
}

// HoldAnswers lets the answers of a room wait for the disk until release is called.
func (h *Handlers) HoldAnswers(code string) (release func()) {
	h.mu.Lock()
	r := h.rooms[entry.Code(code)]
	h.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.storeAll = true
	return r.storeAnswers
}

// TakeAnswers takes the waiting answers of a room as the next write does, and returns how to store them.
func (h *Handlers) TakeAnswers(code string) (store func()) {
	h.mu.Lock()
	r := h.rooms[entry.Code(code)]
	h.mu.Unlock()
	batch := r.nextBatch()
	return func() {
		r.storeBatch(batch)
		r.storeAnswers()
	}
}

// Deafen makes a room miss the messages of other servers until the rooms are refreshed.
func (h *Handlers) Deafen(code string) (refresh func()) {
	h.mu.Lock()
	r := h.rooms[entry.Code(code)]
	h.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopListening()
	r.stopListening = nil
	return h.refreshAll
}

// ForgetBefore forgets what a room showed before a hand-in.
func (h *Handlers) ForgetBefore(code string) {
	h.mu.Lock()
	r := h.rooms[entry.Code(code)]
	h.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.value.Before = nil
}

// ActionKeys are the keys that the body of each action may have.
var ActionKeys = actionKeys

// Attended reports what the record of a room says: whether somebody has joined it or was
// asked something, and whether a presenter was there.
func (h *Handlers) Attended(code string) (used, led bool) {
	data, _, err := h.ReadValue(context.Background(), ValueKey(entry.Code(code)))
	if err != nil {
		return false, false
	}
	v, err := readValue(data)
	return err == nil && v.wasUsed(), err == nil && v.Led != 0
}

// Records returns the values of all rooms as they are stored.
func (h *Handlers) Records(ctx context.Context) (all []string, err error) {
	keys, err := h.ListValues(ctx, AllValues)
	for _, key := range keys {
		data, _, err := h.ReadValue(ctx, key)
		if err != nil {
			return nil, err
		}
		all = append(all, string(data))
	}
	return all, err
}

// Put stores a value that another version of the server has written.
func (h *Handlers) Put(ctx context.Context, key string, value []byte) error {
	_, err := h.CreateValue(ctx, key, value, "")
	return err
}

// StepsOf returns a function that counts the steps of a run once.
func StepsOf(core *app.Core, r *run.Resolved) func(ctx context.Context) error {
	info := newRoomRun(judge.Judge{Core: core}, r)
	return func(ctx context.Context) error {
		_, err := info.stepsOf(ctx)
		return err
	}
}

// KeepRun keeps a run in the cache with its steps, and returns whether it and its steps are still kept.
func (h *Handlers) KeepRun(ctx context.Context, r *run.Resolved) (kept func() (run, steps bool), err error) {
	info := newRoomRun(h.judge(), r)
	h.runs.put(ctx, "run", info)
	_, err = info.stepsOf(ctx)
	return func() (run, steps bool) {
		_, run = h.runs.get("run")
		return run, info.steps.Load() != nil
	}, err
}
