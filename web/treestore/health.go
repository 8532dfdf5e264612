package treestore

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"espalier/web/nats"
	"espalier/web/treestore/ledger"
	"espalier/web/treestore/survey"
)

// A Damage is what a tree or a lesson has lost.
type Damage = survey.Damage

// A State is how the store is, in one word.
type State string

// The states.
const (
	StateUnused      State = "unused"      // nothing was stored yet
	StateOK          State = "ok"          // it answers, and nothing is known to be lost
	StateReadOnly    State = "read-only"   // nothing can be written to its folder
	StateDamaged     State = "damaged"     // it answers, but revisions are lost
	StateUnavailable State = "unavailable" // it does not answer now
	StateHanging     State = "hanging"     // it does not answer any more
)

// A Health is the state of a store.
type Health struct {
	State   State
	Reason  string       // in words; "": nothing is to be said
	Damaged []Damage     // trees and lessons that have lost revisions, by their id
	Faults  []nats.Fault // parts of files that were damaged when the store was opened
}

// reported notes and logs the error of a damaged tree, the first time.
func (l *Store) reported(err error) error {
	if d := damageOf(err); d != nil && l.damage.Add(Damage{ID: d.ID, Missing: []int{d.Revision}, Newest: d.Newest}) {
		l.log.Error("library: a tree is damaged", "id", d.ID, "err", err, "mend", survey.Mend(d.ID))
	}
	return err
}

// healthTime bounds the trial whether the store answers.
const healthTime = 5 * time.Second

// noTree is the id of no tree: the hash of a key never ends so.
const noTree ID = "espalier"

// Health opens the store if there is one, asks it for something, and returns its
// state. Where the store is being read, and that takes long, it returns at once.
func (l *Store) Health(ctx context.Context) Health {
	ctx, cancel := context.WithTimeout(ctx, healthTime)
	defer cancel()
	if l != nil {
		if err := l.damage.Hanging(); err != nil {
			return Health{State: StateHanging, Reason: err.Error()}
		}
		if err := l.progress.long(); err != nil {
			return Health{State: StateUnavailable, Reason: err.Error()}
		}
	}
	st, done, err := l.use(ctx, false)
	if errors.Is(err, ErrNotFound) {
		return Health{State: StateUnused}
	}
	if err != nil {
		return Health{State: StateUnavailable, Reason: err.Error()}
	}
	defer done()
	if _, _, err := st.Get(ctx, headKey(noTree)); err != nil && !errors.Is(err, nats.ErrNoKey) {
		return Health{State: StateUnavailable, Reason: err.Error()}
	}
	h := Health{State: StateOK}
	h.Damaged, h.Faults = l.damage.List()
	switch {
	case len(h.Damaged) > 0:
		h.State, h.Reason = StateDamaged, "revisions of "+survey.Count(h.Damaged)+" cannot be read; all others are served"
	case st.readOnly:
		h.State, h.Reason = StateReadOnly, "nothing can be written to the folder of the library"
	}
	return h
}

// A Report is the result of Verify.
type Report struct {
	Trees     int
	Revisions int
	Lessons   int
	Damaged   []Damage     // trees and lessons that have lost revisions
	Faults    []nats.Fault // parts of files that are damaged
	Ledger    int          // entries of the ledger that are damaged
}

// Whole reports whether nothing is damaged.
func (r *Report) Whole() bool { return len(r.Damaged)+len(r.Faults)+r.Ledger == 0 }

// Verify reads the whole store in a data folder, changes nothing, and names what
// is damaged. A server may use the folder at the same time. The error is
// fs.ErrNotExist where no store is.
func Verify(ctx context.Context, data string) (*Report, error) {
	var r *Report
	for range 3 {
		var err error
		if r, err = verify(ctx, filepath.Join(data, folder)); err != nil || r.Whole() {
			return r, err
		}
		// A record that is being written looks damaged.
	}
	return r, nil
}

func verify(ctx context.Context, dir string) (*Report, error) {
	marks, err := ledger.Read(dir) // first: the store is never behind it
	if err != nil {
		return nil, err
	}
	s := survey.New(recordFormat)
	if err := nats.Scan(ctx, dir, s.Entry, s.Fault); err != nil {
		return nil, err
	}
	found := s.Compare(marks)
	return &Report{Trees: found.Trees, Revisions: found.Revisions, Lessons: found.Lessons, Damaged: found.List(), Faults: s.Faults, Ledger: marks.Faults}, nil
}
