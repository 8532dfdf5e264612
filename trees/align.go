package trees

// align gives the nodes of a tree the IDs of the nodes of the draft that they
// are, and new ones to those that are new.
func (d *Draft) align(t *Tree) (ids []ID, last ID) {
	ids, last = make([]ID, t.Len()), d.last
	var match func(a, b int)
	match = func(a, b int) {
		ids[b] = d.ids[a]
		old := d.tree.Kids(a)
		for i, k := range t.Kids(b) {
			if i < len(old) {
				match(int(old[i]), int(k))
			}
		}
	}
	match(0, 0)
	for n := range ids {
		if ids[n] == 0 {
			last++
			ids[n] = last
		}
	}
	return ids, last
}
