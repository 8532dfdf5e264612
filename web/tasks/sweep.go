package tasks

import (
	"context"
	"errors"
	"time"

	"espalier/web/store"
	"espalier/web/treestore"
)

// keepTime deletes tasks that have ended, at regular intervals.
func (h *Handlers) keepTime() {
	tick := time.NewTicker(sweepTime)
	defer tick.Stop()
	for {
		if err := h.finish(h.Stopping); err != nil && h.Stopping.Err() == nil {
			h.Log.Warn("tasks: cannot look for runs that are not noted; the next try is in an hour", "err", err)
		}
		select {
		case <-h.Stopping.Done():
			return
		case <-tick.C:
		}
		h.created.Sweep(time.Now())
		h.entered.Sweep(time.Now())
		if err := h.sweep(h.Stopping); err != nil && h.Stopping.Err() == nil {
			h.Log.Warn("tasks: cannot look for ended tasks; the next try is in an hour", "err", err)
		}
	}
}

// sweep deletes tasks whose last run is older than Lifetime, and remains of deleted ones. While
// the clock of the library is not steady, it deletes nothing because of its age.
func (h *Handlers) sweep(ctx context.Context) error {
	keys, err := h.ListValues(ctx, prefix+">")
	if err != nil {
		return err
	}
	there := map[treestore.ID]bool{} // false: only a student is left, who entered while it was deleted
	for _, name := range keys {
		id, student := idsIn(name)
		there[id] = there[id] || student == ""
	}
	for id, whole := range there {
		err := error(nil)
		if whole {
			err = h.sweepOne(ctx, id)
		} else {
			err = h.remove(ctx, id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sweepOne deletes a task if it is old. Otherwise it stores the time of the last run, so that the
// records of students are read only once in Lifetime.
func (h *Handlers) sweepOne(ctx context.Context, id treestore.ID) error {
	t, err := h.load(ctx, id)
	if errors.Is(err, errNoTask) {
		return nil // it was deleted meanwhile
	}
	if damaged(err) {
		return nil // it stays, so that it can be restored
	}
	if err != nil || !h.isOld(t.Touched) {
		return err
	}
	list, err := h.rows(ctx, id)
	if err != nil {
		return err
	}
	for _, r := range list {
		if !r.lost {
			t.Touched = max(t.Touched, r.Active, r.Entered)
		}
	}
	if h.isOld(t.Touched) {
		return h.remove(ctx, id)
	}
	t.Revision = max(t.Revision, 1) + 1
	_, err = h.UpdateValue(ctx, taskKey(id), t.stored(), t.sequence, "")
	if errors.Is(err, store.ErrKeyExists) || missing(err) {
		err = nil // another server did it, or it was deleted
	}
	return err
}

// isOld reports whether a time of the library, in ms, is longer ago than Lifetime.
func (h *Handlers) isOld(moment int64) bool {
	now, steady := h.aged()
	return steady && now.Sub(time.UnixMilli(moment)) > Lifetime
}
