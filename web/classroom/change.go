package classroom

import (
	"context"
	"errors"
	"time"

	"espalier/web/app"
	"espalier/web/fair"
	"espalier/web/store"
)

// change is commit for an action of a presenter.
func (r *room) change(ctx context.Context, canWait bool, f func(v *value) error, sources ...*source) (value, error) {
	how := storedFirst
	if canWait {
		how = sentFirst
	}
	return r.commit(ctx, how, func(v *value) error {
		if err := f(v); err != nil {
			return err
		}
		now := r.h.libraryTime()
		v.Touched = now.UnixMilli()
		v.led(now)
		return nil
	}, sources...)
}

// How a new value is sent.
type sending int

const (
	storedFirst sending = iota
	sentFirst           // before it is stored, if that is allowed: there can be many steps a second, and only the newest counts
	notSent             // the change is invisible
)

// commit changes the value with f, which may be called several times, and sends the new value.
func (r *room) commit(ctx context.Context, how sending, f func(v *value) error, sources ...*source) (value, error) {
	if err := fair.Enter(ctx, r.changing); err != nil {
		return value{}, err
	}
	defer fair.Leave(r.changing)
	for began := time.Now(); ; {
		v := r.snapshot()
		if v.State == stateClosed {
			return v, errNoRoom
		}
		before := v.copy()
		if err := f(&v); err != nil {
			return v, err
		}
		v.Revision++
		v.By = newTag()
		if err := v.fit(); err != nil {
			return v, err
		}
		if how == sentFirst && sameQuestion(&before, &v) && r.sendFirst(v, sources) {
			return v, nil
		}
		sequence, err := r.save(ctx, &v)
		if err == nil {
			r.committed(v, how, sources)
			r.sendValue(&v, sequence)
			return v, nil
		}
		if !errors.Is(err, store.ErrKeyExists) || time.Since(began) > app.RetryTime {
			return v, err
		}
		if err := r.reload(ctx); err != nil { // another server was first
			return v, err
		}
	}
}

// committed makes a stored value the current one, unless another server has already made a newer
// change.
func (r *room) committed(v value, how sending, sources []*source) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case v.Revision <= r.value.Revision:
	case how == notSent:
		r.value = v
	default:
		r.set(v, sources...)
	}
}

// sendFirst sends a value that will be stored in a moment. It returns false if the value must be
// stored first: earlier steps are not stored yet, or other servers may change the room.
func (r *room) sendFirst(v value, sources []*source) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.h.shared, v.Revision > r.reserved, r.saveFails, !r.unsaved.IsZero() && time.Since(r.unsaved) > saveLimit:
		return false
	}
	if r.unsaved.IsZero() {
		r.unsaved = time.Now()
	}
	r.saveLater()
	r.set(v, sources...)
	return true
}

// saveNow stores the value if it was sent but not stored.
func (r *room) saveNow(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, app.StoreTimeout)
	defer cancel()
	if fair.Enter(ctx, r.storing) != nil {
		return
	}
	defer fair.Leave(r.storing)
	sent := time.Now()
	v, pending := r.beginSave()
	if !pending {
		return
	}
	if _, err := r.put(ctx, &v); err != nil {
		r.h.Log.Warn("rooms: could not store a step", "err", err)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.value.Revision > v.Revision { // newer values were sent meanwhile
		r.unsaved = sent
		r.saveLater()
	}
}

// beginSave returns the value, and whether it was sent but not stored.
func (r *room) beginSave() (v value, pending bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.saving = false
	return r.value.copy(), !r.unsaved.IsZero()
}

// save stores a value before it is sent. The error is ErrKeyExists if another server has changed the
// room since the value was read, in the store or already here.
func (r *room) save(ctx context.Context, v *value) (sequence uint64, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), app.StoreTimeout)
	defer cancel()
	if err := fair.Enter(ctx, r.storing); err != nil {
		return 0, err
	}
	defer fair.Leave(r.storing)
	if r.h.shared && r.snapshot().Revision >= v.Revision {
		return 0, store.ErrKeyExists
	}
	return r.put(ctx, v)
}

// put stores a value. The caller holds storing.
func (r *room) put(ctx context.Context, v *value) (sequence uint64, err error) {
	v.Reserved = v.Revision
	if !r.h.shared {
		v.Reserved += reserve
	}
	sequence, err = r.update(ctx, v)
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil {
		r.saveFails = true
		return 0, err
	}
	r.sequence, r.reserved, r.unsaved, r.saveFails = sequence, v.Reserved, time.Time{}, false
	return sequence, nil
}

// update replaces the stored value. A write whose answer was lost may have been stored: the value
// says who has written it.
func (r *room) update(ctx context.Context, v *value) (sequence uint64, err error) {
	for began := time.Now(); ; {
		once, cancel := context.WithTimeout(ctx, app.StoreTimeout)
		sequence, err = r.h.Store.UpdateValue(once, ValueKey(r.code), v.stored(), r.sequence, "")
		cancel()
		var away *store.UnavailableError
		switch {
		case err == nil:
			return sequence, nil
		case errors.As(err, &away) && r.h.shared && time.Since(began) < app.RetryTime:
			BeforeRetry(ctx)
		case !errors.Is(err, store.ErrKeyExists):
			return 0, err
		}
		data, sequence, readErr := r.h.ReadValue(ctx, ValueKey(r.code))
		if readErr != nil {
			return 0, readErr
		}
		there, readErr := readValue(data)
		switch {
		case readErr != nil:
			return 0, readErr
		case there.By == v.By:
			return sequence, nil
		case r.h.shared && sequence != r.sequence:
			return 0, store.ErrKeyExists
		case time.Since(began) > app.RetryTime:
			return 0, err
		}
		r.sequence = sequence // of our write whose answer was lost
	}
}

// saveLater makes saveNow run in a moment. The caller holds mu.
func (r *room) saveLater() {
	if !r.saving {
		r.saving = true
		time.AfterFunc(saveDelay, func() { r.saveNow(context.Background()) })
	}
}
