package problem

import "espalier/trees"

// A NamedFault is a limit that the tree breaks, and where: the node, or the
// field of the header.
type NamedFault struct{ Name, Message string }

func FaultsOf(d *trees.Draft) (list []NamedFault) {
	for _, f := range d.Faults() {
		name := f.Field
		if f.Node >= 0 {
			name = d.Tree().Name(f.Node)
		}
		list = append(list, NamedFault{name, f.Message})
	}
	return list
}

func (f NamedFault) String() string { return f.Name + ": " + f.Message }
