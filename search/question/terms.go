package question

import (
	"context"
	"slices"

	"espalier/trace"
)

// Terms asks which nodes hold the bounds that justify the cut at the step.
var Terms = &Kind{
	ID:       "terms",
	Asks:     "which nodes hold the bounds of the cut at step; an ascending list",
	Fields:   []Field{FieldNode},
	AtAnswer: true,
	Shape:    NodesShape,
	choices: func(q *Question, r *Run) (list []Answer) {
		t := r.Tree
		switch {
		case t == nil:
		case q.AnyNode:
			for n := range t.Len() {
				if !t.IsLeaf(n) {
					list = append(list, Nodes{int32(n)})
				}
			}
		default: // the path, on which all bounds are
			for n := q.Node; n >= 0; n = t.Parent(n) {
				list = append(list, Nodes{int32(n)})
			}
			slices.Reverse(list)
		}
		return list
	},
	right: func(ctx context.Context, q *Question, r *Run) (Right, error) {
		found := noRight
		err := r.Play.Watch(ctx, func(e *trace.Event) bool {
			if e.Seq == q.Step && e.Type == trace.Prune {
				found = Right{Answer: BoundHolders(e), At: e.Seq}
				if q.Node < 0 {
					q.Node = int(e.Node)
				}
			}
			return e.Seq < q.Step
		})
		if err == nil && found.At < 0 {
			err = fault(FieldStep, "step %d is no cut; a question of kind terms is about one", q.Step)
		}
		return found, err
	},
}

// BoundHolders returns the nodes that hold the bounds of players by which an event prunes.
func BoundHolders(e *trace.Event) Nodes {
	nodes := Nodes{}
	for _, t := range e.Terms {
		if t.Player >= 1 && t.Node >= 0 {
			nodes = append(nodes, t.Node)
		}
	}
	slices.Sort(nodes)
	return slices.Compact(nodes)
}
