package search

import "espalier/trees"

// mostAtOnce is the maximum number of children whose values are written at once; nodes with
// more, which are rare, are searched child by child.
const mostAtOnce = 64

// A lastPly writes the values of leaves at once. Most nodes of a tree are leaves: one call
// for all children of a node takes the place of three for each.
type lastPly struct {
	pos    trees.LastPly // nil: the position cannot do it
	values [mostAtOnce]trees.Vector
}

func newLastPly(pos trees.Position) *lastPly {
	if p, ok := pos.(trees.LastPly); ok {
		return &lastPly{pos: p}
	}
	return nil
}

// leaves returns the values of the children of f, and counts them as visited. It returns
// nothing where a child is searched on, or where each has to be visited by itself: if nodes
// have numbers or events, and if the search is to be checked or stopped among them.
func (r *run) leaves(f *frame) []trees.Vector {
	if r.lastPly == nil || r.tracked || f.moves > mostAtOnce || r.stats.Nodes+f.moves >= r.poll {
		return nil
	}
	values := r.lastPly.values[:f.moves]
	if !r.lastPly.pos.Leaves(int(f.ply)+1 >= r.limit, values) {
		return nil
	}
	r.stats.Nodes += len(values)
	r.stats.Leaves += len(values)
	return values
}
