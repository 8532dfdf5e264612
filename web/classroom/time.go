package classroom

import (
	"context"
	"errors"
	"time"

	"espalier/web/app"
	"espalier/web/problem"
)

// A presenter can set a time limit for a question. The value has the time at which the question
// stops, by the clock of the server as in a playback, and each page counts down to it. The server
// stops the question, even if the presenter's page is gone.

// readSeconds reads a time limit from now on; 0: none.
func readSeconds(raw []byte) (time.Duration, error) {
	if raw == nil || problem.TypeOf(raw) == "null" {
		return 0, nil
	}
	n, err := problem.ReadWhole(raw, "seconds", MinSeconds, MaxSeconds)
	return time.Duration(n) * time.Second, err
}

// setTime sets the time limit of a question from now on; 0: none.
func (q *shownQuestion) setTime(now time.Time, d time.Duration) {
	if q.Ends = 0; d > 0 {
		q.Ends = now.Add(d).UnixMilli()
	}
}

// limitTime sets or removes the time limit of the open question.
func (r *room) limitTime(ctx context.Context, raw []byte) (value, error) {
	d, err := readSeconds(raw)
	if err != nil {
		return value{}, err
	}
	return r.onQuestion(ctx, func(_ *value, q *shownQuestion) error {
		if q.State != stateOpen {
			return problem.Refused("question", "question %s is closed; it takes no more answers. Ask it again", q.ID)
		}
		q.setTime(r.h.now(), d)
		return nil
	})
}

// watchTime starts the timer that stops the current question when its time is over. The caller holds
// mu.
func (r *room) watchTime() {
	ends := int64(0)
	if q := r.value.Question; q != nil && q.State == stateOpen && r.value.State != stateClosed {
		ends = q.Ends
	}
	if ends == r.ends {
		return
	}
	if r.ends = ends; r.ending != nil {
		r.ending.Stop()
		r.ending = nil
	}
	if ends != 0 {
		r.ending = time.AfterFunc(time.UnixMilli(ends).Sub(r.h.now()), func() { r.h.timeIsOver(r) })
	}
}

// timeIsOver stops the question of a room. The room may have been reloaded from the store meanwhile.
func (h *Handlers) timeIsOver(r *room) {
	ctx, cancel := context.WithTimeout(h.Stopping, app.StoreTimeout)
	defer cancel()
	err := func() error {
		now, err := h.enter(ctx, r.code)
		if err != nil {
			return err
		}
		defer h.leave(now)
		return now.stopInTime(ctx)
	}()
	if err == nil || errors.Is(err, errNoRoom) || h.Stopping.Err() != nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ends == 0 {
		return
	}
	again := time.UnixMilli(r.ends).Sub(h.now()) // later, if the clock was set back or the time was extended
	if !errors.Is(err, errInTime) {
		h.Log.Warn("rooms: could not stop a question whose time is over", "err", err)
		again = retryStop
	}
	r.ending = time.AfterFunc(max(again, time.Millisecond), func() { h.timeIsOver(r) })
}

// errInTime says that there is no question whose time is over.
var errInTime = errors.New("classroom: the question has time left")

// stopInTime stops the current question if its time is over.
func (r *room) stopInTime(ctx context.Context) error {
	_, err := r.commit(ctx, storedFirst, func(v *value) error {
		q := v.Question
		if q == nil || q.State != stateOpen || q.Ends == 0 || r.h.now().UnixMilli() < q.Ends {
			return errInTime
		}
		q.State = stateStopped
		return nil
	})
	return err
}
