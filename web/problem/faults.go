package problem

import "espalier/trees"

// A NamedFault is a limit that a tree breaks, with the place: the name of a
// node, or a field of the header.
type NamedFault struct{ Name, Message string }

// FaultsOf returns the faults of a draft.
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
