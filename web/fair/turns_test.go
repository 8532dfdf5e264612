package fair_test

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"espalier/web/fair"
)

// compute takes a turn and works until it has computed for long enough, or the
// context ends. It returns when it ended.
func compute(ctx context.Context, turn *fair.Turn, work time.Duration) time.Time {
	const check = 100 * time.Microsecond
	if turn.Take(ctx) != nil {
		return time.Now()
	}
	defer turn.Give()
	for done := time.Duration(0); done < work; done += check {
		time.Sleep(check) // the clock of the test
		if turn.Pass(ctx) != nil || ctx.Err() != nil {
			break
		}
	}
	return time.Now()
}

// Beside 64 long searches of one client, a short one is served at once, also if it
// comes from the same client.
func TestShortSearchIsServedBesideLongOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := fair.NewTurns(2, 0)
		ctx, cancel := context.WithCancel(t.Context())
		for range 64 {
			go compute(ctx, turns.For(alice), time.Hour)
		}
		time.Sleep(20 * time.Second) // all are long ones now
		for _, c := range []fair.Client{bob, alice} {
			start := time.Now()
			took := compute(t.Context(), turns.For(c), time.Millisecond).Sub(start)
			if took > 5*time.Millisecond {
				t.Errorf("a search of 1 ms of client %v took %v", c, took)
			}
		}
		// Long searches of two clients share the time.
		start := time.Now()
		took := compute(t.Context(), turns.For(bob), time.Second).Sub(start)
		if took > 1200*time.Millisecond {
			t.Errorf("a search of 1 s of the only other client took %v on two processors", took)
		}
		cancel()
		time.Sleep(time.Second) // until all have ended
	})
}

// A page with several searches does not wait where there is a spare processor, which
// the client with the long searches does not get.
func TestSpareProcessor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := fair.NewTurns(2, 1)
		ctx, cancel := context.WithCancel(t.Context())
		for range 8 {
			go compute(ctx, turns.For(alice), time.Hour)
		}
		for range 8 {
			go func() {
				for ctx.Err() == nil {
					compute(ctx, turns.For(alice), time.Millisecond)
				}
			}()
		}
		time.Sleep(5 * time.Second)
		page := turns.For(bob)
		start := time.Now()
		for range 20 {
			compute(t.Context(), page, time.Millisecond)
		}
		if took := time.Since(start); took > 21*time.Millisecond {
			t.Errorf("20 searches of 1 ms took %v", took)
		}
		cancel()
		time.Sleep(time.Second) // until all have ended

		// There is only one, and none for a long search or a client that has a processor.
		single := fair.NewTurns(1, 1)
		gets := func(turn *fair.Turn) bool {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			return turn.Take(ctx) == nil
		}
		if !gets(single.For(alice)) || gets(single.For(alice)) {
			t.Error("a client with a processor gets the spare one")
		}
		spare, long := single.For(bob), single.For(carol)
		if !gets(spare) || gets(long) {
			t.Error("the spare processor is not given once")
		}
		spare.Give()
		if !gets(long) {
			t.Error("the spare processor is lost")
		}
		time.Sleep(time.Second)
		long.Give()
		if gets(long) {
			t.Error("a long search gets the spare processor")
		}
	})
}

// On one processor, too, each client gets its share, however many searches it has.
func TestClientsShareOneProcessor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := fair.NewTurns(1, 0)
		ctx, cancel := context.WithCancel(t.Context())
		for range 20 {
			go compute(ctx, turns.For(alice), time.Hour)
		}
		time.Sleep(5 * time.Second)
		start := time.Now()
		if took := compute(t.Context(), turns.For(bob), time.Second).Sub(start); took > 2200*time.Millisecond {
			t.Errorf("a search of 1 s beside 20 of another client took %v, want half of the processor", took)
		}
		cancel()
		time.Sleep(time.Second) // until all have ended
	})
}

// Many short searches do not stop a long one.
func TestLongSearchGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := fair.NewTurns(1, 0)
		ctx, cancel := context.WithCancel(t.Context())
		for range 4 {
			go func() {
				for ctx.Err() == nil {
					compute(ctx, turns.For(bob), time.Millisecond)
				}
			}()
		}
		start := time.Now()
		took := compute(t.Context(), turns.For(alice), time.Second).Sub(start)
		if took < time.Second || took > 5*time.Second {
			t.Errorf("a search of 1 s took %v beside short ones", took)
		}
		cancel()
		time.Sleep(time.Second) // until all have ended
	})
}

// A search that waits for its reader holds no processor, and one that is cancelled
// while it waits leaves.
func TestBlockedSearchHoldsNoProcessor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := fair.NewTurns(1, 0)
		reader := make(chan struct{})
		blocked := turns.For(alice)
		if blocked.Take(t.Context()) != nil {
			t.Fatal("no processor")
		}
		go blocked.Blocked(t.Context(), func() { <-reader })
		synctest.Wait()
		start := time.Now()
		if took := compute(t.Context(), turns.For(bob), time.Millisecond).Sub(start); took != time.Millisecond {
			t.Errorf("a search of 1 ms took %v beside one that waits for its reader", took)
		}
		close(reader)
		synctest.Wait() // it has the processor again

		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error)
		go func() { failed <- turns.For(bob).Take(ctx) }()
		synctest.Wait()
		cancel()
		if err := <-failed; err == nil {
			t.Error("a cancelled search got a processor")
		}
		blocked.Give()
		blocked.Give() // changes nothing
		first, second := turns.For(alice), turns.For(bob)
		if first.Take(t.Context()) != nil {
			t.Error("the processor is lost")
		}
		ctx, cancel = context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if second.Take(ctx) == nil {
			t.Error("there are two processors now")
		}
	})
}

// Work in the background computes while no other search does, nearly stops soon after a
// search starts, and shares what is left among its clients.
func TestBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := fair.NewTurns(2, 0)
		ctx, cancel := context.WithCancel(t.Context())
		for range 3 {
			go compute(ctx, turns.Background(alice), time.Hour)
		}
		time.Sleep(10 * time.Second)
		start := time.Now()
		if took := compute(t.Context(), turns.Background(bob), time.Second).Sub(start); took > 1100*time.Millisecond {
			t.Errorf("1 s beside another client in the background took %v, want one of two processors", took)
		}
		// Two long searches have both processors; what is in the background waits.
		ended := make(chan time.Duration, 2)
		start = time.Now()
		for range cap(ended) {
			go func() { ended <- compute(t.Context(), turns.For(carol), 5*time.Second).Sub(start) }()
		}
		time.Sleep(100 * time.Millisecond)
		began := time.Now()
		behind := compute(t.Context(), turns.Background(bob), 10*time.Millisecond).Sub(began)
		if behind < 5*fair.BackgroundWait || behind > 12*fair.BackgroundWait {
			t.Errorf("10 ms in the background took %v beside two searches of 5 s on two processors", behind)
		}
		for range cap(ended) {
			if took := <-ended; took > 5150*time.Millisecond {
				t.Errorf("a search of 5 s beside work in the background took %v", took)
			}
		}
		cancel()
		time.Sleep(time.Second) // until all have ended
	})
}

// Beside searches without a pause, work in the background has a twentieth of one
// processor, one job at a time, and a page hardly notices.
func TestBackgroundGoesOnBesideSearches(t *testing.T) {
	for name, searches := range map[string]struct{ long, short int }{"nobody waits": {2, 0}, "many wait": {6, 6}, "all are short": {0, 6}} {
		synctest.Test(t, func(t *testing.T) {
			turns := fair.NewTurns(2, 0)
			ctx, cancel := context.WithCancel(t.Context())
			for range searches.long {
				go compute(ctx, turns.For(alice), time.Hour)
			}
			for range searches.short {
				go func() {
					for ctx.Err() == nil {
						compute(ctx, turns.For(bob), time.Millisecond)
					}
				}()
			}
			time.Sleep(5 * time.Second) // the long ones are known to be long
			const check = 100 * time.Microsecond
			var atWork, most atomic.Int32
			var done atomic.Int64
			for range 3 {
				go func() {
					turn := turns.Background(bob)
					err := turn.Take(ctx)
					for err == nil {
						if n := atWork.Add(1); n > most.Load() {
							most.Store(n)
						}
						time.Sleep(check) // the clock of the test
						atWork.Add(-1)
						done.Add(int64(check))
						if err = turn.Pass(ctx); err == nil {
							err = ctx.Err()
						}
					}
					turn.Give()
				}()
			}
			start := time.Now()
			for range 200 {
				began := time.Now()
				if took := compute(t.Context(), turns.For(carol), time.Millisecond).Sub(began); took > 9*time.Millisecond {
					t.Errorf("%s: a search of 1 ms of another client took %v", name, took)
				}
				time.Sleep(47 * time.Millisecond)
			}
			share := float64(done.Load()) / float64(time.Since(start))
			if share < 0.04 || share > 0.055 || most.Load() != 1 {
				t.Errorf("%s: the background had %.3f of one processor and %d jobs at a time, want about 0.048 and 1", name, share, most.Load())
			}
			cancel()
			time.Sleep(time.Second) // until all have ended
		})
	}
}

// What has a processor can take its turn once more: it keeps the one that it has, and gives
// it back with the first Give alone.
func TestTurnIsTakenTwice(t *testing.T) {
	turns := fair.NewTurns(1, 0)
	turn, other := turns.For(alice), turns.For(bob)
	for range 2 {
		if err := turn.Take(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	taken := make(chan error)
	go func() { taken <- other.Take(t.Context()) }()
	for turns.Waiting() == 0 {
		runtime.Gosched()
	}
	turn.Give()
	if turns.Waiting() != 1 {
		t.Fatal("the inner Give gives the processor back")
	}
	turn.Give()
	if err := <-taken; err != nil {
		t.Fatal(err)
	}
	other.Give()
}
