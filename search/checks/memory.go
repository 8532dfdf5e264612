package checks

import (
	"unsafe"

	"espalier/trace/program"
	"espalier/trees"
)

// Bytes returns about how much memory a check of a run takes besides the run.
func Bytes(run *program.Run) int64 {
	nodes := int64(len(run.Nodes))
	n := nodes * int64(unsafe.Sizeof(nodeState{})+1)
	if nodes <= maxReference {
		n += nodes * bytesOfReference
	}
	return n
}

// bytesOfReference is about what a node takes while the reference runs on the tree.
const bytesOfReference = 160

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
