package records

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"espalier/web/cluster"
	"espalier/web/store"
)

// ErrNoValues reports a name under which no value was ever acknowledged.
var ErrNoValues = errors.New("nothing was kept under this name")

// RestoreValues mends the lost values of a root of any kind, which is named as Damage.Shown does. What
// stays lost is in Missing, by its number.
func (l *Store) RestoreValues(ctx context.Context, name, backups string, done *Restored) error {
	return l.withValues(ctx, false, func(bucket *Bucket) error {
		var keys []string
		for _, kind := range kinds {
			root := kind.Prefix + name
			if kind.Single {
				root = name
			}
			if strings.HasPrefix(root, kind.Prefix) {
				keys = append(append(keys, bucket.Ledger.Matching(root)...), bucket.Ledger.Matching(root+".>")...)
			}
		}
		if len(keys) == 0 {
			return ErrNoValues
		}
		for _, key := range keys {
			m := bucket.Ledger.Of(key)
			value, _, err := bucket.Get(ctx, key)
			if loss(m, key, value, err) == nil {
				if err != nil && !errors.Is(err, store.ErrNoKey) {
					return err
				}
				continue
			}
			switch err := l.mendValue(ctx, bucket, key, backups); {
			case err == nil:
				done.PutBack = append(done.PutBack, m.Number)
				l.settled(ID(key))
			case errors.Is(err, ErrMissing):
				done.Missing = append(done.Missing, m.Number)
				made, err := l.goOnValue(ctx, bucket, key, backups)
				if err != nil {
					return fmt.Errorf("%s: %w", describeValue(key), err)
				}
				if done.Made = max(done.Made, made); made == 0 {
					l.log.Warn("library: " + describeValue(key) + " cannot be put back: no server and no backup has it")
				}
			default:
				return fmt.Errorf("%s: %w", describeValue(key), err)
			}
		}
		return nil
	})
}

// goOnValue stores the newest value that can be read with the number after that of the newest one,
// which stays lost. It returns that number, or 0 if the kind has no Renumber or no value can be read.
func (l *Store) goOnValue(ctx context.Context, bucket *Bucket, key, backups string) (made int, err error) {
	kind := kindOfKey(key)
	if kind == nil || kind.Renumber == nil {
		return 0, nil
	}
	m := bucket.Ledger.Of(key)
	best, _, err := bucket.Get(ctx, key)
	if err != nil && !errors.Is(err, store.ErrNoKey) {
		return 0, err
	}
	if backups != "" {
		err := l.OpenBackups(backups, func(a *cluster.Archive) bool {
			value, _, err := a.Get(ctx, key)
			// A later one is from a time before the value was deleted and imported.
			if n := numberOf(key, value); err == nil && n <= m.Number && n > numberOf(key, best) {
				best = value
			}
			return true
		})
		if err != nil {
			return 0, err
		}
	}
	if len(best) == 0 || numberOf(key, best) == 0 {
		return 0, nil
	}
	if best, err = kind.Renumber(best, m.Number+1); err != nil {
		return 0, err
	}
	if err := bucket.Replace(ctx, key, best); err != nil {
		return 0, err
	}
	if err := l.acknowledgedValue(bucket, key, best, m.Note); err != nil {
		return 0, err
	}
	l.damage.Forget(ID(key))
	l.settled(ID(key))
	return m.Number + 1, nil
}
