package web

// batchSlots are the slots of requests with several edits, for tests to fill.
func (h *apiHandlers) batchSlots() chan struct{} { return h.batches }
