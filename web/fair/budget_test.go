package fair_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"espalier/web/fair"
)

func numbered(n int) fair.Client { return client(fmt.Sprintf("192.0.2.%d", n)) }

// take takes an amount that must fit.
func take(t *testing.T, p *fair.Pool, c fair.Client, amount int64) *fair.Lease {
	t.Helper()
	l, err := p.Try(c, amount)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// isTaken reports whether an amount is refused for now.
func isTaken(p *fair.Pool, c fair.Client, amount int64) bool {
	l, err := p.Try(c, amount)
	l.Release()
	var taken *fair.TakenError
	return errors.As(err, &taken)
}

// TestPortion: one client has most of what nobody else needs, and three quarters of what the others leave
// when they need much.
func TestPortion(t *testing.T) {
	for _, c := range []struct{ others, want int64 }{{0, 1500}, {10, 1490}, {50, 1350}, {100, 1125}, {800, 600}, {1500, 75}} {
		p := fair.NewPool(fair.PoolConfig{Size: 1600, Budget: fair.NewBudget(1600), Lone: true})
		if c.others > 0 {
			take(t, p, numbered(2), c.others)
		}
		if isTaken(p, numbered(1), c.want) || !isTaken(p, numbered(1), c.want+1) && c.others > 0 {
			t.Errorf("of 1600, of which others have %d, one client cannot have exactly %d", c.others, c.want)
		}
	}
}

// TestBudget: several pools take their parts of one budget, together and by client, and a reserve is of one
// pool alone.
func TestBudget(t *testing.T) {
	b := fair.NewBudget(2000)
	reserve := fair.NewPool(fair.PoolConfig{Size: 400, Budget: b, Reserved: true})
	maps := fair.NewPool(fair.PoolConfig{Size: 1200, Budget: b, Lone: true})
	traces := fair.NewPool(fair.PoolConfig{Size: 1200, Budget: b, Lone: true})
	if b.Size() != 1600 {
		t.Fatalf("without the reserve there are %d, want 1600", b.Size())
	}
	one := take(t, maps, numbered(1), 1100)
	if !isTaken(traces, numbered(1), 401) || isTaken(traces, numbered(1), 400) {
		t.Error("one client alone can have 1,500 of 1,600, of both pools together")
	}
	take(t, reserve, numbered(1), 400)
	other := take(t, traces, numbered(2), 100)
	if one.Resize(1126) || !one.Resize(1125) {
		t.Error("beside another client with 100 the first one can have 1,125")
	}
	if b.Used() != 1225 || maps.Used() != 1125 || traces.Used() != 100 {
		t.Errorf("%d of the budget are used, %d and %d of its pools", b.Used(), maps.Used(), traces.Used())
	}
	other.Release()
	one.Release()
	if b.Used() != 0 {
		t.Errorf("%d are used after all was given back", b.Used())
	}
}

// TestBudgetOfThoseWhoWait: what another client waits for is not given to the first one.
func TestBudgetOfThoseWhoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := fair.NewPool(fair.PoolConfig{Size: 1600, Budget: fair.NewBudget(1600), MaxWaiting: 1, MaxWait: time.Minute, Lone: true})
		one := take(t, p, numbered(1), 1400)
		granted := make(chan *fair.Lease)
		go func() {
			l, err := p.Acquire(t.Context(), numbered(2), 300)
			if err != nil {
				t.Error(err)
			}
			granted <- l
		}()
		synctest.Wait()
		if one.Resize(1401) {
			t.Error("the first client gets what the second one waits for")
		}
		one.Shrink(1000)
		(<-granted).Release()
	})
}

// TestSpare: what nobody uses is dropped when its memory is needed, what was used least recently first,
// and costs its client nothing.
func TestSpare(t *testing.T) {
	b := fair.NewBudget(1600)
	p := fair.NewPool(fair.PoolConfig{Size: 1600, Budget: b, Lone: true})
	var dropped []string
	spare := func(name string) *fair.Lease {
		l := take(t, p, numbered(1), 400)
		l.Spare(func() { dropped = append(dropped, name) })
		return l
	}
	first, second := spare("first"), spare("second")
	if b.Kept() != 800 || b.Used() != 800 || p.Used() != 0 {
		t.Fatalf("%d are kept, %d used, %d of the pool", b.Kept(), b.Used(), p.Used())
	}
	if !first.Claim() || b.Kept() != 400 || p.Used() != 400 {
		t.Fatalf("a spare lease is used again: %d are kept, %d of the pool are used", b.Kept(), p.Used())
	}
	first.Spare(func() { dropped = append(dropped, "first") })
	take(t, p, numbered(2), 900)
	if len(dropped) != 1 || dropped[0] != "second" || second.Claim() || b.Used() != 1300 {
		t.Errorf("dropped: %v, %d are used", dropped, b.Used())
	}
}

// TestLargeSpare: what is large is spare for a while, which begins again when it was used.
func TestLargeSpare(t *testing.T) {
	const large, small = 64 << 20, 1 << 20
	synctest.Test(t, func(t *testing.T) {
		b := fair.NewBudget(1 << 30)
		p := fair.NewPool(fair.PoolConfig{Size: 1 << 30, Budget: b, Lone: true})
		var dropped atomic.Int32
		keep := func(l *fair.Lease) { l.Spare(func() { dropped.Add(1) }) }
		used, unused, little := take(t, p, numbered(1), large), take(t, p, numbered(1), large), take(t, p, numbered(1), small)
		for _, l := range []*fair.Lease{used, unused, little} {
			keep(l)
		}
		time.Sleep(20 * time.Second)
		if b.Kept() != 2*large+small || !used.Claim() {
			t.Fatalf("%d are kept", b.Kept())
		}
		keep(used)
		time.Sleep(20 * time.Second)
		if dropped.Load() != 1 || unused.Claim() || b.Used() != large+small || b.Kept() != large+small {
			t.Fatalf("%d dropped, %d are used, %d kept", dropped.Load(), b.Used(), b.Kept())
		}
		time.Sleep(40 * time.Second)
		if dropped.Load() != 2 || used.Claim() || b.Used() != small {
			t.Fatalf("%d dropped, %d are used", dropped.Load(), b.Used())
		}
	})
}

// TestMeter: a meter takes some more than what is held, gives back what was too much, and says what is
// refused.
func TestMeter(t *testing.T) {
	const size = 1 << 20
	refused := 0
	p := fair.NewPool(fair.PoolConfig{Name: "traces", What: "traces", Size: size, Budget: fair.NewBudget(size), Refused: func() { refused++ }, Lone: true})
	m := p.Meter(numbered(1))
	granted, err := m.Grow(100_000)
	if err != nil || granted <= 100_000 || granted > 150_000 || m.Held() != granted || p.Used() != granted {
		t.Fatalf("%d are granted for 100,000, %d held, %d used: %v", granted, m.Held(), p.Used(), err)
	}
	if again, err := m.Grow(granted); err != nil || again != granted {
		t.Errorf("what was granted already is %d, %v", again, err)
	}
	const most = size / 16 * 15
	if whole, err := m.Grow(most); err != nil || whole != most {
		t.Errorf("%d are granted where no more is free, want %d: %v", whole, most, err)
	}
	if _, err := m.Grow(most + 1); err == nil || refused != 1 {
		t.Errorf("more than there is: %v, %d refused", err, refused)
	}
	if m.Settle(5000); m.Held() != 5000 || p.Used() != 5000 {
		t.Errorf("%d are held, %d used, want 5000", m.Held(), p.Used())
	}
	m.Release()
	m.Release()
	if p.Used() != 0 {
		t.Errorf("%d are used after the release", p.Used())
	}
	if err := m.Await(t.Context(), 10*size); err != nil || m.Held() != most/2 {
		t.Errorf("%d are waited for, want half of the most: %v", m.Held(), err)
	}
}

// TestCache: a value is made once, is kept while its memory is not needed, and is charged to those who use
// it.
func TestCache(t *testing.T) { synctest.Test(t, testCache) }

func testCache(t *testing.T) {
	p := fair.NewPool(fair.PoolConfig{Size: 1 << 20, Budget: fair.NewBudget(1 << 20), Lone: true})
	c := fair.NewCache[string, int](p)
	made := 0
	get := func(ctx context.Context) int {
		t.Helper()
		v, err := c.Get(fair.WithClient(ctx, numbered(1)), "key", func(m *fair.Meter) (int, error) {
			made++
			_, err := m.Grow(500_000)
			return made, err
		})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if _, kept := c.Kept(t.Context(), "key"); kept {
		t.Error("a value is kept before it is made")
	}
	ctx, cancel := context.WithCancel(t.Context())
	if first, second := get(ctx), get(ctx); first != 1 || second != 1 || p.Used() < 500_000 {
		t.Errorf("the value is made %d times, and %d are used", made, p.Used())
	}
	cancel()
	if synctest.Wait(); p.Used() != 0 {
		t.Errorf("%d are used by nobody", p.Used())
	}
	if v, kept := c.Kept(context.Background(), "key"); !kept || v != 1 || made != 1 {
		t.Errorf("what nobody uses is not kept: %d, %t", v, kept)
	}
	take(t, p, numbered(2), 900_000).Release()
	if synctest.Wait(); c.Len() != 0 {
		t.Error("a value is kept whose memory was needed")
	}
	if v := get(context.Background()); v != 2 {
		t.Errorf("after its memory was needed the value is %d, want a new one", v)
	}
	if c.Forget("key"); c.Len() != 0 {
		t.Error("a value is kept that was forgotten")
	}
	fails := errors.New("it cannot be made")
	_, err := c.Get(t.Context(), "other", func(m *fair.Meter) (int, error) { m.Grow(1000); return 0, fails })
	if !errors.Is(err, fails) || p.Used() != 0 || c.Len() != 0 {
		t.Errorf("a value that cannot be made: %v, %d are used, %d kept", err, p.Used(), c.Len())
	}
}
