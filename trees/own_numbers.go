package trees

// Numbers are numbers of a node that the text of a paper may leave open, besides
// a leaf's value.
type Numbers uint8

const (
	EdgeCost   Numbers = 1 << iota // cost of the edge into the node
	PathCost                       // cost of the whole path to a leaf
	LowNumbers                     // lower bounds of the heuristic
	UpNumbers                      // upper bounds of the heuristic
)

// WithNumbersMarked returns the tree with marks on the numbers that are not from
// the paper, by node. Documents do not contain these marks, so an edited tree
// has none.
func (t *Tree) WithNumbersMarked(marks map[int]Numbers) *Tree {
	return t.named(func(as *naming) { as.marks = marks })
}

// NumbersNotFromPaper returns the numbers of n that are not from the paper, as
// far as they are marked.
func (t *Tree) NumbersNotFromPaper(n int) Numbers {
	if t.naming == nil {
		return 0
	}
	return t.naming.marks[n]
}
