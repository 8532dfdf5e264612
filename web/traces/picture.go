package traces

import (
	"espalier/search/checks"
	"espalier/trace"
	"espalier/trace/program"
	"espalier/trees"
	"espalier/trees/layout"
	"espalier/web/draw"
)

// picture draws the tree of a run as it was at an event, whose node is marked. It returns nothing
// for a run that is too large to be drawn as a whole. The leaves have the values with which the
// result changes, if there are any.
func picture(run *program.Run, at int, values []checks.LeafValue) []byte {
	inf, err := run.Infer()
	if err != nil || inf.Tree.Len() > layout.MaxDrawn || layout.Folds(inf.Tree) {
		return nil
	}
	t := inf.Tree.WithLetters()
	changed := map[int]trees.Vector{}
	for _, v := range values {
		n := v.Node
		if run.Tree == nil {
			n = int(inf.Node[n])
		}
		changed[n] = v.Value
	}
	if with, err := t.WithValues(changed); err == nil {
		t = with
	}
	fold := trace.NewFold(t, nil)
	var open []int32          // nodes of the run
	taken := map[int32]bool{} // nodes that have given their parent a value
	apply := func(e trace.Event) {
		e.Unit = run.Unit
		fold.Apply(&e, nil)
	}
	up := func(node int32, has bool, e *program.Event) {
		if !has || len(open) == 0 {
			return
		}
		parent := open[len(open)-1]
		apply(trace.Event{Type: trace.Backup, Node: inf.Node[parent], Child: inf.Node[node], Value: run.Value(e.Value), HasValue: true, Improved: !taken[parent]})
		taken[parent] = true
	}
	for i := range run.Events[:at+1] {
		e := &run.Events[i]
		switch e.Type {
		case program.Enter:
			apply(trace.Event{Type: trace.Enter, Node: inf.Node[e.Node]})
			open = append(open, e.Node)
			taken[e.Node] = false
		case program.Leaf:
			if e.Value == program.None {
				continue
			}
			apply(trace.Event{Type: trace.Enter, Node: inf.Node[e.Node]})
			apply(trace.Event{Type: trace.Leaf, Node: inf.Node[e.Node], Value: run.Value(e.Value), HasValue: true})
			up(e.Node, true, e)
		case program.Prune:
			cut := trace.Event{Type: trace.Prune, Node: inf.Node[e.Node], Rule: trace.Shallow}
			for _, k := range run.Children[e.Node] {
				if run.Nodes[k].Cut == int32(i) {
					cut.Cut = append(cut.Cut, inf.Node[k])
				}
			}
			apply(cut)
		case program.Exit:
			open = open[:len(open)-1]
			x := trace.Event{Type: trace.Exit, Node: inf.Node[e.Node]}
			if x.HasValue = e.Value != program.None; x.HasValue {
				x.Value = run.Value(e.Value)
			}
			apply(x)
			up(e.Node, x.HasValue, e)
		}
	}
	return draw.StillPicture(t, fold, trace.Reasons{})
}
