package web

import (
	"espalier/trees"
)

// A namedFault is a limit that the tree breaks, and where: the node, or the
// field of the header.
type namedFault struct{ Name, Message string }

func faultsOf(d *trees.Draft) (list []namedFault) {
	for _, f := range d.Faults() {
		name := f.Field
		if f.Node >= 0 {
			name = d.Tree().Name(f.Node)
		}
		list = append(list, namedFault{name, f.Message})
	}
	return list
}

func (f namedFault) String() string { return f.Name + ": " + f.Message }
