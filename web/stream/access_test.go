package stream

import "espalier/trace"

// SetRecordings bounds what runs that are kept for replay may take.
func (h *Handlers) SetRecordings(b *trace.Budget) { h.Recordings = b }

// RecordingsLeft is what is left of it.
func (h *Handlers) RecordingsLeft() int64 { return h.Recordings.Left() }

// AddConnections counts websockets that are not there.
func (h *Handlers) AddConnections(n int) {
	h.Connections.mu.Lock()
	defer h.Connections.mu.Unlock()
	h.Connections.open += n
}
