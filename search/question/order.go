package question

import (
	"context"
	"slices"
)

// MaxOrdered bounds the moves that are put into an order: each order takes a search.
const MaxOrdered = 5

// Order asks in which order the children of a node are best searched. All orders with the fewest
// leaves are right.
var Order = &Kind{
	ID:       "order",
	Asks:     "the order of the children of node in which the search evaluates the fewest leaves; a list of all children",
	Fields:   []Field{FieldNode},
	Required: []Field{FieldNode},
	Relation: "child",
	Shape:    OrderShape,
	check: func(q *Question, r *Run) error {
		switch {
		case r.Tree == nil:
			return fault(FieldNode, "the moves of an implicit tree cannot be put into another order")
		case r.Recorded:
			return fault(FieldNode, "the run is as the program printed it, so nobody knows its leaves in another order; choose an algorithm, or ask something else")
		}
		if n := len(r.Tree.Kids(q.Node)); n < 2 || n > MaxOrdered {
			return fault(FieldNode, "%s has %d children; choose a node with 2 to %d", r.Tree.Name(q.Node), n, MaxOrdered)
		}
		return nil
	},
	right: func(ctx context.Context, q *Question, r *Run) (Right, error) {
		kids := r.Tree.Kids(q.Node)
		given, best, most := 0, 0, 0
		var found Orders
		for order := range permutations(kids) {
			n, err := r.leavesInOrder(ctx, q.Node, order)
			if err != nil {
				return noRight, err
			}
			if found == nil {
				given, best = n, n // the first order is that of the tree
			}
			if n < best {
				found, best = nil, n
			}
			if n == best {
				found = append(found, slices.Clone(order))
			}
			most = max(most, n)
		}
		if best == most {
			return noRight, fault(FieldNode, "the search evaluates the same number of leaves in each order of these moves; choose another node")
		}
		return Right{Answer: found, At: -1, Leaves: []int{given, best}}, nil
	},
}

// leavesInOrder returns how many leaves the search evaluates with the children of a node in another
// order.
func (r *Run) leavesInOrder(ctx context.Context, node int, order []int32) (int, error) {
	play, err := r.Reordered(node, order)
	if err != nil {
		return 0, err
	}
	return r.leaves(ctx, play)
}

// LeavesIn returns how many leaves the search of a question of kind Order evaluates in an order.
func (q *Question) LeavesIn(ctx context.Context, r *Run, order Ordered) (int, error) {
	return r.leavesInOrder(ctx, q.Node, order)
}

// permutations yields the permutations of a list in lexicographic order of the places, the list itself first.
func permutations(list []int32) func(yield func([]int32) bool) {
	return func(yield func([]int32) bool) {
		var extend func(start []int32, rest []int32) bool
		extend = func(start, rest []int32) bool {
			if len(rest) == 0 {
				return yield(start)
			}
			for i, n := range rest {
				if !extend(append(start[:len(start):len(start)], n), slices.Concat(rest[:i], rest[i+1:])) {
					return false
				}
			}
			return true
		}
		extend(nil, list)
	}
}
