package treestore

import (
	"context"
	"errors"

	"espalier/web/store"
	"espalier/web/store/records"
)

// MaxRevisions bounds the revisions of one answer. Each is one record to read.
const MaxRevisions = 1_000

// Revisions returns up to count revisions before the given one, the newest first. If before
// is 0, it begins with the newest revision.
func (l *Store) Revisions(ctx context.Context, id ID, before, count int) ([]Revision, error) {
	bucket, done, err := l.use(ctx, false)
	if err != nil {
		return nil, err
	}
	defer done()
	var last int
	newest, err := l.Look(ctx, id, 0)
	switch damage := records.DamageOf(err); {
	case err == nil:
		last = newest.Number
	case damage != nil && damage.Newest > 0:
		last = damage.Newest // the history still has the lines that can be read
	default:
		return nil, err
	}
	if before > 0 {
		last = min(last, before-1)
	}
	count = max(0, min(count, last, MaxRevisions))
	history := make([]Revision, 0, count)
	for count > 0 {
		n := min(count, records.AtOnce)
		found := bucket.readRecords(ctx, id, last-n+1, n)
		for i := n - 1; i >= 0; i-- {
			r := &found[i]
			missing := errors.Is(r.err, store.ErrNoKey)
			if missing && bucket.Shared() {
				return nil, bucket.absent(ctx, id, r.err)
			}
			if err := r.err; err != nil && !missing && !records.IsDamaged(err) {
				return nil, err
			}
			line := r.saved(id, nil).Revision
			if r.err != nil {
				line = Revision{Number: r.revision, Op: opDamaged, Summary: "this revision cannot be read"}
			}
			history = append(history, line)
		}
		last -= n
		count -= n
	}
	return history, nil
}

// opDamaged is the operation of a revision whose record cannot be read. The rest of the
// history is still returned.
const opDamaged = "damaged"
