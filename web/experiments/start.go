package experiments

import (
	"context"

	"espalier/search/experiment"
	"espalier/web/fair"
	"espalier/web/problem"
)

// start starts a run for the client of a context.
func (h *Handlers) start(ctx context.Context, of *experiment.Experiment, v experiment.Values) (id string, err error) {
	jobs := len(of.Jobs(v))
	if jobs > MaxJobs {
		return "", problem.Refused("parameters", "this run would have %d jobs; the limit is %d", jobs, MaxJobs)
	}
	h.starting.Lock()
	defer h.starting.Unlock()
	owner, settle, err := h.admit(ctx)
	if err != nil {
		return "", err
	}
	now := h.aged()
	d := document{Experiment: of.ID, Parameters: v, Owner: owner, State: running, Created: now, Since: now, Tasks: tasksOf(jobs)}
	id = newID()
	err = h.create(ctx, id, &d)
	settle(err == nil)
	if err != nil {
		return "", err
	}
	r, err := newRun(id, d)
	if err != nil {
		return "", err
	}
	h.set(r, d, true)
	h.wake.Send()
	return id, nil
}

// admit takes one of the runs that the client of a context may start. settle is called
// with whether it was started.
func (h *Handlers) admit(ctx context.Context) (owner string, settle func(started bool), err error) {
	if h.Stopping.Err() != nil {
		return "", nil, problem.ErrStopping
	}
	if owner, err = h.OwnerTag(ctx, "experiments"); err != nil {
		return "", nil, err
	}
	all, own := 0, 0
	h.mu.Lock()
	for _, r := range h.runs {
		if r.document.State == running {
			all++
			if r.document.Owner == owner {
				own++
			}
		}
	}
	h.mu.Unlock()
	if free := MaxRunning - all; free < 1 || own > 0 && own+1 > free {
		h.Refused("experiments")()
		return "", nil, tooMany(own, all)
	}
	giveBack, err := h.newRuns.Take(fair.ClientFrom(ctx), 1)
	if err != nil {
		return "", nil, err
	}
	return owner, func(started bool) {
		if !started {
			giveBack()
		}
	}, nil
}

// resume continues a run that was cancelled or has failed.
func (h *Handlers) resume(ctx context.Context, id string) error {
	r, err := h.find(ctx, id)
	if err != nil {
		return err
	}
	h.starting.Lock()
	defer h.starting.Unlock()
	d, err := h.loadDocument(ctx, id)
	if err != nil || d.State == running || d.State == done {
		return err
	}
	owner, settle, err := h.admit(ctx)
	if err != nil {
		return err
	}
	started := false
	d, err = h.change(ctx, id, func(d *document) bool {
		started = d.State == cancelled || d.State == failed
		d.State, d.Error, d.Since, d.Owner = running, "", h.aged(), owner
		return started
	})
	settle(err == nil && started)
	if err != nil {
		return err
	}
	h.set(r, d, true)
	h.wake.Send()
	return nil
}

// stop cancels a run. A run that has ended does not change.
func (h *Handlers) stop(ctx context.Context, id string) error {
	r, err := h.find(ctx, id)
	if err != nil {
		return err
	}
	defer h.wake.Send()
	return h.finish(ctx, r, cancelled, "")
}
