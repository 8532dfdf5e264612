package records

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"espalier/web/store"
)

// In a cluster, the bucket may contradict the ledger only for a moment: a leader that was just
// elected may not have the newest revisions yet. So a contradiction is a doubt at first. Edits,
// and answers that there is no such thing, are refused as "unavailable now". A doubt is checked again
// and again until the bucket and the ledger agree, also without any request. If the bucket
// contradicts the ledger in doubtChecks checks in a row, what it lacks is damaged.

const (
	// doubtEvery is the pause between two checks of a doubt. doubtChecks of them take some
	// 4 seconds. A leader has everything within some hundred milliseconds after its election.
	doubtEvery  = 500 * time.Millisecond
	doubtChecks = 6
	// promptly is how long a check may take to count. After that its answer may be an old one.
	promptly = time.Second
	// damagedEvery is the pause between two checks of damage, which another leader or
	// another Espalier may mend.
	damagedEvery = 15 * time.Second
	// doubtsAtOnce is how many are checked, or mended, at a time: most of it is waiting for the servers.
	doubtsAtOnce = 4
	// maxDoubted bounds the revisions of a log that are checked. If these are there again, the next
	// read of another one begins a new doubt.
	maxDoubted = 100
)

// A doubt is a log or a value of which the bucket contradicts the ledger.
type doubt struct {
	value     bool  // it is of a feature
	revisions []int // that could not be read, at most maxDoubted; never changed
	newest    bool  // the newest revision is lost
	checks    int   // in a row in which the bucket has contradicted the ledger
	confirmed bool
	next      time.Time // when it is checked again
}

// doubts are those of an open store.
type doubts struct {
	mu       sync.Mutex
	all      map[ID]*doubt
	checking bool // a goroutine checks them
}

// Doubted takes the error of reading a log or a value. If it is a damage, the result says
// that the store cannot be used now, until the damage is certain. Other errors are returned
// as they are. In an embedded store, every damage is certain.
func (l *Store) Doubted(err error) error {
	damage := DamageOf(err)
	if damage == nil || !l.Shared() {
		return err
	}
	if l.noteDoubt(damage) {
		return l.Reported(err)
	}
	if damage.Value {
		return &UnavailableError{Message: fmt.Sprintf("the NATS servers no longer have %s", describeValue(string(damage.ID))), Err: errDoubt}
	}
	return &UnavailableError{Message: fmt.Sprintf("the NATS servers no longer have revision %d of the %s", damage.Revision, damage.noun()), Err: errDoubt}
}

// noteDoubt notes a damage that is checked later, and reports whether it is certain already.
func (l *Store) noteDoubt(damage *DamagedError) (confirmed bool) {
	d := &l.doubts
	d.mu.Lock()
	defer d.mu.Unlock()
	one := d.all[damage.ID]
	if one == nil {
		one = &doubt{value: damage.Value, next: time.Now().Add(l.doubtEvery())}
		if d.all == nil {
			d.all = map[ID]*doubt{}
		}
		d.all[damage.ID] = one
	}
	if !slices.Contains(one.revisions, damage.Revision) && len(one.revisions) < maxDoubted {
		one.revisions = append(slices.Clone(one.revisions), damage.Revision)
	}
	one.newest = one.newest || damage.Newest > 0
	if !d.checking && l.ctx.Err() == nil {
		d.checking = true
		go l.checkDoubts()
	}
	return one.confirmed
}

// errDoubt is the Err of the error for a log or a value in doubt.
var errDoubt = errors.New("they may be starting; try again in a moment")

func (l *Store) doubtEvery() time.Duration {
	if l.config.DoubtEvery > 0 {
		return l.config.DoubtEvery
	}
	return doubtEvery
}

// settled ends a doubt.
func (l *Store) settled(id ID) {
	l.doubts.mu.Lock()
	one := l.doubts.all[id]
	delete(l.doubts.all, id)
	l.doubts.mu.Unlock()
	if one != nil && one.confirmed {
		l.damage.Forget(id)
		l.log.Info("library: "+article(Damage{ID: id, Value: one.value}.What())+" is whole again", "id", id)
	}
}

// ReadNewest takes that the newest revision of a log was read. If it was in doubt, the log is
// checked now: earlier revisions may still be in doubt.
func (l *Store) ReadNewest(id ID) {
	l.doubts.mu.Lock()
	defer l.doubts.mu.Unlock()
	if one := l.doubts.all[id]; one != nil && one.newest {
		one.newest, one.next = false, time.Now()
	}
}

// due returns the doubts that are to be checked now. more is false if there is none at all; then
// the goroutine that checks them ends.
func (d *doubts) due() (now map[ID]doubt, more bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now = map[ID]doubt{}
	for id, one := range d.all {
		if !time.Now().Before(one.next) {
			now[id] = *one
		}
	}
	d.checking = len(d.all) > 0
	return now, d.checking
}

// checked takes the error of a check that began at a time. It reports whether the damage has become
// certain.
func (l *Store) checked(id ID, err error, began time.Time) (certain bool) {
	d := &l.doubts
	d.mu.Lock()
	defer d.mu.Unlock()
	one := d.all[id]
	if one == nil {
		return false
	}
	one.next = time.Now().Add(l.doubtEvery())
	switch {
	case one.confirmed:
		one.next = time.Now().Add(min(damagedEvery, 30*l.doubtEvery()))
		return false
	case !errors.Is(err, errDoubt):
		one.checks = 0
	case time.Since(began) > promptly: // an old answer proves nothing, neither way
	default:
		one.checks++
	}
	one.confirmed = one.checks >= doubtChecks
	return one.confirmed
}

// checkDoubts checks all doubts until there is none.
func (l *Store) checkDoubts() {
	for {
		every := l.doubtEvery()
		if Pause(l.ctx, every+l.machine.Jitter(every/2)) != nil {
			return
		}
		now, more := l.doubts.due()
		if !more {
			return
		}
		ids := inOrderOfID(now)
		slices.SortStableFunc(ids, func(a, b ID) int { // what is not certain yet comes first, so that it is named soon
			switch {
			case now[a].confirmed == now[b].confirmed:
				return 0
			case now[b].confirmed:
				return -1
			}
			return 1
		})
		var checks sync.WaitGroup
		slots := make(chan struct{}, doubtsAtOnce)
		for _, id := range ids {
			slots <- struct{}{}
			checks.Go(func() {
				l.checkOrMend(id, now[id])
				<-slots
			})
		}
		checks.Wait()
	}
}

// checkOrMend checks one doubt. If the damage is certain, it mends what it can.
func (l *Store) checkOrMend(id ID, one doubt) {
	began := time.Now()
	err := l.checkDoubt(l.ctx, id, one)
	if l.checked(id, err, began) || IsDamaged(err) {
		err = l.mend(l.ctx, id, one)
	}
	if err == nil || errors.Is(err, store.ErrNoKey) {
		l.settled(id)
	}
}

// checkDoubt reads what could not be read.
func (l *Store) checkDoubt(ctx context.Context, id ID, one doubt) error {
	if one.value {
		_, _, err := l.Value(ctx, string(id))
		return err
	}
	return l.logs.Check(ctx, id, one.revisions)
}
