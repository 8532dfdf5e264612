package tiles

import (
	"slices"

	"espalier/trace"
)

// A Builder follows a run and knows the node at work, and of each node when it was entered or cut.
// One goroutine adds events and takes maps.
type Builder struct {
	// Kids returns the children of a node, left to right, as far as they are known; nil: the children
	// of a node have consecutive numbers, as in an implicit tree.
	Kids func(node int32) []int32

	// Counted returns what is known of a subtree of which nothing but its root was kept, by the
	// event that left it; nil: there is none.
	Counted func(event int) (c trace.Counted, ok bool)

	count    int            // nodes that have an entry
	root     int32          // -1: it is not known yet
	firstKid column[uint32] // of consecutive numbers; 0: no child is known
	links    *links         // of numbers in any order; nil: they are consecutive, or Kids has them
	at       column[uint32] // one more than the event of the first entry or cut; 0: none
	flags    column[uint8]  // the rule in the low bits
	visits   column[uint8]  // low half: how often it was entered; high half: the mover

	second  map[int32]uint32        // of nodes that were entered again, or after a cut: the event of that
	counted map[int32]trace.Counted // of nodes whose subtree was only counted
	path    []visit
	totals  Totals
	plies   []int // nodes that are known, by ply
	events  int
	marks   []mark
}

// The flags of a node, above the rule by which it was cut.
const (
	ruleBits   uint8 = 0x1F
	firstOfKin uint8 = 0x20 // in a Builder: the first of the children of a node
	inner      uint8 = 0x20 // in a Map: it has children there
	cutFirst   uint8 = 0x40 // it was cut before it was entered
	justACount uint8 = 0x80 // its subtree was only counted
)

// A rule that does not fit in ruleBits does not compile: the constant would be below 0.
const _ = ruleBits - uint8(trace.RuleCount-1)

// The halves of a byte of visits.
const (
	visitBits  = 0x0F // so 15 means 15 or more
	moverShift = 4
)

// is never used in a Map for the time of a node that was neither entered nor cut.
const never = ^uint32(0)

// Totals count what a run has done.
type Totals struct {
	Nodes   int // that the map has, entered or cut
	Counted int // nodes that were entered or cut and only counted
	Entered int // a node that is entered twice counts twice
	Leaves  int
	Cut     int // nodes that are cut and were not entered
	Skipped int // children that were cut, by the events: one that is cut twice counts twice
	Again   int // second searches of a child
	Plies   int // the deepest that was entered
	Prunes  [trace.RuleCount]int
}

// A visit is an open node on the path to the node at work.
type visit struct {
	node int32
	kid  int32 // which child of the node above it
	from int32 // the event that entered it
}

// A mark is the state of the run at an event, from which any event soon after it is found.
type mark struct {
	event  int // the first event that is not in it
	path   []visit
	totals Totals
}

// markEvery is the number of events between two marks: to read them takes half a millisecond.
const markEvery = 1 << 14

// NewBuilder returns a Builder for a run. kids is nil for an implicit tree.
func NewBuilder(kids func(node int32) []int32) *Builder {
	return &Builder{Kids: kids, root: -1, second: map[int32]uint32{}, counted: map[int32]trace.Counted{}}
}

// NewLinkedBuilder returns a Builder for a run whose nodes have numbers in any order. Siblings are
// in the order in which the run first names them. To an event that enters a node, Add writes
// which child it is: the events are recorded when they have been added.
func NewLinkedBuilder() *Builder {
	b := NewBuilder(nil)
	b.links = &links{far: map[int32]int32{}}
	return b
}

// Events returns the number of events that were added.
func (b *Builder) Events() int { return b.events }

// Totals returns what the run has done so far.
func (b *Builder) Totals() Totals { return b.totals }

// Add takes in the next event of the run.
func (b *Builder) Add(e *trace.Event) {
	if b.events%markEvery == 0 && b.events > 0 {
		b.marks = append(b.marks, mark{b.events, slices.Clone(b.path), b.totals})
	}
	b.follow(e)
	b.events++
}

// follow changes the state by an event.
func (b *Builder) follow(e *trace.Event) {
	switch e.Type {
	case trace.Enter:
		b.enter(e)
	case trace.Leaf:
		b.totals.Leaves++
	case trace.Prune:
		b.prune(e)
	case trace.Research:
		b.totals.Again++
	case trace.Exit:
		b.exit()
	}
}

func (b *Builder) enter(e *trace.Event) {
	v := visit{node: e.Node, from: int32(b.events)}
	if b.path = b.path[:min(len(b.path), e.Depth)]; len(b.path) == 0 {
		b.root = e.Node
		b.reserve(int(e.Node) + 1)
	} else {
		above := b.path[len(b.path)-1].node
		if v.kid = b.child(above, e.Node, e.Node-e.Move); b.links != nil {
			e.Parent, e.Move = above, v.kid
		}
	}
	e.Implicit = e.Implicit || b.links != nil
	b.path = append(b.path, v)
	b.totals.Plies = max(b.totals.Plies, e.Depth)
	b.totals.Entered++
	at, flags, visits := b.at.at(v.node), b.flags.at(v.node), b.visits.at(v.node)
	switch {
	case *at == 0:
		*at = uint32(b.events) + 1
		b.born(len(b.path) - 1)
	case *visits&visitBits == 0:
		*flags |= cutFirst
		b.totals.Cut--
		b.second[v.node] = uint32(b.events)
	case *visits&visitBits == 1 && *flags&cutFirst == 0:
		b.second[v.node] = uint32(b.events)
	}
	n := *visits & visitBits
	if n < visitBits {
		n++
	}
	*visits = n | uint8(e.Player)<<moverShift
}

// child makes room for a child of an open node, and returns which child it is. first is the number
// of the first child if they are consecutive.
func (b *Builder) child(parent, node, first int32) (kid int32) {
	b.reserve(int(node) + 1)
	switch {
	case b.Kids != nil:
		return int32(slices.Index(b.Kids(parent), node))
	case b.links != nil:
		return b.links.child(parent, node)
	}
	if known := b.firstKid.at(parent); *known == 0 {
		*known = uint32(first)
		*b.flags.at(first) |= firstOfKin
	} else {
		first = int32(*known)
	}
	return node - first
}

func (b *Builder) prune(e *trace.Event) {
	b.totals.Prunes[e.Rule]++
	b.totals.Skipped += len(e.Cut)
	if len(b.path) == 0 {
		return
	}
	parent := b.path[len(b.path)-1].node
	for _, c := range e.Cut {
		b.child(parent, c, e.Cut[0])
		at, flags := b.at.at(c), b.flags.at(c)
		if *at == 0 {
			*at = uint32(b.events) + 1
			b.born(len(b.path))
			b.totals.Cut++
		}
		if *flags&ruleBits == 0 {
			*flags |= uint8(e.Rule) & ruleBits
		}
	}
}

// born counts a node that was not known before.
func (b *Builder) born(ply int) {
	for len(b.plies) <= ply {
		b.plies = append(b.plies, 0)
	}
	b.plies[ply]++
	b.totals.Nodes++
}

func (b *Builder) exit() {
	if len(b.path) == 0 {
		return
	}
	last := b.path[len(b.path)-1]
	b.path = b.path[:len(b.path)-1]
	if b.Counted == nil {
		return
	}
	if c, ok := b.Counted(b.events); ok {
		b.counted[last.node] = c
		*b.flags.at(last.node) |= justACount
		b.totals.add(&c)
	}
}

// add adds the nodes below the root of a subtree that was only counted.
func (t *Totals) add(c *trace.Counted) {
	t.Counted += c.Nodes + c.Pruned
	t.Entered += c.Nodes
	t.Leaves += c.Leaves
	t.Again += c.Researched
	for rule, n := range c.Prunes {
		t.Prunes[rule] += n
	}
}

// reserve makes room for the nodes 0 to n-1.
func (b *Builder) reserve(n int) {
	if n <= b.count {
		return
	}
	b.count = n
	switch {
	case b.links != nil:
		b.links.grow(n)
	case b.Kids == nil:
		b.firstKid.grow(n)
	}
	b.at.grow(n)
	b.flags.grow(n)
	b.visits.grow(n)
}

// LineOf returns which child leads on at each ply along a path of the run, from its root: as far
// as the nodes are known.
func (b *Builder) LineOf(path []int32) (line []int) {
	for i := 1; i < len(path) && int(path[i]) < b.count; i++ {
		kid := -1
		switch {
		case b.Kids != nil:
			kid = slices.Index(b.Kids(path[i-1]), path[i])
		case b.links != nil:
			kid = b.links.known(path[i])
		case *b.firstKid.at(path[i-1]) != 0:
			kid = int(path[i]) - int(*b.firstKid.at(path[i-1]))
		}
		if kid < 0 {
			return line
		}
		line = append(line, kid)
	}
	return line
}
