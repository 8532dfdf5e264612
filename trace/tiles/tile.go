package tiles

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sort"
)

const (
	// TileRows and TileColumns are the size of a tile. A row with more nodes in it than columns comes
	// as as many cells: so a tile has at most 2,048 items, 57 KB.
	TileRows, TileColumns = 16, 128

	// MaxZoom is the deepest zoom: then a tile is narrower than a leaf of the widest map.
	MaxZoom = 34

	// MaxTileBytes bounds a tile: 28 bytes an item.
	MaxTileBytes = headBytes + TileRows*TileColumns*itemBytes

	headBytes = 40
	itemBytes = 28
	magic     = 0x31544D45 // EMT1
)

// The kinds of items.
const (
	single    = 1 << iota // a node; else a cell
	leaf                  // a leaf, or a node at the limit of depth
	countOnly             // a whole subtree was only counted
	fromLeft              // it goes on beyond the left edge
	toRight               // and beyond the right one
	wasCut                // cut for now, and later entered
	isOpen                // its search has not ended
)

// The flags of a tile.
const (
	tileSized      = 1
	tileDifference = 2
	tileEstimated  = 4
)

// A Window says which tile is asked for: column X of 2^Zoom, and the rows from 16·Y on.
type Window struct {
	Zoom, X, Y int
	// Step is the last event that is shown; nil: all are, and each item says when it began.
	Step *uint32
}

// ErrWindow is returned for a window that no map has.
var ErrWindow = errors.New("there is no such tile")

// An item is a node, or the nodes of a row within a column.
type item struct {
	first, last, count, index uint32
	left, right               uint16
	row, kind, rule           uint8
	entered, cut, again       uint8
	visits, mover             uint8
}

// AppendTile appends a tile. Its form is described in trace/README.md.
func (m *Map) AppendTile(b []byte, w Window) ([]byte, error) {
	if w.Zoom < 0 || w.Zoom > MaxZoom || w.X < 0 || w.X >= 1<<w.Zoom || w.Y < 0 || w.Y*TileRows >= max(1, len(m.rows)) {
		return b, fmt.Errorf("%w: x is from 0 to %d at zoom %d, y from 0 to %d", ErrWindow, 1<<min(w.Zoom, MaxZoom)-1, w.Zoom, (len(m.rows)-1)/TileRows)
	}
	part := float64(m.Width()) / float64(int64(1)<<w.Zoom)
	c := cutter{m: m, from: part * float64(w.X), part: part, step: never - 1}
	if w.Step != nil {
		c.step = *w.Step
	}
	first := w.Y * TileRows
	last := min(first+TileRows, len(m.rows))
	for ply := first; ply < last; ply++ {
		c.row(ply, uint8(ply-first))
	}
	b = binary.LittleEndian.AppendUint32(b, magic)
	b = binary.LittleEndian.AppendUint32(b, uint32(m.Version))
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(c.from))
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(c.from+part))
	b = binary.LittleEndian.AppendUint16(b, uint16(first))
	b = binary.LittleEndian.AppendUint16(b, uint16(max(0, last-first)))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(c.items)))
	b = binary.LittleEndian.AppendUint32(b, uint32(m.Events))
	b = binary.LittleEndian.AppendUint32(b, m.flags())
	return appendItems(b, c.items), nil
}

func (m *Map) flags() (flags uint32) {
	if m.Sized {
		flags |= tileSized
	}
	if m.other {
		flags |= tileDifference
	}
	for i := range m.sizes {
		if !m.sizes[i].known {
			flags |= tileEstimated
		}
	}
	return flags
}

// appendItems appends each field of all items, so that a page has it as an array.
func appendItems(b []byte, items []item) []byte {
	pad := func() {
		for len(b)%4 != 0 {
			b = append(b, 0)
		}
	}
	for _, of := range [...]func(*item) uint32{
		func(x *item) uint32 { return x.first }, func(x *item) uint32 { return x.last },
		func(x *item) uint32 { return x.count }, func(x *item) uint32 { return x.index },
	} {
		for i := range items {
			b = binary.LittleEndian.AppendUint32(b, of(&items[i]))
		}
	}
	for _, of := range [...]func(*item) uint16{func(x *item) uint16 { return x.left }, func(x *item) uint16 { return x.right }} {
		for i := range items {
			b = binary.LittleEndian.AppendUint16(b, of(&items[i]))
		}
		pad()
	}
	for _, of := range [...]func(*item) uint8{
		func(x *item) uint8 { return x.row }, func(x *item) uint8 { return x.kind }, func(x *item) uint8 { return x.rule },
		func(x *item) uint8 { return x.entered }, func(x *item) uint8 { return x.cut }, func(x *item) uint8 { return x.again },
		func(x *item) uint8 { return x.visits }, func(x *item) uint8 { return x.mover },
	} {
		for i := range items {
			b = append(b, of(&items[i]))
		}
		pad()
	}
	return b
}

// A cutter collects the items of a tile.
type cutter struct {
	m          *Map
	from, part float64
	step       uint32
	items      []item
}

// within returns the nodes of a row that reach into the places [from, to).
func (r *row) within(from, to float64) (first, end int) {
	first = sort.Search(len(r.start), func(i int) bool { return float64(r.start[i])+float64(r.width[i]) > from })
	end = first + sort.Search(len(r.start)-first, func(i int) bool { return float64(r.start[first+i]) >= to })
	return first, end
}

func (c *cutter) row(ply int, at uint8) {
	r := &c.m.rows[ply]
	first, end := r.within(c.from, c.from+c.part)
	if end-first <= TileColumns {
		for i := first; i < end; i++ {
			c.node(ply, i, at)
		}
		return
	}
	column := c.part / TileColumns
	for i, k := first, 1; i < end; k++ {
		to := i
		if k == TileColumns {
			to = end
		} else {
			edge := c.from + float64(k)*column
			to += sort.Search(end-i, func(j int) bool { return float64(r.start[i+j]) >= edge })
		}
		if to > i {
			c.cell(r, i, to, at, c.from+float64(k-1)*column, column)
		}
		i = to
	}
}

// node adds a node as an item.
func (c *cutter) node(ply, i int, at uint8) {
	r := &c.m.rows[ply]
	x := item{first: r.at[i], last: r.at[i], count: 1, index: uint32(i), row: at, kind: single, rule: r.flags[i] & ruleBits, visits: r.visits[i] & visitBits, mover: r.visits[i] >> moverShift}
	if x.first != never && x.first > c.step {
		return
	}
	x.left, x.right = c.edges(float64(r.start[i]), float64(r.start[i])+float64(r.width[i]), &x)
	if c.m.other {
		x.entered, x.cut, x.again = shares(r.flags[i])
		x.rule = 0
		c.items = append(c.items, x)
		return
	}
	entered := x.visits > 0
	if second := r.secondOf(uint32(i)); second != nil {
		switch {
		case r.flags[i]&cutFirst == 0:
			x.last = second.event
		case second.event > c.step:
			entered, x.visits = false, 0
		default:
			x.kind |= wasCut
			x.last = second.event
		}
		if x.last > c.step {
			x.last, x.visits = x.first, 1
		}
	}
	switch {
	case entered:
		x.entered = 255
	case x.rule != 0:
		x.cut = 255
	}
	if x.visits > 1 {
		x.again = 255
	}
	if x.visits > 0 && x.mover == 0 && r.flags[i]&inner == 0 {
		x.kind |= leaf
	}
	if n, ok := r.counted[uint32(i)]; ok {
		x.kind |= countOnly
		x.kind &^= leaf
		x.count = uint32(n.Nodes + n.Pruned)
	}
	if ply < len(c.m.open) && c.m.open[ply] == int32(i) {
		x.kind |= isOpen
	}
	c.items = append(c.items, x)
}

// edges returns the ends of an item in the tile.
func (c *cutter) edges(start, end float64, x *item) (left, right uint16) {
	if start < c.from {
		x.kind |= fromLeft
	}
	if end > c.from+c.part {
		x.kind |= toRight
	}
	scaled := func(place float64) uint16 {
		return uint16(min(max((place-c.from)/c.part, 0), 1)*math.MaxUint16 + 0.5)
	}
	return scaled(start), scaled(end)
}

// cell adds the nodes [i, end) of a row as one item.
func (c *cutter) cell(r *row, i, end int, at uint8, from, column float64) {
	var s block
	s.first = never
	var entered, cut, again, n int
	rules := [ruleBits + 1]int{}
	width := 0.0
	if c.m.other {
		for ; i < end; i++ {
			e, u, a := shares(r.flags[i])
			entered, cut, again, n = entered+int(e)/255, cut+int(u)/255, again+int(a)/255, n+1
			width += float64(r.width[i])
		}
		s.first = 0
	}
	index := uint32(i)
	for i < end {
		if i%blockNodes == 0 && i+blockNodes <= end {
			if b := &r.blocks[i/blockNodes]; b.last <= c.step {
				s.first, s.last, s.visits = min(s.first, b.first), max(s.last, b.last), max(s.visits, b.visits)
				entered, cut, again, n = entered+int(b.entered), cut+int(b.cut), again+int(b.again), n+blockNodes
				rules[b.rule] += int(b.cut)
				width += float64(b.width)
				i += blockNodes
				continue
			}
		}
		if t := r.at[i]; t == never || t <= c.step {
			if t != never {
				s.first, s.last = min(s.first, t), max(s.last, t)
			}
			v := r.visits[i] & visitBits
			s.visits = max(s.visits, v)
			switch {
			case v > 0:
				entered++
			case r.flags[i]&ruleBits != 0:
				cut++
				rules[r.flags[i]&ruleBits]++
			}
			if v > 1 {
				again++
			}
			n++
			width += float64(r.width[i])
		}
		i++
	}
	if n == 0 {
		return
	}
	x := item{first: s.first, last: s.last, count: uint32(n), index: index, row: at, visits: s.visits, entered: share(entered, n), cut: share(cut, n), again: share(again, n)}
	x.left, x.right = c.edges(from, from+column, &x)
	x.mover = uint8(min(width/column, 1)*255 + 0.5)
	for rule, n := range rules {
		if rule > 0 && n > rules[x.rule] {
			x.rule = uint8(rule)
		}
	}
	c.items = append(c.items, x)
}

// share returns a part of n as 0 to 255; what is not nothing is at least 1.
func share(part, n int) uint8 {
	if part == 0 {
		return 0
	}
	return uint8(max(1, part*255/n))
}

// secondOf returns the second moment of a node; nil: it has none.
func (r *row) secondOf(i uint32) *moment {
	at := sort.Search(len(r.second), func(k int) bool { return r.second[k].index >= i })
	if at < len(r.second) && r.second[at].index == i {
		return &r.second[at]
	}
	return nil
}
