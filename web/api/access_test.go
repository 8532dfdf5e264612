package api

// BatchSlots returns the slots of requests with several edits.
func (h *Handlers) BatchSlots() chan struct{} { return h.batches }
