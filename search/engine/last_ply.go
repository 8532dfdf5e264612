package engine

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
	events trace.LastTwoPlies
}

// lastPlies is where a run takes the values of leaves at once.
type lastPlies struct {
	lastPly  *lastPly // nil: leaves are visited one by one
	atOnce   int      // children whose leaves are visited at once; see setAtOnce
	TwoPlies int32    // the ply whose nodes have the leaves of their children visited at once; see setAtOnce
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

// setAtOnce sets atOnce and TwoPlies: 0 and -1 if the position cannot write values at once, or if the observer
// wants each event.
func (r *Run) setAtOnce() {
	r.atOnce = mostAtOnce
	if r.lastPly == nil || r.Observer != nil && r.Ev.Recorder == nil {
		r.atOnce = 0
	}
	r.TwoPlies = -1
	if r.atOnce > 0 && r.Limit >= r.Pos.Height() && (r.recordsPlies() || r.lastPly.two != nil && !r.Tracked) {
		r.TwoPlies = int32(r.Pos.Height()) - 2
	}
}

// recordsPlies reports whether the events of a last ply follow from the values of its leaves.
func (r *Run) recordsPlies() bool {
	return r.Observer != nil && r.HasNumbers && r.Inherit == nil && !r.Windowed && r.About == 0
}

// Leaves returns the values of the children of f, and counts them as visited. It returns
// nothing where a child is searched on, where children are visited one by one (see setAtOnce), and
// where the search is to be stopped among them.
func (r *Run) Leaves(f *Frame) []trees.Vector {
	if f.Moves > r.atOnce {
		return nil
	}
	if r.Stats.Nodes+f.Moves >= r.Poll {
		r.StoppedAt = f.Ply
		if r.CheckStop(); r.Stats.Nodes+f.Moves >= r.Poll {
			return nil
		}
	}
	values, frontier := r.lastPly.values[:f.Moves], int(f.Ply)+1 >= r.Limit && r.settled == nil
	if !r.lastPly.pos.Leaves(frontier, values) || r.Observer != nil && !r.emitLastPly(f, frontier) {
		return nil
	}
	r.Stats.Nodes += f.Moves
	r.Stats.Leaves += f.Moves
	return values
}

// emitLastPly emits all further events of f and of its children. It returns false if they are to be
// emitted one by one, as with the values of a frontier, which may be static ones.
func (r *Run) emitLastPly(f *Frame, frontier bool) bool {
	if frontier || !r.recordsPlies() {
		return false
	}
	l := &r.lastPly.event
	l.Values = l.Values[:f.Moves]
	l.Node, l.First, l.Player, l.Depth, l.Exact = f.Node, f.FirstKid, f.Mover, int(f.Ply), r.sound
	if l.Lines == nil {
		l.Lines = &r.Lines.lastPly
	}
	if !r.Ev.Recorder.RecordLastPly(l) {
		return false
	}
	r.Ev.Seq += l.Events()
	return true
}

// TakeLeaf ends the search of f with the value of a child, one of those of leaves.
func (r *Run) TakeLeaf(f *Frame, values []trees.Vector, move int) {
	r.CopyScores(&f.Value, &values[move])
	f.Known, f.Exact, f.BestChild = true, r.sound, f.FirstKid+int32(move)
	f.Leaf = f.BestChild
}

// LeavesBelow does for a child of f what play, enter, leaves and Undo do: it returns the values of
// the child's own children and the child's mover, and counts all of them as visited. It returns
// nothing where the search is to be stopped among them.
func (r *Run) LeavesBelow(f *Frame, move int) (values []trees.Vector, mover int) {
	if r.Stats.Nodes+mostAtOnce+1 >= r.Poll {
		return nil, 0
	}
	leaves, mover := r.lastPly.two.LeavesBelow(move, r.lastPly.values[:])
	if leaves == 0 {
		return nil, 0
	}
	r.Stats.Nodes += leaves + 1
	r.Stats.Leaves += leaves
	return r.lastPly.values[:leaves], mover
}

// RecordTwoPlies does for all children of f what LeavesBelow does, numbers the nodes, and records all events.
// It returns false where f is to be searched child by child: where the values are too many, where numbers or
// memory are short, and where the search is to be stopped among them.
func (r *Run) RecordTwoPlies(f *Frame) bool {
	l := &r.lastPly.events
	room := min(r.maxNumbers, r.Numbers.capacity()) - r.Numbers.count
	if most := f.Moves * (1 + mostAtOnce); f.Moves*f.Moves > mostAtOnce || most > room || r.Stats.Nodes+most >= r.Poll {
		return false
	}
	l.Kids = l.Kids[:0]
	values, p := r.lastPly.values[:], Place(f.Mover)
	var best *trees.Vector
	for move := range f.Moves {
		leaves, mover := r.below(f, move, values)
		if leaves == 0 || mover == 0 {
			return false
		}
		kid := f.FirstKid + int32(move)
		first := r.Numbers.First(kid)
		if first == 0 {
			first = r.Numbers.expand(kid, leaves)
		}
		l.Kids = append(l.Kids, trace.LastPly{First: first, Player: mover, Values: values[:leaves]})
		at := LeftmostBest(values[:leaves], Place(mover))
		if v := &values[at]; best == nil || v[p] > best[p] {
			best, f.BestChild, f.Leaf = v, kid, first+int32(at)
		}
		values = values[leaves:]
	}
	l.Node, l.First, l.Player, l.Depth, l.Exact, l.Lines = f.Node, f.FirstKid, f.Mover, int(f.Ply), r.sound, &r.Lines.lastPly
	if !r.Ev.Recorder.RecordTwoPlies(l) {
		return false
	}
	nodes := l.Nodes()
	r.Stats.Nodes += nodes
	r.Stats.Leaves += nodes - f.Moves
	r.Ev.Seq += l.Events()
	r.CopyScores(&f.Value, best)
	f.Known, f.Exact = true, r.sound
	return true
}

// below does for a child what Do, Leaves and Undo do: it writes the values of the child's own children, and
// returns their number and the child's mover. It returns 0 if v has no room for all, or if they are no leaves.
func (r *Run) below(f *Frame, move int, v []trees.Vector) (leaves, mover int) {
	if r.lastPly.two != nil {
		return r.lastPly.two.LeavesBelow(move, v)
	}
	leaves, mover = r.Pos.Do(move, &f.Below.Value)
	if leaves <= 0 || leaves > len(v) || !r.lastPly.pos.Leaves(false, v[:leaves]) {
		leaves = 0
	}
	r.Pos.Undo()
	return leaves, mover
}

// LeftmostBest is the loop above where all children are leaves, whose values v are known.
func LeftmostBest(v []trees.Vector, p int) (move int) {
	best := v[0][p]
	for i := range v {
		if score := v[i][p]; score > best {
			best, move = score, i
		}
	}
	return move
}
