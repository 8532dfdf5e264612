package traces

import (
	"espalier/web/fair"
	"espalier/web/treestore"
)

// TakeMemory takes all the memory for large and live runs that a client can have.
func (h *Handlers) TakeMemory(c fair.Client) (giveBack func()) {
	var leases []*fair.Lease
	for size := h.TraceMemory.Size(); size > 0; {
		lease, err := h.TraceMemory.Try(c, size)
		if err != nil {
			size /= 2
			continue
		}
		leases = append(leases, lease)
	}
	return func() {
		for _, lease := range leases {
			lease.Release()
		}
	}
}

// Forget drops what is in memory of a trace, as a restart does.
func (h *Handlers) Forget(id string) { h.forget(treestore.ID(id)) }

// GiveWay lets a live run give its place away.
func (h *Handlers) GiveWay(id string) { h.vacate(h.known(treestore.ID(id))) }
