package web

import (
	"espalier/trace"
	"espalier/trees"
)

// inForce keeps the bounds in force at every node, as its latest enter or
// backup told them.
type inForce map[int32]heldHere

type heldHere struct {
	bounds      [trees.MaxPlayers]trace.Bound
	alpha, beta trees.Opt
}

func (f inForce) observe(e *trace.Event) {
	if e.Type == trace.Enter || e.Type == trace.Backup {
		f[e.Node] = heldHere{e.Bounds, e.Alpha, e.Beta}
	}
}

func (f inForce) at(e *trace.Event) *heldHere {
	here := f[e.Node]
	return &here
}

// certificate is that of a step that is a prune; nil of any other.
func (f inForce) certificate(t *trees.Tree, e *trace.Event) *certificate {
	if e.Type != trace.Prune {
		return nil
	}
	return newCertificate(t, e, &f.at(e).bounds)
}
