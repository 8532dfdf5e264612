package tasks

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"espalier/web/store"
	"espalier/web/store/key"
	"espalier/web/store/records"
)

// The keys in the store, which also has the trees:
//
//	task.ID              a task; it exists as long as this key
//	task.ID.s.STUDENT    the record of a student
//
// They are values of the ledger (web/store/records/kinds.go): one that is lost is damaged, not missing, and
// nothing replaces it. For a record the ledger also has the name of the student, for the results.
const prefix = "task."

var _ = records.Register(records.Kind{Prefix: prefix, One: "task", Many: "tasks",
	Describe: func(words []string) string {
		if len(words) > 1 {
			return "the runs of a student of the task " + words[0]
		}
		return "the task " + words[0]
	},
	Number: func(_ []string, value []byte) int { return records.NumberIn(value, "revision") },
	Note: func(words []string, value []byte) string {
		if len(words) == 1 {
			return ""
		}
		return records.TextIn(value, "name")
	},
	Keep: Lifetime, Used: records.UsedIn("touched", "entered", "active"), Refers: records.IDsIn, Attach: attachRun})

func taskKey(id key.ID) string { return prefix + string(id) }
func studentKey(id, student key.ID) string {
	return prefix + string(id) + ".s." + string(student)
}
func studentsOf(id key.ID) string { return prefix + string(id) + ".s.*" }
func idsIn(name string) (id, student key.ID) {
	first, second, _ := strings.Cut(strings.TrimPrefix(name, prefix), ".s.")
	return key.ID(first), key.ID(second)
}

func missing(err error) bool { return errors.Is(err, store.ErrNoKey) }

// load returns a task.
func (h *Handlers) load(ctx context.Context, id key.ID) (*task, error) {
	data, sequence, err := h.ReadValue(ctx, taskKey(id))
	if missing(err) {
		return nil, errNoTask
	}
	if err != nil {
		return nil, err
	}
	return readStored(id, data, sequence)
}

// remove deletes a task with its students and their runs.
func (h *Handlers) remove(ctx context.Context, id key.ID) error {
	rows, err := h.rows(ctx, id)
	if err != nil {
		return err
	}
	// The task first, so that no run comes in. The store deletes runs that are left after a failure.
	if err := h.RemoveValues(ctx, taskKey(id)); err != nil {
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
func (h *Handlers) student(ctx context.Context, id, student key.ID) (*record, uint64, error) {
	data, sequence, err := h.ReadValue(ctx, studentKey(id, student))
	if missing(err) {
		return nil, 0, errNotEntered
	}
	if err != nil {
		return nil, 0, err
	}
	r, err := readRecord(data)
	return r, sequence, err
}

// A row has the results of one student.
type row struct {
	student key.ID
	*record
}

// rows reads the records of all students of a task, in the order in which they entered. Those that
// are lost come last.
func (h *Handlers) rows(ctx context.Context, id key.ID) (list []row, err error) {
	all, err := h.Records(ctx, studentsOf(id))
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		_, student := idsIn(one.Key)
		if one.Err != nil {
			list = append(list, row{student, &record{Name: h.Store.NoteOf(ctx, one.Key), Entered: math.MaxInt64, lost: true}})
			continue
		}
		r, err := readRecord(one.Value)
		if err != nil {
			return nil, err
		}
		list = append(list, row{student, r})
	}
	slices.SortFunc(list, func(a, b row) int {
		return cmp.Or(cmp.Compare(a.Entered, b.Entered), cmp.Compare(a.student, b.student))
	})
	return list, nil
}
