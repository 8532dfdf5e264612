package fair

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// slice is how long a search computes while others wait.
	slice = 2 * time.Millisecond

	// shortSearch is what a search computes before it waits behind those that
	// have computed less: somebody waits for a page, nobody for a minute's work.
	shortSearch = 50 * time.Millisecond

	// longShare is the number of turns of which the long searches get at least one.
	longShare = 4

	// BackgroundWait: after so long without a turn in the background, one that waits there
	// is next, even if others wait. While searches of pages take all the time, the work
	// in the background has a slice in this time: a twentieth of one processor.
	BackgroundWait = 40 * time.Millisecond
)

// Turns shares the processors among searches: at most n compute at a time, the
// others wait for their client's turn. Short searches come first, and those in the
// background compute while no others want to; one of them gets a turn at least every
// BackgroundWait. A short search of a client that computes nothing need not even wait
// where there is a spare processor: a page makes several searches, one after the other.
type Turns struct {
	// Read without the lock before each check of the time.
	waiting    atomic.Int32 // besides those in the background
	background atomic.Int32 // waiting in the background
	due        atomic.Int64 // when one in the background is next, since began; notDue: one computes

	began time.Time

	mu      sync.Mutex
	free    int
	spare   int            // free processors for short searches alone
	running map[Client]int // processors of each client
	served  map[Client]int // number of the last turn of each client
	turn    int            // number of the last turn
	queues  [3]turnQueue   // short and long searches, and those in the background
	passed  int            // turns of short searches since one of a long search
	behind  int            // processors of those in the background
}

const notDue = math.MaxInt64

// NewTurns returns turns of n processors and some spare ones.
func NewTurns(n, spare int) *Turns {
	return &Turns{began: time.Now(), free: n, spare: spare, running: map[Client]int{}, served: map[Client]int{}}
}

// A Turn is the processor time of one request or run, used by one goroutine at a
// time. It implements engine.Turn.
type Turn struct {
	turns  *Turns
	client Client
	behind bool          // it is in the background
	held   bool          // whether it has a processor
	inner  int           // times that it was taken while it had one
	spare  bool          // which is a spare one
	since  time.Time     // when it last got one
	used   time.Duration // before that
}

// For returns a turn of a client that has computed nothing yet.
func (t *Turns) For(c Client) *Turn { return &Turn{turns: t, client: c} }

// Background returns a turn that computes while no other searches want to, and now and
// then for a slice although they do.
func (t *Turns) Background(c Client) *Turn { return &Turn{turns: t, client: c, behind: true} }

// Waiting returns how many wait for a processor.
func (t *Turns) Waiting() int { return int(t.waiting.Load() + t.background.Load()) }

// Take waits for a processor. A turn that has one keeps it: what computes in turn can call
// what takes a turn for itself. Each Take that succeeds has its Give. The error is that of
// the context.
func (t *Turn) Take(ctx context.Context) error {
	if t.held {
		if err := t.Pass(ctx); err != nil {
			return err
		}
		t.inner++
		return nil
	}
	w, q := t.enter()
	return t.await(ctx, w, q)
}

// enter waits in a queue, and gives the free processors to those that are next.
func (t *Turn) enter() (*turnWaiter, *turnQueue) {
	t.turns.mu.Lock()
	defer t.turns.mu.Unlock()
	defer t.turns.next()
	return t.queue()
}

// Give gives the processor back, if there is one and the first Take took it.
func (t *Turn) Give() {
	if t.inner > 0 {
		t.inner--
		return
	}
	t.giveBack()
}

// End gives the processor back, whoever took it. It is called when the request has ended, also by a
// panic.
func (t *Turn) End() {
	t.inner = 0
	t.giveBack()
}

func (t *Turn) giveBack() {
	if !t.held {
		return
	}
	t.used += time.Since(t.since)
	t.turns.mu.Lock()
	defer t.turns.mu.Unlock()
	t.release()
}

// Pass lets others compute if they wait and the time is up. It is called often.
func (t *Turn) Pass(ctx context.Context) error {
	waiting, background := t.turns.waiting.Load() > 0, t.turns.background.Load() > 0
	if !t.held || !waiting && !background {
		return nil
	}
	now := time.Now()
	if now.Sub(t.since) < slice || !waiting && !t.behind && !t.turns.isDue(now) {
		return nil
	}
	t.used += now.Sub(t.since)
	w, q := t.enterAgain()
	return t.await(ctx, w, q)
}

// enterAgain waits in a queue, and gives the processor that the turn has to the next one.
func (t *Turn) enterAgain() (*turnWaiter, *turnQueue) {
	t.turns.mu.Lock()
	defer t.turns.mu.Unlock()
	defer t.release()
	return t.queue()
}

// Blocked calls f, which may block, without a processor.
func (t *Turn) Blocked(ctx context.Context, f func()) {
	if !t.held {
		f()
		return
	}
	t.giveBack()
	f()
	t.Take(ctx) // if the context has ended, the search stops at its next check
}

// queue puts the turn into the queue that it belongs to.
func (t *Turn) queue() (*turnWaiter, *turnQueue) {
	w := &turnWaiter{client: t.client, granted: make(chan struct{})}
	q := &t.turns.queues[0]
	switch {
	case t.behind:
		q = &t.turns.queues[2]
	case t.used >= shortSearch:
		q = &t.turns.queues[1]
	}
	*q = append(*q, w)
	t.turns.count(q).Add(1)
	return w, q
}

// count returns the number of those that wait in a queue, or in one like it.
func (t *Turns) count(q *turnQueue) *atomic.Int32 {
	if q == &t.queues[2] {
		return &t.background
	}
	return &t.waiting
}

// release gives the processor to the next one that waits.
func (t *Turn) release() {
	t.held = false
	if t.behind {
		if t.turns.behind--; t.turns.behind == 0 {
			t.turns.due.Store(int64(time.Since(t.turns.began) + BackgroundWait))
		}
	}
	if t.spare {
		t.turns.spare++
	} else {
		t.turns.free++
	}
	t.turns.leave(t.client)
	t.turns.next()
}

// await waits until the turn has a processor.
func (t *Turn) await(ctx context.Context, w *turnWaiter, q *turnQueue) error {
	ts := t.turns
	select {
	case <-w.granted:
		t.held, t.spare, t.since = true, w.spare, time.Now()
		return nil
	case <-ctx.Done():
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if q.remove(w) {
		ts.count(q).Add(-1)
	} else {
		t.spare = w.spare
		t.release() // it was granted at the same moment
	}
	return ctx.Err()
}

// next gives the free processors to those that are next.
func (t *Turns) next() {
	for t.free > 0 && t.grantNext() {
	}
	for t.spare > 0 && t.grantSpare() {
	}
}

// isDue reports whether one that waits in the background is next, even if others wait.
func (t *Turns) isDue(now time.Time) bool { return int64(now.Sub(t.began)) >= t.due.Load() }

// grantNext gives a processor to the next one that waits: of those in the background if one is
// due, or of the short searches, or of the long ones, or else of those in the
// background, that of the client with the fewest processors, and among these of the
// client that was served before the others.
func (t *Turns) grantNext() bool {
	if q := &t.queues[2]; len(*q) > 0 && t.isDue(time.Now()) {
		t.free--
		t.grant(q, slices.MinFunc(*q, t.order))
		return true
	}
	q := &t.queues[0]
	if len(*q) == 0 || len(t.queues[1]) > 0 && t.passed >= longShare-1 {
		q = &t.queues[1]
	}
	if len(*q) == 0 {
		q = &t.queues[2]
	}
	if len(*q) == 0 {
		return false
	}
	if t.passed++; q != &t.queues[0] {
		t.passed = 0
	}
	t.free--
	t.grant(q, slices.MinFunc(*q, t.order))
	return true
}

// grantSpare gives a spare processor to a short search of a client that has none.
func (t *Turns) grantSpare() bool {
	q := &t.queues[0]
	if len(*q) == 0 {
		return false
	}
	first := slices.MinFunc(*q, t.order)
	if t.running[first.client] > 0 {
		return false
	}
	t.spare--
	first.spare = true
	t.grant(q, first)
	return true
}

// order is the order in which those of a queue are served.
func (t *Turns) order(a, b *turnWaiter) int {
	return cmp.Or(t.running[a.client]-t.running[b.client], t.served[a.client]-t.served[b.client])
}

// grant lets one of a queue compute.
func (t *Turns) grant(q *turnQueue, w *turnWaiter) {
	q.remove(w)
	t.count(q).Add(-1)
	if q == &t.queues[2] {
		t.behind++
		t.due.Store(notDue)
	}
	t.running[w.client]++
	t.turn++
	t.served[w.client] = t.turn
	close(w.granted)
}

func (t *Turns) leave(c Client) {
	if t.running[c]--; t.running[c] == 0 {
		delete(t.running, c)
	}
	if len(t.running) == 0 && t.waiting.Load() == 0 && t.background.Load() == 0 {
		clear(t.served)
	}
}

// A turnQueue holds those that wait, in the order in which they came.
type turnQueue []*turnWaiter

type turnWaiter struct {
	client  Client
	granted chan struct{}
	spare   bool // the processor is a spare one; set before granted is closed
}

func (q *turnQueue) remove(w *turnWaiter) bool {
	i := slices.Index(*q, w)
	if i < 0 {
		return false
	}
	*q = slices.Delete(*q, i, i+1)
	return true
}
