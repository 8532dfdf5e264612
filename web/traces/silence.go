package traces

import (
	"context"
	"errors"
	"net/http"
	"time"

	"espalier/search/checks"
	"espalier/web/fair"
	"espalier/web/problem"
	"espalier/web/store/key"
	"espalier/web/store/records"
	"espalier/web/tracestore"
)

// This file knows when the program of a live run was heard last, what its page says while it is not
// heard, and when its run is taken for ended.

// What is known of the program of a live run.
const (
	programRuns    = "running"
	programSilent  = "silent"  // no bytes have come for a while, over a connection or none
	programBroke   = "broken"  // its connection broke
	programStopped = "stopped" // the server was stopped while it ran
)

// ProgramStates lists what can be known of the program of a live run.
var ProgramStates = []string{programRuns, programSilent, programBroke, programStopped}

const (
	// quietTime is how long no bytes of a program come before its page says so.
	quietTime = 10 * time.Second
	// awayTimes is how many times as long a server of a cluster waits that does not receive the run: the
	// one that receives it ends it first, unless it is gone.
	awayTimes = 2
	// lookTime is the interval in which such a server looks for new bytes while somebody watches.
	lookTime = time.Second
)

// A silence is what is known of a program besides its bytes.
type silence struct {
	heard    time.Time // when bytes came last
	broke    time.Time // when its connection broke after that; zero: it did not
	stopped  bool      // the server was stopped while it ran
	received bool      // by this server
}

// program returns what is known of the program at a time.
func (s *silence) program(now time.Time) string {
	switch {
	case s.stopped:
		return programStopped
	case !s.broke.IsZero():
		return programBroke
	case now.Sub(s.heard) >= quietTime:
		return programSilent
	}
	return programRuns
}

// ended says why a run was ended without its program.
func (s *silence) ended() string {
	switch {
	case s.stopped:
		return "The server was stopped while it ran, and the program did not continue."
	case !s.broke.IsZero():
		return "The connection broke, and the program did not continue."
	}
	return "The program was silent for too long."
}

// patience returns after how long a silence this server ends the run.
func (h *Handlers) patience(s *silence) time.Duration {
	if h.Store.Shared() && !s.received {
		return awayTimes * h.Silence
	}
	return h.Silence
}

// left returns how much of that is to come.
func (h *Handlers) left(s *silence) time.Duration {
	return max(0, h.patience(s)-time.Since(s.heard))
}

// A silentRun is a live run that is not in memory.
type silentRun struct {
	silence
	timer  *time.Timer
	extent tracestore.Extent // when it was last looked at
}

// keepSilent notes a live run that is not in memory, which is ended if nobody continues it. The caller
// holds mu.
func (h *Handlers) keepSilent(id key.ID, s silence, extent tracestore.Extent) {
	if old := h.silent[id]; old != nil {
		old.timer.Stop()
	}
	h.silent[id] = &silentRun{s, time.AfterFunc(h.left(&s), func() { h.endSilent(id) }), extent}
}

// forgetSilent returns what is known of a live run that is not in memory, and forgets it.
func (h *Handlers) forgetSilent(id key.ID) (s silence, known bool) {
	r := h.silent[id]
	if r == nil {
		return s, false
	}
	r.timer.Stop()
	delete(h.silent, id)
	return r.silence, true
}

// silenceOf returns what is known of the program of a run that is read from the store. Nothing is known
// after a start: then its connection broke when the server was stopped, unless another one receives it.
func (h *Handlers) silenceOf(id key.ID) silence {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.silent[id]; r != nil {
		return r.silence
	}
	return h.unheard()
}

func (h *Handlers) unheard() silence { return silence{heard: time.Now(), stopped: !h.Store.Shared()} }

// findLeft finds the live runs of the store that nobody has in memory, such as those that a kill has
// left, so that they end if nobody continues them, and runs that have ended without a check.
func (h *Handlers) findLeft(ctx context.Context) error {
	return h.Traces().Each(ctx, func(id key.ID, t *tracestore.Trace) error {
		if t == nil {
			return nil
		}
		newest, ok := t.Revision(0)
		if ok && unchecked(newest) && !newest.TooLarge { // a stop has come before its check
			h.checkWhenFree(fair.Client{}, opened{t, newest, t.Newest()})
		}
		if !ok || !newest.Live || h.knows(id) {
			return nil
		}
		extent, err := h.Traces().Extent(ctx, t.Place(0))
		if records.IsDamaged(err) {
			return nil
		}
		if err != nil {
			return err
		}
		h.noteLeft(id, extent)
		return nil
	})
}

// knows reports whether this server ends a live run.
func (h *Handlers) knows(id key.ID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.lives[id] != nil || h.silent[id] != nil
}

func (h *Handlers) noteLeft(id key.ID, extent tracestore.Extent) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.lives[id] == nil && h.silent[id] == nil && h.Stopping.Err() == nil {
		h.keepSilent(id, h.unheard(), extent)
	}
}

// endSilent ends a run that is not in memory, and that nobody has continued.
func (h *Handlers) endSilent(id key.ID) {
	defer h.recovered(id)
	ctx := h.WithTurn(h.Stopping)
	if received, err := h.receivedElsewhere(ctx, id); err == nil && received {
		return
	}
	l, err := h.liveRun(ctx, id)
	if err == nil {
		l.endOfSilence()
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.silent[id]
	switch status := problem.Of(err).Status; {
	case r == nil || h.Stopping.Err() != nil:
	case status == http.StatusConflict || status == http.StatusNotFound: // it has ended, or was deleted
		h.forgetSilent(id)
	default:
		r.timer.Reset(h.Silence)
	}
}

// receivedElsewhere reports whether another server of a cluster has received more of a run that is not in
// memory here. Then it is looked at again later.
func (h *Handlers) receivedElsewhere(ctx context.Context, id key.ID) (bool, error) {
	if !h.Store.Shared() {
		return false, nil
	}
	t, err := h.Traces().Load(ctx, id)
	if err != nil {
		return false, err
	}
	extent, err := h.Traces().Extent(ctx, t.Place(0))
	if err != nil {
		return false, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	r := h.silent[id]
	if r == nil || r.extent == extent {
		return false, nil
	}
	h.keepSilent(id, silence{heard: time.Now()}, extent)
	return true, nil
}

// endOfSilence ends a run whose program sends nothing any more, unless another server receives it.
func (l *live) endOfSilence() {
	defer l.h.recovered(l.id)
	ctx := l.h.WithTurn(l.h.Stopping)
	_, err := l.catchUp(ctx)
	if err == nil {
		if left := l.leftOfSilence(); left > 0 {
			l.silence.Reset(left)
			return
		}
		s := l.quiet()
		_, err = l.endFor(ctx, checks.Options{}, s.ended())
	}
	if err != nil && !errors.Is(err, errEnded) && l.h.Stopping.Err() == nil {
		l.h.Log.Warn("a live trace could not be ended", "id", l.id, "err", err)
		l.silence.Reset(l.h.Silence)
	}
}

func (l *live) leftOfSilence() time.Duration {
	s := l.quiet()
	return l.h.left(&s)
}

// quiet returns what is known of the program.
func (l *live) quiet() silence {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.silent
}

// connected notes that a request or a connection sends the run. The caller calls gone when it ends.
func (l *live) connected() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.senders++
	l.silent.broke, l.silent.stopped = time.Time{}, false
	l.changed.Send()
}

// gone notes that a request or a connection that has sent the run has ended, or that it broke.
func (l *live) gone(broke bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.senders--; broke && l.senders == 0 && !l.ended && l.h.Stopping.Err() == nil {
		l.silent.broke = time.Now()
		l.changed.Send()
	}
}

// catchUp reads what another server of a cluster has received since, and reports whether there is any.
func (l *live) catchUp(ctx context.Context) (more bool, err error) {
	if !l.h.Store.Shared() {
		return false, nil
	}
	if err := fair.Enter(ctx, l.adding); err != nil {
		return false, err
	}
	defer fair.Leave(l.adding)
	whole := false
	defer func() {
		if !whole && more {
			l.h.unload(l, func() { l.leave(true) }) // a part was read: it is read again from the store
		}
	}()
	err = l.writer.CatchUp(ctx, func(raw []byte) error {
		more = true
		return l.readInTurn(context.WithoutCancel(ctx), raw)
	})
	if whole = err == nil; more && whole {
		l.receivedElsewhere()
	}
	return more, err
}

// readInTurn reads a block that is stored. The caller holds adding.
func (l *live) readInTurn(ctx context.Context, block []byte) error {
	give, err := fair.TakeTurn(ctx)
	if err != nil {
		return err
	}
	defer give()
	if err := fair.Enter(ctx, l.reading); err != nil {
		return err
	}
	defer fair.Leave(l.reading)
	return l.read(ctx, block, nil)
}

func (l *live) receivedElsewhere() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.offset, l.stored, l.silent = l.writer.Offset, l.writer.Stored, silence{heard: time.Now()}
	if !l.left {
		l.silence.Reset(l.h.patience(&l.silent))
	}
	l.changed.Send()
}

// wait waits until changed is closed, or until the program has become silent. Where another server can
// receive the run, it looks for what has come there.
func (l *live) wait(ctx context.Context, changed <-chan struct{}) error {
	var quiet, look <-chan time.Time
	if s := l.quiet(); s.program(time.Now()) == programRuns {
		timer := time.NewTimer(quietTime - time.Since(s.heard))
		defer timer.Stop()
		quiet = timer.C
	}
	for {
		if l.h.Store.Shared() {
			look = time.After(lookTime)
		}
		select {
		case <-changed:
			return nil
		case <-quiet:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-look:
		}
		if _, err := l.h.watchedRun(ctx, l.id); err != nil {
			return err
		}
	}
}
