package trees

// A naming is how a tree is shown beyond its document: none of it is written, and an edited tree has none.
type naming struct {
	letters []string            // see WithLetters; nil: none
	marks   map[int]Numbers     // see WithNumbersMarked
	moves   bool                // see LabelsAreMoves
	written func(string) string // see Written; nil: as the label
}

// named returns a copy of the tree with a changed copy of its naming.
func (t *Tree) named(change func(as *naming)) *Tree {
	u, as := *t, naming{}
	if t.naming != nil {
		as = *t.naming
	}
	change(&as)
	if u.naming = &as; as.letters == nil && as.marks == nil && !as.moves && as.written == nil {
		u.naming = nil
	}
	return &u
}

// ofNodes reports whether nodes without a label have names.
func (as *naming) ofNodes() bool { return as != nil && (as.moves || as.letters != nil) }
