package stream

import "espalier/trace"

// SetRecordings sets the memory limit of retained recordings.
func (h *Handlers) SetRecordings(b *trace.Budget) { h.Recordings = b }

// RecordingsLeft returns how much of it is free.
func (h *Handlers) RecordingsLeft() int64 { return h.Recordings.Left() }

// AddConnections adds to the number of open websockets.
func (h *Handlers) AddConnections(n int) {
	h.Connections.mu.Lock()
	defer h.Connections.mu.Unlock()
	h.Connections.open += n
}
