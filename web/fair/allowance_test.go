package fair

import (
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"
	"unsafe"

	"espalier/web/problem"
)

func TestAllowance(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 30, 0, time.UTC)
	refused := 0
	a := NewAllowance(AllowanceConfig{Name: "trees", Of: "new trees", Most: 10, Now: func() time.Time { return now }, Refused: func() { refused++ }})
	one, two := ClientAt(netip.MustParseAddr("2001:db8::1")), ClientAt(netip.MustParseAddr("2001:db8:0:1::1"))
	take := func(c Client, amount int64) (func(), time.Duration) {
		t.Helper()
		giveBack, err := a.Take(c, amount)
		if err == nil {
			return giveBack, 0
		}
		var later *problem.LaterError
		if !errors.As(err, &later) || !strings.Contains(err.Error(), "10 new trees an hour") {
			t.Fatalf("Take = %v, want a LaterError that names the limit", err)
		}
		return nil, later.After
	}
	if _, wait := take(one, 6); wait != 0 {
		t.Fatal("6 of 10 are refused")
	}
	now = now.Add(20 * time.Minute)
	giveBack, wait := take(ClientAt(netip.MustParseAddr("2001:db8::ffff")), 4) // the same /64
	if wait != 0 {
		t.Fatal("10 of 10 are refused")
	}
	if _, wait := take(one, 1); wait != 41*time.Minute {
		t.Errorf("one too many must wait %s, want 41 minutes", wait)
	}
	if _, wait := take(one, 7); wait != 61*time.Minute {
		t.Errorf("seven too many must wait %s, want 61 minutes", wait)
	}
	if _, wait := take(two, 10); wait != 0 {
		t.Error("another client is refused")
	}
	if _, wait := take(two, 11); wait == 0 {
		t.Error("more than all is granted")
	}
	giveBack()
	if _, wait := take(one, 4); wait != 0 {
		t.Error("what was given back is refused")
	}
	now = now.Add(41 * time.Minute)
	if _, wait := take(one, 6); wait != 0 {
		t.Errorf("after the time that the error names it must wait %s", wait)
	}
	now = now.Add(2 * time.Hour)
	if _, wait := take(two, 10); wait != 0 || len(a.clients) != 1 {
		t.Errorf("after hours: %s to wait, %d clients are known", wait, len(a.clients))
	}
	if refused != 3 {
		t.Errorf("%d refusals were counted, want 3", refused)
	}
}

// jumped returns a time with the same monotonic clock, and a wall clock that has jumped.
// There is no way to do that but to know how time.Time keeps both.
func jumped(t *testing.T, at time.Time, by time.Duration) time.Time {
	t.Helper()
	// The upper 33 bits below the first one are seconds, if there is a monotonic clock.
	*(*uint64)(unsafe.Pointer(&at)) += uint64(int64(by/time.Second)) << 30
	return at
}

// A clock that jumps frees no allowance early, and locks nobody out for longer.
func TestAllowanceIgnoresJumps(t *testing.T) {
	for _, by := range []time.Duration{2 * time.Hour, 72 * time.Hour, -2 * time.Hour, -72 * time.Hour} {
		begin := time.Now()
		now := begin
		if j := jumped(t, begin, by); j.Sub(begin) != 0 || j.Round(0).Sub(begin.Round(0)) != by {
			t.Fatalf("the jump by %s is one by %s, and by %s of the monotonic clock", by, j.Round(0).Sub(begin.Round(0)), j.Sub(begin))
		}
		a := NewAllowance(AllowanceConfig{Name: "trees", Of: "new trees", Most: 10, Now: func() time.Time { return now }})
		one := ClientAt(netip.MustParseAddr("2001:db8::1"))
		if _, err := a.Take(one, 10); err != nil {
			t.Fatal(err)
		}
		now = jumped(t, begin.Add(time.Minute), by)
		var later *problem.LaterError
		if _, err := a.Take(one, 1); !errors.As(err, &later) || later.After != time.Hour {
			t.Errorf("after a jump by %s: %v, want a refusal for the rest of the hour", by, err)
		}
		now = jumped(t, begin.Add(period+part), by)
		if _, err := a.Take(one, 10); err != nil {
			t.Errorf("an hour after a jump by %s: %v", by, err)
		}
	}
}
