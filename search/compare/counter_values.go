package compare

import (
	"context"
	"errors"
	"math/rand/v2"

	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// This file searches for counterexamples on a given tree: values with which the
// algorithm fails, for leaves that the search never visits or whose value is
// unknown.
//
// Values are tried on a grid: every score is a multiple of the step and at most
// maxp, the sum is at most maxsum, and the value is within the heuristics above
// the leaf. If the algorithm uses a leaf-value table and the tree lists its
// outcomes, only these outcomes are tried.

const (
	// MaxAssignments is the maximum number of combinations of values that are
	// tried on one tree; on a small tree this takes about a second. If there are
	// more combinations, this many are drawn at random.
	MaxAssignments = 500_000

	// maxAssigned is the limit for a large tree: the number of nodes times the
	// number of combinations.
	maxAssigned = 20_000_000
)

// A filler tries values for the free leaves of a tree.
type filler struct {
	ctx         context.Context
	tree        *trees.Tree   // with the least score of every player at 0
	shift       *engine.Shift // from the scores of the tree; nil: they are the same
	root        int
	limit       trees.Score // largest sum of a value
	most        trees.Score // largest score
	step        trees.Score
	arena       *arena
	search      *engine.Repeated
	table       bool           // the algorithm uses a leaf-value table
	outside     []trees.Vector // leaf values outside the searched subtree
	outcomes    []trees.Vector
	leaves      []freeLeaf
	sides       *sides // for a search of one side against the other; nil: max^n
	sumsToLimit bool   // the scores of every known leaf add up to the limit
	tries       int
	steps       int // see passSometimes
	progress    func(tries int)
}

// A freeLeaf is a leaf for which values are tried.
type freeLeaf struct {
	node    int   // number of the leaf in the tree
	spot    int32 // number of the leaf in the arena
	known   bool
	current trees.Vector   // value of the leaf in the tree, if known
	low, up trees.Vector   // bounds of the heuristics above it
	values  []trees.Vector // all possible values, if all combinations are tried
}

// CounterValues searches for values of the given leaves with which the algorithm
// fails on the tree. If no leaves are given, it uses the leaves that the
// algorithm's run on the tree does not visit or, if this run stops at a leaf of
// unknown value, the leaves of unknown value. The result has the leaves, and
// whether all combinations were tried.
func CounterValues(ctx context.Context, a *engine.Algorithm, t *trees.Tree, o engine.Options, leaves []int, seed uint64, progress func(tries int)) (found Counterexample, err error) {
	if err := checkUnsound(a, o); err != nil {
		return found, err
	}
	give, err := engine.TakeTurn(ctx)
	if err != nil {
		return found, err
	}
	defer give()
	defer engine.Stopped(&err)
	if len(leaves) == 0 {
		if leaves, err = unseen(a, ctx, t, o); err != nil {
			return found, err
		}
	}
	f, err := newFiller(ctx, a, t, o, leaves)
	if err != nil {
		return found, err
	}
	f.progress = progress
	found.Leaves, found.Step = leaves, f.step
	if unknown := f.unknown(); unknown >= 0 {
		return found, &engine.UnknownLeafError{Node: unknown, Name: t.Name(unknown)}
	}
	most := min(MaxAssignments, max(1, maxAssigned/len(f.arena.nodes)))
	found.Combinations = f.combinations()
	found.Exhaustive = found.Combinations <= float64(most)
	failed := false
	if found.Exhaustive {
		f.list()
		failed = f.tryAll()
	} else {
		failed = f.tryRandom(rand.New(rand.NewPCG(seed, 0)), most)
	}
	found.Tries = f.tries
	if !failed {
		return found, nil
	}
	found.Failures = 1
	found.Values = f.minimalChange()
	for n, v := range found.Values {
		found.Values[n] = f.original(v)
	}
	if found.Tree, err = t.WithValues(found.Values); err != nil {
		return found, err
	}
	found.Value, found.ReferenceValue = f.original(*f.value()), f.original(*f.truth())
	found.NoValue = f.search.RootHasNoValue()
	return found, nil
}

// unseen returns the leaves that the algorithm's run does not visit. If the
// run stops at a leaf of unknown value, it returns the unknown leaves.
func unseen(a *engine.Algorithm, ctx context.Context, t *trees.Tree, o engine.Options) ([]int, error) {
	seen := make([]bool, t.Len())
	_, err := a.Run(ctx, engine.OnTree(t, o.Root), o, func(e *trace.Event) {
		if e.Type == trace.Leaf {
			seen[e.Node] = true
		}
	})
	var unknown *engine.UnknownLeafError
	stoppedThere := errors.As(err, &unknown)
	if err != nil && !stoppedThere {
		return nil, err
	}
	var list []int
	for n := o.Root; n < t.End(o.Root); n++ {
		if !t.IsLeaf(n) {
			continue
		}
		_, known := t.Value(n)
		if stoppedThere && !known || !stoppedThere && !seen[n] {
			list = append(list, n)
		}
	}
	return list, nil
}

func newFiller(ctx context.Context, a *engine.Algorithm, t *trees.Tree, o engine.Options, leaves []int) (*filler, error) {
	p := engine.OnTree(t, o.Root)
	if err := a.Check(&p, o); err != nil {
		return nil, err
	}
	p, shift := p.Lower(leastOf(t))
	t = p.Tree
	f := &filler{ctx: ctx, tree: t, shift: shift, root: o.Root, arena: &arena{}, table: o.Table && len(t.Outcomes) == 0}
	f.arena.take(t, o.Root)
	if a.TwoPlayers {
		f.sides = sidesOf(a, t, o.Root, f.arena)
	}
	switch most := t.Highest(); {
	case t.Kind == trees.Minimax && !(t.MinP.Given && t.MaxP.Given):
		return nil, engine.Refuse("tree.maxp", "the tree has no minp or no maxp: without a bound on both sides there is no end to the values of a leaf; give it both")
	case t.Kind == trees.Minimax:
		f.limit, f.most = t.MaxP.Of(0).Score, t.MaxP.Of(0).Score
	case t.MaxSum.Given:
		f.limit, f.most = t.MaxSum.Score, most.Score
	case most.Given:
		f.limit, f.most = trees.Score(t.Players)*most.Score, most.Score
	default:
		return nil, engine.Refuse("tree.maxsum", "the tree has neither maxsum nor maxp: without a bound a leaf can have any value; give it one of the two")
	}
	f.step, f.sumsToLimit = stepOf(t), sharedOut(t, f.limit)
	if err := f.free(leaves); err != nil {
		return nil, err
	}
	inside := o
	inside.Root = 0 // the arena contains only the subtree below o.Root
	p.Pos, p.Tree = f.arena, nil
	if o.Table {
		p.Outcomes = t.Outcomes
		if f.table {
			p.Outcomes = make([]trees.Vector, 1) // replaced for each assignment; see value
			for n := range t.Len() {
				if v, known := t.Value(n); known && (n < o.Root || n >= t.End(o.Root)) {
					f.outside = append(f.outside, v)
				}
			}
		}
	}
	var err error
	f.search, err = a.Repeat(ctx, p, inside, nil)
	return f, err
}

// leastOf returns the least score of each player: minp, or if that is not known, the least
// one in the tree.
func leastOf(t *trees.Tree) trees.Vector {
	least, known := t.Minima()
	if known {
		return least
	}
	for n := range t.Len() {
		v, known := t.Value(n)
		for p := range t.Width() {
			if known && v[p] < least[p] {
				least[p] = v[p]
			}
		}
	}
	return least
}

// original returns a value with the scores of the tree.
func (f *filler) original(v trees.Vector) trees.Vector {
	if f.shift != nil {
		f.shift.Add(&v)
	}
	return v
}

// unknown returns a leaf of unknown value that is not free, or -1.
func (f *filler) unknown() int {
	for i := range f.leaves {
		f.arena.nodes[f.leaves[i].spot].unknown = false
	}
	for i := range f.arena.nodes {
		if f.arena.nodes[i].unknown {
			return int(f.arena.nodes[i].number)
		}
	}
	return -1
}

func (f *filler) value() *trees.Vector {
	f.arena.at = 0
	if f.table {
		f.outcomes = append(f.arena.outcomes(f.outcomes), f.outside...)
		f.search.Outcomes = f.outcomes
	}
	return f.search.Value()
}

// fails reports whether the algorithm fails with the current values.
func (f *filler) fails() bool {
	if f.tries++; f.progress != nil && f.tries%ProgressEvery == 0 {
		f.progress(f.tries)
	}
	truth := *f.truth()
	if f.sides != nil {
		return f.value()[f.sides.about] != truth[f.sides.about]
	}
	return !same(f.value(), &truth, f.tree.Players)
}

// truth returns the value of exhaustive search.
func (f *filler) truth() *trees.Vector {
	if f.sides != nil {
		return f.sides.solve(f.arena)
	}
	return f.arena.solve()
}

// sides are what the movers of an arena want where one side plays against the other: a score of one
// player, the largest or the smallest.
type sides struct {
	about int    // the player, from 0
	least []bool // by node of the arena
}

func sidesOf(a *engine.Algorithm, t *trees.Tree, root int, arena *arena) *sides {
	s := &sides{least: make([]bool, len(arena.nodes))}
	for i := range arena.nodes {
		if arena.nodes[i].kids == 0 || arena.isChance(int32(i)) {
			continue
		}
		player, least := a.ReferenceWith(t, root, &engine.Options{}).Want(t, root, int(arena.nodes[i].number))
		s.about, s.least[i] = player-1, least
	}
	return s
}

// solve is that of the arena, for two sides.
func (s *sides) solve(t *arena) *trees.Vector {
	for i := len(t.nodes) - 1; i >= 0; i-- {
		n := &t.nodes[i]
		switch {
		case n.kids == 0:
			continue
		case n.mover == 0:
			t.value[i] = t.expectation(n)
			continue
		}
		best := n.first
		for k := n.first + 1; k < n.first+n.kids; k++ {
			if one, other := t.value[k][s.about], t.value[best][s.about]; one > other && !s.least[i] || one < other && s.least[i] {
				best = k
			}
		}
		t.value[i] = t.value[best]
	}
	return &t.value[0]
}

// tryAll tries every combination; the values of the first leaf change fastest.
func (f *filler) tryAll() bool {
	at := make([]int, len(f.leaves))
	for i := range f.leaves {
		l := &f.leaves[i]
		if len(l.values) == 0 {
			return false // no value on the grid is within the heuristics
		}
		f.arena.value[l.spot] = l.values[0]
	}
	for !f.fails() {
		i := 0
		for ; i < len(at); i++ {
			l := &f.leaves[i]
			at[i] = (at[i] + 1) % len(l.values)
			f.arena.value[l.spot] = l.values[at[i]]
			if at[i] != 0 {
				break
			}
		}
		if i == len(at) {
			return false
		}
	}
	return true
}

// tryRandom tries random combinations. A leaf of known value keeps its value in
// half of the combinations. If the scores of every known leaf add up to the limit, the
// values of the first half of the combinations do so, too; those of the second half
// may add up to less.
func (f *filler) tryRandom(rng *rand.Rand, tries int) bool {
	for k := range tries {
		whole := f.sumsToLimit && k < tries/2
		for i := range f.leaves {
			l := &f.leaves[i]
			if l.known && rng.Uint32()&1 == 0 {
				f.arena.value[l.spot] = l.current
			} else {
				f.arena.value[l.spot] = f.draw(l, rng, whole)
			}
		}
		if f.fails() {
			return true
		}
	}
	return false
}

// minimalChange restores the value of each known leaf if the algorithm still fails
// with it. It returns the values that must change.
func (f *filler) minimalChange() map[int]trees.Vector {
	values := map[int]trees.Vector{}
	for i := range f.leaves {
		l := &f.leaves[i]
		v := f.arena.value[l.spot]
		if l.known && v == l.current {
			continue
		}
		if l.known {
			f.arena.value[l.spot] = l.current
			if f.fails() {
				continue
			}
			f.arena.value[l.spot] = v
		}
		values[l.node] = v
	}
	return values
}
