package traces

import (
	"fmt"
	"time"

	"espalier/web/tracestore"
	"espalier/web/words"
)

// tidyTime is the interval of counting what all traces take. Live runs that a kill has left are found,
// too.
const tidyTime = time.Hour

// tidy does that until the server stops.
func (h *Handlers) tidy() {
	tick := time.NewTicker(tidyTime)
	defer tick.Stop()
	for {
		err := h.findLeft(h.Stopping)
		if err == nil {
			err = h.Traces().Count(h.Stopping)
		}
		if err != nil && h.Stopping.Err() == nil {
			h.Log.Warn("traces: what all of them take cannot be counted; the next try is in an hour", "err", err)
		}
		select {
		case <-h.Stopping.Done():
			return
		case <-tick.C:
		}
	}
}

// full says how full the space of all traces is, or "" if most of it is free.
func (h *Handlers) full() string {
	space := h.Traces().Space
	if !space.Nearly() {
		return ""
	}
	used, most := space.Used()
	return fmt.Sprintf("All stored traces take %s of at most %s MiB. When that is full, old ones are removed, but none that a task, a room, a lesson or homework uses; if that does not suffice, new ones are refused for %d minutes.",
		words.Grouped(int(used>>20)), words.Grouped(int(most>>20)), tracestore.RefusedTime/time.Minute)
}
