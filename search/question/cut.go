package question

import (
	"context"
	"slices"

	"espalier/trace"
)

// Cut asks which children of a node are cut next.
var Cut = &Kind{
	ID:           "cut",
	Asks:         "which children of node are cut next; answered by an ascending list",
	Fields:       []Field{FieldNode},
	Required:     []Field{FieldNode},
	NoneIsAnswer: true,
	Relation:     "child",
	Shape:        NodesShape,
	check: func(q *Question, r *Run) error {
		if r.Tree != nil && r.Tree.IsLeaf(q.Node) {
			return fault(FieldNode, "node %d is a leaf; only children are cut", q.Node)
		}
		return nil
	},
	choices: func(q *Question, r *Run) (list []Answer) {
		if r.Tree == nil {
			return nil
		}
		for _, n := range r.Tree.Kids(q.Node) {
			list = append(list, Nodes{n})
		}
		return list
	},
	right: func(ctx context.Context, q *Question, r *Run) (Right, error) {
		found := Right{Answer: Nodes{}, At: -1}
		err := r.Play.Watch(ctx, func(e *trace.Event) bool {
			if e.Seq <= q.Step || int(e.Node) != q.Node {
				return true
			}
			switch e.Type {
			case trace.Prune:
				found = Right{Answer: Nodes(slices.Clone(e.Cut)), At: e.Seq}
				return false
			case trace.Exit:
				found.At = e.Seq
				return false
			}
			return true
		})
		return found, err
	},
}
