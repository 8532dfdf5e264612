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
	// about a hundred of the longest runs, at some 8 MiB a million events.
	MaxRecordedBytes = 1 << 30

	// blockEvents is how many events a block holds. To find an event its block
	// is read from the start, which takes some microseconds.
	blockEvents = 256

	// grantBytes is what a recorder takes from the budget at a time, or up to
	// sixteen times as much when its run is long.
	grantBytes = 16 << 10
)

// A Budget is shared by the recorders of a server: bytes that they may hold together.
type Budget struct{ left atomic.Int64 }

// NewBudget returns a budget of so many bytes.
func NewBudget(bytes int64) *Budget {
	b := &Budget{}
	b.left.Store(bytes)
	return b
}

// Left returns how much of the budget is not in use.
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
	block   []byte // the block in the making: its first used bytes, and room for more
	used    int
	rest    []byte // used again
	taken   int64  // bytes taken from the budget in all
	n       int    // events kept
	counted int
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
	truncated bool
}

// NewRecorder keeps at most cap events, and no more bytes than the budget
// gives; a nil budget gives any number.
func NewRecorder(cap int, budget *Budget) *Recorder {
	return &Recorder{cap: cap, budget: budget, pack: packer{boundsSeq: make([]int32, 64)}}
}

// Observe records an event; when it can keep no more, it has had enough. What it recorded shows to readers a block at a
// time, with the last event of the run, and on Publish.
func (r *Recorder) Observe(e *Event) {
	r.counted++
	if !r.stopped {
		r.record(e)
		e.Enough = r.stopped
	}
	if r.counted%blockEvents == 0 || e.Type.Last() {
		r.Publish()
	}
}

func (r *Recorder) record(e *Event) {
	if r.n >= r.cap {
		r.stopped = true
		return
	}
	if !r.shaped {
		// The window of a run is not known before its first node.
		r.pack.shape, r.shaped = shapeOf(e), e.Type != Start
	}
	room, short := shortRecord, shortTypes>>e.Type&1 != 0
	if !short {
		r.rest = r.pack.rest(r.rest[:0], e)
		room += len(r.rest)
	}
	if len(r.block)-r.used < room && !r.room(room) {
		r.stopped = true
		return
	}
	r.used += int(r.pack.short((*[shortRecord]byte)(r.block[r.used:]), e, r.n))
	if !short {
		r.used += copy(r.block[r.used:], r.rest)
	}
	r.n++
}

// room moves the block in the making to where so many bytes more fit, if the
// budget gives them: to a large chunk when the run is long, or else to the
// smallest that will do.
func (r *Recorder) room(bytes int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	least := (r.used + bytes + grantBytes - 1) / grantBytes * grantBytes
	for _, size := range [...]int{max(least, grantBytes*min(1+len(r.blocks)/4, 16)), least} {
		if r.released || r.budget != nil && !r.budget.take(int64(size)) {
			continue
		}
		r.taken += int64(size)
		block := make([]byte, size)
		copy(block, r.block[:r.used])
		r.block = block
		return true
	}
	return false
}

// Publish shows to readers all that was recorded so far. Only the goroutine
// that records may call it: before it tells others about the last events.
func (r *Recorder) Publish() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.truncated = r.stopped
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
	r.block, r.used = r.block[r.used:], 0
	r.pack.registers = registers{}
}

// Len returns how many events can be read.
func (r *Recorder) Len() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.length
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

// Release returns up what was recorded, and its part of the budget. A run that
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

// Bounds returns the bounds that hold at the node of event i, as the latest
// enter or backup of that node told them: one a player, and the window of a
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

// seek reads event i into the given one, whose slices are used again, and tells
// how many events back the bounds at its node were told. It reports false where
// i was not recorded.
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
