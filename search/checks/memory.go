package checks

import (
	"unsafe"

	"espalier/trace/program"
	"espalier/trees"
)

// What a node takes while a run is checked, besides its state: its mover, and of the tree as the run
// leaves it the state, the children, whether it was cut, and where a proof has it.
const (
	bytesOfScore     = int64(unsafe.Sizeof(trees.Score(0)))
	bytesOfNumber    = int64(unsafe.Sizeof(int32(0)))
	bytesOfFinal     = 1 + int64(unsafe.Sizeof(absent)) + 5*bytesOfNumber + 1
	bytesOfEnds      = 3 * bytesOfScore                     // without free leaves, and at both ends
	bytesOfSums      = bytesOfNumber + bytesOfScore + 1 + 1 // besides the value
	bytesOfFractions = 3 * 200                              // of a chance node, about
	bytesOfReference = 160                                  // while the reference runs on the tree, about
	bytesOfAverages  = 2 * 2 * 100                          // of a score, about
)

// Bytes returns about how much memory a check of a run takes besides the run.
func Bytes(run *program.Run) int64 {
	nodes, width, visits := int64(len(run.Nodes)), int64(run.Width()), int64(0)
	ofNode := int64(unsafe.Sizeof(nodeState{})) + width*bytesOfScore + bytesOfFinal
	chances, cuts := int64(0), int64(0)
	for i := range run.Nodes {
		if run.Nodes[i].Chance {
			chances++
		}
	}
	for i := range run.Events {
		switch run.Events[i].Type {
		case program.Prune:
			cuts++
		case program.Enter, program.Leaf:
			visits++
		}
	}
	if run.Kind == trees.MaxN {
		ofNode += max(bytesOfEnds, width*bytesOfScore+bytesOfSums)
	} else {
		ofNode += bytesOfEnds
	}
	if nodes <= maxReference {
		ofNode += bytesOfReference
	}
	if run.Kind == trees.MaxN && chances > 0 && nodes <= maxAveraged {
		ofNode += width * bytesOfAverages
	}
	worths := int64(0)
	if run.Tree != nil {
		worths = int64(run.Tree.Len()) * int64(unsafe.Sizeof(amount{}))
	}
	bests := int64(0)
	if visits > nodes {
		bests = nodes * bytesOfBests
		if run.Tree != nil {
			bests = max(nodes, int64(run.Tree.Len())) * bytesOfBests
		}
		bests += nodes*2*bytesOfNumber + int64(len(run.Events))/8 // findProbes
	}
	const grown = 5 // quarters: lists have room for more
	return nodes*ofNode + bests + worths + chances*bytesOfFractions + cuts*int64(unsafe.Sizeof(cutMade{}))*grown/4
}

// Bytes returns how much memory the report takes without its run.
func (r *Report) Bytes() int64 {
	n := int64(unsafe.Sizeof(*r)) + int64(cap(r.Checks))*int64(unsafe.Sizeof(Check{})) + int64(len(r.First.Text))
	for i := range r.Checks {
		c := &r.Checks[i]
		n += int64(len(c.Text)+len(c.ID)) + int64(cap(c.Values))*int64(unsafe.Sizeof(LeafValue{}))
		for _, x := range c.Names {
			n += int64(unsafe.Sizeof(x)) + int64(len(x.Name)+len(x.ID))
		}
		if c.Expected != nil {
			n += int64(unsafe.Sizeof(trees.Vector{}))
		}
	}
	return n
}

// Alone returns the report with a run that has no nodes and no events.
func (r *Report) Alone() *Report {
	alone := *r
	alone.Run = r.Run.Head()
	alone.late, alone.dropped = nil, Check{}
	return &alone
}
