package trace

import (
	"encoding/binary"

	"espalier/trees"
)

// A LastPly stands for all events of a node whose children are leaves, after its Enter: of each
// child, left to right, Enter, Leaf, Exit, and the Backup of its value into the node; then the
// Exit of the node. A child is taken if it is strictly better for the mover than those before
// it. The mover's best is the only bound at the node, and the children have none.
type LastPly struct {
	Node, First int32 // the node, which was entered just now; its first child: the others follow
	Player      int   // who moves at the node, from 1
	Depth       int   // of the node
	Values      []trees.Vector
	Exact       bool // all values, and so that of the node
	Lines       *LastPlyLines
}

// LastPlyLines are the lines of the pseudo-code of these events. They are the same in a whole run.
type LastPlyLines struct {
	Enter, Leaf, Backup, Improved, Exit int // a leaf returns at the line Leaf
}

// leafEvents is the number of events of each child.
const leafEvents = 4

// Events returns the number of events.
func (l *LastPly) Events() int { return leafEvents*len(l.Values) + 1 }

// A LastTwoPlies stands for all events of a node the children of whose children are leaves, after its
// Enter: of each child, left to right, Enter, those of its LastPly, and the Backup of its value into the node;
// then the Exit of the node. Values are compared, and bounds given, as in a LastPly.
type LastTwoPlies struct {
	Node, First int32 // as in a LastPly
	Player      int
	Depth       int
	Kids        []LastPly // of each child First, Player and Values
	Exact       bool
	Lines       *LastPlyLines
}

// Events returns the number of events.
func (l *LastTwoPlies) Events() int {
	n := 1
	for i := range l.Kids {
		n += eventsAround + l.Kids[i].Events()
	}
	return n
}

// Nodes returns the number of nodes below Node.
func (l *LastTwoPlies) Nodes() int {
	n := len(l.Kids)
	for i := range l.Kids {
		n += len(l.Kids[i].Values)
	}
	return n
}

// eventsAround is the number of events of a child beside its LastPly: its Enter and the Backup of its value.
const eventsAround = 2

// A record of a LastPly has the head extended and, as type, lastPlyRecord; then the player and
// exactValues, the number of children, the first one, and the values. A score takes leafScore
// bytes: with a division each, as putScore needs, the values would take twice the time. A record of a
// LastTwoPlies has twoPliesRecord, the player and exactValues, the number of children and the first one, and
// then for each child the same as for a LastPly, from the player on.
const (
	twoPliesRecord = 0xFB
	lastPlyRecord  = 0xFE
	exactValues    = 0x10
	leafScore      = 4
)

// RecordLastPly records all events of a LastPly, or returns false: then nothing is recorded, and
// the events are to be recorded one by one.
func (r *Recorder) RecordLastPly(l *LastPly) bool {
	if r.beyond.begun {
		return r.skipsPlies(len(l.Values), len(l.Values), l.Events())
	}
	p, n := &r.pack, l.Events()
	if r.n+n > r.cap || l.Node != p.node || l.Depth != p.depth {
		return false
	}
	if !r.hasRoomFor(2*shortRecord + leafScore*p.width*len(l.Values)) {
		return false
	}
	b := r.block[r.used:]
	b[0], b[1] = extended, lastPlyRecord
	length, best := p.leaves(b[2:], l, l.Node, l.Exact)
	if best == nil {
		return false
	}
	r.recorded(2+length, n, len(l.Values), best, l.Lines)
	return true
}

// RecordTwoPlies does what RecordLastPly does for a LastTwoPlies.
func (r *Recorder) RecordTwoPlies(l *LastTwoPlies) bool {
	n, nodes := l.Events(), l.Nodes()
	if r.beyond.begun {
		return r.skipsPlies(nodes, nodes-len(l.Kids), n)
	}
	p := &r.pack
	if r.n+n > r.cap || l.Node != p.node || l.Depth != p.depth || r.countBeyond && r.known+nodes > r.maxNodes {
		return false
	}
	if !r.hasRoomFor(2*shortRecord*(1+len(l.Kids)) + leafScore*p.width*nodes) {
		return false
	}
	b := r.block[r.used:]
	w := (*[shortRecord]byte)(b)
	w[0], w[1], w[2] = extended, twoPliesRecord, playerOf(l.Player, l.Exact)
	length := int(putNode(w, putUint(w, 3, uint64(len(l.Kids))), l.First, l.Node))
	var best *trees.Vector
	for i := range l.Kids {
		more, v := p.leaves(b[length:], &l.Kids[i], l.First+int32(i), l.Exact)
		if v == nil {
			return false
		}
		if best == nil || v[l.Player-1] > best[l.Player-1] {
			best = v
		}
		length += more
	}
	r.recorded(length, n, nodes, best, l.Lines)
	return true
}

// hasRoomFor makes room for that many bytes in the current block, or returns false.
func (r *Recorder) hasRoomFor(bytes int) bool { return len(r.block)-r.used >= bytes || r.room(bytes) }

// recorded takes a written record in: its length, its events, the nodes that they enter, and the value of the
// node that they leave.
func (r *Recorder) recorded(length, events, nodes int, value *trees.Vector, lines *LastPlyLines) {
	p := &r.pack
	if p.lines == nil {
		p.lines = lines
	}
	copyValue(&p.value, value, p.width)
	copyValue(&p.best, value, p.width)
	p.boundsSeq[p.openNodes] = int32(r.n + events - 2)
	p.exit()
	r.used += length
	r.n += events
	r.counted += events
	r.known += nodes
	if r.complete() {
		r.Publish()
	}
}

// playerOf is the byte of a mover and of whether all values are exact.
func playerOf(player int, exact bool) byte {
	if exact {
		return byte(player) | exactValues
	}
	return byte(player)
}

// leaves writes the player, the children and the values of a LastPly of the given node, and returns the length
// and the best value for the player: nil if a score is too large for such a record.
func (p *packer) leaves(block []byte, l *LastPly, node int32, exact bool) (length int, best *trees.Vector) {
	w := (*[shortRecord]byte)(block)
	w[0] = playerOf(l.Player, exact)
	length = int(putNode(w, putUint(w, 1, uint64(len(l.Values))), l.First, node))
	best, mover, all := &l.Values[0], l.Player-1, trees.Score(0)
	for c := 0; c < len(l.Values); {
		w, i := (*[shortRecord]byte)(block[length:]), uint(0)
		for ; c < len(l.Values) && i < shortRecord/2; c++ {
			v := &l.Values[c]
			if v[mover] > best[mover] {
				best = v
			}
			for s := range p.width {
				binary.LittleEndian.PutUint32(w[i:i+4], uint32(v[s]))
				all |= v[s]
				i += leafScore
			}
		}
		length += int(i)
	}
	if all>>(8*leafScore) != 0 {
		return 0, nil
	}
	return length, best
}

// lastPlyReader is what an unpacker has still to return of a LastPly.
type lastPlyReader struct {
	left int // events
	nodeReader
	above twoPliesReader
}

// nodeReader is how far the children of a node are read.
type nodeReader struct {
	child  int32
	best   int32 // the child that the best value came from
	move   int32
	player int
	exact  bool
}

// twoPliesReader is what is left of a LastTwoPlies, but for the LastPly at which it is read.
type twoPliesReader struct {
	left int // children whose Backup is not read; 0, and open: the Exit of the node
	open bool
	nodeReader
	node  int32
	value trees.Vector // the best so far
}

// openLastPly reads a record up to its values. two: it is that of a LastTwoPlies.
func (u *unpacker) openLastPly(two bool) {
	if !two {
		u.openLeaves(u.node)
		return
	}
	var children int
	l := &u.leaves.above
	l.nodeReader, children = u.openNode(u.node)
	l.left, l.open, l.node = children, true, u.node
}

// openNode reads a player, and the children of a node.
func (u *unpacker) openNode(node int32) (n nodeReader, children int) {
	how := u.byte()
	n.player, n.exact = int(how&^exactValues), how&exactValues != 0
	children = int(u.uint())
	n.child = u.number(node)
	return n, children
}

// openLeaves reads the record of a LastPly of a node up to its values.
func (u *unpacker) openLeaves(node int32) {
	n, children := u.openNode(node)
	u.leaves.nodeReader, u.leaves.left = n, leafEvents*children+1
}

// unread reports whether events of the record are still to be returned.
func (l *lastPlyReader) unread() bool { return l.left > 0 || l.above.open }

// nextOfLastPly reads the next event. back is as for next.
func (u *unpacker) nextOfLastPly(e *Event) (back int) {
	u.fill(e)
	u.setYes(e, false)
	above := &u.leaves.above
	if u.leaves.left == 0 {
		return u.nextAbove(e, above)
	}
	l := &u.leaves
	l.left--
	if l.left == 0 {
		u.exitOfLastPly(e, l.exact)
		return 1
	}
	switch (l.left - 1) % leafEvents {
	case 3:
		u.enterOfLastPly(e, &l.nodeReader, 0)
		return 0
	case 2:
		for s := range u.width {
			u.value[s] = trees.Score(binary.LittleEndian.Uint32(u.b))
			u.b = u.b[leafScore:]
		}
		e.Type, e.Line, e.Node, e.Child = Leaf, u.lines.Leaf, l.child, -1
		e.Value, e.HasValue = u.value, true
		return 1
	case 1:
		e.Type, e.Line, e.Node, e.Child = Exit, u.lines.Leaf, l.child, -1
		e.Value, e.HasValue, e.Exact = u.value, true, l.exact
		return 2
	}
	u.backupOfLastPly(e, &l.nodeReader, &u.best)
	return 0
}

// nextAbove reads the next event of a LastTwoPlies that is not one of the LastPly of a child: the Backup of a
// child that was left, the Enter of the next one, or the Exit of the node.
func (u *unpacker) nextAbove(e *Event, l *twoPliesReader) (back int) {
	if u.node != l.node {
		u.node = l.node
		u.backupOfLastPly(e, &l.nodeReader, &l.value)
		l.left--
		return 0
	}
	if l.left == 0 {
		u.best, l.open = l.value, false
		u.exitOfLastPly(e, l.exact)
		return 1
	}
	u.openLeaves(l.child)
	u.enterOfLastPly(e, &l.nodeReader, u.leaves.player)
	u.node = l.child
	u.depth++
	return 0
}

// enterOfLastPly makes the Enter of a child of the current node.
func (u *unpacker) enterOfLastPly(e *Event, n *nodeReader, player int) {
	e.Type, e.Line, e.Node, e.Child = Enter, u.lines.Enter, n.child, -1
	e.Player, e.Depth, e.HasValue = player, u.depth+1, false
	e.Parent, e.Move = -1, -1
	if u.implicit {
		e.Parent, e.Move = u.node, n.move
	}
	clear(e.Bounds[:])
	e.Alpha, e.Beta = trees.Opt{}, trees.Opt{}
}

// backupOfLastPly makes the Backup of the value in the register, and compares it with the best so far.
func (u *unpacker) backupOfLastPly(e *Event, n *nodeReader, best *trees.Vector) {
	mover := n.player - 1
	e.Type, e.Line, e.Node, e.Child = Backup, u.lines.Backup, u.node, n.child
	if n.move == 0 || u.value[mover] > best[mover] {
		e.Improved, e.Line = true, u.lines.Improved
		*best, n.best = u.value, n.child
	}
	e.Value, e.HasValue, e.Best, e.HasBest = u.value, true, *best, true
	clear(e.Bounds[:])
	e.Bounds[mover] = Bound{Score: best[mover], Node: u.node, Child: n.best, Given: true}
	n.child++
	n.move++
}

// exitOfLastPly makes the Exit of the current node with the best value.
func (u *unpacker) exitOfLastPly(e *Event, exact bool) {
	u.value = u.best
	e.Type, e.Line, e.Node, e.Child = Exit, u.lines.Exit, u.node, -1
	e.Value, e.HasValue, e.Exact = u.value, true, exact
	u.depth--
}
