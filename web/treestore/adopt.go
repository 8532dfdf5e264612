package treestore

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"espalier/web/nats"
)

// EachID calls f with each tree, until f returns an error.
func (l *Store) EachID(ctx context.Context, f func(ID) error) error {
	return l.Each(ctx, "*.head", false, func(key string, _ []byte) error {
		id, _, _ := strings.Cut(key, ".")
		return f(ID(id))
	})
}

// Each calls f with each key of a pattern. A store in which nothing was stored has
// none.
func (l *Store) Each(ctx context.Context, pattern string, values bool, f func(key string, value []byte) error) error {
	st, done, err := l.use(ctx, false)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	defer done()
	b, ok := st.Bucket.(interface {
		Each(ctx context.Context, pattern string, values bool, f func(key string, value []byte) error) error
	})
	if !ok {
		return st.Unavailable(nil)
	}
	return b.Each(ctx, pattern, values, f)
}

// Look returns a revision, 0: the newest, without counting that as opening it.
func (l *Store) Look(ctx context.Context, id ID, revision int) (*Saved, error) {
	if s := l.inMemory(id, false); s != nil && (revision == 0 || revision == s.Number) {
		return s, nil
	}
	var saved *Saved
	err := l.withTree(ctx, id, "request", func(st *store, t *tree) (err error) {
		if err := l.ready(ctx, st, t, true); err != nil {
			return err
		}
		if saved = t.newest.Load(); revision != 0 {
			saved, err = l.at(ctx, st, t, revision)
		}
		return err
	})
	return saved, err
}

// An Adoption adds a tree with the keys and values that another store had.
type Adoption struct {
	l         *Store
	id        ID
	revisions int
	sum       chainSum // of the last one
}

// Adopt begins to add a tree; nil: the store has it.
func (l *Store) Adopt(ctx context.Context, id ID) (*Adoption, error) {
	st, done, err := l.use(ctx, true)
	if err != nil {
		return nil, err
	}
	defer done()
	_, _, err = st.Get(ctx, headKey(id))
	if !errors.Is(err, nats.ErrNoKey) {
		return nil, err
	}
	// There may be keys of an adoption that was cut short.
	return &Adoption{l: l, id: id}, st.Purge(ctx, allKeys(id))
}

// Put adds a key. That of the head comes last.
func (a *Adoption) Put(ctx context.Context, key string, value []byte) error {
	st, done, err := a.l.use(ctx, true)
	if err != nil {
		return err
	}
	defer done()
	if _, found := revisionOf(key); found {
		a.revisions++
		a.sum = sumOf(value)
	}
	_, err = st.Create(ctx, key, value)
	return err
}

// End ends the adoption. The tree is removed again if it cannot be read.
func (a *Adoption) End(ctx context.Context) error {
	err := a.l.withTree(ctx, a.id, "request", func(st *store, t *tree) error {
		err := st.ledger.Revived(a.id, a.revisions, a.sum)
		if err == nil {
			err = a.l.refresh(ctx, st, t)
		}
		if err == nil {
			if n := t.newest.Load().Number; n != a.revisions {
				err = fmt.Errorf("revision %d of %d is missing", n+1, a.revisions)
			}
		}
		if err == nil {
			err = st.checkRecords(ctx, a.id, a.revisions)
		}
		if err == nil {
			return nil
		}
		return errors.Join(err, a.l.remove(ctx, st, t))
	})
	if err != nil {
		return fmt.Errorf("the tree %s of the export is not added: %w", a.id, err)
	}
	return nil
}

// checkRecords reads all records of a tree.
func (s *store) checkRecords(ctx context.Context, id ID, revisions int) error {
	for from := 1; from <= revisions; from += readAhead {
		for _, r := range s.readRecords(ctx, id, from, min(readAhead, revisions-from+1)) {
			if r.err != nil {
				return r.err
			}
			if _, err := s.parts(ctx, id, &r); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}
