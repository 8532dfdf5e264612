package tiles

import (
	"slices"

	"espalier/trace"
)

// A Map is the tree of a run at one time. It does not change.
type Map struct {
	Version int // grows with the run
	Events  int // of the run
	Totals  Totals
	Sized   bool // a subtree that was cut is as wide as it is, or is estimated to be

	rows  []row
	marks []mark
	kids  func(node int32) []int32 // of an explicit tree; nil: it is implicit
	open  []int32                  // by row, the place of the open node
	sizes []size                   // by row, of a subtree that was cut
	scale float64                  // leaves of one place, where sizes are too large
	other bool                     // a difference of two runs
}

// A row is a ply: its nodes from left to right, each with its first place, its width in places,
// when it was entered or cut, and how.
type row struct {
	start, width []uint32
	at           []uint32
	flags        []uint8
	visits       []uint8
	node         []int32                  // as the events number it; nil: it is not kept
	second       []moment                 // by index
	counted      map[uint32]trace.Counted // by index
	blocks       []block
	expanded     int // nodes that have children there
}

// A moment is when a node was entered for the second time, or after it was cut.
type moment struct{ index, event uint32 }

// A block sums up blockNodes nodes of a row.
type block struct {
	first, last         uint32 // events
	width               uint32
	entered, cut, again uint8
	visits              uint8
	rule                uint8 // the most frequent
}

const blockNodes = 64

// Len returns the number of nodes.
func (m *Map) Len() int {
	n := 0
	for i := range m.rows {
		n += len(m.rows[i].at)
	}
	return n
}

// Rows returns the number of plies, that of the root included.
func (m *Map) Rows() int { return len(m.rows) }

// Number returns the number that the events give a node; false: the map does not have it, as it
// has only those of a linked Builder.
func (m *Map) Number(p Place) (node int32, ok bool) {
	if !m.Has(p) || m.rows[p.Ply].node == nil {
		return 0, false
	}
	return m.rows[p.Ply].node[p.Index], true
}

// Width returns the number of places.
func (m *Map) Width() uint32 {
	if len(m.rows) == 0 {
		return 0
	}
	return m.rows[0].width[0]
}

// A Pass is called often while something is computed about many nodes, so that others may compute
// in between; nil: it is not.
type Pass func()

// passEvery is the number of nodes between two calls of a Pass: about a millisecond.
const passEvery = 1 << 15

// after calls the Pass after the i-th node, if it is time.
func (p Pass) after(i int) {
	if i%passEvery == 0 && p != nil {
		p()
	}
}

// Map returns the tree as it is known now.
func (b *Builder) Map(version int, pass Pass) *Map {
	m := &Map{Version: version, Events: b.events, Totals: b.totals, kids: b.Kids, marks: b.marks[:len(b.marks):len(b.marks)], scale: 1}
	if b.root < 0 {
		return m
	}
	this := []int32{b.root}
	for ply := 0; len(this) > 0; ply++ {
		r := b.row(this, pass)
		if ply < len(b.path) {
			m.open = append(m.open, int32(slices.Index(this, b.path[ply].node)))
		}
		known := 0
		if ply+1 < len(b.plies) {
			known = b.plies[ply+1]
		}
		this = b.kids(this, &r, known, pass)
		m.rows = append(m.rows, r)
	}
	m.place(pass, func(ply, i int) uint32 {
		if c, ok := m.rows[ply].counted[uint32(i)]; ok {
			return uint32(max(1, c.Leaves+c.Pruned))
		}
		return 1
	})
	return m
}

// row returns what is known of the nodes of a ply. Their places are found later.
func (b *Builder) row(nodes []int32, pass Pass) row {
	n := len(nodes)
	r := row{start: make([]uint32, n), width: make([]uint32, n), at: make([]uint32, n), flags: make([]uint8, n), visits: make([]uint8, n)}
	if b.links != nil {
		r.node = nodes
	}
	for i, node := range nodes {
		pass.after(i)
		r.at[i], r.flags[i], r.visits[i] = *b.at.at(node)-1, *b.flags.at(node)&^firstOfKin, *b.visits.at(node)
		if r.flags[i]&cutFirst != 0 || r.visits[i]&visitBits > 1 {
			r.second = append(r.second, moment{uint32(i), b.second[node]})
		}
		if r.flags[i]&justACount != 0 {
			if r.counted == nil {
				r.counted = map[uint32]trace.Counted{}
			}
			r.counted[uint32(i)] = b.counted[node]
		}
	}
	return r
}

// spareKids is room for children that are not known yet: those beside one that is.
const spareKids = 256

// kids returns the children of the nodes of a row, and notes for each node how many it has. A
// child that the search has not reached yet is known if one to the right of it is.
func (b *Builder) kids(nodes []int32, r *row, known int, pass Pass) []int32 {
	next := make([]int32, 0, known+spareKids)
	for i, node := range nodes {
		pass.after(i)
		from := len(next)
		if b.links != nil {
			next = b.links.appendKids(next, node)
		} else if b.Kids != nil {
			for _, k := range b.Kids(node) {
				if int(k) >= b.count {
					break
				}
				next = append(next, k)
			}
		} else if first := int32(*b.firstKid.at(node)); first != 0 {
			for k := first; int(k) < b.count && (k == first || *b.flags.at(k)&firstOfKin == 0); k++ {
				next = append(next, k)
			}
		}
		for len(next) > from && *b.at.at(next[len(next)-1]) == 0 {
			next = next[:len(next)-1]
		}
		if r.width[i] = uint32(len(next) - from); len(next) > from {
			r.flags[i] |= inner
			r.expanded++
		}
	}
	return next
}

// place finds the width of each node from those of the leaves, and its first place. The widths
// hold the number of children before.
func (m *Map) place(pass Pass, leaf func(ply, i int) uint32) {
	for ply := len(m.rows) - 1; ply >= 0; ply-- {
		r, k := &m.rows[ply], 0
		for i, many := range r.width {
			pass.after(i)
			if many == 0 {
				r.width[i] = leaf(ply, i)
				continue
			}
			w := uint32(0)
			for range many {
				w += m.rows[ply+1].width[k]
				k++
			}
			r.width[i] = w
		}
	}
	for ply := range len(m.rows) - 1 { // there may be no row: the search has not begun
		r, below, k := &m.rows[ply], &m.rows[ply+1], 0
		for i, place := range r.start {
			pass.after(i)
			if r.flags[i]&inner == 0 {
				continue
			}
			for end := place + r.width[i]; place < end; k++ {
				below.start[k] = place
				place += below.width[k]
			}
		}
	}
	for i := range m.rows {
		m.rows[i].sumUp(pass)
	}
}

// sumUp writes the blocks of a row.
func (r *row) sumUp(pass Pass) {
	r.blocks = make([]block, (len(r.at)+blockNodes-1)/blockNodes)
	var rules [ruleBits + 1]int
	for b := range r.blocks {
		pass.after(b * blockNodes)
		sum := block{first: never}
		clear(rules[:])
		for i := b * blockNodes; i < min((b+1)*blockNodes, len(r.at)); i++ {
			sum.width += r.width[i]
			if at := r.at[i]; at != never {
				sum.first, sum.last = min(sum.first, at), max(sum.last, at)
			}
			v := r.visits[i] & visitBits
			sum.visits = max(sum.visits, v)
			switch {
			case v > 0:
				sum.entered++
			case r.flags[i]&ruleBits != 0:
				sum.cut++
			}
			if v > 1 {
				sum.again++
			}
			rules[r.flags[i]&ruleBits]++
		}
		rules[0] = 0
		for rule, n := range rules {
			if n > rules[sum.rule] {
				sum.rule = uint8(rule)
			}
		}
		r.blocks[b] = sum
	}
}
