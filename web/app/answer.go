package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"espalier/trees"
	"espalier/web/fair"
	"espalier/web/problem"
)

// LimitAnswers charges the memory of each answer to its client, from the moment when it
// is built until it is written to the connection. It also makes at most MaxPages pages at
// a time, and shares them among the clients that wait. Requests with a body need no slot
// of a page: their bodies and their searches are limited.
//
// An answer is built in memory and sent afterwards, so that a slow reader holds no slot
// and an error cannot cut an answer off. A handler whose answer can be large and can no
// longer fail streams it: see StreamAnswer.
//
// An answer is charged first, and a slot is taken after that: who holds a slot waits for
// no other request. Large answers, and what is large and waits for its reader, have a pool
// of their own: readers that take nothing hold that, and all other answers are served.
func (s *Core) LimitAnswers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client := fair.ClientFrom(r.Context())
		lease, err := s.answers.Acquire(r.Context(), client, smallAnswer)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		defer lease.Release()
		a := &answer{ResponseWriter: w, core: s, ctx: r.Context(), client: client, lease: lease, giveTurn: func() {}}
		defer func() { a.large.Release() }()
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			if a.slot, err = s.pages.Acquire(r.Context(), client, 1); err != nil {
				s.refuse(w, r, err)
				return
			}
			defer a.slot.Release()
		}
		r = r.WithContext(context.WithValue(r.Context(), answerKey{}, a))
		r, cancel := s.withProgress(a, r)
		defer cancel()
		defer func() { a.giveTurn() }()
		next.ServeHTTP(a, r)
		a.giveTurn()
		a.slot.Release()
		a.finish(r)
	})
}

// refuse answers a request that has waited too long, or whose answer is too large.
func (s *Core) refuse(w http.ResponseWriter, r *http.Request, err error) {
	s.Refuse(w, r, FormFor(r.URL.Path, AsFile), err)
}

// PeakAnswers returns the most that answers have held since it was last called, and what
// they hold now.
func (s *Core) PeakAnswers() (peak, now int64) {
	return s.answers.TakePeak() + s.largeAnswers.TakePeak(), s.answers.Used() + s.largeAnswers.Used()
}

type answerKey struct{}

func answerOf(ctx context.Context) *answer {
	a, _ := ctx.Value(answerKey{}).(*answer)
	return a
}

// ReserveAnswer charges memory that the handler of a request needs to build its answer,
// besides what it has written. It is called before the memory is used. An error is what
// the handler answers.
func ReserveAnswer(ctx context.Context, bytes int64) error {
	if a := answerOf(ctx); a != nil {
		return a.reserve(min(bytes, a.mostReserved()))
	}
	return nil
}

// StreamAnswer allows an answer to be sent while the handler still writes it. From now on
// the handler must not fail, and must hold no slot of a search: it may wait for the
// client. holds is the memory of what the answer is written from, such as a tree; it is
// charged until the answer is written. The handler of a large answer waits for a processor
// here, and has none while it waits for the client. An error is what the handler answers
// instead.
func StreamAnswer(ctx context.Context, holds int64) error {
	a := answerOf(ctx)
	if a == nil {
		return nil
	}
	if err := a.reserve(min(max(holds, 1), a.mostReserved())); err != nil {
		return err
	}
	give, err := fair.TakeTurnFor(a.ctx, int(holds))
	if err != nil {
		return err
	}
	a.streams, a.giveTurn = true, sync.OnceFunc(give)
	return nil
}

// mostReserved is the most that is charged besides what is written: what one client can have.
func (a *answer) mostReserved() int64 { return a.core.largeAnswers.Size() / 2 }

// An answer is what a handler has written of its answer and the client has not accepted.
type answer struct {
	http.ResponseWriter
	core   *Core
	ctx    context.Context // of the request
	client fair.Client
	lease  *fair.Lease // of held and reserved bytes
	large  *fair.Lease // the same of a large answer; nil: it is not large
	slot   *fair.Lease // of a page; nil: not needed

	giveTurn func() // of a processor, for what is written while it is sent

	first    [firstChunk]byte // what a small answer needs
	list     [1][]byte
	status   int
	chunks   [][]byte
	held     int64 // capacity of the chunks
	reserved int64 // what the handler uses besides
	err      error // why the answer is incomplete

	streams bool // it may be sent while it is written
	begun   bool // a part of it has been sent
	rate    readRate
	control *http.ResponseController // nil: nothing was sent
	lines   *NDJSON                  // of an answer with progress
}

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

// Unwrap gives a response controller its deadlines.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Write keeps what is written. Where there is no memory for it the request fails.
func (a *answer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	if a.status == http.StatusNoContent || a.status == http.StatusNotModified {
		return 0, http.ErrBodyNotAllowed // as of the server's own writer; a compressor writes its end even then
	}
	for rest := b; len(rest) > 0; {
		if a.err != nil {
			return 0, a.err
		}
		last := len(a.chunks) - 1
		if last < 0 || len(a.chunks[last]) == cap(a.chunks[last]) {
			a.addSpace(len(rest))
			continue
		}
		chunk := a.chunks[last]
		n := copy(chunk[len(chunk):cap(chunk)], rest)
		a.chunks[last], rest = chunk[:len(chunk)+n], rest[n:]
	}
	return len(b), nil
}

// addSpace grows the buffer by at least one byte; wanted is how many more bytes are expected.
// A small answer has one chunk, which is sent with one call.
func (a *answer) addSpace(wanted int) {
	n := len(a.chunks)
	switch {
	case a.streams && (a.begun || a.held >= streamAfter):
		a.sendChunks()
		if a.err == nil {
			a.chunks = append(a.chunks, make([]byte, 0, answerChunk))
			a.held = answerChunk
		}
	case n == 0 && wanted <= firstChunk:
		a.chunks = append(a.list[:0], a.first[:0])
	case n == 1 && cap(a.chunks[0]) < answerChunk:
		old := a.chunks[0]
		size := min(answerChunk, max(2*cap(old), len(old)+wanted))
		if a.charge(a.held+int64(size), a.reserved, false) {
			a.chunks[0] = append(make([]byte, 0, size), old...)
			a.held = int64(size)
		}
	default:
		size := answerChunk
		if n == 0 {
			size = min(answerChunk, wanted)
		}
		if a.charge(a.held+int64(size), a.reserved, false) {
			a.chunks = append(a.chunks, make([]byte, 0, size))
			a.held += int64(size)
		}
	}
}

// charge charges the bytes of the chunks and those of the handler. Where it does not
// wait it needs no capacity that others give back: this request holds some itself.
func (a *answer) charge(chunks, reserved int64, wait bool) bool {
	switch want := chunks + reserved; {
	case a.err != nil:
	case chunks > MaxAnswer:
		a.err = errTooLarge
	case a.large != nil && want > a.large.Amount():
		if !a.large.Resize(want) {
			a.unread()
		}
	case a.large == nil && want > largeAnswer:
		a.becomeLarge(want, wait)
	case a.large == nil && want > a.lease.Amount() && !a.lease.Resize(want):
		a.unread()
	}
	return a.err == nil
}

// becomeLarge charges the answer to the pool of large ones. If it waits for that, others
// can make pages meanwhile.
func (a *answer) becomeLarge(bytes int64, wait bool) {
	patience := time.Duration(0)
	if wait {
		patience = answerPatience
		a.slot.Release()
	}
	ctx, cancel := context.WithTimeoutCause(a.ctx, patience, errUnread)
	defer cancel()
	var taken *fair.TakenError
	if wait {
		a.large, a.err = a.core.largeAnswers.Acquire(ctx, a.client, bytes)
	} else if a.large, a.err = a.core.largeAnswers.Try(a.client, bytes); errors.As(a.err, &taken) {
		a.err = errUnread // it is counted
	}
	switch {
	case a.err == nil:
		a.lease.Shrink(smallAnswer)
	case wait && a.err == error(errUnread):
		a.unread()
	}
}

// unread fails the request of a client that has not read its other answers.
func (a *answer) unread() {
	a.core.measures.refused("answers")()
	a.err = errUnread
}

// reserve charges memory to the handler before it is used. If nothing is written yet it
// waits a little for its turn. After an error the request has failed, whatever the handler
// writes.
func (a *answer) reserve(bytes int64) error {
	if a.charge(a.held, bytes, len(a.chunks) == 0) {
		a.reserved = bytes
	}
	return a.err
}

// errUnread is the error of a client that does not read its answers.
var errUnread = &problem.Error{Status: http.StatusTooManyRequests, Path: "answers",
	Message: "unread answers to your address use all the memory that one address can have; read them, and try again in a few seconds"}

var errTooLarge = &problem.Error{Status: http.StatusRequestEntityTooLarge, Path: "answers",
	Message: fmt.Sprintf("the answer takes more than %d MiB, the limit of one answer; ask for less at a time", MaxAnswer>>20)}

// finish sends what is not sent yet, or the error of an answer that is incomplete.
func (a *answer) finish(r *http.Request) {
	switch {
	case a.err != nil && a.begun:
		panic(http.ErrAbortHandler) // the client must see that the answer is cut short
	case a.err != nil:
		h := a.Header()
		for _, name := range []string{"Content-Encoding", "Content-Length", "Content-Disposition", "ETag", "Location"} {
			h.Del(name)
		}
		a.core.refuse(a.ResponseWriter, r, a.err)
	case a.lines != nil && a.lines.sent > 0:
		a.sendLast()
	default:
		if !a.begun {
			a.reserved = 0 // the handler has returned
		}
		if a.sendChunks(); a.err != nil && a.begun {
			panic(http.ErrAbortHandler)
		} else if a.err != nil {
			a.finish(r) // it is refused
		}
	}
}

// sendChunks sends what is there, and gives back the memory of each chunk when the
// client has accepted it.
func (a *answer) sendChunks() {
	if !a.begun {
		a.slot.Release()
		if a.reserved > 0 { // the handler has more to write
			a.reserved += streamMemory
		}
		if need := a.held + a.reserved; a.large == nil && need > streamAfter {
			a.becomeLarge(need, true)
		}
		if !a.charge(a.held, a.reserved, false) {
			return // it can still be refused
		}
		a.begun = true
		if a.status != 0 {
			a.ResponseWriter.WriteHeader(a.status)
		}
	}
	lease := a.lease
	if a.large != nil {
		lease = a.large
	}
	for i, chunk := range a.chunks {
		if a.err = a.send(chunk); a.err != nil {
			break
		}
		a.chunks[i] = nil
		a.held -= int64(cap(chunk))
		if !a.streams && i < len(a.chunks)-1 {
			lease.Shrink(a.held)
		}
	}
	a.chunks, a.held = a.chunks[:0], 0
}

// send writes a part of the answer. A client that does not read it is cut off.
func (a *answer) send(b []byte) error {
	start := time.Now()
	if a.control == nil {
		a.control = http.NewResponseController(a.ResponseWriter)
	}
	a.control.SetWriteDeadline(a.rate.deadline(start))
	var err error
	trees.Blocked(a.ctx, func() { _, err = a.ResponseWriter.Write(b) })
	a.rate.count(len(b), start)
	return err
}

// sendLast sends the page as the last line of an answer with progress.
func (a *answer) sendLast() {
	line := []byte(`{"html":"`)
	var rest []byte // the beginning of a character
	for i, chunk := range a.chunks {
		text := append(rest, chunk...)
		whole := len(text)
		if i < len(a.chunks)-1 {
			whole = wholeRunes(text)
		}
		line = trees.AppendInString(line, text[:whole])
		rest = append([]byte(nil), text[whole:]...)
		a.chunks[i] = nil
		a.lines.Part(line)
		line = line[:0]
	}
	a.lines.Line(append(line, `"}`...))
}

// A readRate is the speed at which a client reads an answer.
type readRate struct {
	sent    int           // bytes
	writing time.Duration // how long they took
}

// deadline returns when a write that starts now must end: a client must read at
// MinReadRate after a start of ReadTimeout, and something within WriteTimeout.
func (r *readRate) deadline(now time.Time) time.Time {
	return now.Add(min(WriteTimeout, ReadTimeout+time.Duration(r.sent)*time.Second/MinReadRate-r.writing))
}

// count counts bytes that were written from start until now.
func (r *readRate) count(bytes int, start time.Time) {
	r.sent += bytes
	r.writing += time.Since(start)
}
