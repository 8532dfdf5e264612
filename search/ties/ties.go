package ties

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"espalier/search/engine"
	"espalier/trees"
)

const (
	// MaxNodes bounds the tree: all its values are held at the same time, for each node.
	MaxNodes = 20_000
	// MaxValues is the most values of one node in an exact computation. Beyond it the combinations at the
	// nodes above are too many, and tie rules are sampled.
	MaxValues = 500
	// MaxSamples is the most tie rules that are sampled: a share is then right to about one percent.
	MaxSamples = 5_000

	// MaxExplained is the most values that come with a tie rule: no reader compares more.
	MaxExplained = 100

	maxSteps   = 4_000_000  // of an exact computation: comparisons of children, and combinations at chance nodes
	maxVisits  = 10_000_000 // of nodes, by all samples
	sampleSeed = 1
	passEvery  = 4096 // nodes between two chances for others to compute
)

// A Result is what ties decide at the root of a tree.
type Result struct {
	Default trees.Vector // of the root under the leftmost rule
	Values  []Value      // of the root; the default first, then the largest shares
	Ties    []int32      // nodes where several children are best for the mover under the leftmost rule
	// Deciding are the ties that change the value of the root alone: all others are resolved to the left.
	Deciding []Deciding
	// Equilibria is the number of ways to choose at all nodes, each by a tie rule; nil if Samples is set.
	Equilibria *big.Int
	Samples    int // tie rules that were sampled; 0: the values are all that there are

	sets *solver // nil if sampled
}

// A Value is one value of the root.
type Value struct {
	Vector trees.Vector
	// Share is the part of all tie rules that give it; of those sampled, if Result.Samples is set.
	Share float64
	// Equilibria is the number of ways to choose that give it; nil if sampled.
	Equilibria *big.Int
	// Otherwise is a tie rule that gives it, by the nodes where it takes another child than the leftmost rule.
	// No tie rule with fewer such nodes gives it. It is empty for the default, and nil for other values that were
	// sampled or are not among the first MaxExplained.
	Otherwise []Choice
}

// A Choice says that a tie at Node is resolved otherwise: To is taken, and not From, which is further left.
type Choice struct{ Node, From, To int32 }

// A Deciding is a tie that changes the value of the root alone.
type Deciding struct {
	Choice
	Root trees.Vector // with this choice
}

var errMany = errors.New("too many values for an exact computation")

// Find computes what ties decide on a tree of kind maxn whose leaves all have values.
func Find(ctx context.Context, t *trees.Tree) (*Result, error) {
	if err := check(t); err != nil {
		return nil, err
	}
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return nil, err
	}
	defer give()
	left := resolveLeft(t)
	r := &Result{Default: left.value[0], Ties: left.ties}
	if err := left.decide(ctx, r); err != nil {
		return nil, err
	}
	s := &solver{ctx: ctx, t: t, sets: make([][]member, t.Len()), sums: map[int][][]sum{}}
	switch err := s.solve(); {
	case errors.Is(err, errMany):
		return r, r.sample(ctx, t)
	case err != nil:
		return nil, err
	}
	r.sets, r.Equilibria = s, new(big.Int)
	for _, m := range s.sets[0] {
		r.Values = append(r.Values, Value{Vector: m.value, Share: m.share, Equilibria: m.ways})
		r.Equilibria.Add(r.Equilibria, m.ways)
	}
	r.sort()
	for i := range r.Values[:min(len(r.Values), MaxExplained)] {
		v := &r.Values[i]
		v.Otherwise = []Choice{}
		s.explain(0, s.memberOf(0, &v.Vector), &v.Otherwise)
	}
	return r, nil
}

// check refuses a tree on which ties decide nothing that is computed here.
func check(t *trees.Tree) error {
	switch {
	case t.Kind != trees.MaxN:
		return engine.Refuse("tree.kind", "ties of max^n need kind maxn; this tree has kind %s, where a tie changes no value", t.Kind)
	case t.Len() > MaxNodes:
		return &engine.LimitError{Path: "tree", Message: fmt.Sprintf("the tree has %d nodes; ties are computed on trees with at most %d", t.Len(), MaxNodes)}
	}
	for n := range t.Len() {
		if _, known := t.Value(n); t.IsLeaf(n) && !known {
			return &engine.UnknownLeafError{Node: n, Name: t.Name(n)}
		}
	}
	return nil
}

// Any reports whether a mover of a tree has a tie under the leftmost rule, and whether Find takes the tree.
func Any(t *trees.Tree) bool { return check(t) == nil && len(resolveLeft(t).ties) > 0 }

// sort puts the default first, then the values with larger shares.
func (r *Result) sort() {
	slices.SortStableFunc(r.Values, func(a, b Value) int {
		if first := cmp.Compare(btoi(b.Vector == r.Default), btoi(a.Vector == r.Default)); first != 0 {
			return first
		}
		return cmp.Or(cmp.Compare(b.Share, a.Share), slices.Compare(b.Vector[:], a.Vector[:]))
	})
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Together returns the nodes, besides the deciding ones, that Otherwise of a value names: their ties change
// the root only if other ties are resolved otherwise, too.
func (r *Result) Together() (list []int32) {
	for i := range r.Values {
		for _, c := range r.Values[i].Otherwise {
			alone := slices.ContainsFunc(r.Deciding, func(d Deciding) bool { return d.Node == c.Node })
			if !alone && !slices.Contains(list, c.Node) {
				list = append(list, c.Node)
			}
		}
	}
	slices.Sort(list)
	return list
}

// Contains reports whether the root can have a value.
func (r *Result) Contains(v *trees.Vector) bool {
	return slices.ContainsFunc(r.Values, func(x Value) bool { return x.Vector == *v })
}
