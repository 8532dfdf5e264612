package trees

// Reordered returns a copy of the tree in which the children of node n have another order. Nodes
// get other numbers; labels and values stay with their nodes. It has no information sets, whose nodes have
// their moves in one order.
func (t *Tree) Reordered(n int, order []int32) (*Tree, error) {
	b := NewBuilder(t.Header)
	var add func(at int)
	add = func(at int) {
		node := t.Node(at)
		node.Infoset = ""
		b.Open(node)
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
