package traces

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"espalier/search/checks"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/run"
	"espalier/web/store/key"
	"espalier/web/tracestore"
	"espalier/web/wake"
	"espalier/web/words"
)

// A live run is one that the program still sends. Its newest bytes are in the store before they are
// acknowledged; the events that were read so far are in memory.
type live struct {
	h    *Handlers
	id   key.ID
	rev  int
	room *room

	// Both are taken by fair.Enter, since lines are read and replayed in turn with the searches of others.
	adding  chan struct{} // held while bytes are added, and guards the writer
	reading chan struct{} // held while lines are read or replayed, and guards what follows it

	writer *tracestore.Writer

	feed  feed
	front *program.Follower // where the run is, for the pages that watch it
	by    context.Context   // of the request whose lines are read

	vacated chan struct{} // closed when its place was needed for another run

	mu      sync.Mutex
	offset  int64 // bytes that are acknowledged
	stored  int64 // what they take in the store
	fault   *program.LineError
	ended   bool
	left    bool           // it is not in memory any more
	changed wake.Broadcast // something was added, or the program is known to be gone
	senders int            // requests and connections that send it
	silent  silence        // what is known of its program
	silence *time.Timer
}

const (
	// MaxLive is how many runs are read live at a time: each keeps its events in memory. An address can
	// have half of what others leave.
	MaxLive = 64
	// MaxLiveSilence is how long a live run can be silent before its place can be given to another one.
	MaxLiveSilence = 30 * time.Second
)

// A room is what a live run has of the server while it is in memory.
type room struct {
	client fair.Client
	place  *fair.Lease
	memory *fair.Meter
}

func (r *room) release() {
	r.place.Release()
	r.memory.Release()
}

// roomForLive takes the place and the memory of a live run. If the client can have no place, silent
// runs lose theirs: its own, and those of clients that have more places than it has.
func (h *Handlers) roomForLive(ctx context.Context) (*room, error) {
	r := &room{client: fair.ClientFrom(ctx)}
	var err error
	for {
		if r.place, err = h.places.Try(r.client, 1); err == nil {
			break
		}
		l := h.longestSilent(r.client)
		if l == nil {
			h.Refused("live_traces")()
			return nil, &problem.Error{Status: http.StatusTooManyRequests, Path: "live", Message: fmt.Sprintf("%s, and no run whose place it could take has been silent for %d seconds. End a run, or send the whole run when it has ended", h.placesOf(r.client), int(h.MostSilence/time.Second))}
		}
		h.vacate(l)
	}
	r.memory = h.TraceMemory.Meter(r.client)
	if _, err = r.memory.Grow(liveMemory); err != nil {
		r.place.Release()
		return nil, err
	}
	return r, nil
}

// placesOf says in words how many live runs a client has, and can have.
func (h *Handlers) placesOf(c fair.Client) string {
	s := h.places.Share(c)
	own := "none"
	if s.Held > 0 {
		own = strconv.FormatInt(s.Held, 10)
	}
	return fmt.Sprintf("%d of the %d places for live runs are taken; your address has %s of them and can have %d, half of what others leave free", s.Used, s.Size, own, s.Most)
}

// longestSilent returns the run whose place a client can have: of those that have been silent for a while,
// one of the client with the most places that has been silent for the longest. nil: there is none.
func (h *Handlers) longestSilent(to fair.Client) *live {
	h.mu.Lock()
	defer h.mu.Unlock()
	own := h.places.Share(to).Held
	var longest *live
	var most int64
	var since time.Time
	for _, l := range h.lives {
		heard, held := l.quiet().heard, h.places.Share(l.room.client).Held
		if time.Since(heard) < h.MostSilence || l.room.client != to && held <= own || len(l.adding) > 0 {
			continue
		}
		if longest == nil || held > most || held == most && heard.Before(since) {
			longest, most, since = l, held, heard
		}
	}
	return longest
}

// vacate drops a run from memory, unless bytes of it are being added. It is read again from the store
// when it is continued, and it is ended as if it were in memory.
func (h *Handlers) vacate(l *live) {
	select {
	case l.adding <- struct{}{}:
		defer fair.Leave(l.adding)
	default:
		return
	}
	h.unload(l, func() {
		close(l.vacated)
		l.leave(false)
	})
}

// unload drops a run from memory that has not ended. It is ended after its silence, unless it is
// continued.
func (h *Handlers) unload(l *live, leave func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lives[l.id] != l {
		return
	}
	delete(h.lives, l.id)
	h.keepSilent(l.id, l.quiet(), tracestore.Extent{})
	leave()
}

// recovered ends a panic in what is done for a live run beside its requests.
func (h *Handlers) recovered(id key.ID) {
	if cause := recover(); cause != nil {
		h.Log.Error("a live trace failed", "id", id, "cause", fmt.Sprint(cause), "stack", string(debug.Stack()))
	}
}

// startLive begins a live run. Nothing is stored if there is no room for it.
func (h *Handlers) startLive(w http.ResponseWriter, r *http.Request, key key.Key, rev int, skipOther bool) error {
	room, err := h.roomForLive(r.Context())
	if err != nil {
		return err
	}
	rev, err = h.storeLive(r.Context(), key.ID(), rev, room, skipOther)
	if err != nil {
		return err
	}
	return h.beginLive(w, r, key, rev)
}

// storeLive stores a live run without its lines, and opens it in the room that is given.
func (h *Handlers) storeLive(ctx context.Context, id key.ID, rev int, room *room, skipOther bool) (int, error) {
	rev, err := h.store(ctx, id, rev, &tracestore.Revision{Live: true, SkipOther: skipOther})
	var t *tracestore.Trace
	if err == nil {
		t, err = h.Traces().Load(ctx, id)
	}
	if err != nil {
		room.release()
		return rev, err
	}
	_, err = h.openLive(ctx, t, rev, room, silence{heard: time.Now(), received: true})
	return rev, err
}

// beginLive adds the body, which may have the header, to a new live run.
func (h *Handlers) beginLive(w http.ResponseWriter, r *http.Request, key key.Key, rev int) error {
	l, err := h.liveRun(r.Context(), key.ID())
	if err != nil {
		return err
	}
	from, _, err := h.body(w, r)
	if err != nil {
		return err
	}
	if _, err := l.addAll(r.Context(), from, 0); err != nil {
		return err
	}
	counts, err := l.counts(r.Context())
	if err != nil {
		return err
	}
	status := http.StatusCreated
	if rev > 1 {
		status = http.StatusOK
	}
	h.answerKept(w, r, status, key, rev, counts)
	return nil
}

// liveRun returns a run that has not ended: from memory, or from the store.
func (h *Handlers) liveRun(ctx context.Context, id key.ID) (*live, error) {
	if l := h.known(id); l != nil && !h.Store.Shared() {
		return l, nil
	}
	return h.opening.Do(ctx, id, func() (*live, error) {
		l := h.known(id)
		if l != nil && !h.Store.Shared() {
			return l, nil
		}
		t, err := h.Traces().Load(ctx, id)
		if err != nil {
			return nil, err
		}
		newest, _ := t.Revision(0)
		if l != nil && newest.Live && l.rev == t.Newest() {
			return l, nil
		}
		if !newest.Live {
			return nil, errEnded
		}
		room, err := h.roomForLive(ctx)
		if err != nil {
			return nil, err
		}
		return h.openLive(ctx, t, t.Newest(), room, h.silenceOf(id))
	})
}

// watchedRun is liveRun for somebody who watches, with what another server of a cluster has received.
func (h *Handlers) watchedRun(ctx context.Context, id key.ID) (*live, error) {
	l, err := h.liveRun(ctx, id)
	if err != nil {
		return l, err
	}
	_, err = l.catchUp(ctx)
	return l, err
}

var errEnded = &problem.Error{Status: http.StatusConflict, Path: "trace", Message: "the run has ended; nothing can be added to it"}

func (h *Handlers) known(id key.ID) *live {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.lives[id]
}

// openLive reads a live run from the store. It has the room that is given, and releases it after an
// error.
func (h *Handlers) openLive(ctx context.Context, t *tracestore.Trace, rev int, room *room, silent silence) (l *live, err error) {
	l = &live{h: h, id: t.ID, rev: rev, room: room, adding: make(chan struct{}, 1), reading: make(chan struct{}, 1), vacated: make(chan struct{}),
		front: program.NewFollower(program.Replay{}), silent: silent}
	opened := false
	defer func() { // also after a panic
		if !opened {
			room.release()
		}
	}()
	options := run.TraceOptions(ctx, h.Saved())
	options.Pass = nil // add reads a block at a time
	options.Memory = l.grant
	if r, ok := t.Revision(rev); ok {
		options.SkipOther = r.SkipOther
	}
	options.Open = func(key string, raw []byte) (*trees.Tree, error) {
		return run.TraceOptions(l.by, h.Saved()).Open(key, raw)
	}
	l.feed.reader = program.NewReader(options)
	give, err := fair.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	l.writer, err = h.Traces().Resume(ctx, t.Place(l.rev), func(raw []byte) error {
		if l.fault == nil {
			return l.read(ctx, raw, passOf(ctx))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	l.offset, l.stored = l.writer.Offset, l.writer.Stored
	l.silence = time.AfterFunc(h.left(&silent), l.endOfSilence)
	opened = true
	h.enter(l)
	return l, nil
}

// enter keeps a live run in memory.
func (h *Handlers) enter(l *live) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if old := h.lives[l.id]; old != nil { // of a cluster: another server has ended it meanwhile
		old.leave(true)
	}
	h.lives[l.id] = l
	h.forgetSilent(l.id)
}

// forget ends what is known of a trace in memory.
func (h *Handlers) forget(id key.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.forgetSilent(id)
	if l := h.lives[id]; l != nil {
		delete(h.lives, id)
		l.leave(true)
	}
}

// leave gives back what a run has of the server, which is not in memory any more.
func (l *live) leave(ended bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.silence.Stop()
	l.room.release()
	l.left, l.ended = true, ended
	l.changed.Send()
}

// read reads a block for a request, and notes the first line that cannot be read. The caller holds
// reading, or is alone.
func (l *live) read(ctx context.Context, raw []byte, pass func() error) error {
	l.by = ctx
	err := l.feed.write(raw, pass)
	fault := l.feed.other // the program gets it at once
	if fault != nil || errors.As(err, &fault) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.fault = fault
		return nil
	}
	return err
}

// grant charges what is held of the run, and returns how much the reader may take. The caller holds
// reading, or is alone.
func (l *live) grant(bytes int64) (granted int64, err error) {
	besides := l.front.Bytes() + int64(cap(l.feed.rest)) + liveBlocks
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.left {
		return bytes, nil // it was removed meanwhile, and is let go of soon
	}
	granted, err = l.room.memory.Grow(max(liveMemory, bytes+besides))
	var refused *problem.Error
	if errors.As(err, &refused) {
		err = &problem.Error{Status: http.StatusServiceUnavailable, Path: "trace", Message: fmt.Sprintf("the server has no memory for more of this run while it goes on; it has read %s. %s. Or send the whole run when it has ended",
			words.Plural(len(l.feed.reader.Peek().Events), "event"), upper(refused.Message))}
	}
	return granted - besides, err
}

// liveBlocks is what a live run takes of what comes and is not read yet.
const liveBlocks = 4 * liveBlock

// liveMemory is what a live run takes at least.
const liveMemory = 512 << 10

// An OffsetError says from where on the bytes of a run are wanted.
type OffsetError struct {
	Offset  int64
	Vacated time.Duration // after so long a silence the run gave its place to another one; 0: it did not
	Places  string        // how many its address can have
}

// gaveWay is the error of a run whose place another one has.
func (l *live) gaveWay(offset int64) error {
	return &OffsetError{offset, l.h.MostSilence, l.h.placesOf(l.room.client)}
}

func (e *OffsetError) Error() string {
	stored := fmt.Sprintf("%d bytes of the run are stored; continue with ?from=%d", e.Offset, e.Offset)
	if e.Vacated > 0 {
		return fmt.Sprintf("the run was silent for more than %d seconds, and its place was needed for another one (%s); %s", int(e.Vacated/time.Second), e.Places, stored)
	}
	return stored
}
func (e *OffsetError) Kind() trees.ErrorKind { return trees.Conflict }
func (e *OffsetError) Place() string         { return "from" }
func (e *OffsetError) Reason() string        { return e.Error() }

// charge charges what was read. The caller holds adding.
func (l *live) charge(ctx context.Context) error {
	if err := fair.Enter(ctx, l.reading); err != nil {
		return err
	}
	defer fair.Leave(l.reading)
	_, err := l.grant(l.feed.reader.Bytes())
	return err
}

// settle gives back what a run was charged after it had left.
func (l *live) settle() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.left {
		l.room.release()
	}
}

// mayAdd returns an error if a block with an offset cannot be added now. The caller holds adding.
func (l *live) mayAdd(ctx context.Context, block []byte, offset int64) (at int64, err error) {
	charged := l.charge(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch at = l.offset; {
	case l.ended:
		return at, errEnded
	case l.left:
		return at, l.gaveWay(at)
	case charged != nil:
		return at, charged
	case l.fault != nil:
		return at, refusedLine(l.fault)
	case offset != at:
		return at, &OffsetError{Offset: at}
	case at+int64(len(block)) > MaxBytes:
		return at, errTooLarge()
	}
	return at, nil
}

// add adds a block whose first byte has an offset. When it returns, the block is on the disk. A block
// after a line that cannot be read is refused with that line.
func (l *live) add(ctx context.Context, block []byte, offset int64) (next int64, err error) {
	if err := fair.Enter(ctx, l.adding); err != nil {
		return offset, err
	}
	defer fair.Leave(l.adding)
	at, err := l.mayAdd(ctx, block, offset)
	if err != nil {
		return at, err
	}
	if err := l.writer.Append(ctx, block); errors.Is(err, tracestore.ErrBehind) {
		l.h.forget(l.id) // another server continues it
		return at, &OffsetError{Offset: at}
	} else if err != nil {
		return at, err
	}
	read := false
	defer func() {
		if !read {
			l.h.unload(l, func() { l.leave(true) }) // it is read again from the store, also after a panic
		}
	}()
	// It is stored: it is read, whoever has gone meanwhile.
	if err := l.readInTurn(context.WithoutCancel(ctx), block); err != nil {
		return l.writer.Offset, err // a part of the block was read
	}
	read = true
	return l.added()
}

// added notes that a block was read.
func (l *live) added() (next int64, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.offset, l.stored, l.silent = l.writer.Offset, l.writer.Stored, silence{heard: time.Now(), received: true}
	if !l.left {
		l.silence.Reset(l.h.Silence)
	}
	l.changed.Send()
	if l.fault != nil {
		err = refusedLine(l.fault)
	}
	return l.offset, err
}

// addAll adds a body until it ends.
func (l *live) addAll(ctx context.Context, from io.Reader, offset int64) (int64, error) {
	block := make([]byte, tracestore.ChunkBytes)
	for {
		n, err := io.ReadFull(from, block)
		last := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !last {
			return offset, bodyError(ctx, err)
		}
		if n > 0 {
			if offset, err = l.add(ctx, block[:n], offset); err != nil {
				return offset, err
			}
		}
		if last {
			return offset, nil
		}
	}
}

// addAsItComes adds what a program sends while it runs. It waits for the disk after each block, so a
// program that is faster is slowed; what has come meanwhile is stored with the next block. wait is
// how long the rest of a block is waited for first, so that fewer blocks are stored. The caller calls
// finish when it has answered: after an error the body is still read until then, and to stop that
// ends the context of the request.
func (l *live) addAsItComes(ctx context.Context, from *slowReader, wait time.Duration, offset int64) (finish func(), err error) {
	blocks := make(chan []byte)
	failed := make(chan error, 1)
	broke, request := false, ctx
	l.connected()
	defer func() { l.gone(broke || request.Err() != nil) }()
	ctx, cancel := context.WithCancel(ctx)
	read := make(chan struct{})
	finish = func() { // nobody may read the body when the handler has returned
		cancel()
		from.stop()
		<-read
	}
	go func() {
		defer close(read)
		defer close(blocks)
		for {
			part := make([]byte, liveBlock)
			n, err := from.Read(part)
			if n > 0 {
				select {
				case blocks <- part[:n]:
				case <-ctx.Done():
					return
				}
			}
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				failed <- err
				return
			}
		}
	}()
	for {
		var block []byte
		open := false
		select {
		case block, open = <-blocks:
		case <-l.vacated:
			return finish, l.gaveWay(l.bytes())
		}
		if !open {
			break
		}
		block = gather(block, blocks, wait)
		if offset, err = l.add(ctx, block, offset); err != nil {
			return finish, err
		}
	}
	select {
	case err := <-failed:
		broke = true
		return finish, bodyError(ctx, err)
	default:
		return finish, nil
	}
}

// gather appends to a block what comes within a time, and what has come already, as far as it fits into a
// chunk.
func gather(block []byte, blocks <-chan []byte, wait time.Duration) []byte {
	late := time.NewTimer(wait)
	defer late.Stop()
	for len(block) <= tracestore.ChunkBytes-liveBlock {
		var next []byte
		more := false
		select {
		case next, more = <-blocks: // even if it is late
		default:
			select {
			case next, more = <-blocks:
			case <-late.C:
			}
		}
		if !more {
			return block
		}
		block = append(block, next...)
	}
	return block
}

const (
	// liveBlock is how much of a body is read at once.
	liveBlock = 32 << 10
	// restWait is how long the rest of a body of a known length, which mostly comes at once, is waited for
	// before its begin is stored: about as long as the disk needs for that.
	restWait = 20 * time.Millisecond
)

// bytes returns how many bytes are acknowledged.
func (l *live) bytes() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.offset
}

// finish reads the last line and returns the whole run. The caller holds adding.
func (l *live) finish(ctx context.Context) (*program.Run, error) {
	if err := fair.Enter(ctx, l.reading); err != nil {
		return nil, err
	}
	defer fair.Leave(l.reading)
	l.by = ctx
	err := l.feed.end()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fault == nil {
		errors.As(err, &l.fault)
	}
	return l.feed.reader.Finish(), nil
}

// mayEnd returns an error if the run cannot be ended: it has ended already, or given way.
func (l *live) mayEnd() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.ended:
		return &problem.Error{Status: http.StatusConflict, Path: "trace", Message: "the run has ended already"}
	case l.left:
		return l.gaveWay(l.offset)
	}
	return nil
}

// end ends the run: it is checked and stored as it is.
func (l *live) end(ctx context.Context, o checks.Options) (*tracestore.Revision, error) {
	return l.endFor(ctx, o, "")
}

// endFor ends the run for a reason; "": its program has ended it.
func (l *live) endFor(ctx context.Context, o checks.Options, reason string) (*tracestore.Revision, error) {
	if err := fair.Enter(ctx, l.adding); err != nil {
		return nil, err
	}
	defer fair.Leave(l.adding)
	defer l.settle()
	if err := l.mayEnd(); err != nil {
		return nil, err
	}
	read, err := l.finish(ctx)
	if err != nil {
		return nil, err
	}
	// Its memory is charged already.
	ctx, release, err := l.h.AcquireSearchSlot(ctx, app.SmallSearch)
	if err != nil {
		return nil, err
	}
	defer release()
	var report *checks.Report
	if len(read.Nodes) > 0 {
		if report, err = l.h.checked(ctx, l.room.memory, read, o); err != nil && !noMemory(err) {
			return nil, err
		}
	}
	// Without memory for the check the run ends all the same, and gives its own back. It is checked when there
	// is memory.
	kept := revisionOf(read, report)
	kept.Bytes, kept.Stored, kept.Fault, kept.Ended = l.offset, l.stored, faultOf(l.fault), reason
	t, err := l.h.Traces().Change(ctx, l.id, func(t *tracestore.Trace) error {
		r, ok := t.Revision(l.rev)
		if !ok {
			return tracestore.ErrNone
		}
		kept.Created, kept.Tag, kept.SkipOther = r.Created, r.Tag, r.SkipOther
		*r = *kept
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(read.Nodes) > 0 {
		l.h.remember(ctx, l.id, l.rev, kept, read, report, o, 0)
	}
	l.h.forget(l.id)
	if r, ok := t.Revision(l.rev); ok && unchecked(r) {
		l.h.checkWhenFree(l.room.client, opened{t, r, l.rev})
	}
	return kept, nil
}

// noMemory reports whether memory was refused.
func noMemory(err error) bool {
	var taken *fair.TakenError
	if errors.As(err, &taken) {
		return true
	}
	var refused *problem.Error
	return errors.As(err, &refused) && (refused.Status == http.StatusRequestEntityTooLarge || refused.Path == app.TraceMemoryName)
}

// counts returns what is known of the run so far.
func (l *live) counts(ctx context.Context) (*tracestore.Revision, error) {
	if err := fair.Enter(ctx, l.reading); err != nil {
		return nil, err
	}
	defer fair.Leave(l.reading)
	r := revisionOf(l.feed.reader.Peek(), nil)
	l.mu.Lock()
	defer l.mu.Unlock()
	r.Live, r.Bytes, r.Stored, r.Fault = !l.ended, l.offset, l.stored, faultOf(l.fault)
	r.Program, r.Heard, r.Broke = l.silent.program(time.Now()), l.silent.heard, l.silent.broke
	return r, nil
}

// faultLine returns the line that cannot be read; nil: there is none.
func (l *live) faultLine() *program.LineError {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.fault
}

// now returns whether the run has ended, and what is closed when that or its lines change. The error
// is that of a run that gave way.
func (l *live) now() (ended bool, changed <-chan struct{}, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.left && !l.ended {
		return false, nil, l.gaveWay(l.offset)
	}
	return l.ended, l.changed.Next(), nil
}

// follow gives the follower the next events, and returns what signals further ones; nil: nothing
// more comes.
func (l *live) follow(ctx context.Context, f *program.Follower, most int) (events []trace.Event, changed <-chan struct{}, err error) {
	if err := fair.Enter(ctx, l.reading); err != nil {
		return nil, nil, err
	}
	defer fair.Leave(l.reading)
	ended, changed, err := l.now()
	if err != nil {
		return nil, nil, err
	}
	if events = f.Take(l.feed.reader.Peek(), most, ended); ended {
		changed = nil
	}
	return events, changed, nil
}

// liveCounts completes the revision of a run that has not ended.
func (h *Handlers) liveCounts(ctx context.Context, id key.ID, rev int, r *tracestore.Revision) {
	l, err := h.watchedRun(ctx, id)
	if err != nil || l.rev != rev {
		return // it has just ended, or there is no place for it now
	}
	if now, err := l.counts(ctx); err == nil {
		created, tag := r.Created, r.Tag
		*r = *now
		r.Created, r.Tag = created, tag
	}
}

// Lines answers POST /api/v1/traces/{key}/lines: the next bytes of a live run.
func (h *Handlers) Lines(w http.ResponseWriter, r *http.Request) error {
	q, err := problem.CheckKnown(r, "from")
	if err != nil {
		return err
	}
	_, id, err := keyOf(r)
	if err != nil {
		return err
	}
	l, err := h.liveRun(r.Context(), id)
	if err != nil {
		return err
	}
	offset := l.bytes()
	if text := q.Get("from"); text != "" {
		if offset, err = strconv.ParseInt(text, 10, 64); err != nil || offset < 0 {
			return &problem.QueryError{Name: "from", Message: strconv.Quote(text) + " is not a number of bytes"}
		}
	}
	from, err := h.slowBody(w, r)
	if err == nil {
		wait := time.Duration(0)
		if r.ContentLength >= 0 {
			wait = restWait
		}
		var finish func()
		finish, err = l.addAsItComes(r.Context(), from, wait, offset)
		defer finish()
	}
	if err != nil {
		w.Header().Set("Connection", "close") // it may have the rest of the body
	}
	var wanted *OffsetError
	if errors.As(err, &wanted) {
		h.answerOffset(w, wanted)
		return nil
	}
	if err != nil {
		return err
	}
	counts, err := l.counts(r.Context())
	if err != nil {
		return err
	}
	app.Answer(w, http.StatusOK, struct {
		OK bool `json:"ok"`
		countsAnswer
	}{true, countsOf(counts)})
	return nil
}

// answerOffset answers a block that is not the next one, with the offset for clients that resume.
func (h *Handlers) answerOffset(w http.ResponseWriter, e *OffsetError) {
	p := problem.Of(e)
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(http.StatusConflict)
	w.Write(app.JSON(struct {
		Title  string          `json:"title"`
		Status int             `json:"status"`
		Offset int64           `json:"offset"`
		Detail string          `json:"detail"`
		Errors []problem.Fault `json:"errors"`
	}{p.Title, http.StatusConflict, e.Offset, p.Detail, []problem.Fault{{Path: "from", Message: e.Error()}}}))
}

// slowBody returns the body of a program that sends while it runs: it may be silent for a while.
func (h *Handlers) slowBody(w http.ResponseWriter, r *http.Request) (*slowReader, error) {
	lease, err := h.AcquireBody(r.Context(), bodyMemory)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(r.Context(), lease.Release)
	control := http.NewResponseController(w)
	control.EnableFullDuplex()
	return &slowReader{from: http.MaxBytesReader(w, r.Body, MaxBytes), control: control, stopping: h.Stopping}, nil
}

type slowReader struct {
	from     io.Reader
	control  *http.ResponseController
	stopping context.Context

	mu      sync.Mutex
	stopped bool
	ended   bool
}

func (s *slowReader) Read(b []byte) (int, error) {
	if err := s.wait(); err != nil {
		return 0, err
	}
	defer context.AfterFunc(s.stopping, s.stop)()
	n, err := s.from.Read(b)
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.ended = true
	}
	return n, err
}

// wait moves the deadlines of the request on, unless the reader was stopped.
func (s *slowReader) wait() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped || s.stopping.Err() != nil {
		return problem.ErrStopping
	}
	now := time.Now()
	s.control.SetReadDeadline(now.Add(idleTime))
	s.control.SetWriteDeadline(now.Add(idleTime + app.WriteTimeout))
	return nil
}

// stop ends a read that waits, and lets no other one begin. A body that has ended is left alone: its
// connection may serve another request.
func (s *slowReader) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped = true; !s.ended {
		s.control.SetReadDeadline(time.Unix(1, 0))
	}
}

// End answers POST /api/v1/traces/{key}/end.
func (h *Handlers) End(w http.ResponseWriter, r *http.Request) error {
	_, o, err := readQuery(r)
	if err != nil {
		return err
	}
	key, id, err := keyOf(r)
	if err != nil {
		return err
	}
	l, err := h.liveRun(r.Context(), id)
	if err != nil {
		return err
	}
	kept, err := l.end(r.Context(), o)
	if err != nil {
		return err
	}
	kept.Fault = nil // the answer to the line has said it
	h.answerEnded(w, key.ID(), l.rev, kept)
	return nil
}

func (h *Handlers) answerEnded(w http.ResponseWriter, id key.ID, rev int, kept *tracestore.Revision) {
	app.Answer(w, http.StatusOK, struct {
		ID       string `json:"id"`
		URL      string `json:"url"`
		Revision int    `json:"revision"`
		countsAnswer
	}{string(id), h.Link(run.TracePath(id)), rev, countsOf(kept)})
}
