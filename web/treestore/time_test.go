package treestore

import (
	"context"
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

// A stamp that is made when the library is opened has the time of the library, even if the
// clock of the machine was set back.
func TestTimeIsThereBeforeAnythingIsStamped(t *testing.T) {
	f := newNearlyFull(t)
	f.made()
	f.jump(72 * time.Hour)
	f.pass(clock.SampleEvery)
	f.look() // stores the time, in which the jump does not count
	before, _ := f.Now()
	f.jump(-72 * time.Hour)
	f.jump(-24 * time.Hour)
	f.start()
	if now, _ := f.Now(); clock.Age(now, before) > time.Minute || clock.Age(before, now) > time.Minute {
		t.Errorf("after the start it is %s, want %s", now, before)
	}
	if now, steady := (*Store)(nil).Now(); steady || time.Since(now) > time.Minute {
		t.Errorf("without a store it is %s, steady %v", now, steady)
	}
	closed, err := Open(Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer closed.Close()
	if now, steady := closed.Now(); steady || time.Since(now) > time.Minute {
		t.Errorf("before anything is stored it is %s, steady %v", now, steady)
	}
	if _, _, err := closed.Create(context.Background(), draftOf(t, small), "made"); err != nil {
		t.Fatal(err)
	}
	if !closed.clock.Known() {
		t.Error("a tree was stamped before the time was known")
	}
}
