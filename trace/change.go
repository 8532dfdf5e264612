package trace

import "espalier/trees"

// A Change is how a note changes the states of nodes at an event.
type Change struct {
	f      *Fold
	e      *Event
	report func(node int, s NodeState)
}

// noted lets the notes of an event change the states of nodes, and reports whether one does.
func (f *Fold) noted(e *Event, change func(int, NodeState)) bool {
	for _, n := range e.Notes {
		f.change = Change{f, e, change}
		if n.Change(&f.change, e) {
			return true
		}
	}
	return false
}

// Set changes the state of one node with how, if the node is drawn.
func (c *Change) Set(node int32, how func(*NodeState)) { c.f.set(node, c.report, how) }

// Text sets the text beside a node.
func (c *Change) Text(node int32, text string) {
	c.Set(node, func(s *NodeState) { s.Text = text })
}

// Best makes a child the best one of the node of the event, or, if it is less than 0, none.
func (c *Change) Best(child int32) {
	best := int32(-1)
	if child >= 0 {
		best = c.f.nodes.slot(child)
	}
	if slot := c.f.nodes.slot(c.e.Node); slot >= 0 {
		c.f.setBest(slot, best, c.report)
	}
}

// Alike shows a text beside all nodes of the information set of the node of the event. If the event has a new best child, the same
// move is the best one at all of them.
func (c *Change) Alike(text string) {
	place := c.f.nodes.(*explicitNodes)
	for _, n := range c.f.alike(c.e.Node) {
		c.Text(n, text)
		if slot := place.slot(n); c.e.Improved && slot >= 0 {
			best := place.t.Kids(int(n))[place.t.IndexInParent(int(c.e.Child))]
			c.f.setBest(slot, place.slot(best), c.report)
		}
	}
}

// Bound shows the best score so far of one player as a bound on the value of the node: (–, ≤5, –).
func (c *Change) Bound(player int, sign string) {
	if !c.e.HasBest || len(c.f.mover) == 0 {
		return
	}
	own := player - 1
	if c.e.Scalar {
		own = 0
	}
	c.f.held = trees.Some(c.e.Best[own])
	c.Text(c.e.Node, c.f.texts.bounds(c.e, own, sign, trees.Opt{}))
}

// Share gives the children of the node of the event, and no others, a share in tenths: the probability with which its mover
// chooses them.
func (c *Change) Share(children []int32, share func(child int32) int) {
	own := &c.f.shared[len(c.f.shared)-1]
	for _, k := range *own {
		c.Set(k, func(s *NodeState) { s.Share = uint8(share(k)); s.Best = s.Share > 0 })
	}
	*own = children
	for _, k := range *own {
		c.Set(k, func(s *NodeState) { s.Share, s.Best = uint8(share(k)), true })
	}
}

// Forget takes all nodes back to what they were before the run, but for the number of visits.
func (c *Change) Forget() {
	for slot := range c.f.state {
		c.f.best[slot] = -1
		s := &c.f.state[slot]
		if before := *s; before != (NodeState{Visits: before.Visits}) {
			*s = NodeState{Visits: before.Visits}
			c.report(int(c.f.nodes.node(int32(slot))), *s)
		}
	}
}

// SoFar returns the text beside a node whose value can still change.
func (c *Change) SoFar(v *trees.Vector) string {
	return c.Words(append(AppendTuple(c.Buffer(), c.e, v), untilNow...))
}

// Buffer returns an empty buffer for Words.
func (c *Change) Buffer() []byte { return c.f.texts.b[:0] }

// Words returns what was appended to Buffer as the text beside a node. Equal texts share one string.
func (c *Change) Words(b []byte) string {
	c.f.texts.b = b
	return c.f.texts.intern()
}
