package search

import (
	"espalier/trace"
	"espalier/trees"
)

// mostAtOnce is the maximum number of children whose values are written at once; nodes with
// more, which are rare, are searched child by child.
const mostAtOnce = 64

// A lastPly writes the values of leaves at once. Most nodes of a tree are leaves: one call
// for all children of a node takes the place of three for each.
type lastPly struct {
	pos    trees.LastPly
	two    trees.LastTwoPlies // nil: the position cannot do it for a child
	values [mostAtOnce]trees.Vector
	event  trace.LastPly // its Values are values
}

// lastPlies is where a run takes the values of leaves at once.
type lastPlies struct {
	lastPly  *lastPly // nil: leaves are visited one by one
	atOnce   int      // children whose leaves are visited at once; see setAtOnce
	twoPlies int32    // the ply whose nodes have the leaves of their children visited at once; see setTwoPlies
}

func newLastPly(pos trees.Position) *lastPly {
	if p, ok := pos.(trees.LastPly); ok {
		l := &lastPly{pos: p}
		l.two, _ = pos.(trees.LastTwoPlies)
		l.event.Values = l.values[:]
		return l
	}
	return nil
}

// setAtOnce sets atOnce: 0 if the position cannot write values at once, or if the observer wants
// each event.
func (r *run) setAtOnce() {
	r.atOnce = mostAtOnce
	if r.lastPly == nil || r.observer != nil && r.ev.Recorder == nil {
		r.atOnce = 0
	}
}

// setTwoPlies sets twoPlies: -1 if the position cannot write values of two plies at once, or if
// the nodes of the first one are observed, numbered or beyond the limit.
func (r *run) setTwoPlies() {
	r.twoPlies = -1
	if r.lastPly == nil || r.lastPly.two == nil || r.tracked || r.limit < r.Pos.Height() {
		return
	}
	r.twoPlies = int32(r.Pos.Height()) - 2
}

// leaves returns the values of the children of f, and counts them as visited. It returns
// nothing where a child is searched on, where children are visited one by one (see setAtOnce), and
// where the search is to be stopped among them.
func (r *run) leaves(f *frame) []trees.Vector {
	if f.moves > r.atOnce {
		return nil
	}
	if r.stats.Nodes+f.moves >= r.poll {
		r.stoppedAt = f.ply
		if r.checkStop(); r.stats.Nodes+f.moves >= r.poll {
			return nil
		}
	}
	values, frontier := r.lastPly.values[:f.moves], int(f.ply)+1 >= r.limit && r.settled == nil
	if !r.lastPly.pos.Leaves(frontier, values) || r.observer != nil && !r.emitLastPly(f, frontier) {
		return nil
	}
	r.stats.Nodes += f.moves
	r.stats.Leaves += f.moves
	return values
}

// emitLastPly emits all further events of f and of its children. It returns false if they are to be
// emitted one by one, as with the values of a frontier, which may be static ones.
func (r *run) emitLastPly(f *frame, frontier bool) bool {
	if frontier || r.inherit != nil || r.windowed || r.about != 0 {
		return false
	}
	l := &r.lastPly.event
	l.Values = l.Values[:f.moves]
	l.Node, l.First, l.Player, l.Depth, l.Exact = f.node, f.firstKid, f.mover, int(f.ply), r.sound
	if l.Lines == nil {
		l.Lines = &r.lines.lastPly
	}
	if !r.ev.Recorder.RecordLastPly(l) {
		return false
	}
	r.ev.Seq += l.Events()
	return true
}

// takeLeaf ends the search of f with the value of a child, one of those of leaves.
func (r *run) takeLeaf(f *frame, values []trees.Vector, move int) {
	r.copyScores(&f.value, &values[move])
	f.known, f.exact, f.bestChild = true, r.sound, f.firstKid+int32(move)
	f.leaf = f.bestChild
}

// leavesBelow does for a child of f what play, enter, leaves and Undo do: it returns the values of
// the child's own children and the child's mover, and counts all of them as visited. It returns
// nothing where the search is to be stopped among them.
func (r *run) leavesBelow(f *frame, move int) (values []trees.Vector, mover int) {
	if r.stats.Nodes+mostAtOnce+1 >= r.poll {
		return nil, 0
	}
	leaves, mover := r.lastPly.two.LeavesBelow(move, r.lastPly.values[:])
	if leaves == 0 {
		return nil, 0
	}
	r.stats.Nodes += leaves + 1
	r.stats.Leaves += leaves
	return r.lastPly.values[:leaves], mover
}

// leftmostBest is the loop above where all children are leaves, whose values v are known.
func leftmostBest(v []trees.Vector, p int) (move int) {
	best := v[0][p]
	for i := range v {
		if score := v[i][p]; score > best {
			best, move = score, i
		}
	}
	return move
}
