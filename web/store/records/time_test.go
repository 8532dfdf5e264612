package records

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"espalier/web/cluster/natssim"
	"espalier/web/store/clock"
)

// The servers of a cluster agree on the time, whatever their clocks and those of the
// servers that keep the bucket show.
func TestServersHaveOneTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		world := natssim.New(1, natssim.Faults{})
		begin := time.Now()
		start := func(ahead time.Duration) *Store {
			node := world.NewNode()
			node.SetSkew(ahead)
			l, err := Open(Config{Engine: node, Machine: &Machine{Now: node.Now, Tag: node.Tag, Elapsed: func() time.Duration { return time.Since(begin) }}})
			if err != nil {
				t.Fatal(err)
			}
			var started atomic.Bool
			go func() {
				l.startClock(l.bucket)
				started.Store(true)
			}()
			for !started.Load() {
				world.Step()
			}
			return l
		}
		pass := func(d time.Duration) {
			for end := time.Now().Add(d); time.Now().Before(end); {
				world.Step()
			}
		}
		want := func(what string, steady bool, all ...*Store) {
			t.Helper()
			for i, l := range all {
				now, is := l.Now()
				if wrong := time.Until(now); wrong.Abs() > 2*clock.SampleEvery || is != steady {
					t.Errorf("%s: the time of server %d is wrong by %s, steady %v; want %v", what, i, wrong, is, steady)
				}
			}
		}
		one, two := start(0), start(25*time.Hour)
		want("at the start", false, one, two)
		pass(clock.Settle + time.Minute)
		want("settled", true, one, two)
		world.Skew = 25 * time.Hour // another leader
		three := start(-25 * time.Hour)
		pass(2 * clock.SampleEvery)
		want("after a jump", false, one, two)
		pass(clock.Settle + 2*clock.WriteEvery)
		want("settled again", true, one, two, three)
		world.Skew = 0
		pass(clock.Settle + 2*clock.WriteEvery)
		want("with the first leader", true, one, two, three)
		var closed atomic.Int32
		for _, l := range []*Store{one, two, three} {
			go func() {
				l.Close()
				closed.Add(1)
			}()
		}
		for closed.Load() < 3 {
			world.Step()
		}
	})
}

// The time is known before the first record is stored, which may be stamped with it.
func TestTimeIsKnownBeforeAnythingIsStored(t *testing.T) {
	l, err := Open(Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := l.CreateValue(t.Context(), "none.a", []byte("{}"), ""); err != nil {
		t.Fatal(err)
	}
	if !l.clock.Known() {
		t.Error("something is stored, and the time is not known")
	}
}
