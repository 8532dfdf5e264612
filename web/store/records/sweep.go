package records

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"espalier/web/store"
)

// The sweep deletes roots whose kind has a Keep, when they were not used for that long: with all that
// is below them, by the time of the store, and only while its clock is steady. It also deletes what is
// left below a deleted root. It deletes nothing of a root of which anything is damaged, so that it can
// be restored, and nothing that something else refers to.

const (
	// sweepEvery is the time between two sweeps. A root is read again when it can be old.
	sweepEvery = 10 * time.Minute
	// sweepsPerSteps is how many sweeps there are between two looks for interrupted writes, which read
	// more.
	sweepsPerSteps = 6
	// leftTime is how long the values of a write that has not ended are kept, while this process runs:
	// somebody may still write, even at another Espalier of a cluster, and no write takes that long.
	leftTime = 24 * time.Hour
)

// A sweeping is what a store remembers of its sweeps.
type sweeping struct {
	mu      sync.Mutex
	due     map[string]time.Time       // when a root can be old; a root that is not in it has to be read
	left    map[string]leftValues      // roots with values of a write that has not ended
	removed map[string]func(id string) // by the prefixes of kinds
	ends    map[string]func(ctx context.Context, id string) error
}

// leftValues are the values of a write that has not ended, and since when there are no others.
type leftValues struct {
	keys  string
	since time.Duration // of Machine.Elapsed
}

// OnRemoval sets what is called with the id of a root of a kind after this process has deleted it.
func (l *Store) OnRemoval(prefix string, f func(id string)) {
	if l == nil {
		return
	}
	l.sweeping.mu.Lock()
	defer l.sweeping.mu.Unlock()
	if l.sweeping.removed == nil {
		l.sweeping.removed = map[string]func(string){}
	}
	l.sweeping.removed[prefix] = f
}

// BeforeSweep sets what is called with the id of an old root of a kind before a sweep deletes it. After an error the
// root stays until the next sweep.
func (l *Store) BeforeSweep(prefix string, f func(ctx context.Context, id string) error) {
	if l == nil {
		return
	}
	l.sweeping.mu.Lock()
	defer l.sweeping.mu.Unlock()
	if l.sweeping.ends == nil {
		l.sweeping.ends = map[string]func(context.Context, string) error{}
	}
	l.sweeping.ends[prefix] = f
}

// beforeSweep calls what BeforeSweep has set for a kind.
func (s *sweeping) beforeSweep(ctx context.Context, kind *Kind, root string) error {
	s.mu.Lock()
	f := s.ends[kind.Prefix]
	s.mu.Unlock()
	if f == nil {
		return nil
	}
	return f(ctx, strings.TrimPrefix(root, kind.Prefix))
}

func (s *sweeping) afterRemoval(root string) {
	kind := kindOfKey(root)
	if kind == nil {
		return
	}
	s.mu.Lock()
	f := s.removed[kind.Prefix]
	s.mu.Unlock()
	if f != nil {
		f(strings.TrimPrefix(root, kind.Prefix))
	}
}

// written notes that a value was stored. That of a root is read again by the next sweep.
func (s *sweeping) written(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.due, key)
}

// forgetBut forgets when roots of a kind are due that do not exist any more.
func (s *sweeping) forgetBut(kind *Kind, there map[string]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.due, func(root string, _ time.Time) bool { return strings.HasPrefix(root, kind.Prefix) && !there[root] })
}

// isDue reports whether a root can be old.
func (s *sweeping) isDue(root string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !now.Before(s.due[root])
}

// dueAt notes when a root can be old.
func (s *sweeping) dueAt(root string, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.due == nil {
		s.due = map[string]time.Time{}
	}
	s.due[root] = at
}

// wasLeft reports whether the values of a root that are left of a write have been there for leftTime,
// without others beside them; none: the root has none.
func (s *sweeping) wasLeft(root string, keys []string, now time.Duration) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(keys) == 0 {
		delete(s.left, root)
		return false
	}
	if s.left == nil {
		s.left = map[string]leftValues{}
	}
	slices.Sort(keys)
	one := leftValues{strings.Join(keys, " "), now}
	if before, known := s.left[root]; known && before.keys == one.keys {
		one.since = before.since
	}
	s.left[root] = one
	return now-one.since >= leftTime
}

// KeepSwept sweeps, and ends interrupted writes, at regular intervals until the context ends.
func (l *Store) KeepSwept(ctx context.Context) {
	if l == nil {
		return
	}
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for n := 0; ; n++ {
		if n%sweepsPerSteps == 0 {
			if err := l.EndSteps(ctx); err != nil && ctx.Err() == nil && l.ctx.Err() == nil {
				l.log.Warn("library: interrupted writes cannot all be ended; the next try is in an hour", "err", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-l.ctx.Done():
			return
		case <-tick.C:
		}
		if err := l.Sweep(ctx); err != nil && ctx.Err() == nil && l.ctx.Err() == nil {
			l.log.Warn("library: a sweep has not looked at everything; the next one does", "err", err)
		}
	}
}

// Sweep deletes what is old, if the clock of the store is steady, and what is left of deleted roots.
func (l *Store) Sweep(ctx context.Context) error {
	now, steady := l.Now()
	var failed error
	for _, kind := range kinds {
		if kind.Keep > 0 {
			failed = errors.Join(failed, l.sweepKind(ctx, kind, now, steady))
		}
	}
	return failed
}

// below returns the keys below each root of a kind. there has the roots that exist or are lost.
func (l *Store) below(ctx context.Context, kind *Kind) (below map[string][]string, there map[string]bool, err error) {
	below, there = map[string][]string{}, map[string]bool{}
	keys, err := l.ListValues(ctx, kind.Prefix+">")
	if errors.Is(err, store.ErrNoKey) {
		err = nil // nothing was stored
	}
	for _, key := range keys {
		root := rootOf(key)
		if key == root {
			there[root] = true
		} else {
			below[root] = append(below[root], key)
		}
	}
	return below, there, err
}

// sweepKind sweeps the roots of a kind.
func (l *Store) sweepKind(ctx context.Context, kind *Kind, now time.Time, steady bool) error {
	below, there, err := l.below(ctx, kind)
	if err != nil {
		return err
	}
	l.sweeping.forgetBut(kind, there)
	var old []string
	for root := range there { // in any order, so that one which cannot be read does not keep back the same others each time
		is, err := l.isOld(ctx, kind, root, below[root], now)
		if err != nil {
			return err
		}
		if is && steady {
			old = append(old, root)
		}
	}
	if old, err = l.unreferred(ctx, kind, old); err != nil {
		return err
	}
	if len(old) > 0 {
		l.log.Info("library: what was not used for a long time is deleted", "what", kind.Many, "roots", len(old), "kept_for", kind.Keep)
	}
	var failed error
	old = slices.DeleteFunc(old, func(root string) bool {
		err := l.sweeping.beforeSweep(ctx, kind, root)
		failed = errors.Join(failed, err)
		return err != nil
	})
	for root, keys := range below {
		if !there[root] && !l.anyDamaged(root) && (l.rootDeleted(ctx, root) || l.sweeping.wasLeft(root, keys, l.machine.Elapsed())) {
			old = append(old, root)
		}
	}
	for _, root := range old {
		if err := l.RemoveValues(ctx, root, true); err != nil {
			return errors.Join(failed, err)
		}
	}
	return failed
}

// isOld reports whether a root was not used for the time of its kind, and nothing of it is damaged.
func (l *Store) isOld(ctx context.Context, kind *Kind, root string, below []string, now time.Time) (bool, error) {
	if !l.sweeping.isDue(root, now) {
		return false, nil
	}
	var used time.Time
	for _, key := range append([]string{root}, below...) {
		if isLarge(key) {
			continue
		}
		value, _, err := l.Value(ctx, key)
		switch {
		case errors.Is(err, store.ErrNoKey) && key != root:
			continue // it was deleted meanwhile
		case errors.Is(err, store.ErrNoKey), IsDamaged(err):
			return false, nil
		case err != nil:
			return false, err
		}
		if at := kind.Used(kind.words(key), value); at.After(used) {
			used = at
		}
		if key == root && now.Sub(used) <= kind.Keep {
			break // what is below need not be read
		}
	}
	if l.anyDamaged(root) {
		return false, nil
	}
	if used.IsZero() { // it cannot be old before a write says that it was used
		l.sweeping.dueAt(root, now.Add(kind.Keep))
		return false, nil
	}
	if now.Sub(used) <= kind.Keep {
		l.sweeping.dueAt(root, used.Add(kind.Keep))
		return false, nil
	}
	return true, nil
}

// anyDamaged reports whether anything of a root is known to be damaged.
func (l *Store) anyDamaged(root string) bool {
	damaged, _ := l.damage.List()
	return slices.ContainsFunc(damaged, func(d Damage) bool { return d.Value && rootOf(string(d.ID)) == root })
}

func (l *Store) rootDeleted(ctx context.Context, root string) (deleted bool) {
	l.withValues(ctx, false, func(bucket *Bucket) error {
		deleted = bucket.Ledger.Gone(root)
		return nil
	})
	return deleted
}

// unreferred returns those of some roots of a kind that nothing refers to. If something is lost that
// may refer to one, these are none.
func (l *Store) unreferred(ctx context.Context, kind *Kind, roots []string) ([]string, error) {
	if !kind.Named || len(roots) == 0 {
		return roots, nil
	}
	ids := map[ID]bool{}
	for _, root := range roots {
		ids[ID(strings.TrimPrefix(root, kind.Prefix))] = true
	}
	referred, err := l.Referred(ctx, kind.Prefix, ids)
	if err != nil {
		if IsDamaged(err) {
			err = nil
		}
		return nil, err
	}
	return slices.DeleteFunc(roots, func(root string) bool { return referred[ID(strings.TrimPrefix(root, kind.Prefix))] }), nil
}

// Referred returns those of some ids of a kind to which values of other kinds refer. If a value is
// lost that may refer to one, the error is a DamagedError.
func (l *Store) Referred(ctx context.Context, prefix string, ids map[ID]bool) (map[ID]bool, error) {
	referred := map[ID]bool{}
	if len(ids) == 0 {
		return referred, nil
	}
	var mu sync.Mutex
	var failed error
	for _, kind := range kinds {
		if kind.Prefix == prefix || kind.Refers == nil {
			continue
		}
		keys, err := l.ListValues(ctx, kind.Prefix+">")
		if err != nil && !errors.Is(err, store.ErrNoKey) {
			return nil, err
		}
		keys = slices.DeleteFunc(keys, isLarge)
		ForEach(len(keys), func(i int) {
			value, _, err := l.Value(ctx, keys[i])
			mu.Lock()
			defer mu.Unlock()
			switch {
			case errors.Is(err, store.ErrNoKey): // it was deleted
			case err != nil:
				if failed == nil {
					failed = err
				}
			default:
				for _, id := range kind.Refers(kind.words(keys[i]), value) {
					if ids[id] {
						referred[id] = true
					}
				}
			}
		})
	}
	return referred, failed
}
