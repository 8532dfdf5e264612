package fair_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"espalier/web/fair"
	"espalier/web/problem"
)

func client(addr string) fair.Client { return fair.ClientAt(netip.MustParseAddr(addr)) }

var (
	alice = client("192.0.2.1")
	bob   = client("192.0.2.2")
	carol = client("2001:db8::1")
)

func pool(size int64) *fair.Pool {
	return fair.NewPool(fair.PoolConfig{Name: "searches", Size: size, MaxWaiting: 20, MaxWait: time.Minute})
}

// hold takes as much as a client gets without waiting.
func hold(t *testing.T, p *fair.Pool, c fair.Client) (leases []*fair.Lease) {
	t.Helper()
	for {
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		l, err := p.Acquire(ctx, c, 1)
		cancel()
		if err != nil {
			return leases
		}
		leases = append(leases, l)
	}
}

// Each client can have as much as it leaves free, so that another one always gets some.
func TestPoolLeavesSomeForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool(64)
		for i, want := range []int{32, 16, 8, 4, 2, 1, 1} {
			if got := len(hold(t, p, client("192.0.2."+string(rune('1'+i))))); got != want {
				t.Errorf("client %d holds %d, want %d", i+1, got, want)
			}
		}
		if p.Used() != 64 || len(hold(t, p, client("192.0.2.100"))) != 0 {
			t.Errorf("%d of 64 are used, want all", p.Used())
		}
	})
}

// Clients that wait are served by turns, and each in its order.
func TestPoolServesByTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool(1)
		first, err := p.Acquire(t.Context(), carol, 1)
		if err != nil {
			t.Fatal(err)
		}
		var served []string
		for _, name := range []string{"a1", "a2", "a3", "b1", "b2"} {
			go func() {
				c := alice
				if name[0] == 'b' {
					c = bob
				}
				l, err := p.Acquire(t.Context(), c, 1)
				if err != nil {
					t.Error(err)
					return
				}
				served = append(served, name)
				l.Release()
				l.Release() // changes nothing
			}()
			synctest.Wait()
		}
		if got := p.Waiting(); got != 5 {
			t.Errorf("%d wait, want 5", got)
		}
		first.Release()
		synctest.Wait()
		if want := []string{"a1", "b1", "a2", "b2", "a3"}; !slices.Equal(served, want) {
			t.Errorf("served %v, want %v", served, want)
		}
		if p.Used() != 0 || p.Waiting() != 0 {
			t.Errorf("%d used and %d waiting at the end", p.Used(), p.Waiting())
		}
	})
}

func wantStatus(t *testing.T, err error, status int, words string) {
	t.Helper()
	var e *problem.Error
	if !errors.As(err, &e) || e.Status != status || !strings.Contains(e.Message, words) {
		t.Errorf("error %v, want status %d with %q", err, status, words)
	}
}

func TestPoolRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pool(2)
		_, err := p.Acquire(t.Context(), alice, 3)
		wantStatus(t, err, http.StatusRequestEntityTooLarge, "2 in all")
		l, _ := p.Acquire(t.Context(), alice, 1)

		start := time.Now()
		_, err = p.Acquire(t.Context(), alice, 1)
		wantStatus(t, err, http.StatusTooManyRequests, "the request waited 1m0s for its turn")
		if waited := time.Since(start); waited != time.Minute {
			t.Errorf("refused after %v", waited)
		}

		ctx, cancel := context.WithCancel(t.Context())
		for range 20 {
			go p.Acquire(ctx, alice, 1)
		}
		synctest.Wait()
		_, err = p.Acquire(t.Context(), alice, 1)
		wantStatus(t, err, http.StatusTooManyRequests, "20 requests from your address wait")
		if other, err := p.Acquire(t.Context(), bob, 1); err != nil {
			t.Errorf("another client is refused, too: %v", err)
		} else {
			other.Release()
		}
		cancel()
		synctest.Wait()
		if p.Waiting() != 0 {
			t.Errorf("%d wait after they have gone", p.Waiting())
		}
		l.Release()
		if p.Used() != 0 {
			t.Errorf("%d used at the end", p.Used())
		}
	})
}

// What is given back early can be used.
func TestLeaseShrinks(t *testing.T) {
	p := fair.NewPool(fair.PoolConfig{Name: "body", Size: 100, MaxWaiting: 1, MaxWait: time.Minute})
	a, _ := p.Acquire(t.Context(), alice, 90)
	a.Shrink(10)
	b, err := p.Acquire(t.Context(), bob, 80)
	if err != nil || p.Used() != 90 {
		t.Fatalf("%v, %d used", err, p.Used())
	}
	a.Shrink(50) // larger: nothing
	a.Release()
	b.Release()
	if p.Used() != 0 {
		t.Errorf("%d used", p.Used())
	}
}

func TestClients(t *testing.T) {
	proxies := fair.Proxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	for _, c := range []struct{ peer, forwarded, want string }{
		{"192.0.2.1:4711", "", "192.0.2.1"},
		{"192.0.2.1:4711", "198.51.100.7", "192.0.2.1"}, // not a proxy: not believed
		{"[::ffff:192.0.2.1]:4711", "", "192.0.2.1"},
		{"[2001:db8:1:2:3:4:5:6]:1", "", "2001:db8:1:2::/64"},
		{"[2001:db8:1:2:ffff::1]:1", "", "2001:db8:1:2::/64"},
		{"10.0.0.1:80", "198.51.100.7", "198.51.100.7"},
		{"10.0.0.1:80", "1.2.3.4, 198.51.100.7", "198.51.100.7"}, // the first was written by the client
		{"10.0.0.1:80", "198.51.100.7, 10.1.1.1", "198.51.100.7"},
		{"[::1]:80", "junk", "::/64"},
		{"junk", "", "unknown"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := proxies.ClientOf(r).String(); got != c.want {
			t.Errorf("%s forwarding %q is %s, want %s", c.peer, c.forwarded, got, c.want)
		}
	}
}

// A lease grows where another of its size would fit in its place, and what it gives back
// is for others.
func TestResize(t *testing.T) {
	p := fair.NewPool(fair.PoolConfig{Name: "bytes", Size: 10})
	lease := func(c fair.Client, amount int64) *fair.Lease {
		t.Helper()
		l, err := p.Acquire(t.Context(), c, amount)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	one, two := client("192.0.2.1"), client("192.0.2.2")
	alone := lease(one, 1)
	if !alone.Resize(10) || p.Used() != 10 {
		t.Errorf("the only lease cannot take all: %d", p.Used())
	}
	if !alone.Resize(3) || p.Used() != 3 {
		t.Errorf("it has not given back: %d", p.Used())
	}
	second := lease(one, 1)
	if second.Resize(5) || !second.Resize(4) || p.Used() != 7 {
		t.Errorf("a client has more than it leaves to others: %d", p.Used())
	}
	other := lease(two, 3)
	if alone.Resize(4) || p.Used() != 10 {
		t.Errorf("more than all is held: %d", p.Used())
	}
	for _, l := range []*fair.Lease{alone, second, other} {
		l.Release()
	}
	if p.Used() != 0 {
		t.Errorf("after all were released %d are held", p.Used())
	}
}

// Try returns a lease or the reason why there is none, never neither.
func TestTry(t *testing.T) {
	p := pool(4)
	l, err := p.Try(alice, 3)
	if err != nil || l.Amount() != 3 {
		t.Fatalf("3 of 4 that are free: %v", err)
	}
	none, err := p.Try(alice, 1)
	var taken *fair.TakenError
	if none != nil || !errors.As(err, &taken) {
		t.Errorf("more than it leaves for others: %v, %v", none, err)
	}
	wantStatus(t, err, http.StatusTooManyRequests, "of 4, 1 are free, and your address holds 3")
	if _, err := p.Try(bob, 2); !errors.As(err, &taken) {
		t.Errorf("more than is free: %v", err)
	}
	_, err = p.Try(bob, 5)
	wantStatus(t, err, http.StatusRequestEntityTooLarge, "4 in all")
	l.Release()
	if p.Used() != 0 {
		t.Errorf("%d are used at the end", p.Used())
	}
}
