package records

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"espalier/web/cluster"
	"espalier/web/store/ledger"
)

// In a cluster, each Espalier has a ledger of its own: what it has acknowledged, what it has
// read, and what the other ones have sent it. A mark is sent when it is made. A mark that
// does not arrive, because a connection is away, is asked for later. So the bucket is contradicted
// even by an Espalier that never had the log open.

const (
	// clusterFolder is the folder in Config.Dir with the ledger.
	clusterFolder = "cluster"

	// The topics of the marks. Ids of logs are longer.
	ledgerTopic    = "ledger"     // entries of a ledger, sent when they are made
	askLedgerTopic = "ask.ledger" // the sum of a ledger; who has another one answers with all entries
	recordTopic    = "ask.record"

	// earlyValuesTopic is that of an early version for values; see also Logs.EarlyTopic.
	earlyValuesTopic = "values"

	// marksTime bounds the wait for the answers of all other Espaliers, and firstMarksTime that
	// for the first one at the start.
	marksTime      = 5 * time.Second
	firstMarksTime = time.Second
	// marksEvery is how often the marks of the others are asked for.
	marksEvery = 10 * time.Minute
	// ledgerSyncEvery is how often the ledger of a cluster is synced.
	ledgerSyncEvery = time.Second
	// leaderEvery is how often the leader of the bucket is asked for. After a change the bucket
	// is compared with the ledger.
	leaderEvery = 5 * time.Second
	// compareAfter is the pause between a start and the comparison of the copies of the servers, which
	// may be starting, too.
	compareAfter = time.Minute
)

// An asker is a bucket with which processes can ask each other.
type asker interface {
	Ask(ctx context.Context, topic string, message []byte, f func(answer []byte) (more bool)) error
	Answer(topic string, f func(message []byte, answer func([]byte))) (stop func(), err error)
}

// openMarks gives a bucket of a cluster its ledger, in the folder of the store if there is one.
func (l *Store) openMarks(bucket *Bucket) error {
	bucket.Kept = &Kept{}
	bucket.Ledger = newLedger("")
	if l.config.Dir != "" {
		if err := l.openMarksIn(bucket, filepath.Join(l.config.Dir, clusterFolder)); err != nil {
			l.log.Warn("library: what the NATS servers lose while this Espalier does not run might not be noticed", "err", err)
		}
	}
	bucket.Ledger.Shared = true
	receive := func(entries []byte) { l.receive(bucket, entries) }
	topics := map[string]func([]byte){ledgerTopic: receive, earlyValuesTopic: receive}
	if logs != nil {
		topics[logs.EarlyTopic] = func(entries []byte) { l.disputed(bucket, logs.ReceiveEarly(bucket.Ledger, entries)) }
	}
	for topic, receive := range topics {
		if _, err := bucket.Engine.Listen(topic, receive); err != nil {
			return err
		}
	}
	b, ok := bucket.Engine.(asker)
	if !ok {
		return nil
	}
	l.askMarks(bucket)
	if _, err := b.Answer(askLedgerTopic, bucket.Ledger.Answer); err != nil {
		return err
	}
	_, err := b.Answer(recordTopic, func(key []byte, answer func([]byte)) {
		if value := bucket.Kept.Get(string(key)); value != nil {
			answer(value)
		}
	})
	return err
}

// openMarksIn reads the ledger in a folder. If another process has the folder, what is known
// from now on is in memory only.
func (l *Store) openMarksIn(bucket *Bucket, dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	lock, lockErr := cluster.Lock(dir, l.log)
	known, err := readLedger(dir)
	if err != nil {
		if lock != nil {
			lock.Close()
		}
		return err
	}
	bucket.Ledger = known
	switch {
	case lockErr != nil && l.config.Beside:
		return nil
	case lockErr != nil:
		return lockErr
	}
	bucket.lock = lock
	if known.Faults > 0 {
		l.log.Warn("library: entries of the ledger were damaged; the other Espaliers are asked for theirs", "entries", known.Faults)
	}
	return known.Open()
}

// askMarks asks the other Espaliers for their marks, and returns when one of them has answered.
// The others may answer later.
func (l *Store) askMarks(bucket *Bucket) {
	first := make(chan struct{})
	go func() {
		ctx, cancel := context.WithTimeout(l.ctx, marksTime)
		defer cancel()
		once := false
		err := bucket.Engine.(asker).Ask(ctx, askLedgerTopic, bucket.Ledger.Sum(), func(answer []byte) bool {
			if len(answer) > 0 {
				l.receive(bucket, answer)
			} else if !once {
				once = true
				close(first)
			}
			return true
		})
		if !once {
			close(first)
		}
		if err != nil && l.ctx.Err() == nil {
			l.log.Debug("library: the marks of other Espaliers cannot be asked for", "err", err)
		}
	}()
	select {
	case <-first:
	case <-time.After(firstMarksTime):
	case <-l.ctx.Done():
	}
}

// receive takes entries of another Espalier.
func (l *Store) receive(bucket *Bucket, entries []byte) {
	l.disputed(bucket, bucket.Ledger.Receive(entries))
}

func (l *Store) disputed(bucket *Bucket, keys []string) {
	for _, key := range keys {
		l.log.Error("library: two Espaliers have acknowledged different revisions with the same number", "id", key, "revision", bucket.Ledger.Of(key).Number)
	}
}

// SendMarks sends the other Espaliers what the ledger has of some keys or roots.
func (l *Store) SendMarks(bucket *Bucket, keys ...string) {
	if !bucket.Shared() {
		return
	}
	if err := bucket.Broadcast(ledgerTopic, bucket.Ledger.EntriesOf(keys...)); err != nil {
		l.log.Debug("library: marks are not sent; the other Espaliers ask for them later", "keys", keys, "err", err)
	}
}

// keepMarks syncs the ledger, asks for the marks of others, and compares the bucket with the
// ledger at the start, and whenever its leader is another one or has lost something.
func (l *Store) keepMarks(bucket *Bucket) {
	before := cluster.Leader{}
	asked, looked := time.Now(), time.Time{}
	go l.compareReplicas(bucket)
	for Pause(l.ctx, ledgerSyncEvery) == nil {
		if err := bucket.Ledger.SyncLater(); err != nil {
			l.log.Warn("library: the ledger cannot be synced", "err", err)
		}
		if l.lostConnection.Swap(false) || time.Since(asked) >= marksEvery {
			asked = time.Now()
			l.askMarks(bucket)
			before = cluster.Leader{}
		}
		if time.Since(looked) < leaderEvery {
			continue
		}
		now, err := bucket.Engine.(*cluster.Bucket).Leader(l.ctx)
		if err != nil {
			continue
		}
		looked = time.Now()
		if now.Server != before.Server || now.Last < before.Last || before.Last == 0 {
			l.audit(l.ctx, bucket)
		}
		before = now
	}
}

// compareReplicas compares the copies of the NATS servers at a start, by sequences and sizes.
func (l *Store) compareReplicas(bucket *Bucket) {
	b, ok := bucket.Engine.(*cluster.Bucket)
	if !ok || Pause(l.ctx, compareAfter) != nil {
		return
	}
	different, err := b.CompareReplicas(l.ctx, false)
	if err != nil && l.ctx.Err() == nil {
		l.log.Warn("library: the copies of the NATS servers are not compared", "err", err)
	}
	for _, r := range different {
		l.log.Warn("library: " + r.String())
	}
}

// audit compares the bucket with the ledger. What is missing becomes a doubt.
func (l *Store) audit(ctx context.Context, bucket *Bucket) {
	type one struct {
		id ID
		m  ledger.Mark
	}
	var all []one
	if l.logs != nil {
		bucket.eachLog(func(id ID, m ledger.Mark) { all = append(all, one{id, m}) })
	}
	l.auditValues(ctx, bucket)
	ForEach(len(all), func(i int) {
		if ctx.Err() != nil {
			return
		}
		if n := l.logs.Contradiction(ctx, bucket, all[i].id, all[i].m); n > 0 {
			l.checkDoubt(ctx, all[i].id, doubt{revisions: []int{n}})
		}
	})
}

// auditValues reads the values of features. Of a large one it only looks whether it is there. A value
// that the ledger lacks, since an early version stored it, is adopted.
func (l *Store) auditValues(ctx context.Context, bucket *Bucket) {
	keys := map[string]bool{}
	for _, kind := range kinds {
		for _, key := range bucket.Ledger.Matching(kind.Prefix + ">") { // before the bucket, as in Value
			keys[key] = true
		}
		there, err := bucket.List(ctx, kind.Prefix+">")
		if err != nil {
			continue
		}
		for _, key := range there {
			if m := bucket.Ledger.Of(key); m.Number > 0 && isLarge(key) {
				delete(keys, key)
			} else if !m.Deleted && !bucket.Ledger.Gone(key) {
				keys[key] = true
			}
		}
	}
	all := slices.Sorted(maps.Keys(keys))
	ForEach(len(all), func(i int) {
		if ctx.Err() == nil {
			l.Value(ctx, all[i])
		}
	})
}
