package records

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"espalier/web/cluster"
	"espalier/web/store"
	"espalier/web/store/ledger"
)

// Features keep values in the bucket, as kinds that they register (kinds.go). A value has
// a key of words and dots. The prefix of its kind with the word after it is its root: room.CODE, task.ID
// or experiment.run.ID, or the whole key rooms.secret. What was acknowledged is in the ledger. A
// value that is overwritten in place has a number that each write increases, and the newest is proved
// by that number and by a sum. All other values are written once, and have the number 1.

// rootOf returns the prefix of the kind of a key with the word after it; of a key without a kind, the
// first two words. That of a log is its id.
func rootOf(key string) string {
	prefix, _, below := strings.Cut(key, ".")
	if !below {
		return key // a log
	}
	prefix += "."
	if kind := kindOfKey(key); kind != nil {
		prefix = kind.Prefix
	}
	id, _, _ := strings.Cut(key[min(len(prefix), len(key)):], ".")
	return prefix + id
}

// withValues calls f with the store. If nothing has been stored yet, the bucket is made if create is
// set, and otherwise the error is store.ErrNoKey.
func (l *Store) withValues(ctx context.Context, create bool, f func(bucket *Bucket) error) error {
	bucket, done, err := l.Use(ctx, create)
	if errors.Is(err, ErrUnused) {
		return store.ErrNoKey
	}
	if err != nil {
		return err
	}
	defer done()
	return f(bucket)
}

// Value returns the newest value of a key, and the sequence with which it can be replaced. The error
// is store.ErrNoKey if there is none, and a DamagedError if it is lost or is not what was
// acknowledged.
func (l *Store) Value(ctx context.Context, key string) (value []byte, sequence uint64, err error) {
	err = l.withValues(ctx, false, func(bucket *Bucket) error {
		m := bucket.Ledger.Of(key) // before the bucket, since a newer one may be stored meanwhile
		var lost error
		for {
			value, sequence, err = bucket.Get(ctx, key)
			if lost = loss(m, key, value, err); lost == nil {
				if err == nil {
					l.readValue(bucket, key, m, value)
				}
				return err
			}
			now := bucket.Ledger.Of(key)
			if now == m {
				break
			}
			m = now // it was replaced or deleted meanwhile
		}
		damage := &DamagedError{ID: ID(key), Value: true, Revision: m.Number, Newest: m.Number, Err: lost}
		if bucket.Shared() {
			return l.Doubted(damage)
		}
		return l.Reported(damage)
	})
	return value, sequence, err
}

// readValue notes a value that was read. The ledger may not have it: it was stored by a call whose
// answer was lost, and who reads it then acknowledges it.
func (l *Store) readValue(bucket *Bucket, key string, m ledger.Mark, value []byte) {
	bucket.keep(key, value)
	if !m.Deleted && m.Sum != ledger.SumOf(value) && numberOf(key, value) > m.Number && !bucket.ReadOnly && !bucket.Ledger.Gone(key) {
		l.acknowledgedValue(bucket, key, value, m.Note)
	}
}

// loss compares a value that was read, or the error, with its mark. It returns what is lost, or nil.
func loss(m ledger.Mark, key string, value []byte, err error) error {
	switch {
	case err != nil && !errors.Is(err, store.ErrNoKey), m.Number == 0:
		return nil
	case err != nil:
		return ErrMissing
	case proves(m, key, value):
		return nil
	case numberOf(key, value) < m.Number:
		return errors.New("an earlier one is there instead")
	}
	return errors.New("it is not what was stored")
}

// proves reports whether a value is the one of the mark or a later one.
func proves(m ledger.Mark, key string, value []byte) bool {
	n := numberOf(key, value)
	return n > m.Number || m.Is(n, ledger.SumOf(value))
}

// CreateValue stores the value of a new key. The note is kept in the ledger, and says what is lost
// if the value is lost; "" is the note of its kind. If the note is the value itself, the value is put
// back from it. The error is store.ErrKeyExists if the key has another value, or had one that is lost,
// or if its root was deleted.
func (l *Store) CreateValue(ctx context.Context, key string, value []byte, note string) (sequence uint64, err error) {
	err = l.withValues(ctx, true, func(bucket *Bucket) error {
		if bucket.Ledger.Gone(key) {
			return store.ErrKeyExists
		}
		err := store.ErrKeyExists
		if bucket.Ledger.Of(key).Number == 0 {
			sequence, err = bucket.Create(ctx, key, value)
		}
		if errors.Is(err, store.ErrKeyExists) {
			// An earlier try may have stored it without an answer.
			there, at, failed := bucket.Get(ctx, key)
			if failed != nil || !bytes.Equal(there, value) {
				return err
			}
			sequence, err = at, nil
		}
		if err == nil {
			err = l.acknowledgedValue(bucket, key, value, note)
		}
		return err
	})
	return sequence, err
}

// UpdateValue replaces a value if its sequence is still the given one. The error is
// store.ErrKeyExists if it is not, or if the ledger knows a newer value.
func (l *Store) UpdateValue(ctx context.Context, key string, value []byte, sequence uint64, note string) (next uint64, err error) {
	err = l.withValues(ctx, true, func(bucket *Bucket) error {
		if m := bucket.Ledger.Of(key); m.Number > 0 && !proves(m, key, value) {
			return store.ErrKeyExists
		}
		if next, err = bucket.Update(ctx, key, value, sequence); err == nil {
			err = l.acknowledgedValue(bucket, key, value, note)
		}
		return err
	})
	return next, err
}

// acknowledgedValue notes a value that was stored. The error is that of an embedded store whose ledger
// cannot be written: the value must not be acknowledged then.
func (l *Store) acknowledgedValue(bucket *Bucket, key string, value []byte, note string) error {
	m := ledger.Mark{Number: numberOf(key, value), Sum: ledger.SumOf(value), Note: cmp.Or(note, noteOf(key, value))}
	bucket.keep(key, value)
	l.sweeping.written(key)
	err := bucket.Ledger.Acknowledged(key, m)
	if err != nil {
		l.log.Warn("library: a lost value might not be noticed", "value", key, "err", err)
	}
	l.SendMarks(bucket, key)
	if err != nil && !bucket.Shared() {
		return cluster.DiskError(err)
	}
	return nil
}

// keep keeps a value in the memory of an Espalier of a cluster, unless it is large.
func (b *Bucket) keep(key string, value []byte) {
	if !isLarge(key) {
		b.Kept.Put(key, value)
	}
}

// ListValues returns the keys that match a pattern and have a value, or had one that is lost.
func (l *Store) ListValues(ctx context.Context, pattern string) (keys []string, err error) {
	err = l.withValues(ctx, false, func(bucket *Bucket) error {
		known := bucket.Ledger.Matching(pattern) // before the bucket, as in Value
		if keys, err = bucket.List(ctx, pattern); err != nil {
			return err
		}
		there := map[string]bool{}
		for _, key := range keys {
			there[key] = true
		}
		for _, key := range known {
			if !there[key] && bucket.Ledger.Of(key).Number > 0 {
				keys = append(keys, key)
			}
		}
		return nil
	})
	return keys, err
}

// NoteOf returns the note of a value that may be lost.
func (l *Store) NoteOf(ctx context.Context, key string) (note string) {
	l.withValues(ctx, false, func(bucket *Bucket) error {
		note = bucket.Ledger.Of(key).Note
		return nil
	})
	return note
}

// WatchValues calls f with each key that matches a pattern and that another process of a cluster writes,
// perhaps before it can be read, until the store is closed.
func (l *Store) WatchValues(ctx context.Context, pattern string, f func(key string)) error {
	return l.withValues(ctx, true, func(bucket *Bucket) error {
		_, err := bucket.Watch(pattern, func(key string, _ bool) { f(key) })
		return err
	})
}

// RemoveValues deletes the values below a root, and with whole also that of the root. After that
// nothing is created below the root again.
func (l *Store) RemoveValues(ctx context.Context, root string, whole bool) error {
	return l.withValues(ctx, false, func(bucket *Bucket) error {
		noted := bucket.Ledger.DeletedRoot(root)
		l.SendMarks(bucket, root)
		l.forgetValues(root)
		err := bucket.Purge(ctx, root+".>")
		if whole {
			err = errors.Join(err, bucket.Purge(ctx, root))
			l.sweeping.afterRemoval(root)
		}
		if noted != nil {
			l.log.Warn("library: deleted values may be reported as damaged", "root", root, "err", noted)
		}
		return err
	})
}

// RemoveMatching deletes the values whose keys match a pattern below a root, which may be one key. They
// may be created again.
func (l *Store) RemoveMatching(ctx context.Context, pattern string) error {
	return l.withValues(ctx, false, func(bucket *Bucket) error {
		keys := bucket.Ledger.Matching(pattern)
		if len(keys) == 0 && !strings.ContainsAny(pattern, "*>") {
			keys = []string{pattern} // another Espalier has stored it
		}
		return l.removeKeys(ctx, bucket, keys, pattern)
	})
}

// removeKeys notes that keys are deleted, and deletes what matches some patterns.
func (l *Store) removeKeys(ctx context.Context, bucket *Bucket, keys []string, patterns ...string) error {
	noted := bucket.Ledger.Deleted(keys...)
	for _, key := range keys {
		l.damage.Forget(ID(key))
	}
	l.SendMarks(bucket, keys...)
	var err error
	for _, pattern := range patterns {
		err = errors.Join(err, bucket.Purge(ctx, pattern))
	}
	if noted != nil {
		l.log.Warn("library: deleted values may be reported as damaged", "values", keys, "err", noted)
	}
	return err
}

// forgetValues forgets the damage of what is deleted.
func (l *Store) forgetValues(root string) {
	damaged, _ := l.damage.List()
	for _, d := range damaged {
		if key := string(d.ID); d.Value && rootOf(key) == root {
			l.damage.Forget(d.ID)
		}
	}
}

// A surveyedValue is the newest record of a value.
type surveyedValue struct {
	sequence uint64 // 0 if it was deleted
	number   int
	sum      ledger.Sum
	note     string
}

// value adds the next record of a value to the survey.
func (s *survey) value(e cluster.Entry) {
	if e.Deleted {
		s.values[strings.Clone(e.Key)] = surveyedValue{}
		return
	}
	s.values[strings.Clone(e.Key)] = surveyedValue{e.Sequence, numberOf(e.Key, e.Value), ledger.SumOf(e.Value), noteOf(e.Key, e.Value)}
}

// compareValues finds the values that are lost, and adds those that the ledger lacks to it.
func (s *survey) compareValues(l *ledger.Ledger, f *finding) {
	there := map[string]surveyedValue{}
	undeleted := map[string]bool{}
	var newer []string
	for key, one := range s.values {
		m := l.Of(key)
		switch {
		// If the index of the server is lost, an earlier value comes back, since the files do not show
		// its removal. So a deletion is kept, and repeated, as long as the files have a record.
		case l.Gone(key):
			undeleted[rootOf(key)] = true
			continue
		case m.Deleted:
			undeleted[key] = true
			continue
		case one.sequence == 0 || s.removed[one.sequence]:
			continue
		case m.Number < one.number:
			newer = append(newer, key)
		}
		there[key] = one
	}
	f.Values = slices.Collect(maps.Keys(there))
	var gone []string
	l.Each(func(key string, m ledger.Mark) {
		if !isValue(key) || m.Number == 0 {
			return // a log, a deletion, or of a feature that this program does not have
		}
		one, found := there[key]
		if found && (one.number > m.Number || m.Is(one.number, one.sum)) {
			return
		}
		if old, seen := s.values[key]; !found && seen && old.sequence != 0 && old.number >= m.Number {
			gone = append(gone, key) // an early version, whose ledger has no values, deleted it
			return
		}
		if !found {
			f.Values = append(f.Values, key)
		}
		f.Damaged[ID(key)] = Damage{ID: ID(key), Value: true, Missing: []int{m.Number}, Newest: m.Number}
	})
	for _, key := range newer {
		l.Adopt(key, ledger.Mark{Number: there[key].number, Sum: there[key].sum, Note: cmp.Or(there[key].note, l.Of(key).Note)})
	}
	for _, key := range gone {
		l.Forget(key)
	}
	for key := range undeleted {
		f.UndeletedValues = append(f.UndeletedValues, key)
	}
	for _, id := range f.Logs.Seen { // the same holds for logs, also where the index shows that they were removed
		undeleted[string(id)] = true
	}
	l.ForgetDeleted(undeleted)
}

// mendValue puts a lost value back, if somebody has it and it is proved to be the one that was
// acknowledged.
func (l *Store) mendValue(ctx context.Context, bucket *Bucket, key, backups string) error {
	m := bucket.Ledger.Of(key)
	if m.Number == 0 {
		return nil // it was deleted
	}
	return l.mendKey(ctx, bucket, key, backups, func(value []byte) bool { return m.Is(numberOf(key, value), ledger.SumOf(value)) })
}

// mendKey puts back the lost value of a key that is overwritten in place: from the memory of this
// Espalier, a NATS server, the memory of another Espalier, or a backup.
func (l *Store) mendKey(ctx context.Context, bucket *Bucket, key, backups string, proved func(value []byte) bool) error {
	value, _, err := bucket.Get(ctx, key)
	switch {
	case err == nil && proved(value), errors.Is(err, store.ErrDeleted):
		return nil
	case err != nil && !errors.Is(err, store.ErrNoKey):
		return err
	}
	found := false
	for _, from := range bucket.Copies() {
		for range replicaTries { // each try may ask another server
			if value, _, err = from.Get(ctx, key); err != nil && !from.random {
				break
			}
			if found = err == nil && proved(value); found || !from.random {
				break
			}
		}
		if found {
			break
		}
	}
	if !found && backups != "" {
		err := l.OpenBackups(backups, func(a *cluster.Archive) bool {
			value, _, err = a.Get(ctx, key)
			found = err == nil && proved(value)
			return !found
		})
		if err != nil {
			return err
		}
	}
	if !found {
		return ErrMissing
	}
	there, sequence, err := bucket.Get(ctx, key)
	switch {
	case errors.Is(err, store.ErrDeleted):
		return nil
	case errors.Is(err, store.ErrNoKey):
		_, err = bucket.Create(ctx, key, value)
	case err == nil && !proved(there):
		_, err = bucket.Update(ctx, key, value, sequence)
	}
	if err != nil {
		return err
	}
	l.damage.Forget(ID(key))
	l.log.Info("library: what was lost was put back", "key", key)
	return nil
}

// mendValues puts lost values back from the ledger and the backups, in an embedded store.
func (l *Store) mendValues(bucket *Bucket) {
	backups := l.Backups()
	damaged, _ := l.damage.List()
	for _, d := range damaged {
		if d.Value && l.ctx.Err() == nil {
			if err := l.mendValue(l.ctx, bucket, string(d.ID), backups); err != nil && (backups != "" || !errors.Is(err, ErrMissing)) {
				l.log.Warn("library: "+describeValue(string(d.ID))+" cannot be put back", "err", err)
			}
		}
	}
}
