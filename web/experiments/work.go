package experiments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"espalier/search/experiment"
	"espalier/web/store"
)

// work does the jobs of a task and stores their counts.
func (h *Handlers) work(ctx context.Context, r *run, task *store.Task) {
	defer h.wake.Send()
	defer func() {
		h.mu.Lock()
		r.working--
		h.mu.Unlock()
	}()
	if task.Number < 0 || task.Number >= len(r.done) {
		task.Done()
		return
	}
	ended := make(chan struct{})
	defer close(ended)
	go report(task, ended)

	if res, err := h.readResult(ctx, r.id, task.Number); err == nil {
		h.done(r, task, res) // two processes had the task
		return
	}
	res, err := h.do(ctx, r, task.Number)
	if err == nil {
		err = h.store(ctx, r, task.Number, res)
	}
	switch {
	case ctx.Err() != nil:
		task.Return()
	case err != nil:
		h.Log.Warn("experiments: a run has failed", "run", r.id, "experiment", r.of.ID, "err", err)
		if err := h.finish(h.Stopping, r, failed, err.Error()); err != nil {
			task.Return()
		}
	default:
		h.done(r, task, res)
	}
}

// done marks a task as done, whose result is stored.
func (h *Handlers) done(r *run, task *store.Task, res *result) {
	task.Done()
	if r.addOne(task.Number, res) == 0 {
		h.mu.Lock()
		r.dryUntil = time.Time{} // the run has ended: see at once
		h.mu.Unlock()
	}
}

// addOne adds a result, and returns how many are left.
func (r *run) addOne(task int, res *result) (left int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(task, res)
	return r.left
}

// report prevents that a task is given to another process.
func report(task *store.Task, ended <-chan struct{}) {
	tick := time.NewTicker(takerTime / reports)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return
		case <-tick.C:
			task.Working()
		}
	}
}

// do does the jobs of a task.
func (h *Handlers) do(ctx context.Context, r *run, task int) (res *result, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			h.Log.Error("panic", "run", r.id, "cause", cause, "stack", string(debug.Stack()))
			err = errors.New("a job failed; the log of the server has the reason")
		}
	}()
	h.mu.Lock()
	values, owner := r.document.Parameters, r.document.Owner
	h.mu.Unlock()
	ctx = h.WithBackgroundTurn(ctx, clientOf(owner))
	from, to := r.span(task)
	res = &result{}
	for _, j := range r.jobs[from:to] {
		began := time.Now()
		counts, err := r.of.Run(ctx, values, j)
		if err != nil {
			return nil, fmt.Errorf("deal %d, %s: %w", j.Deal, j.Name, err)
		}
		if counts == nil {
			counts = experiment.Counts{}
		}
		res.Counts = append(res.Counts, counts)
		res.Millis = append(res.Millis, time.Since(began).Milliseconds())
	}
	res.At = h.aged()
	return res, nil
}

// store creates the result of a task. An existing result is the same. If the store does not
// answer, it tries again.
func (h *Handlers) store(ctx context.Context, r *run, task int, res *result) error {
	data, err := json.Marshal(res)
	if err != nil {
		return err
	}
	for {
		_, err := h.CreateValue(ctx, resultKey(r.id, task), data, "")
		var away *store.UnavailableError
		switch {
		case err == nil || errors.Is(err, store.ErrKeyExists):
			return nil
		case !errors.As(err, &away):
			return err
		}
		select {
		case <-time.After(retryTime):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
