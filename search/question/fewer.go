package question

import "context"

// Fewer asks which of two searches evaluates fewer leaves.
var Fewer = &Kind{
	ID:       "fewer",
	Asks:     "which search evaluates fewer leaves; 0: this one, 1: the algorithm other, 2: both the same number",
	Fields:   []Field{FieldOther},
	Required: []Field{FieldOther},
	Shape:    IndexShape,
	check: func(q *Question, r *Run) error {
		_, err := r.against(q)
		return err
	},
	choices: func(*Question, *Run) []Answer { return []Answer{Index(0), Index(1), Index(2)} },
	right: func(ctx context.Context, q *Question, r *Run) (Right, error) {
		here, err := r.leaves(ctx, r.Play)
		if err != nil {
			return noRight, err
		}
		other, err := r.against(q)
		if err != nil {
			return noRight, err
		}
		there, err := r.leaves(ctx, other)
		found := Right{Answer: Index(2), At: -1, Leaves: []int{here, there}}
		switch {
		case here < there:
			found.Answer = Index(0)
		case there < here:
			found.Answer = Index(1)
		}
		return found, err
	},
}

// against returns the player of the other algorithm.
func (r *Run) against(q *Question) (Player, error) {
	other, err := r.Against(q.Other)
	if err != nil {
		return nil, fault(FieldOther, "%s", err)
	}
	return other, nil
}

// leaves plays a run to its end, and returns how many leaves it evaluates.
func (r *Run) leaves(ctx context.Context, play Player) (int, error) {
	result, err := play(ctx, nil)
	return result.Stats.Leaves, err
}
