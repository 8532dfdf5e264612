package trace

import (
	"sync"
	"sync/atomic"

	"espalier/trees"
)

const (
	// MaxRecorded is how many events of one run are kept: as many as a page
	// can still be handed in two seconds.
	MaxRecorded = 1_000_000

	// MaxRecordedBytes is what all recordings of a server may hold together:
	// about fifty of the longest runs.
	MaxRecordedBytes = 1 << 30

	// blockEvents is how many events a block holds. To find an event its block
	// is read from the start, which takes some microseconds.
	blockEvents = 256

	// grantBytes is what a recorder takes from the budget at a time.
	grantBytes = 16 << 10
)

// A Budget is shared by the recorders of a server: bytes that they may hold together.
type Budget struct{ left atomic.Int64 }

// NewBudget is a budget of so many bytes.
func NewBudget(bytes int64) *Budget {
	b := &Budget{}
	b.left.Store(bytes)
	return b
}

// Left is how much of the budget is not in use.
func (b *Budget) Left() int64 { return b.left.Load() }

func (b *Budget) take(bytes int64) bool {
	if b.left.Add(-bytes) >= 0 {
		return true
	}
	b.left.Add(bytes)
	return false
}

// A Recorder keeps the events of one run for replay, packed. One goroutine
// records; any number may read meanwhile. Past its cap, or when the budget is
// used up, it only counts.
type Recorder struct {
	cap    int
	budget *Budget

	// The writer's own. Lengths stand apart from their slices: to store a
	// slice for every event would keep the garbage collector's write barrier
	// busy (measured: a tenth of a recorded run).
	pack    packer
	shaped  bool
	block   []byte // the block in the making: its first used bytes
	used    int
	granted int     // bytes of this block that the budget has given
	taken   int64   // bytes taken from the budget in all
	n       int     // events kept
	told    []int32 // by open node, root first: the event that last told its bounds
	open    int     // nodes that are open
	seen    int
	stopped bool

	mu sync.Mutex
	recording
	released bool
}

// recording is what readers see: events that were published.
type recording struct {
	shape     shape
	blocks    [][]byte
	tail      []byte // of the block in the making
	length    int
	total     int
	truncated bool
}

// NewRecorder keeps at most cap events, and no more bytes than the budget
// gives; a nil budget gives any number.
func NewRecorder(cap int, budget *Budget) *Recorder {
	return &Recorder{cap: cap, budget: budget, told: make([]int32, 64)}
}

// Observe records an event; when it can keep no more, it has had enough. What it recorded shows to readers a block at a
// time, with the last event of the run, and on Publish.
func (r *Recorder) Observe(e *Event) {
	i := r.seen
	r.seen++
	if !r.stopped {
		r.record(i, e)
		e.Enough = r.stopped
	}
	if r.seen%blockEvents == 0 || e.Type >= Done {
		r.Publish()
	}
}

func (r *Recorder) record(i int, e *Event) {
	if i >= r.cap {
		r.stopped = true
		return
	}
	if !r.shaped {
		// The window of a run is not known before its first node.
		r.pack.shape, r.shaped = shapeOf(e), e.Type != Start
	}
	b := r.pack.pack(r.block[:r.used], e, i-r.toldAt(i, e))
	if len(b) > r.granted && !r.grant(len(b)) {
		r.stopped = true
		return
	}
	if cap(b) != cap(r.block) {
		r.block = b[:cap(b)] // it has grown
	}
	r.used = len(b)
	r.n++
}

// toldAt is the event that told the bounds in force at the node of e, event i.
func (r *Recorder) toldAt(i int, e *Event) int {
	switch e.Type {
	case Enter:
		if r.open+1 >= len(r.told) {
			r.told = append(r.told, make([]int32, 64)...)
		}
		r.open++
		r.told[r.open] = int32(i)
	case Backup:
		r.told[r.open] = int32(i)
	case Exit:
		at := r.told[r.open]
		if r.open--; r.open <= 0 {
			r.open, r.told[0] = 0, at // the root's, for what follows its exit
		}
		return int(at)
	}
	return int(r.told[r.open])
}

// grant takes as much from the budget as a block of so many bytes needs.
func (r *Recorder) grant(bytes int) bool {
	want := (bytes - r.granted + grantBytes - 1) / grantBytes * grantBytes
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.released || r.budget != nil && !r.budget.take(int64(want)) {
		return false
	}
	r.granted += want
	r.taken += int64(want)
	return true
}

// Publish shows to readers all that was recorded so far. Only the goroutine
// that records may call it: before it tells others about the last events.
func (r *Recorder) Publish() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.total, r.truncated = r.seen, r.stopped
	if r.released || r.length == r.n {
		return
	}
	r.shape, r.length, r.tail = r.pack.shape, r.n, nil
	// What is written is never written again: readers get it as it stands.
	written := r.block[:r.used:r.used]
	if r.n%blockEvents != 0 {
		r.tail = written
		return
	}
	r.blocks = append(r.blocks, written)
	r.block = r.block[r.used:cap(r.block)]
	if len(r.block) < grantBytes/2 {
		r.block = make([]byte, grantBytes*min(1+len(r.blocks)/4, 16))
	}
	r.granted -= r.used
	r.used = 0
	r.pack.registers = registers{}
}

// Len is how many events can be read.
func (r *Recorder) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.length
}

// Total is how many events the run has told, kept or not.
func (r *Recorder) Total() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.total
}

// Truncated reports whether events of the run were counted but not kept.
func (r *Recorder) Truncated() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.truncated
}

// Full reports whether the last event was counted but not kept, and so will be
// all that follow. Only the goroutine that records may ask.
func (r *Recorder) Full() bool { return r.stopped }

// Release gives up what was recorded, and its part of the budget. A run that
// is still going is only counted from here on.
func (r *Recorder) Release() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.released {
		return
	}
	r.released = true
	r.blocks, r.tail, r.length = nil, nil, 0
	if r.budget != nil {
		r.budget.left.Add(r.taken)
	}
}

// Event reads event i into the given one, whose slices are used again. It
// reports false where i was not recorded.
func (r *Recorder) Event(i int, into *Event) bool {
	_, ok := r.seek(i, into)
	return ok
}

// Bounds gives the bounds in force at the node of event i, as the latest enter
// or backup of that node told them: one a player, and the window of a
// two-player search (none of them given: infinite).
func (r *Recorder) Bounds(i int) (bounds [trees.MaxPlayers]Bound, alpha, beta trees.Opt, ok bool) {
	var e Event
	back, ok := r.seek(i, &e)
	if ok && back > 0 {
		_, ok = r.seek(i-back, &e)
	}
	if !ok || e.Type != Enter && e.Type != Backup {
		return bounds, alpha, beta, false
	}
	return e.Bounds, e.Alpha, e.Beta, true
}

// Read calls each with the events from up to to, in their order, until it
// reports false. The event is used again for the next.
func (r *Recorder) Read(from, to int, each func(*Event) bool) {
	rec := r.snapshot()
	var e Event
	for block := max(from, 0) / blockEvents; block*blockEvents < min(to, rec.length); block++ {
		u := rec.open(block)
		first := block * blockEvents
		for i := first; i < min(first+blockEvents, to, rec.length); i++ {
			u.next(&e)
			e.Seq = i
			if i >= from && !each(&e) {
				return
			}
		}
	}
}

func (r *Recorder) snapshot() recording {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.recording
}

func (r *Recorder) seek(i int, into *Event) (back int, ok bool) {
	rec := r.snapshot()
	if i < 0 || i >= rec.length {
		return 0, false
	}
	u := rec.open(i / blockEvents)
	for range i%blockEvents + 1 {
		back = u.next(into)
	}
	into.Seq = i
	return back, true
}

func (r *recording) open(block int) unpacker {
	u := unpacker{shape: r.shape, b: r.tail}
	if block < len(r.blocks) {
		u.b = r.blocks[block]
	}
	return u
}
