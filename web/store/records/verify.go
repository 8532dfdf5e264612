package records

import (
	"context"
	"errors"
	"slices"
	"time"

	"espalier/web/cluster"
	"espalier/web/store"
	"espalier/web/store/ledger"
)

// verifyAgain is the pause before a damage in a cluster is read again, since a leader that was
// just elected may not have everything yet.
const verifyAgain = 2 * time.Second

// VerifyCluster reads every revision of every log, and every value of a feature. It compares them with
// the ledgers of all Espaliers that answer, and changes nothing. It reads from the leader.
func (l *Store) VerifyCluster(ctx context.Context) (*Report, error) {
	var r *Report
	err := l.Steadily(ctx, func() (err error) { // the servers may be choosing a leader
		r, err = l.verifyCluster(ctx)
		return err
	})
	return r, err
}

func (l *Store) verifyCluster(ctx context.Context) (*Report, error) {
	bucket, done, err := l.Use(ctx, false)
	if err != nil {
		return nil, err
	}
	defer done()
	all := map[ID]bool{}
	if l.logs != nil {
		bucket.eachLog(func(id ID, _ ledger.Mark) { all[id] = true })
	}
	if err := l.EachLog(ctx, func(id ID) error { all[id] = true; return nil }); err != nil {
		return nil, err
	}
	r := &Report{}
	for _, id := range inOrderOfID(all) {
		damage, err := l.verifyOne(ctx, bucket, id, r)
		if err != nil {
			return nil, err
		}
		if damage != nil {
			r.Damaged = append(r.Damaged, *damage)
		}
	}
	if err := l.verifyValues(ctx, bucket, r); err != nil {
		return nil, err
	}
	if b, ok := bucket.Engine.(*cluster.Bucket); ok {
		r.Replicas, err = b.CompareReplicas(ctx, true)
	}
	return r, err
}

// verifyOne returns what a log has lost, or nil. What is lost is read again: a leader that
// was just chosen may not have everything yet. So is what cannot be read since there is no leader.
func (l *Store) verifyOne(ctx context.Context, bucket *Bucket, id ID, r *Report) (damage *Damage, err error) {
	for again := range 3 {
		if again > 0 {
			if err := Pause(ctx, verifyAgain); err != nil {
				return nil, err
			}
			r = &Report{}
		}
		err = l.Steadily(ctx, func() error {
			damage, err = l.verifyLog(ctx, bucket, id, r)
			return err
		})
		if err != nil || damage == nil {
			return nil, err
		}
	}
	return damage, nil
}

// verifyValues compares the values of features with their ledger.
func (l *Store) verifyValues(ctx context.Context, bucket *Bucket, r *Report) error {
	var all []string
	for _, kind := range kinds {
		keys, err := l.ListValues(ctx, kind.Prefix+">")
		if err != nil {
			return err
		}
		all = append(all, keys...)
	}
	lost, absent := all, map[string]bool{}
	for again := 0; len(lost) > 0 && again < 3; again++ {
		if again > 0 {
			if err := Pause(ctx, verifyAgain); err != nil {
				return err
			}
		}
		var still []string
		for _, key := range lost {
			m := bucket.Ledger.Of(key)
			var value []byte
			err := l.Steadily(ctx, func() (err error) {
				value, _, err = bucket.Get(ctx, key)
				return err
			})
			if err != nil && !errors.Is(err, store.ErrNoKey) {
				return err
			}
			absent[key] = m.Number == 0 && err != nil // it was deleted
			if loss(m, key, value, err) != nil && bucket.Ledger.Of(key) == m {
				still = append(still, key)
			}
		}
		lost = still
	}
	for _, key := range lost {
		n := bucket.Ledger.Of(key).Number
		r.Damaged = append(r.Damaged, Damage{ID: ID(key), Value: true, Missing: []int{n}, Newest: n})
	}
	r.Values = countValues(slices.DeleteFunc(all, func(key string) bool { return absent[key] }), r.Damaged)
	return nil
}

// verifyLog returns what a log has lost, or nil.
func (l *Store) verifyLog(ctx context.Context, bucket *Bucket, id ID, r *Report) (*Damage, error) {
	newest, lost, err := l.logs.Lost(ctx, bucket, id)
	if err != nil || newest == 0 { // it was deleted
		return nil, err
	}
	r.Logs++
	r.Revisions += newest - len(lost)
	if len(lost) == 0 {
		return nil, nil
	}
	d := DamageOfLog(id, lost, newest)
	return &d, nil
}
