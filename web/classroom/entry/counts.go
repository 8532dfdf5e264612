package entry

import (
	"sync"
	"time"

	"espalier/web/fair"
)

// A Counts bounds what each address does in an hour. As for rooms, it is only in memory.
type Counts struct {
	Most int
	What string // such as "students entered"

	mu    sync.Mutex
	of    map[fair.Client][]time.Time // the oldest first
	swept time.Time                   // when addresses without recent actions were last forgotten
}

const countedTime = time.Hour

// Take counts an action of an address, or returns an error that says when the next one is
// allowed.
func (c *Counts) Take(client fair.Client, now time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now.Sub(c.swept) >= countedTime {
		c.sweep(now)
	}
	times := Drop(c.of[client], now.Add(-countedTime))
	if len(times) >= c.Most {
		return TooMany("", times[0].Add(countedTime).Sub(now), "%d %s from your address within an hour, the limit", c.Most, c.What)
	}
	if c.of == nil {
		c.of = map[fair.Client][]time.Time{}
	}
	c.of[client] = append(times, now)
	return nil
}

// sweep forgets addresses without recent actions. The caller holds mu.
func (c *Counts) sweep(now time.Time) {
	c.swept = now
	for client, times := range c.of {
		if times = Drop(times, now.Add(-countedTime)); len(times) == 0 {
			delete(c.of, client)
		} else {
			c.of[client] = times
		}
	}
}
