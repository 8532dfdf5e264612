package trace

// This file is about what comes after the last event that a Recorder keeps, if whole subtrees are
// then counted instead.

// A Counted is a subtree of which nothing but its root was kept.
type Counted struct {
	Event int // that left the root
	Stats     // of the nodes below the root
}

// beyond is the state of a Recorder that only counts.
type beyond struct {
	begun bool
	under int // how deep the node at work is in a subtree that is counted; 0: it is in none
	sum   Stats
	list  []Counted
}

// reserveBytes is kept for what is recorded after the budget is used up: the children of the
// nodes on the path.
const reserveBytes = 256 << 10

// CountBeyond has the Recorder go on when no more events can be kept, or when more nodes are
// known than the given number. Of each child of the nodes that are open then, it keeps the events
// that enter and leave it, and counts those in between. CountBeyond is called before the run.
func (r *Recorder) CountBeyond(nodes int) {
	r.countBeyond, r.maxNodes = true, nodes
	if r.budget == nil || r.budget.Take(reserveBytes) {
		r.reserve = make([]byte, reserveBytes)
	}
}

// Counted returns the subtrees that were counted so far, in the order of their events.
func (r *Recorder) Counted() []Counted {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.recording.counted
}

// beginCounting begins to count. It returns false if the Recorder stops instead.
func (r *Recorder) beginCounting() bool {
	if !r.countBeyond || r.reserve == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.released {
		return false
	}
	r.beyond.begun = true
	if r.used > 0 {
		r.blocks = append(r.blocks, block{r.first, r.block[:r.used:r.used]})
	}
	r.block, r.reserve = r.reserve, nil
	r.used, r.first, r.length = 0, r.n, r.n
	r.tail = block{first: r.n}
	r.shape, r.pack.registers = r.pack.shape, registers{}
	return true
}

// skips counts an event beyond the last one that is kept, and reports whether it is left out.
func (r *Recorder) skips(e *Event) bool {
	b := &r.beyond
	if b.under == 0 {
		if e.Type == Enter {
			b.under, b.sum = 1, Stats{}
		}
		return false
	}
	switch e.Type {
	case Enter:
		b.under++
		b.sum.Nodes++
		for _, n := range e.Notes {
			n.Count(&b.sum, e)
		}
	case Leaf:
		if b.under == 1 {
			return false // the root itself
		}
		b.sum.Leaves++
	case Prune:
		b.sum.Pruned += len(e.Cut)
		b.sum.Prunes[e.Rule]++
	case Research:
		b.sum.Researched++
	case Exit:
		if b.under--; b.under == 0 {
			b.list = append(b.list, Counted{Event: r.n, Stats: b.sum})
			return false
		}
	case Done, Failed:
		return false
	}
	return true
}

// skipsPlies does the same for the events of a LastPly or LastTwoPlies, except those of the root of a subtree.
func (r *Recorder) skipsPlies(nodes, leaves, events int) bool {
	b := &r.beyond
	if b.under < 2 {
		return false
	}
	b.under--
	b.sum.Nodes += nodes
	b.sum.Leaves += leaves
	r.counted += events
	return true
}
