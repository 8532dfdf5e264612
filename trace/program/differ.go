package program

import (
	"fmt"

	"espalier/trace"
)

// A RunDifference is where two runs of a program first differ.
type RunDifference struct {
	Line, Before int    // of this run, and of the one before; 0: that run has ended there
	Does, Did    string // what this run does there, and what the one before did
}

// Differ returns where a run first differs from an earlier one. same is true if both do the same:
// they visit equally named nodes, cut and return the same.
func (r *Run) Differ(before *Run) (d RunDifference, same bool) {
	at := make([]int32, len(r.Nodes)) // of before, by node
	for i := range at {
		at[i] = None
	}
	a, b := r.telling(0), before.telling(0)
	for a < len(r.Events) && b < len(before.Events) {
		x, y := &r.Events[a], &before.Events[b]
		alike := x.Type == y.Type && x.Skips == y.Skips && x.Null == y.Null && x.Limit == y.Limit && r.sameName(x.Node, before, y.Node) && r.sameValue(x.Value, before, y.Value)
		if alike && at[x.Node] == None {
			at[x.Node] = y.Node
			alike = r.Nodes[x.Node].Parent == None || at[r.Nodes[x.Node].Parent] == before.Nodes[y.Node].Parent
		}
		if !alike || at[x.Node] != y.Node {
			return RunDifference{int(x.Line), int(y.Line), r.does(x), before.does(y)}, false
		}
		a, b = r.telling(a+1), before.telling(b+1)
	}
	switch {
	case a < len(r.Events):
		return RunDifference{int(r.Events[a].Line), 0, r.does(&r.Events[a]), "ends"}, false
	case b < len(before.Events):
		return RunDifference{0, int(before.Events[b].Line), "ends", before.does(&before.Events[b])}, false
	}
	return d, true
}

// telling returns the next event that says something new.
func (r *Run) telling(i int) int {
	for i < len(r.Events) && (r.Events[i].Type == Backup || r.Events[i].Type == Done) {
		i++
	}
	return i
}

func (r *Run) sameName(node int32, other *Run, its int32) bool {
	return r.ID(node) == other.ID(its) && r.Move(node) == other.Move(its)
}

func (r *Run) sameValue(i int32, other *Run, its int32) bool {
	if i == None || its == None {
		return i == its
	}
	v, w := r.Value(i), other.Value(its)
	if r.Unit == other.Unit {
		return v == w
	}
	for p := range r.Width() {
		if v[p].In(r.Unit).Float() != w[p].In(other.Unit).Float() {
			return false
		}
	}
	return true
}

// does says what the run does at an event.
func (r *Run) does(e *Event) string {
	name := r.Name(e.Node)
	value := ""
	if e.Value != None {
		v := r.Value(e.Value)
		value = trace.ValueText(&v, r.Width(), r.Unit)
	}
	switch {
	case e.Type == Prune:
		return "cuts children of " + name
	case e.Type == Exit && value != "":
		return fmt.Sprintf("returns %s from %s", value, name)
	case e.Type == Exit:
		return "ends " + name + " without a value"
	case value != "":
		return fmt.Sprintf("visits %s, with the value %s", name, value)
	}
	return "visits " + name
}
