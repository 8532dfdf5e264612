package records

import (
	"context"
	"errors"
	"time"

	"espalier/web/cluster"
	"espalier/web/store"
)

const (
	// MaxBytes is the limit of the embedded store if Config has none.
	MaxBytes = cluster.MaxBytes
	// SameMaxBytes leaves the limit of a store as it is.
	SameMaxBytes = cluster.SameLimit
	// LeastMaxBytes is the smallest limit that Config can have. It is enough for a few of
	// the largest logs.
	LeastMaxBytes = 64 << 20
	// MostMaxBytes is the largest.
	MostMaxBytes = cluster.MostBytes

	// ReservePercent is the part of the store that new logs and roots may not use, so that
	// existing ones can still be changed.
	ReservePercent = 10
	// warnPercent is the part of the store that may be full before the log has a warning
	// and its logs may make space.
	warnPercent = 80

	// KeyOverhead is the number of bytes that the store adds to each value, for its key
	// and headers.
	KeyOverhead = 120

	// checkTime is the time between two checks of the capacity.
	checkTime = time.Minute
)

// An Admission decides whether a revision of a number of bytes is stored. first is set for
// the first revision of a log, and for a new root. An error refuses the revision. Otherwise settle is called
// later, with whether it was stored.
type Admission func(ctx context.Context, first bool, bytes int64) (settle func(stored bool), err error)

// SetAdmission sets the function that is asked before a revision is stored.
func (l *Store) SetAdmission(a Admission) {
	if l != nil {
		l.admission.Store(&a)
	}
}

// Admit asks whether a revision may be stored.
func (l *Store) Admit(ctx context.Context, bucket *Bucket, first bool, value []byte, chunks [][]byte) (settle func(stored bool), err error) {
	if first {
		if err := l.checkCapacity(ctx, bucket); err != nil {
			return nil, err
		}
	}
	a := l.admission.Load()
	if a == nil {
		return func(bool) {}, nil
	}
	bytes := int64(len(value)) + KeyOverhead
	for _, c := range chunks {
		bytes += int64(len(c)) + KeyOverhead
	}
	return (*a)(ctx, first, bytes)
}

// Charge is the admission of a value that another package stores in the bucket.
func (l *Store) Charge(ctx context.Context, first bool, value []byte) (settle func(stored bool), err error) {
	bucket, done, err := l.Use(ctx, true)
	if err != nil {
		return nil, err
	}
	defer done()
	return l.Admit(ctx, bucket, first, value, nil)
}

// MaxBytes returns the limit of the store, or 0 in a cluster, whose servers have their own
// limits.
func (l *Store) MaxBytes() int64 {
	switch {
	case l != nil && l.config.URL != "":
		return 0
	case l == nil || l.config.MaxBytes <= 0:
		return MaxBytes
	}
	return l.config.MaxBytes
}

// Size returns the bytes that are stored, and the limit. A limit of -1 means that there
// is none here.
func (l *Store) Size(ctx context.Context) (used, limit int64, err error) {
	if l != nil {
		if err := l.progress.long(); err != nil {
			return 0, 0, err
		}
	}
	bucket, done, err := l.Use(ctx, false)
	if errors.Is(err, ErrUnused) {
		return 0, l.MaxBytes(), nil // nothing has been stored
	}
	if err != nil {
		return 0, 0, err
	}
	defer done()
	return bucket.size(ctx)
}

// checkCapacity fails if only the reserve for changes of what exists is left.
func (l *Store) checkCapacity(ctx context.Context, bucket *Bucket) error {
	used, limit, err := bucket.size(ctx)
	if err != nil || limit <= 0 {
		return err
	}
	l.warnOfSize(used, limit)
	if used > limit/100*(100-ReservePercent) {
		return store.NearlyFull(limit)
	}
	return nil
}

// warnOfSize logs that the store is nearly full, once each time that this begins.
func (l *Store) warnOfSize(used, limit int64) {
	nearly := used > limit/100*warnPercent
	if nearly && !l.warned.Swap(true) {
		l.log.Warn("library: the store is nearly full; -max-store sets its limit, and 'library list' shows what takes the space",
			"bytes", used, "limit", limit, "percent", used*100/limit)
	}
	if !nearly {
		l.warned.Store(false)
	}
}

// evictLoop checks the capacity of the embedded store every checkTime until the library is
// closed. When the store is nearly full, its logs may make space.
func (l *Store) evictLoop() {
	check := time.NewTicker(checkTime)
	defer check.Stop()
	for {
		select {
		case <-l.ctx.Done():
			return
		case <-check.C:
		}
		used, limit, err := l.Size(l.ctx)
		if err != nil || limit <= 0 {
			continue
		}
		l.warnOfSize(used, limit)
		if l.logs != nil {
			l.logs.MakeSpace(l.ctx, l.warned.Load())
		}
	}
}
