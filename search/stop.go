package search

// This file ends searches that were cancelled or are at a limit.

// stop is the panic value that ends a search that cannot continue; Run recovers it.
// Error returns at every level would make the papers' procedures hard to recognise.
type stop struct{ err error }

// polling is when a run looks whether it is to stop.
type polling struct {
	turn     Turn // nil: no other searches are to be considered
	poll     int  // check the context at this many nodes
	step     int  // nodes between two checks
	slow     int  // how many times longer a node takes than usual; 0: no longer
	maxNodes int  // limit on the number of nodes
}

// checkStop stops a search that was cancelled or has visited too many nodes.
func (r *run) checkStop() {
	r.setPoll()
	if err := r.ctx.Err(); err != nil {
		panic(stop{err})
	}
	if r.turn != nil {
		if err := r.turn.Pass(r.ctx); err != nil {
			panic(stop{err})
		}
	}
	if r.stats.Nodes > r.maxNodes {
		panic(stop{nodesExceeded(r.maxNodes)})
	}
}

// slowBy has checkStop called more often by the given factor, because a node takes longer by
// it.
func (r *run) slowBy(times int) {
	r.slow = times
	r.setPoll()
}

// setPoll sets the number of nodes at which checkStop is called next: after step
// nodes, or after fewer slow ones, or at the first node beyond the limit.
func (r *run) setPoll() {
	step := max(1, r.step/max(1, r.slow))
	r.poll = r.stats.Nodes + step
	if left := r.maxNodes - r.stats.Nodes; left >= 0 && left < step {
		r.poll = r.maxNodes + 1
	}
}
