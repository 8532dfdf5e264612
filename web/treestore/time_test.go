package treestore

import (
	"testing"
	"time"

	"espalier/web/store/clock"
)

// A stamp that is made when the library is opened has the time of the library, even if the
// clock of the machine was set back.
func TestTimeIsThereBeforeAnythingIsStamped(t *testing.T) {
	f := newNearlyFull(t)
	f.made()
	f.Jump(72 * time.Hour)
	f.Pass(clock.SampleEvery)
	f.look() // stores the time, in which the jump does not count
	before, _ := f.records.Now()
	f.Jump(-72 * time.Hour)
	f.Jump(-24 * time.Hour)
	f.start()
	if now, _ := f.records.Now(); clock.Age(now, before) > time.Minute || clock.Age(before, now) > time.Minute {
		t.Errorf("after the start it is %s, want %s", now, before)
	}
	if now, steady := (*Store)(nil).Records().Now(); steady || time.Since(now) > time.Minute {
		t.Errorf("without a store it is %s, steady %v", now, steady)
	}
	closed, err := Open(Config{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer closed.Close()
	if now, steady := closed.records.Now(); steady || time.Since(now) > time.Minute {
		t.Errorf("before anything is stored it is %s, steady %v", now, steady)
	}
}
