package records

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"espalier/web/store"
	"espalier/web/store/clock"
)

// clockKey is the key of the record of package clock.
const clockKey = "clock.time"

const (
	// clockTime bounds the first reading of the clock. clockRetry is the pause between two
	// attempts until one succeeds.
	clockTime  = 5 * time.Second
	clockRetry = time.Second
)

// Now returns the time of the library, and whether it is steady. Only then may something be
// deleted because of its age. Stamps from which an age is computed later have this time. As
// long as nothing was stored, it is the time of the machine. See package clock.
func (l *Store) Now() (now time.Time, steady bool) {
	if l == nil {
		return time.Now(), false
	}
	if now, steady = l.clock.Now(); now.IsZero() {
		return l.machine.Now(), false
	}
	return now, steady
}

// Up returns how much time processes have seen pass since the store has had a clock.
func (l *Store) Up() time.Duration { return l.clock.Up() }

// startClock reads the time of the library, which is needed before anything is stamped, and
// keeps it until the library is closed.
func (l *Store) startClock(bucket *Bucket) {
	if !l.clock.Known() {
		ctx, cancel := context.WithTimeout(l.ctx, clockTime)
		defer cancel()
		if err := l.readClock(ctx, bucket); err != nil {
			l.log.Warn("library: its time cannot be read yet; nothing is deleted because of its age until it is", "err", err)
		}
	}
	l.timing.Do(func() { go l.keepClock() })
}

// keepClock reads the clocks every clock.SampleEvery until the library is closed.
func (l *Store) keepClock() {
	for {
		wait := clock.SampleEvery
		if !l.clock.Known() {
			wait = clockRetry
		}
		if Pause(l.ctx, wait) != nil {
			return
		}
		if l.progress.starting() != nil {
			continue
		}
		if err := l.ReadClock(l.ctx); err != nil && !errors.Is(err, ErrUnused) && l.ctx.Err() == nil {
			l.log.Debug("library: its time is not read or kept", "err", err)
		}
	}
}

// ReadClock reads the clocks now.
func (l *Store) ReadClock(ctx context.Context) error {
	bucket, done, err := l.Use(ctx, false)
	if err != nil {
		return err
	}
	defer done()
	return l.readClock(ctx, bucket)
}

// readClock compares the clocks, and stores the time of the library if that is due.
func (l *Store) readClock(ctx context.Context, bucket *Bucket) error {
	var r clock.Reading
	data, sequence, err := bucket.Get(ctx, clockKey)
	switch {
	case errors.Is(err, store.ErrNoKey):
	case err != nil:
		return err
	default:
		r.Sequence, r.Record = sequence, &clock.Record{}
		if err := json.Unmarshal(data, r.Record); err != nil {
			l.log.Error("library: the record of its time cannot be read and is made anew", "err", err)
			r.Record = nil
		}
	}
	r.Store = l.machine.Now() // the embedded store takes its stamps from this clock
	if bucket.Shared() {
		if r.Store, err = bucket.Time(ctx); err != nil {
			return err
		}
	}
	jump, write := l.clock.Take(r)
	if jump != 0 {
		l.log.Warn("library: the clock has jumped; ages do not count that, and nothing is deleted because of its age for a while",
			"by", jump.Round(time.Second), "while", clock.Settle)
	}
	if write == nil || bucket.ReadOnly || l.disk.Stalled() != nil || l.disk.Ready(ctx) != nil {
		return nil
	}
	data, err = json.Marshal(write)
	if err != nil {
		return err
	}
	if r.Sequence == 0 {
		sequence, err = bucket.Create(ctx, clockKey, data)
	} else {
		sequence, err = bucket.Update(ctx, clockKey, data, r.Sequence)
	}
	if errors.Is(err, store.ErrKeyExists) {
		return nil // another process was faster
	}
	if err == nil {
		l.clock.Written(sequence)
	}
	return err
}
