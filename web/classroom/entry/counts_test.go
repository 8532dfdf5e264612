package entry

import (
	"net/netip"
	"testing"
	"time"

	"espalier/web/fair"
)

// The actions of an address in an hour are limited. An address is forgotten after an hour in which it did nothing.
func TestCounts(t *testing.T) {
	c := &Counts{Most: 2, What: "tasks were made"}
	client := func(last byte) fair.Client { return fair.ClientAt(netip.AddrFrom4([4]byte{192, 0, 2, last})) }
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	for n, want := range []bool{true, true, false} {
		if err := c.Take(client(1), now.Add(time.Duration(n)*time.Minute)); (err == nil) != want {
			t.Errorf("action %d: %v", n+1, err)
		}
	}
	if err := c.Take(client(2), now.Add(countedTime)); err != nil {
		t.Errorf("another address: %v", err)
	}
	if err := c.Take(client(2), now.Add(2*countedTime+time.Minute)); err != nil {
		t.Errorf("an hour later: %v", err)
	}
	if len(c.of) != 1 {
		t.Errorf("%d addresses are known, want the one that did something in the last hour", len(c.of))
	}
}
