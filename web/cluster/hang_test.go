package cluster

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"espalier/web/store"
)

// A slowStore answers each request by its function.
type slowStore struct {
	jetstream.KeyValue
	answer func(ctx context.Context) error
}

func (s slowStore) Get(ctx context.Context, _ string) (jetstream.KeyValueEntry, error) {
	if err := s.answer(ctx); err != nil {
		return nil, err
	}
	return nil, jetstream.ErrKeyNotFound
}

// never is the answer of a server in a deadlock.
func never(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

// hangingBucket returns a bucket with a disk, and the channel on which it reports a hang.
func hangingBucket(t *testing.T, answer func(ctx context.Context) error) (*Bucket, *Gate, chan time.Time) {
	gate, reported := &Gate{}, make(chan time.Time, 10)
	b := &Bucket{kv: slowStore{answer: answer}, hangTime: hangTime, disk: NewDisk(t.Context(), t.TempDir(), gate),
		hung: func(error) { reported <- time.Now() }}
	return b, gate, reported
}

// settled waits until no hang is being proved any more.
func settled(b *Bucket) {
	for b.asking.Load() {
		<-time.After(time.Second)
		synctest.Wait()
	}
}

// A disk that stalls, however long, and comes back is not reported as a hang.
func TestStalledDiskIsNoHang(t *testing.T) {
	for _, stall := range []time.Duration{3 * time.Second, 31 * time.Second, 38 * time.Second, 10 * time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			var gate *Gate
			b, gate, reported := hangingBucket(t, func(ctx context.Context) error {
				passed := make(chan struct{})
				go func() {
					gate.Pass()
					close(passed)
				}()
				select {
				case <-passed:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			})
			gate.Shut()
			began := time.Now()
			if _, _, err := b.Get(t.Context(), "key"); err == nil || errors.Is(err, store.ErrNoKey) {
				t.Errorf("Get on a disk that has stalled = %v", err)
			}
			if took := time.Since(began); took > opTime {
				t.Errorf("Get gives up after %v", took)
			}
			// Later calls do not wait.
			began = time.Now()
			if _, _, err := b.Get(t.Context(), "key"); err == nil || errors.Is(err, store.ErrNoKey) {
				t.Errorf("Get on a disk that has stalled = %v", err)
			}
			if took := time.Since(began); took > 0 {
				t.Errorf("the second Get gives up after %v", took)
			}
			<-time.After(stall)
			gate.Open()
			settled(b)
			if _, _, err := b.Get(t.Context(), "key"); !errors.Is(err, store.ErrNoKey) {
				t.Errorf("Get when the disk is back = %v", err)
			}
			if len(reported) > 0 {
				t.Errorf("a disk that stalled for %v is reported as a hang of the store", stall)
			}
		})
	}
}

// A disk that stalls again and again is not reported either, since the store may need
// longer than the disk answers at a time.
func TestDiskThatStallsAgainAndAgainIsNoHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		healthy := make(chan struct{}) // closed when the disk does not stall any more
		b, gate, reported := hangingBucket(t, func(ctx context.Context) error {
			select {
			case <-healthy:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
		if _, _, err := b.Get(t.Context(), "key"); err == nil || errors.Is(err, store.ErrNoKey) {
			t.Errorf("Get of a slow store = %v", err)
		}
		for range 30 {
			<-time.After(7 * time.Second)
			gate.Shut()
			<-time.After(3 * time.Second)
			gate.Open()
		}
		close(healthy)
		settled(b)
		if len(reported) > 0 {
			t.Error("a disk that stalls again and again is reported as a hang of the store")
		}
	})
}

// A store that does not answer while its disk does is reported once. If the disk stalled
// before, it is reported only after the disk has been healthy for the whole time.
func TestDeadlockIsReported(t *testing.T) {
	for _, stall := range []time.Duration{0, 38 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			b, gate, reported := hangingBucket(t, never)
			if stall > 0 {
				gate.Shut()
			}
			for range 3 {
				if _, _, err := b.Get(t.Context(), "key"); err == nil || errors.Is(err, store.ErrNoKey) {
					t.Errorf("Get of a store in a deadlock = %v", err)
				}
			}
			<-time.After(stall)
			back := time.Now()
			gate.Open()
			took := (<-reported).Sub(back)
			if took > hangTime+5*time.Second || stall > 0 && took < hangTime {
				t.Errorf("after a stall of %v a deadlock is reported %v after the disk is back", stall, took)
			}
			settled(b)
			if len(reported) > 0 {
				t.Error("a deadlock is reported twice")
			}
		})
	}
}

// A full disk does not prove a hang.
func TestFullDiskIsNoHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, _, reported := hangingBucket(t, never)
		b.disk.dir += "/missing"
		if _, _, err := b.Get(t.Context(), "key"); err == nil || errors.Is(err, store.ErrNoKey) {
			t.Errorf("Get = %v", err)
		}
		settled(b)
		if len(reported) > 0 {
			t.Error("a store is reported as hanging whose disk accepts nothing")
		}
	})
}
