package api

// BatchSlots are the slots of requests with several edits, for tests to fill.
func (h *Handlers) BatchSlots() chan struct{} { return h.batches }
