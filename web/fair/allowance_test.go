package fair

import (
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"

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
