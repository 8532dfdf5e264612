package question

import (
	"context"

	"espalier/trace"
)

// Value asks what a node backs up.
var Value = &Kind{
	ID:       "value",
	Fields:   []Field{FieldNode},
	Required: []Field{FieldNode},
	Shape:    ValueShape,
	right: func(ctx context.Context, q *Question, r *Run) (Right, error) {
		found := noRight
		err := r.Play.Watch(ctx, func(e *trace.Event) bool {
			if e.Seq <= q.Step || int(e.Node) != q.Node || e.Type != trace.Exit {
				return true
			}
			if e.HasValue {
				found = Right{Answer: scoreOf(&e.Value, e.Unit, e.Width, e.Scalar), At: e.Seq}
			}
			return false
		})
		return found, err
	},
}
