package assign

import (
	"context"
	"crypto/rand"
	"sync"
	"sync/atomic"
	"time"

	"espalier/web/app"
	"espalier/web/classroom/entry"
	"espalier/web/lessons"
	"espalier/web/recent"
	"espalier/web/store/key"
	"espalier/web/traces"
)

// Handlers serves assignments over HTTP and the websocket.
type Handlers struct {
	*app.Core
	lessons *lessons.Handlers
	traces  *traces.Handlers
	shared  bool             // other servers may have the same assignments
	process string           // random; it names this process to others
	now     func() time.Time // the clock by which an assignment closes

	created, entered *entry.Counts // of addresses

	lastEntered atomic.Int64 // see order

	mu      sync.Mutex
	kept    recent.Map[key.ID, *assignment]
	boards  map[key.ID]*board          // of assignments that are watched
	worksBy recent.Map[key.ID, key.ID] // assignments of students, by the students

	exercises exercises // of assignments that are not closed

	background sync.WaitGroup
}

// New returns the handlers.
func New(core *app.Core, l *lessons.Handlers, t *traces.Handlers) *Handlers {
	h := &Handlers{Core: core, lessons: l, traces: t, shared: core.Store.Shared(), process: newTag(), now: time.Now, boards: map[key.ID]*board{}}
	h.created = &entry.Counts{Most: MaxCreated, What: "assignments were made"}
	h.entered = &entry.Counts{Most: MaxEntered, What: "students entered"}
	h.exercises.read = make(chan struct{})
	core.Store.OnRemoval(prefix, h.removed)
	core.Store.OnRemoval(taskPrefix, h.removed)
	if core.Library != nil {
		h.background.Go(h.keepExercises)
		h.background.Go(h.readExercises)
	} else {
		close(h.exercises.read)
	}
	return h
}

// Close waits for background work.
func (h *Handlers) Close(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
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

// keepExercises reads at regular intervals what other servers have assigned.
func (h *Handlers) keepExercises() {
	tick := time.NewTicker(exercisesTime)
	defer tick.Stop()
	for {
		select {
		case <-h.Stopping.Done():
			return
		case <-tick.C:
		}
		h.fillExercises(h.Stopping)
	}
}

func newTag() string { return rand.Text()[:16] }

// stamp returns the time of the library in ms.
func (h *Handlers) stamp() int64 { return h.StoreTime().UnixMilli() }

// order returns the time at which a student enters, in ms. It is always later than that of the
// previous student, so a table lists the students of one server in the order in which they
// entered.
func (h *Handlers) order(now int64) int64 {
	for {
		last := h.lastEntered.Load()
		next := max(now, last+1)
		if h.lastEntered.CompareAndSwap(last, next) {
			return next
		}
	}
}
