package entry_test

import (
	"net/netip"
	"testing"

	"espalier/web/classroom/entry"
	"espalier/web/fair"
)

// One address gets half of what others leave, and what it leaves is for others.
func TestShares(t *testing.T) {
	const limit = 100
	s, taken := entry.Shares{}, 0
	fill := func(address string) (got int) {
		for s.Take(fair.ClientAt(netip.MustParseAddr(address)), taken, limit) {
			taken++
			got++
		}
		return got
	}
	for _, want := range []struct {
		address string
		got     int
	}{{"192.0.2.1", 50}, {"192.0.2.2", 25}, {"192.0.2.1", 0}, {"192.0.2.3", 13}} {
		if got := fill(want.address); got != want.got {
			t.Errorf("%s got %d, want %d", want.address, got, want.got)
		}
	}
	for range 50 {
		s.GiveBack(fair.ClientAt(netip.MustParseAddr("192.0.2.1")))
		taken--
	}
	if got := fill("192.0.2.4"); got != 31 {
		t.Errorf("after 50 were given back another address got %d, want 31", got)
	}
	if s.Take(fair.ClientAt(netip.MustParseAddr("192.0.2.5")), limit, limit) {
		t.Error("more than the limit is given")
	}
}
