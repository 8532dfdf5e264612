package trace

import (
	"slices"
	"sync"

	"espalier/trees"
)

const (
	// MaxRecorded is the number of events kept of one run: as many as can be
	// sent to a page in two seconds.
	MaxRecorded = 1_000_000

	// blockEvents is the number of events in a block. To find an event, the
	// recorder reads its block from the start, which takes some microseconds.
	blockEvents = 512

	// blockBytes is the size at which a block is complete although it has fewer events: an
	// event of a leaf-value table can list trees.MaxOutcomes outcomes.
	blockBytes = 64 << 10

	// grantBytes is the number of bytes that a recorder takes from the budget at
	// a time. In a long run the recorder takes up to sixteen times as much.
	grantBytes = 16 << 10
)

// A Budget bounds the memory of a recording, some 8 MiB per million events.
type Budget interface {
	// Take takes bytes, or returns false if there are not as many.
	Take(bytes int64) bool

	// Free gives back all that was taken.
	Free()
}

// A Recorder keeps the events of one run in packed form. One goroutine records;
// any number of goroutines may read at the same time. When cap events are kept,
// or the budget is used up, the Recorder only counts further events.
type Recorder struct {
	// WhenFull is called by Record when no more events can be kept: the run may be cancelled then.
	// It is set before the run, or nil.
	WhenFull func()

	cap    int
	budget Budget

	// Fields of the recording goroutine. Lengths are stored separately from
	// their slices: to store a slice for every event costs time in the garbage
	// collector's write barrier (measured: a tenth of a recorded run).
	pack    packer
	shaped  bool
	block   []byte // the current block: used bytes, then free space
	used    int
	rest    []byte     // buffer, reused for each event
	notes   NoteWriter // of the notes of an event
	n       int        // events kept
	known   int        // nodes that they enter or cut
	first   int        // number of the first event of the current block
	counted int
	stopped bool

	countBeyond bool
	maxNodes    int
	reserve     []byte
	beyond      beyond

	mu sync.Mutex
	recording
	released bool
}

// recording holds the published events. Readers see only these events.
type recording struct {
	shape     shape
	blocks    []block
	tail      block // published part of the current block
	length    int
	truncated bool
	counted   []Counted
}

// A block holds blockEvents events, or a few more: those of a last ply stay together. It holds
// fewer if they are large.
type block struct {
	first  int // number of the first event
	packed []byte
}

// NewRecorder returns a Recorder of at most cap events, within the budget. A
// nil budget is unlimited.
func NewRecorder(cap int, budget Budget) *Recorder {
	return &Recorder{cap: cap, budget: budget, pack: packer{boundsSeq: make([]int32, 64)}}
}

// Observe is the observer of a run that is only recorded: the engine then calls Record and
// RecordLastPly itself. An observer that does more with each event calls Record.
func (r *Recorder) Observe(e *Event) {
	e.Recorder = r
	r.Record(e)
}

// Record records an event. When no more events can be kept, Record sets
// e.StopObserving. Recorded events become visible to readers when a block is
// complete, at the last event of the run, and on Publish.
func (r *Recorder) Record(e *Event) {
	r.counted++
	if !r.shaped {
		// The start event does not contain whether the run has a window; the
		// first event after it does.
		r.pack.shape, r.shaped = shapeOf(e), e.Type != Start
	}
	if r.countBeyond && r.counts(e) {
		return
	}
	room, short := shortRecord, shortTypes>>e.Type&1 != 0
	if !short {
		r.rest = r.pack.rest(r.rest[:0], e)
		room += len(r.rest)
	}
	if len(e.Notes) > 0 {
		r.notes.record(r.block[r.used:r.used], e, r.pack.width)
		room += len(r.notes.b)
	}
	if !r.stopped && r.hasRoom(room, e) {
		if n := len(r.notes.b); len(e.Notes) > 0 {
			if &r.block[r.used] != &r.notes.b[0] { // the block was too small for them
				copy(r.block[r.used:], r.notes.b)
			}
			r.used += n
		}
		r.used += int(r.pack.short((*[shortRecord]byte)(r.block[r.used:]), e, r.n))
		if !short {
			r.used += copy(r.block[r.used:], r.rest)
		}
		r.n++
	} else {
		if !r.stopped && r.WhenFull != nil {
			r.WhenFull()
		}
		r.stopped = true
	}
	e.StopObserving = r.stopped
	if r.stopped || r.complete() || e.Type.Last() {
		r.Publish()
	}
}

// hasRoom reports whether an event can be kept, and makes room for it.
func (r *Recorder) hasRoom(bytes int, e *Event) bool {
	if r.beyond.begun || r.n < r.cap && (len(r.block)-r.used >= bytes || r.room(bytes)) {
		return len(r.block)-r.used >= bytes
	}
	if !r.beginCounting() {
		return false
	}
	r.skips(e) // this event itself is kept: an Enter begins a subtree that is counted
	r.rest = r.rest[:0]
	if shortTypes>>e.Type&1 == 0 {
		r.rest = r.pack.rest(r.rest, e) // the registers are new
	}
	return true
}

// counts counts the nodes of an event that is to be recorded, and reports whether it is only
// counted.
func (r *Recorder) counts(e *Event) bool {
	if r.beyond.begun {
		return r.skips(e)
	}
	switch e.Type {
	case Enter:
		r.known++
	case Prune:
		r.known += len(e.Cut)
	}
	if r.known > r.maxNodes {
		r.cap = min(r.cap, r.n)
	}
	return false
}

// complete reports whether the current block takes no more events.
func (r *Recorder) complete() bool { return r.n-r.first >= blockEvents || r.used >= blockBytes }

// room enlarges the current block so that the given number of bytes fits. In a
// long run it first tries a large size, then the smallest sufficient size. It
// returns false if neither is possible.
func (r *Recorder) room(bytes int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	least := (r.used + bytes + grantBytes - 1) / grantBytes * grantBytes
	for _, size := range [...]int{max(least, grantBytes*min(1+len(r.blocks)/4, 16)), least} {
		if r.released || r.budget != nil && !r.budget.Take(int64(size)) {
			continue
		}
		block := make([]byte, size)
		copy(block, r.block[:r.used])
		r.block = block
		return true
	}
	return false
}

// Publish makes all events recorded so far visible to readers. Only the
// recording goroutine may call it, for example before it informs readers of
// new events.
func (r *Recorder) Publish() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.truncated, r.recording.counted = r.stopped || r.beyond.begun, r.beyond.list
	if r.released || r.length == r.n {
		return
	}
	r.shape, r.length = r.pack.shape, r.n
	// Written bytes never change, so readers share them.
	r.tail = block{r.first, r.block[:r.used:r.used]}
	if !r.complete() {
		return
	}
	r.blocks = append(r.blocks, r.tail)
	r.block, r.used, r.first = r.block[r.used:], 0, r.n
	r.tail = block{first: r.n}
	r.pack.registers = registers{}
}

// Len returns the number of published events.
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

// Full reports whether the last event was not kept; then no later event will be
// kept. Only the recording goroutine may call it.
func (r *Recorder) Full() bool { return r.stopped }

// Release frees the recorded events and their part of the budget. Further
// events are only counted.
func (r *Recorder) Release() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.released {
		return
	}
	r.released = true
	r.blocks, r.tail, r.length = nil, block{}, 0
	if r.budget != nil {
		r.budget.Free()
	}
}

// Bounds returns the bounds at the node of event i, as recorded by the latest
// enter or backup of that node: an entry per player, and the window of a
// two-player search (not given: infinite). ok is false if no bounds were
// recorded.
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

// Read calls each for every published event with a number in [from, to), in
// order, until each returns false. The event is reused for the next call.
func (r *Recorder) Read(from, to int, each func(*Event) bool) {
	rec := r.snapshot()
	var e Event
	to = min(to, rec.length)
	for at := max(from, 0); at < to; {
		u, first, end := rec.open(at)
		for i := first; i < min(end, to); i++ {
			u.next(&e)
			e.Seq = i
			if i >= from && !each(&e) {
				return
			}
		}
		at = end
	}
}

func (r *Recorder) snapshot() recording {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.recording
}

// seek reads event i into the given event and reuses its slices. The bounds at
// the node of event i were recorded by event i-back. ok is false if event i was
// not recorded.
func (r *Recorder) seek(i int, into *Event) (back int, ok bool) {
	rec := r.snapshot()
	if i < 0 || i >= rec.length {
		return 0, false
	}
	u, first, _ := rec.open(i)
	for range i - first + 1 {
		back = u.next(into)
	}
	into.Seq = i
	return back, true
}

// open returns an unpacker of the block of event i, and the numbers of the first event in the
// block and of the first one after it.
func (r *recording) open(i int) (u unpacker, first, end int) {
	b, end := r.tail, r.length
	if i < b.first {
		at, found := slices.BinarySearchFunc(r.blocks, i, func(b block, i int) int { return b.first - i })
		if !found {
			at--
		}
		b, end = r.blocks[at], r.tail.first
		if at+1 < len(r.blocks) {
			end = r.blocks[at+1].first
		}
	}
	return unpacker{shape: r.shape, reader: reader{b.packed}}, b.first, end
}
