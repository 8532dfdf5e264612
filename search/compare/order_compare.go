package compare

import (
	"context"
	"slices"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// This file runs an algorithm on one tree in each order of visits.

// An OrderRun is the run of an algorithm in one order.
type OrderRun struct {
	engine.AlgorithmConfig
	Result engine.Result
	// Visited are the nodes in the order in which they are entered first, and Fold is the state at the
	// end; nil: the run was only counted.
	Visited []int32
	Fold    *trace.Fold
	Err     error // the order does not fit the tree, or the run has ended early
}

// TakeOrder returns the algorithms that take an order.
func TakeOrder() (list []*engine.Algorithm) {
	for _, a := range algorithms.All() {
		if slices.Contains(a.Options, "order") {
			list = append(list, a)
		}
	}
	return list
}

// Ordered returns the algorithms that take an order, and that run on a tree in the given order.
func Ordered(t *trees.Tree) (list []*engine.Algorithm) {
	p := engine.OnTree(t, 0)
	for _, a := range TakeOrder() {
		if a.Check(&p, engine.Options{}) == nil {
			list = append(list, a)
		}
	}
	return list
}

// Orders runs an algorithm in each order. keep says of which orders the nodes are kept. It
// returns an error only if the context ends.
func Orders(ctx context.Context, t *trees.Tree, c engine.AlgorithmConfig, keep func(engine.VisitOrder) bool) ([]OrderRun, error) {
	var list []OrderRun
	for by := range engine.OrderCount {
		c.Options.Order = int(by)
		r := OrderRun{AlgorithmConfig: c}
		var observer trace.Observer
		if keep(by) {
			r.Fold = trace.NewFold(t, nil)
			entered := make([]bool, t.Len())
			observer = func(e *trace.Event) {
				r.Fold.Apply(e, nil)
				if e.Type == trace.Enter && !entered[e.Node] {
					entered[e.Node] = true
					r.Visited = append(r.Visited, e.Node)
				}
			}
		}
		r.Result, r.Err = c.Algorithm.Run(ctx, engine.OnTree(t, 0), c.Options, observer)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		list = append(list, r)
	}
	return list, nil
}

// LeastLeaves returns how many leaves a search of two sides evaluates at least, in any order. ok is
// false unless all nodes of a level have the same side and as many children, and if the search knows
// more than the leaves.
//
// D. Knuth and R. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6 (1975),
// theorem 1 and its corollary. One side proves that the value is not less, the other that it is not
// more: at each own node by one child, at each other node by all. One leaf is in both proofs. With
// two players in turn this is b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
func LeastLeaves(c engine.AlgorithmConfig, t *trees.Tree) (leaves int, ok bool) {
	a, o := c.Algorithm, &c.Options
	if !a.TwoPlayers && !a.Reference.TwoSides || t.HasChance() || o.Heuristic || o.HasDepth || o.Root != 0 {
		return 0, false
	}
	type level struct {
		kids int
		own  bool
		seen bool
	}
	levels := make([]level, t.Height()+1)
	for n := range t.Len() {
		here, l := level{len(t.Kids(n)), t.Mover(n) == t.Mover(0), true}, &levels[t.Level(n)]
		if here.kids == 0 {
			here.own = false
		}
		if l.seen && *l != here {
			return 0, false
		}
		*l = here
	}
	own, other := 1, 1
	for _, l := range levels[:t.Height()] {
		if l.own {
			own *= l.kids
		} else {
			other *= l.kids
		}
	}
	return own + other - 1, true
}
