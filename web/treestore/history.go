package treestore

import (
	"context"
	"errors"
)

// MaxRevisions is how many lines of a history one answer holds: each is a
// record that is read.
const MaxRevisions = 1_000

// Revisions returns the history of a tree, the newest first: up to count
// revisions before the given one; before 0: from the newest.
func (l *Store) Revisions(ctx context.Context, id ID, before, count int) ([]Revision, error) {
	st, done, err := l.use(ctx, false)
	if err != nil {
		return nil, err
	}
	defer done()
	newest, err := l.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	last := newest.Number
	if before > 0 {
		last = min(last, before-1)
	}
	count = max(0, min(count, last, MaxRevisions))
	history := make([]Revision, 0, count)
	for count > 0 {
		n := min(count, readAhead)
		records := st.readRecords(ctx, id, last-n+1, n)
		for i := n - 1; i >= 0; i-- {
			r := &records[i]
			if err := r.err; err != nil && !isDamaged(err) {
				return nil, gone(err)
			}
			line := r.saved(id, nil).Revision
			if r.err != nil {
				line = Revision{Number: r.revision, Op: opDamaged, Words: "this revision cannot be read"}
			}
			history = append(history, line)
		}
		last -= n
		count -= n
	}
	return history, nil
}

// opDamaged stands in a history where a record cannot be read: the others can.
const opDamaged = "damaged"

func isDamaged(err error) bool {
	var d *DamagedError
	return errors.As(err, &d)
}
