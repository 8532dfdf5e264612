package fair_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"espalier/search/engine"
	"espalier/trees"
	"espalier/web/fair"
	"espalier/web/problem"
)

// inTurn calls f on a processor.
func inTurn(t *testing.T, ctx context.Context, turns *fair.Turns, c fair.Client, f func(ctx context.Context)) {
	ctx = engine.WithTurn(ctx, turns.For(c))
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		t.Error(err)
		return
	}
	defer give()
	f(ctx)
}

// Many ask for the same while they compute, on one processor: it is made once, although what makes it
// gives its processor up in between, and all have it.
func TestFlightIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := fair.NewTurns(1, 0)
		var flight fair.Flight[string, int]
		made, got := 0, 0
		var all sync.WaitGroup
		for i := range 24 {
			all.Go(func() {
				inTurn(t, t.Context(), turns, client(fmt.Sprintf("192.0.2.%d", i/3)), func(ctx context.Context) {
					v, err := flight.Do(ctx, "tile", func() (int, error) {
						made++
						for range 100 { // others compute in between
							trees.Blocked(ctx, func() { time.Sleep(time.Millisecond) }) // of the bubble
						}
						return 7, nil
					})
					if v == 7 && err == nil {
						got++
					}
				})
			})
		}
		all.Wait()
		if made != 1 || got != 24 {
			t.Errorf("it is made %d times, and %d of 24 have it", made, got)
		}
	})
}

// What ends the one that makes it alone does not fail the others: one of them makes it.
func TestFlightGoesOn(t *testing.T) {
	refused := &problem.Error{Status: http.StatusTooManyRequests, Path: "maps", Message: "taken"}
	for name, end := range map[string]func(cancel func()) (int, error){
		"cancelled": func(cancel func()) (int, error) { cancel(); return 0, context.Canceled },
		"refused":   func(func()) (int, error) { return 0, refused },
		"panic":     func(func()) (int, error) { panic("a fault of one request") },
	} {
		synctest.Test(t, func(t *testing.T) {
			var flight fair.Flight[int, int]
			ctx, cancel := context.WithCancel(t.Context())
			begun := make(chan struct{})
			go func() {
				defer func() { recover() }()
				flight.Do(ctx, 1, func() (int, error) { <-begun; return end(cancel) })
			}()
			synctest.Wait()
			var made, got atomic.Int64
			for range 5 {
				go func() {
					v, err := flight.Do(t.Context(), 1, func() (int, error) { made.Add(1); return 7, nil })
					if v == 7 && err == nil {
						got.Add(1)
					}
				}()
			}
			gone, leave := context.WithCancel(t.Context())
			left := false
			go func() {
				_, err := flight.Do(gone, 1, func() (int, error) { return 0, nil })
				left = errors.Is(err, context.Canceled)
			}()
			synctest.Wait()
			leave()
			synctest.Wait()
			if !left {
				t.Errorf("%s: one that waits does not end with its context", name)
			}
			close(begun)
			synctest.Wait()
			if made.Load() == 0 || got.Load() != 5 {
				t.Errorf("%s: it is made %d times, and %d of 5 have it", name, made.Load(), got.Load())
			}
		})
	}
}

// An error that each would meet is shared.
func TestFlightSharesErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var flight fair.Flight[int, int]
		wrong := errors.New("the line cannot be read")
		var made, got atomic.Int64
		var all sync.WaitGroup
		for range 5 {
			all.Go(func() {
				_, err := flight.Do(t.Context(), 1, func() (int, error) { made.Add(1); time.Sleep(time.Millisecond); return 0, wrong })
				if err == wrong {
					got.Add(1)
				}
			})
		}
		all.Wait()
		if made.Load() != 1 || got.Load() != 5 {
			t.Errorf("it is made %d times, and %d of 5 have its error", made.Load(), got.Load())
		}
	})
}

// A search that waits for a share of a pool, or for a slot, holds no processor: the one that has it
// may need that.
func TestWaitingHoldsNoProcessor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns, p, slots := fair.NewTurns(1, 0), pool(1), make(chan struct{}, 1)
		lease, _ := p.Acquire(t.Context(), alice, 1)
		slots <- struct{}{}
		done := 0
		go inTurn(t, t.Context(), turns, bob, func(ctx context.Context) {
			l, err := p.Acquire(ctx, bob, 1)
			if err == nil {
				l.Release()
				done++
			}
		})
		go inTurn(t, t.Context(), turns, bob, func(ctx context.Context) {
			if fair.Enter(ctx, slots) == nil {
				fair.Leave(slots)
				done++
			}
		})
		synctest.Wait()
		inTurn(t, t.Context(), turns, alice, func(context.Context) {
			lease.Release()
			fair.Leave(slots)
		})
		synctest.Wait()
		if done != 2 {
			t.Errorf("%d of 2 have gone on", done)
		}
	})
}

// What is kept for good is made in turn, by one of those that ask at the same time. The next one makes
// it if that fails, by an error or a panic, and nobody makes it again.
func TestOnceMakesInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := fair.NewTurns(1, 0)
		var once fair.Once[string, int]
		made, computing := 0, 0
		var got atomic.Int32
		work := func(ctx context.Context) (int, error) {
			if computing++; computing > 1 {
				t.Error("two compute at a time, on one processor")
			}
			defer func() { computing-- }()
			time.Sleep(time.Millisecond) // of the bubble: it holds the processor
			switch made++; made {
			case 1:
				return 0, context.Canceled // it has gone
			case 2:
				panic("a fault of one request")
			}
			return made, nil
		}
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() {
				defer func() { recover() }()
				ctx, cancel := context.WithCancel(engine.WithTurn(t.Context(), turns.For(client(fmt.Sprintf("192.0.2.%d", i)))))
				defer cancel()
				v, err := once.Get(ctx, "plot", func(ctx context.Context) (int, error) {
					if made == 0 {
						cancel()
					}
					return work(ctx)
				})
				if v == 3 && err == nil {
					got.Add(1)
				}
			})
		}
		all.Wait()
		if made != 3 || got.Load() != 4 {
			t.Errorf("it is made %d times, and %d of 6 have it", made, got.Load())
		}
	})
}
