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

// A record of a LastPly has the head extended and, as type, lastPlyRecord; then the player and
// exactChildren, the number of children, the first one, and the values. A score takes leafScore
// bytes: with a division each, as putScore needs, the values would take twice the time.
const (
	lastPlyRecord = 0xFE
	exactChildren = 0x10
	leafScore     = 4
)

// RecordLastPly records all events of a LastPly, or returns false: then nothing is recorded, and
// the events are to be recorded one by one.
func (r *Recorder) RecordLastPly(l *LastPly) bool {
	p, n := &r.pack, l.Events()
	if r.beyond.begun {
		return r.skipsLastPly(l)
	}
	if r.n+n > r.cap || l.Node != p.node || l.Depth != p.depth {
		return false
	}
	room := 2*shortRecord + leafScore*p.width*len(l.Values)
	if len(r.block)-r.used < room && !r.room(room) {
		return false
	}
	length, ok := p.leaves(r.block[r.used:], l)
	if !ok {
		return false
	}
	if p.lines == nil {
		p.lines = l.Lines
	}
	p.boundsSeq[p.openNodes] = int32(r.n + n - 2)
	p.exit()
	r.used += length
	r.n += n
	r.counted += n
	r.known += len(l.Values)
	if r.complete() {
		r.Publish()
	}
	return true
}

// leaves writes the record and returns its length. ok is false if a score is too large for it.
func (p *packer) leaves(block []byte, l *LastPly) (length int, ok bool) {
	w := (*[shortRecord]byte)(block)
	w[0], w[1], w[2] = extended, lastPlyRecord, byte(l.Player)
	if l.Exact {
		w[2] |= exactChildren
	}
	i := putUint(w, 3, uint64(len(l.Values)))
	length = int(putNode(w, i, l.First, l.Node))
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
		return 0, false
	}
	// The exit has the best value.
	copyValue(&p.value, best, p.width)
	copyValue(&p.best, best, p.width)
	return length, true
}

// lastPlyReader is what an unpacker has still to return of a LastPly.
type lastPlyReader struct {
	left   int // events
	child  int32
	best   int32 // the child that the best value came from
	move   int32
	player int
	exact  bool
}

func (u *unpacker) openLastPly() {
	how := u.byte()
	l := lastPlyReader{player: int(how &^ exactChildren), exact: how&exactChildren != 0}
	l.left = leafEvents*int(u.uint()) + 1
	l.child = u.number(u.node)
	u.leaves = l
}

// nextOfLastPly reads the next event. back is as for next.
func (u *unpacker) nextOfLastPly(e *Event) (back int) {
	l := &u.leaves
	l.left--
	u.fill(e)
	u.setYes(e, false)
	e.Node, e.Child = l.child, -1
	if l.left == 0 {
		u.value = u.best
		e.Type, e.Line, e.Node = Exit, u.lines.Exit, u.node
		e.Value, e.HasValue, e.Exact = u.value, true, l.exact
		u.depth--
		return 1
	}
	switch (l.left - 1) % leafEvents {
	case 3:
		e.Type, e.Line = Enter, u.lines.Enter
		e.Player, e.Depth, e.HasValue = 0, u.depth+1, false
		e.Parent, e.Move = -1, -1
		if u.implicit {
			e.Parent, e.Move = u.node, l.move
		}
		clear(e.Bounds[:])
		e.Alpha, e.Beta = trees.Opt{}, trees.Opt{}
		return 0
	case 2:
		for s := range u.width {
			u.value[s] = trees.Score(binary.LittleEndian.Uint32(u.b))
			u.b = u.b[leafScore:]
		}
		e.Type, e.Line = Leaf, u.lines.Leaf
		e.Value, e.HasValue = u.value, true
		return 1
	case 1:
		e.Type, e.Line = Exit, u.lines.Leaf
		e.Value, e.HasValue, e.Exact = u.value, true, l.exact
		return 2
	}
	mover := l.player - 1
	e.Type, e.Line = Backup, u.lines.Backup
	e.Node, e.Child = u.node, l.child
	if l.move == 0 || u.value[mover] > u.best[mover] {
		e.Improved, e.Line = true, u.lines.Improved
		u.best, l.best = u.value, l.child
	}
	e.Value, e.HasValue, e.Best, e.HasBest = u.value, true, u.best, true
	clear(e.Bounds[:])
	e.Bounds[mover] = Bound{Score: u.best[mover], Node: u.node, Child: l.best, Given: true}
	l.child++
	l.move++
	return 0
}
