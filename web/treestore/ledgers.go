package treestore

import (
	"cmp"
	"errors"
)

// readLedgers reads the two ledgers of a folder. An early version had the marks of lessons in that of
// the trees; they are carried over to that of the values.
func readLedgers(dir string) (trees *ledger, values *valueLedger, err error) {
	trees, err = readLedger(dir)
	values, valuesErr := readValueLedger(dir)
	if err := cmp.Or(err, valuesErr); err != nil {
		return nil, nil, err
	}
	for id, m := range trees.Lessons {
		values.carryOver(lessonPrefix+string(id), m)
	}
	return trees, values, nil
}

// openLedgers makes the ledgers of a folder ready for entries. The marks of lessons stay in that of the
// trees until that of the values has been written.
func openLedgers(trees *ledger, values *valueLedger) error {
	err := values.Open()
	if err == nil {
		trees.Lessons = nil
	}
	return errors.Join(err, trees.Open())
}

// lessonPrefix begins the keys of lessons, for which an early version had a ledger of its own.
const lessonPrefix = "lesson."

// ofLesson returns the mark of a lesson of an early version as that of a value.
func (m ledgerMark) ofLesson() valueMark {
	return valueMark{Number: m.Revision, Sum: m.Sum, Deleted: m.Deleted}
}

// carryOver adds the mark of a lesson of an early version, unless a newer one is known. Nobody else has
// the ledger.
func (l *valueLedger) carryOver(key string, m ledgerMark) {
	if l.knows(key) && (m.Deleted || m.Revision <= l.Of(key).Number) {
		return // it was carried over before
	}
	mark := m.ofLesson()
	if l.take(mark.kind(), key, mark, true) {
		l.torn = true
	}
}
