package tiles

import (
	"slices"
	"sort"

	"espalier/trace"
)

// A Place is a node of a map.
type Place struct{ Ply, Index int }

// A State is what a run has done up to an event.
type State struct {
	Event  trace.Event
	Path   []Step // from the root to the node at work
	Totals Totals
}

// A Step is a node of the path to the node at work.
type Step struct {
	Place
	Node int32 // as the events number it
	Kid  int   // which child of the node above it
	From int   // the event that entered it
}

// At returns the state of the run after an event that the recorder has. A node that was left by the
// event itself is still on the path.
func (m *Map) At(rec *trace.Recorder, event int) State {
	event = max(0, min(event, m.Events-1, rec.Len()-1))
	i := sort.Search(len(m.marks), func(i int) bool { return m.marks[i].event > event })
	var at mark
	if i > 0 {
		at = m.marks[i-1]
	}
	path, left := slices.Clone(at.path), false
	s := State{Totals: at.totals}
	rec.Read(at.event, event+1, func(e *trace.Event) bool {
		if left {
			path, left = path[:len(path)-1], false
		}
		switch e.Type {
		case trace.Enter:
			path = path[:min(len(path), e.Depth)]
			v := visit{node: e.Node, from: int32(e.Seq)}
			if len(path) > 0 {
				v.kid = m.kid(path[len(path)-1].node, e)
			}
			path = append(path, v)
			s.Totals.Entered++
		case trace.Leaf:
			s.Totals.Leaves++
		case trace.Prune:
			s.Totals.Skipped += len(e.Cut)
			s.Totals.Prunes[e.Rule]++
		case trace.Research:
			s.Totals.Again++
		case trace.Exit:
			left = len(path) > 0
		}
		if e.Seq == event {
			s.Event = e.Clone()
		}
		return true
	})
	for ply, v := range path {
		step := Step{Place: Place{Ply: ply}, Kid: int(v.kid), From: int(v.from), Node: v.node}
		if ply > 0 {
			from, end := m.kidsOf(ply-1, s.Path[ply-1].Index)
			if step.Index = int(from) + step.Kid; step.Index >= int(end) {
				break // the map is older than the event
			}
		} else if len(m.rows) == 0 {
			break
		}
		s.Path = append(s.Path, step)
	}
	return s
}

// kid returns which child of a node is entered.
func (m *Map) kid(parent int32, e *trace.Event) int32 {
	if m.kids == nil {
		return e.Move
	}
	return int32(slices.Index(m.kids(parent), e.Node))
}

// Line returns which child leads on at each ply from the root to a node.
func (m *Map) Line(p Place) []int {
	line := make([]int, p.Ply)
	for ply, i := p.Ply, p.Index; ply > 0; ply-- {
		up := m.parentOf(ply, i)
		from, _ := m.kidsOf(ply-1, up)
		line[ply-1] = i - int(from)
		i = up
	}
	return line
}

// parentOf returns the place in the row above of the parent of a node.
func (m *Map) parentOf(ply, i int) int {
	up, start := &m.rows[ply-1], m.rows[ply].start[i]
	return sort.Search(len(up.start), func(k int) bool { return up.start[k] > start }) - 1
}

// Find returns the node to which a line leads; false: the map does not have it.
func (m *Map) Find(line []int) (Place, bool) {
	p := Place{}
	if len(m.rows) == 0 {
		return p, false
	}
	for _, kid := range line {
		from, end := m.kidsOf(p.Ply, p.Index)
		if kid < 0 || int(from)+kid >= int(end) {
			return p, false
		}
		p = Place{p.Ply + 1, int(from) + kid}
	}
	return p, true
}

// Has reports whether the map has a node.
func (m *Map) Has(p Place) bool {
	return p.Ply >= 0 && p.Ply < len(m.rows) && p.Index >= 0 && p.Index < len(m.rows[p.Ply].at)
}

// A Node is what a map knows of a node.
type Node struct {
	Place
	Start, End uint32 // its places
	Event      int    // that entered or cut it first; -1: none did
	Second     int    // that entered it again, or after it was cut; -1: none did
	Rule       trace.Rule
	Visits     int // 15: at least
	Mover      int // 0 at a leaf and at a chance node
	Inner      bool
	CutFirst   bool
	Open       bool // its search has not ended
	Counted    *trace.Counted
}

// Node returns what the map knows of a node that it has.
func (m *Map) Node(p Place) Node {
	r := &m.rows[p.Ply]
	n := Node{Place: p, Start: r.start[p.Index], End: r.start[p.Index] + r.width[p.Index], Event: -1, Second: -1}
	if at := r.at[p.Index]; at != never {
		n.Event = int(at)
	}
	f, v := r.flags[p.Index], r.visits[p.Index]
	n.Rule, n.Visits, n.Mover = trace.Rule(f&ruleBits), int(v&visitBits), int(v>>moverShift)
	n.Inner, n.CutFirst = f&inner != 0, f&cutFirst != 0
	n.Open = p.Ply < len(m.open) && int(m.open[p.Ply]) == p.Index
	if second := r.secondOf(uint32(p.Index)); second != nil {
		n.Second = int(second.event)
	}
	if c, ok := r.counted[uint32(p.Index)]; ok {
		n.Counted = &c
	}
	return n
}

// Entered returns the event that entered the node last, of those up to an event that the map
// knows; -1: none did.
func (n *Node) Entered(event int) int {
	switch {
	case n.Visits == 0:
	case n.Second >= 0 && n.Second <= event:
		return n.Second
	case !n.CutFirst && n.Event >= 0 && n.Event <= event:
		return n.Event
	}
	return -1
}

// Subtree returns the number of nodes that the map has below a node, itself included.
func (m *Map) Subtree(p Place) int {
	n, from, end := 0, p.Index, p.Index+1
	for ply := p.Ply; from < end; ply++ {
		n += end - from
		if ply+1 == len(m.rows) {
			break
		}
		r, below := &m.rows[ply], &m.rows[ply+1]
		from, end = below.within(float64(r.start[from]), float64(r.start[end-1])+float64(r.width[end-1]))
	}
	return n
}

// In returns the nodes of a ply that reach into the places [from, to), at most most of them.
func (m *Map) In(ply int, from, to float64, most int) (list []Node, more bool) {
	if ply < 0 || ply >= len(m.rows) {
		return nil, false
	}
	first, end := m.rows[ply].within(from, to)
	for i := first; i < min(end, first+most); i++ {
		list = append(list, m.Node(Place{ply, i}))
	}
	return list, end-first > most
}

// leftWithin is the number of events between the one that leaves a node and the next one that
// enters or cuts a node: each ply above it has its value backed up, its other children cut, and
// is left.
const leftWithin = 4

// Left returns the event that left a node, of the visit that began at an event; false: it is not
// left up to the given event, or the recorder has lost it.
func (m *Map) Left(rec *trace.Recorder, p Place, from, event int) (e trace.Event, ok bool) {
	end := min(m.visitEnd(p, from), event+1, rec.Len())
	var number int32
	rec.Read(from, from+1, func(e *trace.Event) bool {
		number = e.Node
		return true
	})
	least := max(from, end-leftWithin*len(m.rows)-leftWithin)
	if end-from < markEvery {
		least = from
	}
	rec.Read(least, end, func(x *trace.Event) bool {
		if x.Type == trace.Exit && x.Node == number {
			e, ok = x.Clone(), true
		}
		return !ok
	})
	return e, ok
}

// visitEnd returns the first event after a visit of a node at which one of its siblings, or a node
// further up, begins.
func (m *Map) visitEnd(p Place, from int) int {
	end := m.Events
	for ply, i := p.Ply, p.Index; ply > 0; ply-- {
		up := m.parentOf(ply, i)
		first, last := m.kidsOf(ply-1, up)
		for k := first; k < last; k++ {
			if int(k) == i {
				continue
			}
			n := m.Node(Place{ply, int(k)})
			for _, at := range [...]int{n.Event, n.Second} {
				if at > from && at < end {
					end = at
				}
			}
		}
		if end < m.Events {
			return end
		}
		i = up
	}
	return end
}
