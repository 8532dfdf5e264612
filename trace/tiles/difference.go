package tiles

// The flags of a node in a difference.
const (
	byFirst uint8 = 1 << iota // the first run entered it
	byOther                   // the other run did
)

// shares returns what a tile says of a node of a difference: entered by both, by the first run
// alone, by the other alone.
func shares(flags uint8) (both, first, other uint8) {
	switch flags & (byFirst | byOther) {
	case byFirst | byOther:
		both = 255
	case byFirst:
		first = 255
	case byOther:
		other = 255
	}
	return
}

// Difference returns the union of the trees of two runs on one game. Children are the same if
// they are reached by the same move.
func Difference(a, b *Map, pass Pass) *Map {
	d := &Map{Version: a.Version, Events: max(a.Events, b.Events), other: true, scale: 1}
	type pair struct{ a, b int32 } // indices; -1: the run does not know it
	if len(a.rows) == 0 || len(b.rows) == 0 {
		return d
	}
	this := []pair{{0, 0}}
	for ply := 0; len(this) > 0; ply++ {
		r := row{start: make([]uint32, len(this)), width: make([]uint32, len(this)), at: make([]uint32, len(this)), flags: make([]uint8, len(this)), visits: make([]uint8, len(this))}
		var next []pair
		for i, p := range this {
			pass.after(i)
			fromA, endA := a.below(ply, p.a)
			fromB, endB := b.below(ply, p.b)
			if p.a >= 0 && a.rows[ply].visits[p.a]&visitBits > 0 {
				r.flags[i] |= byFirst
				r.visits[i] = a.rows[ply].visits[p.a] &^ visitBits
			}
			if p.b >= 0 && b.rows[ply].visits[p.b]&visitBits > 0 {
				r.flags[i] |= byOther
				r.visits[i] = b.rows[ply].visits[p.b] &^ visitBits
			}
			many := max(endA-fromA, endB-fromB)
			r.width[i] = uint32(many)
			if many > 0 {
				r.flags[i] |= inner
			}
			for k := range many {
				x := pair{-1, -1}
				if fromA+k < endA {
					x.a = fromA + k
				}
				if fromB+k < endB {
					x.b = fromB + k
				}
				next = append(next, x)
			}
		}
		d.rows = append(d.rows, r)
		this = next
	}
	d.place(pass, func(int, int) uint32 { return 1 })
	return d
}

// below is kidsOf of a node that may be -1.
func (m *Map) below(ply int, i int32) (from, end int32) {
	if i < 0 {
		return 0, 0
	}
	return m.kidsOf(ply, int(i))
}

// kidsOf returns the children of a node, as places in the next row.
func (m *Map) kidsOf(ply, i int) (from, end int32) {
	r := &m.rows[ply]
	if r.flags[i]&inner == 0 || ply+1 == len(m.rows) {
		return 0, 0
	}
	below := &m.rows[ply+1]
	f, e := below.within(float64(r.start[i]), float64(r.start[i])+float64(r.width[i]))
	return int32(f), int32(e)
}

// Kids returns the children of a node, as places in the next row.
func (m *Map) Kids(p Place) (from, end int) {
	f, e := m.kidsOf(p.Ply, p.Index)
	return int(f), int(e)
}
