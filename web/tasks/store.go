package tasks

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"espalier/web/nats"
	"espalier/web/treestore"
)

// The keys in the store, which also has the trees:
//
//	task.ID              a task; it exists as long as this key
//	task.ID.s.STUDENT    the record of a student
//
// Like rooms and homework, they are not in the ledger: see classroom/store.go.
const prefix = "task."

func taskKey(id treestore.ID) string { return prefix + string(id) }
func studentKey(id, student treestore.ID) string {
	return prefix + string(id) + ".s." + string(student)
}
func studentsOf(id treestore.ID) string { return prefix + string(id) + ".s.*" }
func idsIn(name string) (id, student treestore.ID) {
	first, second, _ := strings.Cut(strings.TrimPrefix(name, prefix), ".s.")
	return treestore.ID(first), treestore.ID(second)
}

func missing(err error) bool { return errors.Is(err, nats.ErrNoKey) || errors.Is(err, nats.ErrDeleted) }

// get returns what is stored under a key.
func (h *Handlers) get(ctx context.Context, key string) (data []byte, sequence uint64, err error) {
	err = h.WithBucketAgain(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		data, sequence, err = b.Get(ctx, key)
		return err
	})
	return data, sequence, err
}

// create stores the value of a new key.
func (h *Handlers) create(ctx context.Context, key string, data []byte) error {
	return h.WithBucketAgain(ctx, true, func(ctx context.Context, b *nats.Bucket) error {
		_, err := b.Create(ctx, key, data)
		return err
	})
}

func (h *Handlers) replace(ctx context.Context, key string, data []byte, sequence uint64) error {
	return h.WithBucketAgain(ctx, true, func(ctx context.Context, b *nats.Bucket) error {
		_, err := b.Update(ctx, key, data, sequence)
		return err
	})
}

func (h *Handlers) list(ctx context.Context, pattern string) (keys []string, err error) {
	err = h.WithBucketAgain(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		keys, err = b.List(ctx, pattern)
		return err
	})
	if missing(err) {
		return nil, nil // nothing has been stored yet
	}
	return keys, err
}

// load returns a task.
func (h *Handlers) load(ctx context.Context, id treestore.ID) (*task, error) {
	data, sequence, err := h.get(ctx, taskKey(id))
	if missing(err) {
		return nil, errNoTask
	}
	if err != nil {
		return nil, err
	}
	return readStored(id, data, sequence)
}

// remove deletes a task with its students and their runs.
func (h *Handlers) remove(ctx context.Context, id treestore.ID) error {
	rows, err := h.rows(ctx, id)
	if err != nil {
		return err
	}
	err = h.WithBucketAgain(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		// The task first, so that no run comes in.
		return errors.Join(b.Purge(ctx, taskKey(id)), b.Purge(ctx, taskKey(id)+".>"))
	})
	if err != nil && !missing(err) {
		return err
	}
	for _, r := range rows {
		for _, s := range r.Runs {
			if err := h.traces.Drop(ctx, s.Trace); err != nil {
				return err
			}
		}
	}
	return nil
}

// student returns the record of a student.
func (h *Handlers) student(ctx context.Context, id, student treestore.ID) (*record, uint64, error) {
	data, sequence, err := h.get(ctx, studentKey(id, student))
	if missing(err) {
		return nil, 0, errNotEntered
	}
	if err != nil {
		return nil, 0, err
	}
	r, err := readRecord(data)
	return r, sequence, err
}

// update changes the record of a student. It returns when the record is on the disk.
func (h *Handlers) update(ctx context.Context, id, student treestore.ID, change func(r *record)) (*record, error) {
	by := newTag()
	for {
		r, sequence, err := h.student(ctx, id, student)
		if err != nil {
			return nil, err
		}
		if r.By == by { // a try of this call was stored, but the answer was lost
			return r, nil
		}
		change(r)
		r.By = by
		data, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		err = h.replace(ctx, studentKey(id, student), data, sequence)
		if errors.Is(err, nats.ErrKeyExists) {
			continue // another run of the student came in
		}
		return r, err
	}
}

// A row has the results of one student.
type row struct {
	student treestore.ID
	*record
}

// rows reads the records of all students of a task, in the order in which they entered.
func (h *Handlers) rows(ctx context.Context, id treestore.ID) (list []row, err error) {
	err = h.WithBucketAgain(ctx, false, func(ctx context.Context, b *nats.Bucket) error {
		list = nil
		return b.Each(ctx, studentsOf(id), true, func(name string, value []byte) error {
			r, err := readRecord(value)
			if err == nil {
				_, student := idsIn(name)
				list = append(list, row{student, r})
			}
			return err
		})
	})
	if missing(err) {
		err = nil
	}
	slices.SortFunc(list, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.Entered, b.Entered), cmp.Compare(a.student, b.student))
	})
	return list, err
}
