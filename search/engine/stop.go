package engine

// This file ends searches that were cancelled or are at a limit.

// Stop is the panic value that ends a search that cannot continue; Run recovers it.
// Error returns at every level would make the papers' procedures hard to recognise.
type Stop struct{ Err error }

// polling is when a run looks whether it is to stop.
type polling struct {
	turn      Turn // nil: no other searches are to be considered
	Poll      int  // check the context at this many nodes
	step      int  // nodes between two checks
	slow      int  // how many times longer a node takes than usual; 0: no longer
	NodeLimit int  // limit on the number of nodes
}

// CheckStop stops a search that was cancelled or has visited too many nodes.
func (r *Run) CheckStop() {
	r.setPoll()
	if err := r.ctx.Err(); err != nil {
		panic(Stop{err})
	}
	if r.turn != nil {
		if err := r.turn.Pass(r.ctx); err != nil {
			panic(Stop{err})
		}
	}
	if r.Stats.Nodes > r.NodeLimit {
		panic(Stop{nodesExceeded(r.NodeLimit)})
	}
}

// SlowBy has CheckStop called more often by the given factor, because a node takes longer by
// it.
func (r *Run) SlowBy(times int) {
	r.slow = times
	r.setPoll()
}

// setPoll sets the number of nodes at which CheckStop is called next: after step
// nodes, or after fewer slow ones, or at the first node beyond the limit.
func (r *Run) setPoll() {
	step := max(1, r.step/max(1, r.slow))
	r.Poll = r.Stats.Nodes + step
	if left := r.NodeLimit - r.Stats.Nodes; left >= 0 && left < step {
		r.Poll = r.NodeLimit + 1
	}
}
