package traces

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
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
	"espalier/web/tracestore"
	"espalier/web/treestore"
	"espalier/web/words"
)

// A live run is one that the program still sends. Its newest bytes are in the store before they are
// acknowledged; the events that were read so far are in memory.
type live struct {
	h   *Handlers
	id  treestore.ID
	rev int

	adding sync.Mutex // held while bytes are added
	writer *tracestore.Writer

	mu      sync.Mutex
	feed    feed
	offset  int64 // bytes that are acknowledged
	stored  int64 // what they take in the store
	fault   *program.LineError
	ended   bool
	changed chan struct{}     // closed when something was added
	front   *program.Follower // where the run is, for the pages that watch it
	meter   *fair.Meter       // of its memory
	silence *time.Timer
}

// MaxLive is how many runs are read live at a time: each keeps its events in memory.
const MaxLive = 64

// createLive begins a live run of a new trace.
func (h *Handlers) createLive(w http.ResponseWriter, r *http.Request, key treestore.Key) {
	if err := h.roomForLive(r.Context()); err != nil {
		h.Fail(w, r, err)
		return
	}
	if _, err := h.Traces().Create(r.Context(), key.ID(), tracestore.Revision{Live: true}); err != nil {
		h.Fail(w, r, err)
		return
	}
	h.beginLive(w, r, key, 1)
}

// continueLive begins a live run as the next revision of a trace.
func (h *Handlers) continueLive(w http.ResponseWriter, r *http.Request, key treestore.Key, rev int) {
	err := h.roomForLive(r.Context())
	if err == nil {
		rev, err = h.store(r.Context(), key.ID(), rev, &tracestore.Revision{Live: true})
	}
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	h.beginLive(w, r, key, rev)
}

// beginLive adds the body, which may have the header, to a new live run.
func (h *Handlers) beginLive(w http.ResponseWriter, r *http.Request, key treestore.Key, rev int) {
	l, err := h.liveRun(r.Context(), key.ID())
	var from io.Reader
	if err == nil {
		from, _, err = h.body(w, r)
	}
	if err == nil {
		_, err = l.addAll(r.Context(), from, 0)
	}
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	status := http.StatusCreated
	if rev > 1 {
		status = http.StatusOK
	}
	h.answerKept(w, r, status, key, rev, l.counts())
}

// roomForLive returns an error if no further run can be read live. It is found again when the run is
// opened; here nothing has been stored yet.
func (h *Handlers) roomForLive(ctx context.Context) error {
	meter := h.TraceMemory.Meter(fair.ClientFrom(ctx))
	if _, err := meter.Grow(liveMemory); err != nil {
		return err
	}
	meter.Release()
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.lives) >= MaxLive {
		return &problem.Error{Status: http.StatusServiceUnavailable, Path: "live", Message: fmt.Sprintf("%d programs send their runs already, the most that are read live; try again when one has ended, or send the whole run", MaxLive)}
	}
	return nil
}

// liveRun returns a run that has not ended: from memory, or from the store.
func (h *Handlers) liveRun(ctx context.Context, id treestore.ID) (*live, error) {
	known := func() *live {
		h.mu.Lock()
		defer h.mu.Unlock()
		return h.lives[id]
	}
	if l := known(); l != nil && !h.Library.Shared() {
		return l, nil
	}
	h.opening.Lock() // reading it takes time
	defer h.opening.Unlock()
	l := known()
	if l != nil && !h.Library.Shared() {
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
		return nil, &problem.Error{Status: http.StatusConflict, Path: "trace", Message: "the run has ended; nothing can be added to it"}
	}
	kept := context.WithoutCancel(ctx) // the reader opens the tree of a header that comes later
	l = &live{h: h, id: id, rev: t.Newest(), changed: make(chan struct{}), front: program.NewFollower(program.Replay{}), meter: h.TraceMemory.Meter(fair.ClientFrom(ctx))}
	if _, err = l.meter.Grow(liveMemory); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			l.meter.Release()
		}
	}()
	o := run.TraceOptions(kept, h.Saved())
	o.Memory = l.grant
	l.feed.reader = program.NewReader(o)
	give, err := fair.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	l.writer, err = h.Traces().Resume(ctx, t.Place(l.rev), func(raw []byte) error {
		if l.fault == nil {
			return l.read(raw, passOf(ctx))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	l.offset, l.stored = l.writer.Offset, l.writer.Stored
	l.silence = time.AfterFunc(h.Silence, l.endOfSilence)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lives[id] = l
	return l, nil
}

// forget ends what is known of a trace in memory.
func (h *Handlers) forget(id treestore.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if l := h.lives[id]; l != nil {
		l.silence.Stop()
		delete(h.lives, id)
		l.mu.Lock()
		defer l.mu.Unlock()
		l.meter.Release()
		l.ended = true
		l.notify()
	}
}

// read reads a block, and notes the first line that cannot be read. The caller holds mu, or is alone.
func (l *live) read(raw []byte, pass func() error) error {
	err := l.feed.write(raw, pass)
	if errors.As(err, &l.fault) {
		return nil
	}
	return err
}

// grant charges what is held of the run, and returns how much the reader may take. The caller holds mu,
// or is alone.
func (l *live) grant(bytes int64) (granted int64, err error) {
	besides := l.front.Bytes() + int64(cap(l.feed.rest)) + liveBlocks
	granted, err = l.meter.Grow(max(liveMemory, bytes+besides))
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

// notify wakes who follows. The caller holds mu.
func (l *live) notify() {
	close(l.changed)
	l.changed = make(chan struct{})
}

// An OffsetError says from where on the bytes of a run are wanted.
type OffsetError struct{ Offset int64 }

func (e *OffsetError) Error() string {
	return fmt.Sprintf("%d bytes of the run are stored; continue with ?from=%d", e.Offset, e.Offset)
}
func (e *OffsetError) Kind() trees.ErrorKind { return trees.Conflict }
func (e *OffsetError) Place() string         { return "from" }
func (e *OffsetError) Reason() string        { return e.Error() }

// add adds a block whose first byte has an offset. When it returns, the block is on the disk. A block
// after a line that cannot be read is refused with that line.
func (l *live) add(ctx context.Context, block []byte, offset int64) (next int64, err error) {
	l.adding.Lock()
	defer l.adding.Unlock()
	l.mu.Lock()
	at, fault, ended := l.offset, l.fault, l.ended
	_, charged := l.grant(l.feed.reader.Bytes())
	l.mu.Unlock()
	switch {
	case charged != nil && !ended:
		return at, charged
	case fault != nil:
		return at, refusedLine(fault)
	case ended:
		return at, &problem.Error{Status: http.StatusConflict, Path: "trace", Message: "the run has ended; nothing can be added to it"}
	case offset != at:
		return at, &OffsetError{at}
	case at+int64(len(block)) > MaxBytes:
		return at, errTooLarge()
	}
	if err := l.writer.Append(ctx, block); errors.Is(err, tracestore.ErrBehind) {
		l.h.forget(l.id) // another server continues it
		return at, &OffsetError{at}
	} else if err != nil {
		return at, err
	}
	// It is stored: it is read, whoever has gone meanwhile.
	give, err := fair.TakeTurn(context.WithoutCancel(ctx))
	if err != nil {
		l.h.forget(l.id) // it is read again from the store
		return l.writer.Offset, err
	}
	defer give()
	if err := l.take(block); err != nil {
		l.h.forget(l.id) // a part of the block was read
		return l.writer.Offset, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.fault != nil {
		return l.offset, refusedLine(l.fault)
	}
	return l.offset, nil
}

// take reads a block that was stored.
func (l *live) take(block []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.offset, l.stored = l.writer.Offset, l.writer.Stored
	l.silence.Reset(l.h.Silence)
	if err := l.read(block, nil); err != nil {
		return err
	}
	l.notify()
	return nil
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
// program that is faster is slowed; what has come meanwhile is stored with the next block. The caller
// calls finish when it has answered: after an error the body is still read until then, and to stop that
// ends the context of the request.
func (l *live) addAsItComes(ctx context.Context, from *slowReader, offset int64) (finish func(), err error) {
	blocks := make(chan []byte)
	failed := make(chan error, 1)
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
	for block := range blocks {
	more:
		for len(block) <= tracestore.ChunkBytes-liveBlock {
			select {
			case next, ok := <-blocks:
				if !ok {
					break more
				}
				block = append(block, next...)
			default:
				break more
			}
		}
		if offset, err = l.add(ctx, block, offset); err != nil {
			return finish, err
		}
	}
	select {
	case err := <-failed:
		return finish, bodyError(ctx, err)
	default:
		return finish, nil
	}
}

// liveBlock is how much of a body is read at once.
const liveBlock = 32 << 10

// end ends the run: it is checked and stored as it is.
func (l *live) end(ctx context.Context, o checks.Options) (*tracestore.Revision, error) {
	l.adding.Lock()
	defer l.adding.Unlock()
	l.mu.Lock()
	already := l.ended
	if !already {
		if err := l.feed.end(); err != nil && l.fault == nil {
			errors.As(err, &l.fault)
		}
	}
	read := l.feed.reader.Finish()
	l.mu.Unlock()
	if already {
		return nil, &problem.Error{Status: http.StatusConflict, Path: "trace", Message: "the run has ended already"}
	}
	// Its memory is charged already.
	ctx, release, err := l.h.AcquireSearchSlot(ctx, app.SmallSearch)
	if err != nil {
		return nil, err
	}
	defer release()
	var report *checks.Report
	if len(read.Nodes) > 0 {
		if report, err = l.h.checked(ctx, l.meter, read, o); err != nil && !noMemory(err) {
			return nil, err
		}
	}
	// Without memory for the check the run ends all the same, and gives its own back. It is checked when
	// its page or its report is asked for.
	kept := revisionOf(read, report)
	kept.Bytes, kept.Stored = l.offset, l.stored
	if l.fault != nil {
		kept.Fault = &tracestore.Fault{Line: l.fault.Line, Detail: l.fault.Message}
	}
	_, err = l.h.Traces().Change(ctx, l.id, func(t *tracestore.Trace) error {
		r, ok := t.Revision(l.rev)
		if !ok {
			return tracestore.ErrNone
		}
		kept.Created, kept.Tag = r.Created, r.Tag
		*r = *kept
		return nil
	})
	if err != nil {
		return nil, err
	}
	if report != nil {
		l.h.remember(ctx, l.id, l.rev, kept, report, o, 0)
	}
	l.h.forget(l.id)
	return kept, nil
}

// noMemory reports whether memory was refused.
func noMemory(err error) bool {
	var taken *fair.TakenError
	if errors.As(err, &taken) {
		return true
	}
	var refused *problem.Error
	return errors.As(err, &refused) && refused.Status == http.StatusRequestEntityTooLarge
}

// endOfSilence ends a run whose program says nothing any more.
func (l *live) endOfSilence() {
	ctx := l.h.WithTurn(l.h.Stopping)
	if _, err := l.end(ctx, checks.Options{}); err != nil && l.h.Stopping.Err() == nil {
		l.h.Log.Warn("a live trace could not be ended", "id", l.id, "err", err)
		l.silence.Reset(l.h.Silence)
	}
}

// counts returns what is known of the run so far.
func (l *live) counts() *tracestore.Revision {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := revisionOf(l.feed.reader.Peek(), nil)
	r.Live, r.Bytes, r.Stored = !l.ended, l.offset, l.stored
	if l.fault != nil {
		r.Fault = &tracestore.Fault{Line: l.fault.Line, Detail: l.fault.Message}
	}
	return r
}

// follow gives the follower the next events, and returns what tells of further ones; nil: nothing
// more comes.
func (l *live) follow(f *program.Follower, most int) (events []trace.Event, changed <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	events = f.Take(l.feed.reader.Peek(), most, l.ended)
	if l.ended {
		return events, nil
	}
	return events, l.changed
}

// liveCounts completes the revision of a run that has not ended.
func (h *Handlers) liveCounts(ctx context.Context, id treestore.ID, rev int, r *tracestore.Revision) {
	l, err := h.liveRun(ctx, id)
	if err != nil || l.rev != rev {
		return // it has just ended
	}
	created, tag := r.Created, r.Tag
	*r = *l.counts()
	r.Created, r.Tag = created, tag
}

// Lines answers POST /api/v1/traces/{key}/lines: the next bytes of a live run.
func (h *Handlers) Lines(w http.ResponseWriter, r *http.Request) {
	q, err := problem.CheckKnown(r, "from")
	var id treestore.ID
	if err == nil {
		_, id, err = keyOf(r)
	}
	var l *live
	if err == nil {
		l, err = h.liveRun(r.Context(), id)
	}
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	offset := l.counts().Bytes
	if text := q.Get("from"); text != "" {
		if offset, err = strconv.ParseInt(text, 10, 64); err != nil || offset < 0 {
			h.Fail(w, r, &problem.QueryError{Name: "from", Message: strconv.Quote(text) + " is not a number of bytes"})
			return
		}
	}
	from, err := h.slowBody(w, r)
	if err == nil {
		var finish func()
		finish, err = l.addAsItComes(r.Context(), from, offset)
		defer finish()
	}
	if err != nil {
		w.Header().Set("Connection", "close") // it may have the rest of the body
	}
	var wanted *OffsetError
	switch {
	case errors.As(err, &wanted):
		h.answerOffset(w, wanted)
	case err != nil:
		h.Fail(w, r, err)
	default:
		b := appendCounts([]byte(`{"ok":true`), l.counts())
		app.WriteJSON(w, append(b, "}\n"...))
	}
}

// answerOffset answers a block that is not the next one, with the offset for clients that resume.
func (h *Handlers) answerOffset(w http.ResponseWriter, e *OffsetError) {
	p := problem.Of(e)
	b := trees.AppendQuoted([]byte(`{"title":`), p.Title)
	b = strconv.AppendInt(append(b, `,"status":409,"offset":`...), e.Offset, 10)
	b = trees.AppendQuoted(append(b, `,"detail":`...), p.Detail)
	b = trees.AppendQuoted(append(b, `,"errors":[{"path":"from","message":`...), e.Error())
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusConflict)
	w.Write(append(b, "}]}\n"...))
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
func (h *Handlers) End(w http.ResponseWriter, r *http.Request) {
	_, o, err := readQuery(r)
	var key treestore.Key
	var id treestore.ID
	if err == nil {
		key, id, err = keyOf(r)
	}
	var l *live
	if err == nil {
		l, err = h.liveRun(r.Context(), id)
	}
	var kept *tracestore.Revision
	if err == nil {
		kept, err = l.end(r.Context(), o)
	}
	if err != nil {
		h.Fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	kept.Fault = nil // the answer to the line has said it
	h.answerEnded(w, key.ID(), l.rev, kept)
}

func (h *Handlers) answerEnded(w http.ResponseWriter, id treestore.ID, rev int, kept *tracestore.Revision) {
	b := trees.AppendQuoted([]byte(`{"id":`), string(id))
	b = trees.AppendQuoted(append(b, `,"url":`...), h.Link(run.TracePath(id)))
	b = trees.AppendNumberKey(b, "revision", rev)
	app.WriteJSON(w, append(appendCounts(b, kept), "}\n"...))
}
