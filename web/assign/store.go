package assign

import (
	"context"
	"errors"
	"strings"
	"time"

	"espalier/web/store"
	"espalier/web/store/key"
	"espalier/web/store/records"
)

// The keys in the store, which also has the trees:
//
//	homework.ID              an assignment; it exists as long as this key
//	homework.ID.s.STUDENT    the record of a student
//	task.ID, task.ID.s.…     the same for a programming task of an early version (task_stored.go)
//
// What was acknowledged is in a ledger (web/store/records/values.go), which proves the newest value of a
// key by its revision and its sum. So a value that is lost is damaged, not missing, and nothing
// replaces it. For a record the ledger also has the name of the student, for the results.
//
// The root of an assignment is its key.
const (
	prefix     = "homework."
	taskPrefix = "task."
)

func newRoot(id key.ID) string                      { return prefix + string(id) }
func studentKey(root string, student key.ID) string { return root + ".s." + string(student) }
func studentsOf(root string) string                 { return root + ".s.*" }
func topic(id key.ID) key.ID                        { return key.ID(prefix + string(id)) }

// idIn returns the id of an assignment from its root, and studentIn that of a student from the key of a record.
func idIn(root string) key.ID { return key.ID(root[strings.IndexByte(root, '.')+1:]) }

func studentIn(name string) (root string, student key.ID) {
	root, after, _ := strings.Cut(name, ".s.")
	return root, key.ID(after)
}

// register registers the records of a prefix.
func register(prefix, one, many, has string) struct{} {
	return records.Register(records.Kind{Prefix: prefix, One: one, Many: many,
		Describe: func(words []string) string {
			if len(words) > 1 {
				return has + words[0]
			}
			return "the " + one + " " + words[0]
		},
		Number: func(_ []string, value []byte) int { return records.NumberIn(value, "revision") },
		Note: func(words []string, value []byte) string {
			if len(words) == 1 {
				return ""
			}
			return records.TextIn(value, "name")
		},
		Keep: Lifetime, Used: records.UsedIn("touched", "entered", "active"), Refers: records.IDsIn, Attach: attachRun})
}

var (
	_ = register(prefix, "assignment", "assignments", "the answers of a student to the assignment ")
	_ = register(taskPrefix, "task", "tasks", "the runs of a student of the task ")
)

func missing(err error) bool { return errors.Is(err, store.ErrNoKey) }

// damaged reports whether an error says that a value is lost.
func damaged(err error) bool { return records.IsDamaged(err) }

// load returns an assignment. If other servers can change it, it is at most freshTime old.
func (h *Handlers) load(ctx context.Context, id key.ID) (*assignment, error) {
	if a, fresh := h.inMemory(id); fresh {
		return a, nil
	}
	return h.reload(ctx, id)
}

// inMemory returns an assignment that is in memory, and whether it need not be read again.
func (h *Handlers) inMemory(id key.ID) (a *assignment, fresh bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a, known := h.kept.Get(id)
	return a, known && (!h.shared || time.Since(a.read) < freshTime)
}

// reload reads an assignment from the store.
func (h *Handlers) reload(ctx context.Context, id key.ID) (*assignment, error) {
	root := newRoot(id)
	data, sequence, err := h.ReadValue(ctx, root)
	if missing(err) {
		root = taskPrefix + string(id)
		data, sequence, err = h.ReadValue(ctx, root)
	}
	if missing(err) {
		h.forget(id)
		return nil, errNoAssignment
	}
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if before, known := h.kept.Get(id); known && before.sequence == sequence {
		before.read = time.Now()
		return before, nil
	}
	a, err := readStored(root, data, sequence)
	if err != nil {
		return a, err
	}
	h.keep(a)
	return a, nil
}

func (h *Handlers) remember(a *assignment) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.keep(a)
}

// keep keeps an assignment in memory. The caller holds mu.
func (h *Handlers) keep(a *assignment) {
	h.kept.Put(a.id, a)
	for id := range h.kept.Oldest() {
		if h.kept.Len() <= maxKept {
			break
		}
		h.kept.Remove(id)
	}
}

func (h *Handlers) forget(id key.ID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kept.Remove(id)
}

// change changes an assignment and stores it.
func (h *Handlers) change(ctx context.Context, of *assignment, change func(a *assignment) error) (*assignment, error) {
	by := newTag()
	for {
		data, sequence, err := h.ReadValue(ctx, of.root)
		if missing(err) {
			return nil, errNoAssignment
		}
		if err != nil {
			return nil, err
		}
		a, err := readStored(of.root, data, sequence)
		if err != nil {
			return nil, err
		}
		if a.By != by { // otherwise a try of this call was stored, but the answer was lost
			if err := change(a); err != nil {
				return nil, err
			}
			if err := a.fit(); err != nil {
				return nil, err
			}
			a.By = by
			a.Revision = max(a.Revision, 1) + 1
			a.sequence, err = h.UpdateValue(ctx, a.root, a.stored(), sequence, "")
			if errors.Is(err, store.ErrKeyExists) {
				continue // another change was first
			}
			if err != nil {
				return nil, err
			}
		}
		h.remember(a)
		return a, nil
	}
}

// removed forgets an assignment that was deleted with its answers.
func (h *Handlers) removed(id string) {
	h.forget(key.ID(id))
	h.exercises.remove(key.ID(id))
	h.ended(key.ID(id))
}

// student returns the record of a student. If the teacher has merged it with another one, it is that one's.
func (h *Handlers) student(ctx context.Context, root string, student key.ID) (*record, uint64, error) {
	data, sequence, err := h.ReadValue(ctx, studentKey(root, student))
	if missing(err) {
		return nil, 0, errNotEntered
	}
	if err != nil {
		return nil, 0, err
	}
	r, err := readRecord(data)
	if err == nil && r.Into != "" && r.Into != student {
		return h.student(ctx, root, r.Into)
	}
	r.id = student
	return r, sequence, err
}

// update changes the record of a student. It returns when the record is on the disk.
func (h *Handlers) update(ctx context.Context, a *assignment, student key.ID, change func(r *record) error) (*record, error) {
	by := newTag()
	for {
		r, sequence, err := h.student(ctx, a.root, student)
		if err != nil {
			return nil, err
		}
		if r.By == by { // a try of this call was stored, but the answer was lost
			return r, nil
		}
		if r, err = h.judged(ctx, a, r); err != nil {
			return nil, err
		}
		if err := change(r); err != nil {
			return nil, err
		}
		r.By = by
		r.Revision = max(r.Revision, 1) + 1
		data, err := r.stored()
		if err != nil {
			return nil, err
		}
		sequence, err = h.UpdateValue(ctx, studentKey(a.root, r.id), data, sequence, "")
		if errors.Is(err, store.ErrKeyExists) {
			continue // the student also answered on another page
		}
		if err == nil {
			h.answered(a, r.id, r, sequence)
		}
		return r, err
	}
}
