package homework

import (
	"time"

	"espalier/web/classroom/entry"
	"espalier/web/fair"
)

// take counts an action of an address, or returns an error that says when the next one is
// allowed.
func (c *counts) take(client fair.Client, now time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	times := entry.Drop(c.of[client], now.Add(-addressTime))
	if len(times) >= c.most {
		return entry.TooMany("", times[0].Add(addressTime).Sub(now), "%d %s from your address within an hour, the limit", c.most, c.what)
	}
	if c.of == nil {
		c.of = map[fair.Client][]time.Time{}
	}
	c.of[client] = append(times, now)
	return nil
}

// sweep forgets addresses without recent actions.
func (c *counts) sweep(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for client, times := range c.of {
		if times = entry.Drop(times, now.Add(-addressTime)); len(times) == 0 {
			delete(c.of, client)
		} else {
			c.of[client] = times
		}
	}
}
