package records

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"espalier/web/cluster"
	"espalier/web/store"
)

// A State describes the store in one word.
type State string

// The states.
const (
	StateUnused      State = "unused"      // nothing was stored yet
	StateOK          State = "ok"          // it answers, and nothing is known to be lost
	StateReadOnly    State = "read-only"   // nothing can be written to its folder
	StateDamaged     State = "damaged"     // it answers, but revisions are lost
	StateFull        State = "full"        // it answers, but its disk has no space for more
	StateUnavailable State = "unavailable" // it does not answer now
	StateHanging     State = "hanging"     // it does not answer any more
)

// A Health is the state of a store.
type Health struct {
	State   State
	Reason  string          // in words, or ""
	Damaged []Damage        // what has lost revisions, in the order of the ids
	Faults  []cluster.Fault // parts of files that were damaged when the store was opened
}

// Reported records and logs the error of a damaged log or value, the first time that it is seen.
func (l *Store) Reported(err error) error {
	if d := DamageOf(err); d != nil && l.damage.Add(Damage{ID: d.ID, Value: d.Value, Missing: []int{d.Revision}, Newest: max(d.Newest, d.Revision)}) {
		l.log.Error("library: "+article(d.noun())+" is damaged", "id", d.ID, "err", err, "mend", l.mendCommand(d.ID))
	}
	return err
}

// HealthTime bounds the answer of Health, whatever the disk does.
const HealthTime = 2 * time.Second

// noKey is a key that nothing has.
const noKey = "espalier.head"

// A check reads something from the store, to see whether it answers.
type check struct {
	began time.Time
	done  chan struct{}
	err   error // set when done is closed
	read  bool  // whether the store is read-only; set when done is closed
}

// Health returns the state of the store. It opens the store if there is one, reads something
// from it, and tries its disk unless that was done a moment ago. It does not wait for long:
// what is not done in HealthTime goes on in the background, and a later call has the result.
func (l *Store) Health(ctx context.Context) Health {
	ctx, cancel := context.WithTimeout(ctx, HealthTime)
	defer cancel()
	if l == nil {
		return Health{State: StateUnavailable, Reason: errNoLibrary.Error()}
	}
	if err := l.damage.Hanging(); err != nil {
		return Health{State: StateHanging, Reason: err.Error()}
	}
	if err := l.progress.long(); err != nil {
		return Health{State: StateUnavailable, Reason: err.Error()}
	}
	c := l.beginCheck()
	select {
	case <-c.done:
	case <-ctx.Done():
		return Health{State: StateUnavailable, Reason: l.whyLate(c).Error()}
	}
	switch {
	case errors.Is(c.err, ErrUnused):
		return Health{State: StateUnused}
	case c.err != nil:
		return Health{State: StateUnavailable, Reason: cmp.Or(l.disk.Stalled(), c.err).Error()}
	}
	h := Health{State: StateOK}
	h.Damaged, h.Faults = l.damage.List()
	switch {
	case len(h.Damaged) > 0:
		h.State, h.Reason = StateDamaged, "revisions of "+countDamage(h.Damaged)+" cannot be read: "+nameDamage(h.Damaged)+"; all others are served"
	case c.read:
		h.State, h.Reason = StateReadOnly, "nothing can be written to the folder of the library"
	}
	if c.read {
		return h
	}
	switch err := l.disk.Probe(ctx); {
	case errors.Is(err, cluster.ErrDiskFull):
		h.State, h.Reason = StateFull, err.Error()
	case err != nil:
		h.State, h.Reason = StateUnavailable, err.Error()
	}
	return h
}

// Check is Health for commands. It waits for a store that is being opened.
func (l *Store) Check(ctx context.Context) Health {
	for {
		h := l.Health(ctx)
		if h.State != StateUnavailable || l.progress.starting() == nil || Pause(ctx, progressTime/5) != nil {
			return h
		}
	}
}

// beginCheck returns the check that is running, or begins one.
func (l *Store) beginCheck() *check {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c := l.checking; c != nil {
		return c
	}
	c := &check{began: time.Now(), done: make(chan struct{})}
	l.checking = c
	go func() {
		c.read, c.err = l.answers()
		l.mu.Lock()
		l.checking = nil
		l.mu.Unlock()
		close(c.done)
	}()
	return c
}

// answers reads something from the store.
func (l *Store) answers() (readOnly bool, err error) {
	ctx, cancel := context.WithTimeout(l.ctx, cluster.WriteTime(l.config.Patience))
	defer cancel()
	bucket, done, err := l.Use(ctx, false)
	if err != nil {
		return false, err
	}
	defer done()
	if _, _, err = bucket.Get(ctx, noKey); errors.Is(err, store.ErrNoKey) {
		err = nil
	}
	return bucket.ReadOnly, err
}

// whyLate returns the reason why a check takes long.
func (l *Store) whyLate(c *check) error {
	if err := l.progress.starting(); err != nil {
		return err
	}
	if err := l.disk.Stalled(); err != nil {
		return err
	}
	return &UnavailableError{Message: fmt.Sprintf("the library has not answered for %s; try again in a moment", time.Since(c.began).Round(time.Second))}
}

// A Report is the result of Verify.
type Report struct {
	Logs      int
	Revisions int
	Values    []Counted         // of each kind of which there are any
	Damaged   []Damage          // logs and values that have lost revisions
	Faults    []cluster.Fault   // parts of files that are damaged
	Ledger    int               // entries of the ledger that are damaged
	Replicas  []cluster.Replica // servers of a cluster that do not have what the leader has
}

// Whole reports whether nothing is damaged.
func (r *Report) Whole() bool { return len(r.Damaged)+len(r.Faults)+len(r.Replicas)+r.Ledger == 0 }

// Verify reads the whole store in a data folder and reports what is damaged. It changes
// nothing, and a server may use the folder at the same time. The error is fs.ErrNotExist if
// there is no store.
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
	marks, err := readLedger(dir) // before the store, which is then never behind them
	if err != nil {
		return nil, err
	}
	s := newSurvey()
	if err := cluster.Scan(ctx, dir, s.Entry, s.Fault); err != nil {
		return nil, err
	}
	found := s.Compare(marks)
	return &Report{Logs: found.Logs.Logs, Revisions: found.Logs.Revisions, Values: countValues(found.Values, found.List()), Damaged: found.List(), Faults: s.Faults, Ledger: marks.Faults}, nil
}
