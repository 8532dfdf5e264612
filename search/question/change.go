package question

import (
	"context"

	"espalier/trees"
)

// MaxChange bounds the points by which a leaf is moved: each takes a search.
const MaxChange = 24

// Change asks at which value of a leaf the result first changes, if the value is moved towards
// another one by a point at a time.
var Change = &Kind{
	ID:        "change",
	Asks:      "the leaf node is moved towards value, one point at a time: the first value at which the result changes; a vector or a number",
	Fields:    []Field{FieldNode, FieldValue},
	Required:  []Field{FieldNode, FieldValue},
	NeedsTree: noLeaves,
	Shape:     ValueShape,
	check: func(q *Question, r *Run) error {
		if err := checkOther(q, r); err != nil {
			return err
		}
		_, err := q.Path(r)
		return err
	},
	right: func(ctx context.Context, q *Question, r *Run) (Right, error) {
		path, err := q.Path(r)
		if err != nil {
			return noRight, err
		}
		before, err := r.result(ctx, r.Play)
		if err != nil {
			return noRight, err
		}
		for _, v := range path[1:] {
			changed, err := r.With(q.Node, v)
			if err != nil {
				return noRight, err
			}
			after, err := r.result(ctx, changed)
			if err != nil {
				return noRight, err
			}
			if !before.same(after) {
				t := r.Tree
				return Right{Answer: scoreOf(&v, t.Unit, t.Width(), t.Kind != trees.MaxN), At: -1, Results: &Results{before, after}}, nil
			}
		}
		return noRight, fault(FieldValue, "the result is the same up to this value; move the leaf further, or choose another leaf")
	},
}

// Path returns the values of the leaf of a question of kind Change, from its own to that of the question.
func (q *Question) Path(r *Run) ([]trees.Vector, error) {
	t := r.Tree
	from, known := t.Value(q.Node)
	if !known {
		return nil, fault(FieldNode, "%s has no value yet; choose a leaf with a value", t.Name(q.Node))
	}
	var far trees.Score
	for p := range t.Width() {
		by := max(q.Value[p]-from[p], from[p]-q.Value[p])
		switch {
		case by == 0:
		case far != 0 && by != far:
			return nil, fault(FieldValue, "each score that changes must change by the same number of points")
		case by%t.Unit != 0:
			return nil, fault(FieldValue, "each score must change by whole points")
		default:
			far = by
		}
	}
	switch points := int(far / t.Unit); {
	case points == 0:
		return nil, fault(FieldValue, "the leaf already has this value; give another one")
	case points > MaxChange:
		return nil, fault(FieldValue, "the leaf is moved by %d points; the limit is %d", points, MaxChange)
	}
	path := []trees.Vector{from}
	for at := from; at != q.Value; {
		for p := range t.Width() {
			switch {
			case at[p] < q.Value[p]:
				at[p] += t.Unit
			case at[p] > q.Value[p]:
				at[p] -= t.Unit
			}
		}
		if _, err := t.WithValues(map[int]trees.Vector{q.Node: at}); err != nil {
			return nil, fault(FieldValue, "on the way to this value: %s", err)
		}
		path = append(path, at)
	}
	return path, nil
}
