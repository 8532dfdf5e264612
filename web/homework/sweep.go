package homework

import (
	"context"
	"time"

	"espalier/web/treestore"
)

// keepTime deletes assignments that have ended, at regular intervals.
func (h *Handlers) keepTime() {
	tick := time.NewTicker(sweepTime)
	defer tick.Stop()
	for {
		select {
		case <-h.Stopping.Done():
			return
		case <-tick.C:
		}
		h.created.Sweep(h.now())
		h.entered.Sweep(h.now())
		h.fillExercises(h.Stopping)
		if err := h.sweep(h.Stopping); err != nil && h.Stopping.Err() == nil {
			h.Log.Warn("homework: cannot look for ended assignments; the next try is in an hour", "err", err)
		}
	}
}

// sweep deletes assignments whose last answer is older than Lifetime, and remains of deleted
// ones. While the clock of the library is not steady, it deletes nothing because of its age.
func (h *Handlers) sweep(ctx context.Context) error {
	keys, err := h.ListValues(ctx, prefix+">")
	if err != nil {
		return err
	}
	students := map[treestore.ID][]treestore.ID{}
	there := map[treestore.ID]bool{}
	for _, name := range keys {
		id, student := idsIn(name)
		if student == "" {
			there[id] = true
		} else {
			students[id] = append(students[id], student)
		}
	}
	for id := range students {
		if !there[id] { // a student answered while another server deleted it
			if err := h.remove(ctx, id); err != nil {
				return err
			}
		}
	}
	for id := range there {
		if err := h.sweepOne(ctx, id, students[id]); err != nil {
			return err
		}
	}
	return nil
}

// sweepOne deletes an assignment if it is old. Otherwise it stores the time of the last answer, so
// that the answers are read only once in Lifetime.
func (h *Handlers) sweepOne(ctx context.Context, id treestore.ID, students []treestore.ID) error {
	data, sequence, err := h.ReadValue(ctx, assignmentKey(id))
	if missing(err) {
		return nil // it was deleted meanwhile
	}
	if damaged(err) {
		return nil // it stays, so that it can be restored
	}
	if err != nil {
		return err
	}
	a, err := readStored(id, data, sequence)
	if err != nil {
		h.Log.Error("homework: cannot read an assignment", "id", id, "err", err)
		return nil
	}
	if !h.isOld(a.Touched) {
		return nil
	}
	last := a.Touched
	for _, student := range students {
		r, _, err := h.student(ctx, id, student)
		if err != nil && err != errNotEntered && !damaged(err) {
			return err
		}
		if err == nil {
			last = max(last, r.Active, r.Entered)
		}
	}
	if h.isOld(last) {
		return h.remove(ctx, id)
	}
	_, err = h.change(ctx, id, func(a *assignment) error {
		a.Touched = max(a.Touched, last)
		return nil
	})
	if err == errNoAssignment {
		err = nil
	}
	return err
}

// isOld reports whether a time of the library, in ms, is longer ago than Lifetime.
func (h *Handlers) isOld(moment int64) bool {
	now, steady := h.aged()
	return steady && now.Sub(time.UnixMilli(moment)) > Lifetime
}
