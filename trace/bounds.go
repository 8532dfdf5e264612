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

// Certificate returns the certificate of a prune or a second search, and nil
// for any other event.
func (f BoundsByNode) Certificate(t *trees.Tree, e *Event) *Certificate {
	if e.Type != Prune && e.Type != Research {
		return nil
	}
	return NewCertificate(t, e, &f.At(e).Bounds)
}
