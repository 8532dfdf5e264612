package lessons

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"espalier/web/problem"
	"espalier/web/store"
	"espalier/web/store/key"
	"espalier/web/store/records"
)

// A lesson is stored beside the trees. Its key and its id are like those of a tree: the id is a
// hash of the key. Only the newest revision is kept, under a key that each revision overwrites. A lesson that is
// deleted says since when, and can be restored until the sweep removes it; the others are kept.

// prefix begins the keys of lessons in the store, and their ids follow.
const prefix = "lesson."

var _ = records.Register(records.Kind{Prefix: prefix, One: "lesson", Many: "lessons",
	Number: func(_ []string, value []byte) int { return records.NumberIn(value, "revision") },
	Refers: records.IDsIn,
	Keep:   UndoTime, Used: records.UsedIn("deleted"),
	Renumber: func(value []byte, number int) ([]byte, error) { return records.WithNumber(value, "revision", number) }})

// storeKey returns the key of a lesson in the store.
func storeKey(id key.ID) string { return prefix + string(id) }

var errNoLesson = &problem.Error{Status: http.StatusNotFound, Path: "lesson", Message: "there is no such lesson"}

var errDeleted = &problem.Error{Status: http.StatusNotFound, Path: "lesson", Message: fmt.Sprintf("this lesson was deleted; whoever has its key can restore it within %d hours, on the desk or by POST /api/v1/lessons/{key}/restore", UndoTime/time.Hour)}

var errNotItsKey = &problem.Error{Status: http.StatusNotFound, Path: "Authorization", Message: "there is no lesson with this id and this key; without the header Authorization you get the lesson for readers"}

// Load returns a lesson by its id.
func (h *Handlers) Load(ctx context.Context, id string) (*Lesson, error) {
	l, _, err := h.load(ctx, id)
	return l, err
}

// load also returns the sequence number of the store, 0 for a lesson that comes with Espalier.
func (h *Handlers) load(ctx context.Context, id string) (l *Lesson, sequence uint64, err error) {
	l, sequence, err = h.loadDeleted(ctx, id)
	if err == nil && l.Deleted > 0 {
		return nil, 0, errDeleted
	}
	return l, sequence, err
}

// loadDeleted is load, also of a lesson that is deleted and can be restored.
func (h *Handlers) loadDeleted(ctx context.Context, id string) (l *Lesson, sequence uint64, err error) {
	if l, ok := included[id]; ok {
		return l, 0, nil
	}
	if h.Chapters != nil {
		if l, ok := h.Chapters(id); ok {
			return l, 0, nil
		}
	}
	known, err := key.ParseID(id)
	if err != nil {
		return nil, 0, errNoLesson
	}
	data, sequence, err := h.ReadValue(ctx, storeKey(known))
	if errors.Is(err, store.ErrNoKey) {
		return nil, 0, errNoLesson
	}
	if err != nil {
		return nil, 0, err
	}
	l, err = readStored(id, data)
	return l, sequence, err
}

// create stores a new lesson and returns its key.
func (h *Handlers) create(ctx context.Context, l *Lesson) (key.Key, error) {
	key := key.New()
	l.ID, l.Revision = string(key.ID()), 1
	value := l.stored()
	settle, err := h.Store.Charge(ctx, true, value)
	if err != nil {
		return "", err
	}
	_, err = h.CreateValue(ctx, storeKey(key.ID()), value, "")
	settle(err == nil)
	return key, err
}

// replace stores the next revision of a lesson if revision is the newest.
func (h *Handlers) replace(ctx context.Context, id key.ID, l *Lesson, revision int) error {
	before, sequence, err := h.load(ctx, string(id))
	if err != nil {
		return err
	}
	if before.Revision != revision {
		return changedMeanwhile(before.Revision)
	}
	l.ID, l.Revision = string(id), revision+1
	value := l.stored()
	settle, err := h.Store.Charge(ctx, false, value)
	if err != nil {
		return err
	}
	_, err = h.UpdateValue(ctx, storeKey(id), value, sequence, "")
	settle(err == nil)
	if errors.Is(err, store.ErrKeyExists) {
		return changedMeanwhile(revision + 1)
	}
	return err
}

func changedMeanwhile(newest int) error {
	return &problem.Error{Status: http.StatusPreconditionFailed, Path: "If-Match",
		Message: fmt.Sprintf("someone else has changed the lesson: its newest revision is %d; read it, and send the change again", newest)}
}

// UndoTime is how long a lesson that was deleted can be restored: somebody who deletes it in the evening sees the
// fault in the morning.
const UndoTime = 24 * time.Hour

// remove marks a lesson as deleted. One that is damaged cannot be restored, and is removed at once.
func (h *Handlers) remove(ctx context.Context, id key.ID) error {
	_, err := h.mark(ctx, id, h.StoreTime().UnixMilli())
	if records.IsDamaged(err) {
		return h.RemoveMatching(ctx, storeKey(id))
	}
	return err
}

// restore undoes the deletion of a lesson. One that is not deleted stays as it is.
func (h *Handlers) restore(ctx context.Context, id key.ID) (*Lesson, error) {
	return h.mark(ctx, id, 0)
}

// mark stores when a lesson was deleted; 0: it is not. It repeats the step on a revision that somebody has stored meanwhile.
func (h *Handlers) mark(ctx context.Context, id key.ID, deleted int64) (*Lesson, error) {
	for {
		l, sequence, err := h.loadDeleted(ctx, string(id))
		if err != nil {
			return nil, err
		}
		if deleted > 0 && l.Deleted > 0 {
			return nil, errDeleted
		}
		if l.Deleted == deleted {
			return l, nil
		}
		l.Deleted = deleted
		l.Revision++
		_, err = h.UpdateValue(ctx, storeKey(id), l.stored(), sequence, "")
		if !errors.Is(err, store.ErrKeyExists) {
			return l, err
		}
	}
}
