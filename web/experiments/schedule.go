package experiments

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"espalier/web/store"
)

// pick returns the run that takes the next task; nil: there is none, or enough tasks are being
// worked on. The client with the fewest such tasks is first. Each client can have one task for
// each processor; beyond that, the clients share the processors.
func (h *Handlers) pick() *run {
	h.mu.Lock()
	defer h.mu.Unlock()
	all, byOwner := 0, map[string]int{}
	var ready []*run
	for _, r := range h.runs {
		all += r.working
		byOwner[r.document.Owner] += r.working
		if r.ctx != nil && time.Now().After(r.dryUntil) {
			ready = append(ready, r)
		}
	}
	if all >= 2*h.Processors() {
		return nil
	}
	ready = slices.DeleteFunc(ready, func(r *run) bool { return byOwner[r.document.Owner] >= h.Processors() })
	if len(ready) == 0 {
		return nil
	}
	return slices.MinFunc(ready, func(a, b *run) int {
		return cmp.Or(byOwner[a.document.Owner]-byOwner[b.document.Owner], a.working-b.working, a.document.Created.Compare(b.document.Created), strings.Compare(a.id, b.id))
	})
}

// serve takes a task of a run and starts to work on it. If there is no task, it ends the
// run, fills the queue again, or waits.
func (h *Handlers) serve(ctx context.Context, r *run) error {
	h.mu.Lock()
	fresh, runCtx := r.fresh, r.ctx
	h.mu.Unlock()
	if runCtx == nil {
		return nil
	}
	if fresh {
		if err := h.fill(ctx, r); err != nil {
			return err
		}
	}
	var task *store.Task
	waiting, taken := 0, 0
	err := h.withQueue(ctx, func(ctx context.Context, q store.Queue) (err error) {
		if task, err = q.Take(ctx, r.id); err == nil && task == nil {
			waiting, taken, err = q.Left(ctx, r.id)
		}
		return err
	})
	if err != nil {
		return err
	}
	if task != nil {
		h.mu.Lock()
		r.working++
		h.mu.Unlock()
		h.workers.Go(func() { h.work(runCtx, r, task) })
		return nil
	}
	h.mu.Lock()
	r.dryUntil = time.Now().Add(dryTime)
	working, since := r.working, r.since
	h.mu.Unlock()
	left, err := h.refresh(ctx, r)
	switch {
	case err != nil:
		return err
	case left == 0:
		return h.finish(ctx, r, done, "")
	case waiting == 0 && taken == 0 && working == 0 && time.Since(since) > graceTime:
		return h.fill(ctx, r) // the queue was lost, or was never filled
	}
	return nil
}

// fill puts the tasks without a result into the queue.
func (h *Handlers) fill(ctx context.Context, r *run) error {
	if _, err := h.refresh(ctx, r); err != nil {
		return err
	}
	var tasks []int
	r.mu.Lock()
	for task, done := range r.done {
		if !done {
			tasks = append(tasks, task)
		}
	}
	r.mu.Unlock()
	err := h.withQueue(ctx, func(ctx context.Context, q store.Queue) error { return q.Put(ctx, r.id, takerTime, tasks) })
	if err != nil {
		return err
	}
	h.mu.Lock()
	r.fresh, r.dryUntil = false, time.Time{}
	h.mu.Unlock()
	return nil
}

// finish ends a run. If another process has already ended it, that result is kept.
func (h *Handlers) finish(ctx context.Context, r *run, state, why string) error {
	d, err := h.change(ctx, r.id, func(d *document) bool {
		if d.State != running {
			return false
		}
		d.stop(state, h.aged())
		d.Error = why
		return true
	})
	if err != nil {
		return err
	}
	h.set(r, d, false)
	err = h.withQueue(ctx, func(ctx context.Context, q store.Queue) error { return q.Remove(ctx, r.id) })
	if err != nil {
		h.Log.Debug("experiments: the tasks of a run that has ended stay in the queue", "run", r.id, "err", err)
	}
	return nil
}
