package trace

import "espalier/trees"

// BoundsByNode keeps the bounds in force at every node, as its latest enter or
// backup reported them.
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

// Certificate is that of a prune or a second search; nil of any other step.
func (f BoundsByNode) Certificate(t *trees.Tree, e *Event) *Certificate {
	if e.Type != Prune && e.Type != Research {
		return nil
	}
	return NewCertificate(t, e, &f.At(e).Bounds)
}
