package trees

// Reordered returns a copy of the tree in which the children of node n have another order. Nodes
// get other numbers; labels and values stay with their nodes.
func (t *Tree) Reordered(n int, order []int32) (*Tree, error) {
	b := NewBuilder(t.Header)
	var add func(at int)
	add = func(at int) {
		b.Open(t.Node(at))
		kids := t.Kids(at)
		if at == n {
			kids = order
		}
		for _, kid := range kids {
			add(int(kid))
		}
		b.Close()
	}
	add(0)
	return b.Tree()
}
