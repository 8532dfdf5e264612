package tiles

import "math"

// A size is how large a subtree is that was cut at a ply.
type size struct {
	nodes, leaves float64
	known         bool // in an explicit tree it is; elsewhere it is estimated
}

// mostPlaces is the width up to which a sized map is drawn to scale.
const mostPlaces = 1 << 31

// estimate returns for each ply the expected size of a subtree there. It takes the mean number of
// children of the nodes that were entered at each ply, as Knuth (1975) estimates the size of a
// search tree from paths.
func (m *Map) estimate() []size {
	list := make([]size, len(m.rows))
	below := size{nodes: 1, leaves: 1}
	for ply := len(m.rows) - 1; ply >= 0; ply-- {
		r, entered, children := &m.rows[ply], 0, 0
		if ply+1 < len(m.rows) {
			children = len(m.rows[ply+1].at)
		}
		for i := range r.blocks {
			entered += int(r.blocks[i].entered)
		}
		if entered == 0 || children == 0 {
			below = size{nodes: 1, leaves: 1}
		} else {
			each := float64(children) / float64(entered)
			below = size{nodes: 1 + each*below.nodes, leaves: float64(entered-r.expanded)/float64(entered) + each*below.leaves}
		}
		list[ply] = below
	}
	return list
}

// SizeOfSubtree returns about how many nodes and leaves a subtree has whose root is at a ply; the
// search has seen others there.
func (m *Map) SizeOfSubtree(ply int) (nodes, leaves float64) {
	if m.sizes == nil {
		s := m.estimate()[ply]
		return s.nodes, s.leaves
	}
	return m.sizes[ply].nodes, m.sizes[ply].leaves
}

// WithSizes returns the map in which a subtree that was cut is as wide as it is estimated to be.
// Both share what does not depend on the width. A place then has Scale leaves.
func (m *Map) WithSizes(pass Pass) *Map {
	s := *m
	s.Sized, s.sizes = true, m.estimate()
	total := 0.0
	for ply := range m.rows {
		r := &m.rows[ply]
		for i, f := range r.flags {
			pass.after(i)
			if f&inner == 0 {
				if f&ruleBits != 0 && r.visits[i]&visitBits == 0 {
					total += max(1, s.sizes[ply].leaves)
				} else {
					total += float64(r.width[i])
				}
			}
		}
	}
	s.scale = max(1, total/mostPlaces)
	s.rows = make([]row, len(m.rows))
	for ply := range m.rows {
		old := &m.rows[ply]
		r := *old
		r.start, r.width, r.blocks = make([]uint32, len(old.start)), make([]uint32, len(old.width)), nil
		for i := range r.width {
			pass.after(i)
			if old.flags[i]&inner != 0 {
				from, end := m.kidsOf(ply, i)
				r.width[i] = uint32(end - from)
			}
		}
		s.rows[ply] = r
	}
	s.place(pass, func(ply, i int) uint32 {
		r := &m.rows[ply]
		if r.flags[i]&ruleBits != 0 && r.visits[i]&visitBits == 0 {
			return uint32(max(1, math.Round(s.sizes[ply].leaves/s.scale)))
		}
		return r.width[i]
	})
	return &s
}

// Scale returns the number of leaves of a place: 1 unless the map is too wide.
func (m *Map) Scale() float64 { return m.scale }
