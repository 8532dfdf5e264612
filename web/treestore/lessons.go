package treestore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"espalier/web/nats"
)

// Lessons are kept in the bucket of the trees. Package lessons makes their values, which are
// JSON objects with a revision. Only the newest revision is kept, under a key that each
// revision overwrites. The ledger has its number and its sum, as it has those of a tree.

// lessonPrefix begins the keys of lessons, and their ids follow.
const lessonPrefix = "lesson."

// lessonKey returns the key of a lesson.
func lessonKey(id ID) string { return lessonPrefix + string(id) }

// lessonRevision returns the revision of a stored lesson, or 0 if it cannot be read.
func lessonRevision(value []byte) int {
	var l struct{ Revision int }
	if json.Unmarshal(value, &l) != nil {
		return 0
	}
	return l.Revision
}

// withLessonRevision returns a stored lesson with another revision.
func withLessonRevision(value []byte, revision int) ([]byte, error) {
	var l map[string]json.RawMessage
	if err := json.Unmarshal(value, &l); err != nil {
		return nil, err
	}
	l["revision"] = strconv.AppendInt(nil, int64(revision), 10)
	return json.Marshal(l)
}

// Lesson returns the newest revision of a lesson as it was stored, and the sequence with
// which it can be replaced. The error is nats.ErrNoKey if there is no such lesson, and a
// DamagedError if the lesson is lost or is not the one that was acknowledged.
func (l *Store) Lesson(ctx context.Context, id ID) (value []byte, sequence uint64, err error) {
	err = l.withLessons(ctx, false, func(bucket *openBucket) error {
		m, _ := bucket.ledger.Lesson(id) // before the bucket, since a newer one may be stored meanwhile
		var lost error
		for {
			value, sequence, err = bucket.Get(ctx, lessonKey(id))
			if bucket.Shared() && errors.Is(err, nats.ErrDeleted) { // another Espalier has deleted it
				return err
			}
			if lost = lossOf(m, value, err); lost == nil {
				if err == nil {
					bucket.kept.Put(lessonKey(id), value)
				}
				return err
			}
			now, _ := bucket.ledger.Lesson(id)
			if now == m {
				break
			}
			m = now // the lesson was deleted or imported meanwhile
		}
		damage := &DamagedError{ID: id, Lesson: true, Revision: m.Revision, Newest: m.Revision, Err: lost}
		if bucket.Shared() {
			return l.doubted(damage)
		}
		return l.reported(damage)
	})
	return value, sequence, err
}

// lossOf compares a lesson that was read, or the error, with the mark in the ledger. It
// returns what is lost, or nil.
func lossOf(m ledgerMark, value []byte, err error) error {
	switch {
	case err != nil && !errors.Is(err, nats.ErrNoKey), m.Revision == 0:
		return nil
	case err != nil:
		return errMissing
	case wasAcknowledged(m, value):
		return nil
	case lessonRevision(value) < m.Revision:
		return fmt.Errorf("revision %d is there instead", lessonRevision(value))
	}
	return errors.New("it is not what was stored")
}

// wasAcknowledged reports whether a value is the one of the mark or a later one.
func wasAcknowledged(m ledgerMark, value []byte) bool {
	n := lessonRevision(value)
	return n > m.Revision || n == m.Revision && (m.Sum == "" || m.Sum == sumOf(value))
}

// withLessons calls f with the store.
func (l *Store) withLessons(ctx context.Context, create bool, f func(bucket *openBucket) error) error {
	bucket, done, err := l.use(ctx, create)
	if errors.Is(err, ErrNotFound) {
		return nats.ErrNoKey
	}
	if err != nil {
		return err
	}
	defer done()
	return f(bucket)
}

// lessonIDs returns the ids of all lessons, also of those that are lost.
func (l *Store) lessonIDs(ctx context.Context) ([]ID, error) {
	all := map[ID]bool{}
	err := l.withLessons(ctx, false, func(bucket *openBucket) error {
		bucket.ledger.Each(func(id ID, m ledgerMark) { all[id] = all[id] || m.Lesson && !m.Deleted })
		return nil
	})
	if errors.Is(err, nats.ErrNoKey) {
		return nil, nil
	}
	if err == nil {
		err = l.Each(ctx, lessonPrefix+">", false, func(key string, _ []byte) error {
			all[ID(strings.TrimPrefix(key, lessonPrefix))] = true
			return nil
		})
	}
	maps.DeleteFunc(all, func(_ ID, is bool) bool { return !is })
	return inOrderOfID(all), err
}

// PutLesson stores a revision of a lesson. The first revision has the sequence 0; a later one
// replaces the value with the given sequence. The error is nats.ErrKeyExists if the lesson
// has another value.
func (l *Store) PutLesson(ctx context.Context, id ID, value []byte, sequence uint64) error {
	return l.withLessons(ctx, true, func(bucket *openBucket) (err error) {
		if sequence == 0 {
			_, err = bucket.Create(ctx, lessonKey(id), value)
		} else {
			_, err = bucket.Update(ctx, lessonKey(id), value, sequence)
		}
		if err != nil {
			return err
		}
		return l.acknowledgedLesson(bucket, id, value)
	})
}

// acknowledgedLesson notes a revision that was stored. The error is that of an embedded store whose
// ledger cannot be written: the revision must not be acknowledged then.
func (l *Store) acknowledgedLesson(bucket *openBucket, id ID, value []byte) error {
	n := lessonRevision(value)
	bucket.kept.Put(lessonKey(id), value)
	err := bucket.ledger.AcknowledgedLesson(id, n, sumOf(value))
	if err != nil {
		l.log.Warn("library: a lost revision of a lesson might not be noticed", "id", id, "revision", n, "err", err)
	}
	l.tell(bucket, id)
	if err != nil && !bucket.Shared() {
		return nats.DiskError(err)
	}
	return nil
}

// restoreLesson mends a damaged lesson: it puts back the newest revision from a backup. If no
// backup has that one, the newest revision that can be read gets the next number. The error
// is nats.ErrNoKey if there is no such lesson.
func (l *Store) restoreLesson(ctx context.Context, id ID, backups string, done *Restored) error {
	return l.withLessons(ctx, false, func(bucket *openBucket) error {
		m, _ := bucket.ledger.Lesson(id)
		best, _, err := bucket.Get(ctx, lessonKey(id))
		switch {
		case err != nil && (m.Revision == 0 || !errors.Is(err, nats.ErrNoKey)):
			return err
		case err == nil && wasAcknowledged(m, best):
			return nil
		}
		if backups != "" {
			err := openBackups(backups, l, func(a *nats.Archive) bool {
				value, _, err := a.Get(ctx, lessonKey(id))
				if err != nil {
					l.log.Warn("library: a lesson cannot be restored from this backup", "id", id, "err", err)
				}
				// A later revision is from a time before the lesson was deleted and imported.
				if n := lessonRevision(value); n <= m.Revision && (wasAcknowledged(m, value) || n > lessonRevision(best)) {
					best = value
				}
				return !wasAcknowledged(m, best)
			})
			if err != nil {
				return err
			}
		}
		switch n := lessonRevision(best); {
		case n == 0:
			return &DamagedError{ID: id, Lesson: true, Revision: m.Revision, Newest: m.Revision, Err: errMissing}
		case wasAcknowledged(m, best):
			done.PutBack = []int{n}
		default:
			done.Missing, done.Made = []int{m.Revision}, m.Revision+1
			if best, err = withLessonRevision(best, done.Made); err != nil {
				return err
			}
		}
		if err := bucket.replace(ctx, lessonKey(id), best); err != nil {
			return err
		}
		l.acknowledgedLesson(bucket, id, best)
		l.damage.Forget(id)
		return nil
	})
}

// AdoptLesson adds a lesson from another store. added is false if this store already has it.
func (l *Store) AdoptLesson(ctx context.Context, id ID, value []byte) (added bool, err error) {
	err = l.withLessons(ctx, true, func(bucket *openBucket) error {
		if lessonRevision(value) == 0 {
			return fmt.Errorf("the lesson %s of the export cannot be read", id)
		}
		_, err := bucket.Create(ctx, lessonKey(id), value)
		if errors.Is(err, nats.ErrKeyExists) {
			return nil
		}
		if err == nil {
			added = true
			l.damage.Forget(id)
			err = bucket.ledger.RevivedLesson(id, lessonRevision(value), sumOf(value))
			l.tell(bucket, id)
		}
		return err
	})
	return added, err
}

// RemoveLesson deletes a lesson. The lesson may be damaged.
func (l *Store) RemoveLesson(ctx context.Context, id ID) error {
	return l.withLessons(ctx, false, func(bucket *openBucket) error {
		var noted error
		if !bucket.Shared() {
			noted = bucket.ledger.DeletedLesson(id)
		}
		if err := bucket.forgetLesson(ctx, id); err != nil {
			return err
		}
		if noted != nil || bucket.Shared() { // a full disk has space now; in a cluster the mark of the key comes first
			noted = bucket.ledger.DeletedLesson(id)
			l.tell(bucket, id)
		}
		if noted != nil {
			l.log.Warn("library: a deleted lesson may be reported as damaged", "id", id, "err", noted)
		}
		l.damage.Forget(id)
		return nil
	})
}

// forgetLesson deletes a lesson. In a cluster a delete marker stays, which proves the deletion to
// the other servers.
func (b *openBucket) forgetLesson(ctx context.Context, id ID) error {
	if b.Shared() {
		return b.Mark(ctx, lessonKey(id))
	}
	return b.Purge(ctx, lessonKey(id))
}
