package question

import (
	"context"

	"espalier/trace"
)

// Value asks what a node backs up.
var Value = &Kind{
	ID:       "value",
	Asks:     "what node backs up; a vector or a number",
	Fields:   []Field{FieldNode},
	Required: []Field{FieldNode},
	Shape:    ValueShape,
	right: func(ctx context.Context, q *Question, r *Run) (Right, error) {
		found := noRight
		last := 0 // the last backup into the node: from there on its value is drawn
		err := r.Play.Watch(ctx, func(e *trace.Event) bool {
			if int(e.Node) != q.Node {
				return true
			}
			switch e.Type {
			case trace.Enter:
				last = 0
			case trace.Backup:
				last = e.Seq
			}
			if e.Seq <= q.Step || e.Type != trace.Exit {
				return true
			}
			if e.HasValue {
				found.Answer, found.At = scoreOf(&e.Value, e.Unit, e.Width, e.Scalar), e.Seq
			}
			if last <= q.Step {
				found.Settled = last
			}
			return false
		})
		return found, err
	},
}
