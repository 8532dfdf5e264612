package web

import "espalier/trace"

// setRecordings bounds what runs that are kept for replay may take.
func (h *streamHandlers) setRecordings(b *trace.Budget) { h.recordings = b }

// recordingsLeft is what is left of it.
func (h *streamHandlers) recordingsLeft() int64 { return h.recordings.Left() }

// addConnections counts websockets that are not there.
func (h *streamHandlers) addConnections(n int) {
	h.sockets.mu.Lock()
	defer h.sockets.mu.Unlock()
	h.sockets.open += n
}
