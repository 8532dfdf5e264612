package checks

import (
	"espalier/search/engine"
	"espalier/trace/program"
	"espalier/trees"
)

// This file finds probes: visits of a child that the same search of its parent visits again. What a probe returns is a
// bound, within a window that the program has chosen. If no line prints this window, any one inside that of the path may
// explain its value and its cuts; the re-search decides.

// A seqs is a set of events.
type seqs []uint64

func (s seqs) has(seq int) bool { return len(s) > 0 && s[seq/64]>>(seq%64)&1 == 1 }

// findProbes returns the events that enter probes; nil: there are none, or the algorithm says which windows they have.
func (c *checker) findProbes() (found seqs) {
	if !c.windowed || c.model.windows != engine.WholeWindows || c.run.Kind != trees.Minimax && !c.isTwoSided() {
		return nil
	}
	visits := 0
	for i := range c.run.Events {
		if t := c.run.Events[i].Type; t == program.Enter || t == program.Leaf {
			visits++
		}
	}
	if visits <= len(c.run.Nodes) { // each is visited at most once
		return nil
	}
	type visit struct{ in, seq int32 }
	last, open, entered := make([]visit, len(c.run.Nodes)), []int32{}, int32(0)
	for seq := range c.run.Events {
		e := &c.run.Events[seq]
		switch e.Type {
		case program.Exit:
			open = open[:len(open)-1]
			continue
		case program.Enter, program.Leaf:
		default:
			continue
		}
		if len(open) > 0 {
			v := &last[e.Node]
			if in := open[len(open)-1]; v.in == in {
				if found == nil {
					found = make(seqs, len(c.run.Events)/64+1)
				}
				found[v.seq/64] |= 1 << (v.seq % 64)
			}
			*v = visit{open[len(open)-1], int32(seq)}
		}
		if e.Type == program.Enter {
			entered++
			open = append(open, entered)
		}
	}
	return found
}
