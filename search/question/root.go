package question

import (
	"context"

	"espalier/search/engine"
	"espalier/trees"
)

// Root asks whether the result would change if a leaf had another value.
var Root = &Kind{
	ID:        "root",
	Asks:      "whether the result changes if the leaf node has value; true or false",
	Fields:    []Field{FieldNode, FieldValue},
	Required:  []Field{FieldNode, FieldValue},
	NeedsTree: noLeaves,
	Shape:     TruthShape,
	check:     checkOther,
	choices:   func(*Question, *Run) []Answer { return []Answer{Truth(true), Truth(false)} },
	right: func(ctx context.Context, q *Question, r *Run) (Right, error) {
		before, err := r.result(ctx, r.Play)
		if err != nil {
			return noRight, err
		}
		changed, err := r.With(q.Node, q.Value)
		if err != nil {
			return noRight, err
		}
		after, err := r.result(ctx, changed)
		return Right{Answer: Truth(!before.same(after)), At: -1, Results: &Results{before, after}}, err
	},
}

const noLeaves = "an implicit tree has no leaves to set"

// checkOther checks another value of a leaf.
func checkOther(q *Question, r *Run) error {
	if r.Recorded {
		return fault(FieldValue, "the run is as the program printed it, so nobody knows its result with another value; choose an algorithm, or ask something else")
	}
	if _, err := r.Tree.WithValues(map[int]trees.Vector{q.Node: q.Value}); err != nil {
		return fault(FieldValue, "%s", err)
	}
	return nil
}

// same reports whether two searches return the same value.
func (a Result) same(b Result) bool {
	if a.Value == nil || b.Value == nil {
		return a.Value == nil && b.Value == nil
	}
	return a.Value.equal(*b.Value)
}

// score returns a value of a result as an answer.
func (r *Run) score(v *trees.Vector, of *engine.Result) *Score {
	s := scoreOf(v, of.Unit, of.Width, r.Scalar)
	return &s
}

// result plays a run to its end.
func (r *Run) result(ctx context.Context, play Player) (found Result, err error) {
	result, err := play(ctx, nil)
	if err != nil {
		return found, err
	}
	if !result.NoValue {
		found.Value = r.score(&result.Value, &result)
	}
	if ref := result.Reference; ref != nil {
		found.Truth = r.score(&ref.Value, &result)
	}
	return found, nil
}
