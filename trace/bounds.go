package trace

import "espalier/trees"

// BoundsByNode maps each node to the bounds of its latest enter or backup event.
type BoundsByNode map[int32]NodeBounds

type NodeBounds struct {
	Bounds      [trees.MaxPlayers]Bound
	Alpha, Beta trees.Opt
}

func (f BoundsByNode) Observe(e *Event) {
	if e.Type == Enter || e.Type == Backup {
		f[e.Node] = NodeBounds{e.Bounds, e.Alpha, e.Beta}
	}
}

func (f BoundsByNode) At(e *Event) *NodeBounds {
	here := f[e.Node]
	return &here
}
