package records

import (
	"context"
	"sync"
	"time"
)

// Pause waits for a time, or until the context ends, and then returns its error.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// AtOnce is how many records are read in parallel. In a cluster each record takes a round trip.
const AtOnce = 16

// ForEach calls f(0), …, f(n-1), AtOnce of them at a time.
func ForEach(n int, f func(i int)) {
	if n == 1 {
		f(0)
		return
	}
	for from := 0; from < n; from += AtOnce {
		var some sync.WaitGroup
		for i := from; i < min(n, from+AtOnce); i++ {
			some.Go(func() { f(i) })
		}
		some.Wait()
	}
}
