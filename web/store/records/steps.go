package records

import (
	"context"
	"errors"

	"espalier/web/store"
)

// A write of several steps is finished or undone if a kill has interrupted it. There are three forms:
//
//   - Values below a root, and then the value of the root, which names them (Kind.Unfinished; for
//     a long text in chunks, Chunked). Until then nobody sees them. What is left of such a write is in the way of no other try, and is deleted:
//     when an embedded store is opened, since nobody writes then, and otherwise after leftTime.
//   - A root that belongs to a value of another kind, and then that value, in which the root is noted
//     (Kind.Of, Kind.Attach). Store.Attach is the second step. It notes what the root is at that time, so the next
//     try notes what an interrupted one has left, and EndSteps notes all others.
//   - The deletion of a root and of the values below it, which the ledger notes first. An embedded store
//     completes it when it is opened (heal). In a cluster EndSteps does.

// Attach notes a root in the value that it belongs to, unless that was done, and returns the value. If
// the value was deleted, the root is deleted, too, and the error is store.ErrNoKey.
func (l *Store) Attach(ctx context.Context, root string) (value []byte, noted bool, err error) {
	for {
		of, _, err := l.Value(ctx, root)
		if err != nil {
			return nil, false, err
		}
		key := kindOfKey(root).Of(of)
		kind := kindOfKey(key)
		if kind == nil || kind.Attach == nil {
			return nil, false, nil // it belongs to nothing that this program knows
		}
		value, sequence, err := l.Value(ctx, key)
		if errors.Is(err, store.ErrNoKey) {
			return nil, false, errors.Join(err, l.RemoveValues(ctx, root, true))
		}
		if err != nil {
			return nil, false, err
		}
		now, _ := l.Now()
		next, err := kind.Attach(kind.words(key), value, root, of, now)
		if err != nil || next == nil {
			return value, false, err
		}
		if _, err = l.UpdateValue(ctx, key, next, sequence, ""); !errors.Is(err, store.ErrKeyExists) {
			return next, err == nil, err
		}
	}
}

// EndSteps ends the writes of several steps that were interrupted.
func (l *Store) EndSteps(ctx context.Context) error {
	var failed error
	for _, kind := range kinds {
		failed = errors.Join(failed, l.endDeletions(ctx, kind))
		if kind.Of != nil {
			failed = errors.Join(failed, l.attachAll(ctx, kind))
		}
		if kind.Unfinished != nil {
			failed = errors.Join(failed, l.undoLeft(ctx, kind))
		}
	}
	return failed
}

// endDeletions deletes what is there of roots that were deleted.
func (l *Store) endDeletions(ctx context.Context, kind *Kind) error {
	below, there, err := l.below(ctx, kind)
	if err != nil {
		return err
	}
	for root := range below {
		there[root] = true
	}
	for root := range there {
		if !l.rootDeleted(ctx, root) {
			continue
		}
		if failed := l.RemoveValues(ctx, root, true); failed != nil {
			err = errors.Join(err, failed)
			continue
		}
		l.log.Info("library: an interrupted deletion was completed", "root", root)
	}
	return err
}

// attachAll notes the roots of a kind in the values that they belong to. Where something is damaged, it
// may be restored.
func (l *Store) attachAll(ctx context.Context, kind *Kind) error {
	roots, err := l.ListValues(ctx, kind.Prefix+"*")
	for _, root := range roots {
		if l.anyDamaged(root) {
			continue
		}
		_, noted, failed := l.Attach(ctx, root)
		switch {
		case noted:
			l.log.Info("library: an interrupted write was finished", "root", root)
		case failed != nil && !errors.Is(failed, store.ErrNoKey) && !IsDamaged(failed):
			err = failed
		}
	}
	if errors.Is(err, store.ErrNoKey) {
		return nil // nothing was stored
	}
	return err
}

// undoLeft deletes what has been left of writes of a kind for leftTime.
func (l *Store) undoLeft(ctx context.Context, kind *Kind) error {
	below, _, err := l.below(ctx, kind)
	if err != nil {
		return err
	}
	for root, keys := range below { // an empty store has none
		err = errors.Join(err, l.withValues(ctx, false, func(bucket *Bucket) error {
			if left := l.leftOf(ctx, bucket, root, keys); l.sweeping.wasLeft(root, left, l.machine.Elapsed()) {
				l.undo(ctx, bucket, root, left)
			}
			return nil
		}))
	}
	return err
}

// undoAtOpening does that when an embedded store is opened, with the keys of all values.
func (l *Store) undoAtOpening(bucket *Bucket, keys []string) {
	below := map[string][]string{}
	for _, key := range keys {
		if kind := kindOfKey(key); kind.Unfinished != nil && key != rootOf(key) {
			below[rootOf(key)] = append(below[rootOf(key)], key)
		}
	}
	for root, keys := range below {
		l.undo(l.ctx, bucket, root, l.leftOf(l.ctx, bucket, root, keys))
	}
}

// leftOf returns those of the keys below a root that belong to a write that has not ended. If the root
// cannot be read, there are none, since it is not known.
func (l *Store) leftOf(ctx context.Context, bucket *Bucket, root string, keys []string) []string {
	value, _, err := bucket.Get(ctx, root)
	m := bucket.Ledger.Of(root)
	if loss(m, root, value, err) != nil || err != nil && !errors.Is(err, store.ErrNoKey) {
		return nil
	}
	return kindOfKey(root).Unfinished(keys, value)
}

// undo deletes what is left of a write.
func (l *Store) undo(ctx context.Context, bucket *Bucket, root string, left []string) {
	if len(left) == 0 {
		return
	}
	if err := l.removeKeys(ctx, bucket, left, left...); err != nil {
		l.log.Warn("library: what is left of an interrupted write cannot be removed", "root", root, "err", err)
		return
	}
	l.log.Info("library: an interrupted write was undone", "root", root, "values", len(left))
}
