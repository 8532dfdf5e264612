package tiles

import "espalier/trees"

// OfTree returns the map of a tree that no run has searched: every node is entered at event 0.
func OfTree(t *trees.Tree, version int, pass Pass) *Map {
	m := &Map{Version: version, Events: 1, Totals: Totals{Nodes: t.Len(), Entered: t.Len()}, scale: 1}
	m.kids = func(n int32) []int32 { return t.Kids(int(n)) }
	this := []int32{0}
	for ply := 0; len(this) > 0; ply++ {
		n := len(this)
		r := row{start: make([]uint32, n), width: make([]uint32, n), at: make([]uint32, n), flags: make([]uint8, n), visits: make([]uint8, n)}
		var next []int32
		for i, node := range this {
			pass.after(i)
			kids := t.Kids(int(node))
			next = append(next, kids...)
			r.visits[i] = 1 | uint8(t.Mover(int(node)))<<moverShift
			if r.width[i] = uint32(len(kids)); len(kids) > 0 {
				r.flags[i] |= inner
				r.expanded++
			} else {
				m.Totals.Leaves++
			}
		}
		m.rows, m.Totals.Plies = append(m.rows, r), ply
		this = next
	}
	m.place(pass, func(int, int) uint32 { return 1 })
	return m
}
