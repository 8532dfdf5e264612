package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"espalier/trace"
	"espalier/trees"
)

// Counterexamples on a tree that is given: values for leaves that the search
// never looks at, or that nobody knows, with which the algorithm fails.
//
// Values are tried on a grid: every score a multiple of the step, the sum at
// most maxsum, every score at most maxp, and all of it within the heuristics
// above the leaf. Where an algorithm uses a leaf-value table and the tree names
// its outcomes, these are the values.

const (
	// MaxAssignments bounds the combinations of values that are tried on one
	// tree: a second or so on a small one. Where there are more, as many are drawn at random.
	MaxAssignments = 500_000

	// maxAssigned bounds them on a large tree: nodes times combinations.
	maxAssigned = 20_000_000
)

// A filler tries values for the free leaves of a tree.
type filler struct {
	tree     *trees.Tree
	root     int
	limit    trees.Score // of the sum of a value
	most     trees.Score // of one score
	step     trees.Score
	arena    *arena
	search   *repeated
	table    bool           // of the leaf values
	outside  []trees.Vector // leaf values beside the root of the search
	outcomes []trees.Vector
	leaves   []freeLeaf
	whole    bool // every known leaf shares out the whole of the limit
	tries    int
	progress func(tries int)
}

// A freeLeaf is a leaf whose value is searched for.
type freeLeaf struct {
	node    int   // in the tree
	spot    int32 // in the arena
	known   bool
	now     trees.Vector   // its value in the tree, where known
	low, up trees.Vector   // what the heuristics above it allow
	values  []trees.Vector // all that it may take, where all combinations are tried
}

// CounterValues searches values of the given leaves with which the algorithm
// fails on the tree. Without leaves it takes those of unknown value, and those
// that the algorithm's run on the tree does not look at. The result says which
// they were, and whether all combinations were tried.
func (a *Algorithm) CounterValues(ctx context.Context, t *trees.Tree, o Options, leaves []int, seed uint64, progress func(tries int)) (found Counterexample, err error) {
	if err := a.checkUnsound(o); err != nil {
		return found, err
	}
	if len(leaves) == 0 {
		if leaves, err = a.unseen(ctx, t, o); err != nil {
			return found, err
		}
	}
	f, err := newFiller(ctx, a, t, o, leaves)
	if err != nil {
		return found, err
	}
	f.progress = progress
	defer stopped(&err)
	found.Leaves, found.Step = leaves, f.step
	if unknown := f.unknown(); unknown >= 0 {
		return found, &UnknownLeafError{unknown, t.Name(unknown)}
	}
	most := min(MaxAssignments, max(1, maxAssigned/len(f.arena.nodes)))
	found.Combinations = f.combinations()
	found.Exhaustive = found.Combinations <= float64(most)
	failed := false
	if found.Exhaustive {
		f.list()
		failed = f.all()
	} else {
		failed = f.sample(rand.New(rand.NewPCG(seed, 0)), most)
	}
	found.Tries = f.tries
	if !failed {
		return found, nil
	}
	found.Failures = 1
	found.Values = f.changed()
	if found.Tree, err = t.WithValues(found.Values); err != nil {
		return found, err
	}
	found.Value, found.Truth = *f.value(), *f.arena.solve()
	return found, nil
}

// unseen lists the leaves that the algorithm's run does not look at. A run that
// meets a leaf of unknown value cannot say what it would go on to look at: then
// the unknown leaves are listed.
func (a *Algorithm) unseen(ctx context.Context, t *trees.Tree, o Options) ([]int, error) {
	seen := make([]bool, t.Len())
	_, err := a.Run(ctx, OnTree(t, o.Root), o, func(e *trace.Event) {
		if e.Type == trace.Leaf {
			seen[e.Node] = true
		}
	})
	var unknown *UnknownLeafError
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

func newFiller(ctx context.Context, a *Algorithm, t *trees.Tree, o Options, leaves []int) (*filler, error) {
	f := &filler{tree: t, root: o.Root, arena: &arena{}, table: o.Table && len(t.Outcomes) == 0}
	f.arena.take(t, o.Root)
	p := OnTree(t, o.Root)
	if err := a.Check(&p, o); err != nil {
		return nil, err
	}
	switch most := t.UpperBound(); {
	case t.MaxSum.Given:
		f.limit, f.most = t.MaxSum.Score, most.Score
	case most.Given:
		f.limit, f.most = trees.Score(t.Players)*most.Score, most.Score
	default:
		return nil, refuse("tree.maxsum", "the tree has neither maxsum nor maxp: without a bound there is no end to the values of a leaf; give it one")
	}
	f.step, f.whole = stepOf(t), sharedOut(t, f.limit)
	if err := f.free(leaves); err != nil {
		return nil, err
	}
	inside := o
	inside.Root = 0 // the arena holds what is below it
	p.Pos, p.Tree = f.arena, nil
	if o.Table {
		p.Outcomes = t.Outcomes
		if f.table {
			p.Outcomes = make([]trees.Vector, 1) // see value
			for n := range t.Len() {
				if v, known := t.Value(n); known && (n < o.Root || n >= t.End(o.Root)) {
					f.outside = append(f.outside, v)
				}
			}
		}
	}
	var err error
	f.search, err = a.repeat(ctx, p, inside)
	return f, err
}

// stepOf is the step between two scores: delta, or 1, or what all scores of
// the tree are multiples of where that is less.
func stepOf(t *trees.Tree) trees.Score {
	if t.Delta > 0 {
		return t.Delta
	}
	step := trees.Unit
	take := func(s trees.Score) {
		for s != 0 {
			step, s = s, step%s
		}
	}
	take(t.MaxSum.Score)
	take(t.MaxP.Score)
	for n := range t.Len() {
		if v, known := t.Value(n); known {
			for _, s := range v[:t.Players] {
				take(s)
			}
		}
	}
	return step
}

// free notes the free leaves with what may stand there.
func (f *filler) free(leaves []int) error {
	t := f.tree
	spots := map[int]int32{}
	for i := range f.arena.nodes {
		spots[int(f.arena.nodes[i].number)] = int32(i)
	}
	for i, n := range leaves {
		spot, below := spots[n]
		switch path := fmt.Sprintf("leaves[%d]", i); {
		case n < 0 || n >= t.Len() || !t.IsLeaf(n):
			return refuse(path, "node %d is not a leaf of the tree", n)
		case !below:
			return refuse(path, "leaf %d is not below node %d, where the search starts", n, f.root)
		case slices.Index(leaves, n) < i:
			return refuse(path, "leaf %d is named twice", n)
		}
		l := freeLeaf{node: n, spot: spot}
		l.now, l.known = t.Value(n)
		for p := range t.Players {
			l.up[p] = f.most
		}
		for a := t.Parent(n); a >= 0; a = t.Parent(a) {
			low, hasLow := t.Low(a)
			up, hasUp := t.Up(a)
			for p := range t.Players {
				if hasLow {
					l.low[p] = max(l.low[p], low[p])
				}
				if hasUp {
					l.up[p] = min(l.up[p], up[p])
				}
			}
		}
		f.leaves = append(f.leaves, l)
	}
	return nil
}

// combinations is the number of combinations of values of the free leaves.
func (f *filler) combinations() float64 {
	known := map[[2]trees.Vector]float64{}
	combinations := 1.0
	for i := range f.leaves {
		l := &f.leaves[i]
		bounds := [2]trees.Vector{l.low, l.up}
		count, ok := known[bounds]
		if !ok {
			count = f.count(l)
			known[bounds] = count
		}
		combinations *= count
	}
	return combinations
}

// list lists what every free leaf may take, in the order in which it is tried:
// first what shares out the whole of maxsum, if all known leaves do; then what
// is nearest to the leaf's value in the tree, or to 0.
func (f *filler) list() {
	players := f.tree.Players
	for i := range f.leaves {
		l := &f.leaves[i]
		f.each(l, func(v *trees.Vector) { l.values = append(l.values, *v) })
		part := func(v *trees.Vector) int {
			if f.whole && v.Sum(players) == f.limit {
				return 0
			}
			return 1
		}
		distance := func(v *trees.Vector) (d trees.Score) {
			for p := range players {
				d += max(v[p]-l.now[p], l.now[p]-v[p])
			}
			return d
		}
		slices.SortStableFunc(l.values, func(a, b trees.Vector) int {
			return cmp.Or(cmp.Compare(part(&a), part(&b)), cmp.Compare(distance(&a), distance(&b)))
		})
	}
}

// sharedOut reports whether every known leaf shares out the whole limit.
func sharedOut(t *trees.Tree, limit trees.Score) bool {
	for n := range t.Len() {
		if v, known := t.Value(n); known && v.Sum(t.Players) != limit {
			return false
		}
	}
	return true
}

// count is the number of values that the leaf may take: how many ways there
// are to give every player a multiple of the step within his bounds, and no
// more than the limit to all.
func (f *filler) count(l *freeLeaf) float64 {
	if outcomes := f.named(); outcomes != nil {
		n := 0
		f.each(l, func(*trees.Vector) { n++ })
		return float64(n)
	}
	steps := float64(f.limit/f.step) + 1
	if steps > MaxAssignments {
		return math.Inf(1) // one player's scores alone are too many
	}
	// ways[s] is the number of ways to reach a sum of s steps.
	ways := make([]float64, int(steps))
	ways[0] = 1
	for p := range f.tree.Players {
		least, most := ceil(l.low[p], f.step), int(l.up[p]/f.step)
		sums := make([]float64, len(ways)+1) // of ways, from the left
		for s, w := range ways {
			sums[s+1] = sums[s] + w
		}
		for s := range ways {
			from, to := max(0, s-most), s-least+1
			ways[s] = 0
			if to > from {
				ways[s] = sums[to] - sums[from]
			}
		}
	}
	total := 0.0
	for _, w := range ways {
		total += w
	}
	return total
}

// ceil is the number of steps that reach a score.
func ceil(s, step trees.Score) int { return int((s + step - 1) / step) }

// each calls do with every value that the leaf may take.
func (f *filler) each(l *freeLeaf, do func(v *trees.Vector)) {
	var v trees.Vector
	if outcomes := f.named(); outcomes != nil {
		for i := range outcomes {
			if f.fits(l, &outcomes[i]) {
				v = outcomes[i]
				do(&v)
			}
		}
		return
	}
	var share func(p int, left trees.Score)
	share = func(p int, left trees.Score) {
		if p == f.tree.Players {
			do(&v)
			return
		}
		for s := trees.Score(ceil(l.low[p], f.step)) * f.step; s <= min(left, l.up[p]); s += f.step {
			v[p] = s
			share(p+1, left-s)
		}
		v[p] = 0
	}
	share(0, f.limit)
}

func (f *filler) fits(l *freeLeaf, v *trees.Vector) bool {
	for p := range f.tree.Players {
		if v[p] < l.low[p] || v[p] > l.up[p] {
			return false
		}
	}
	return v.Sum(f.tree.Players) <= f.limit
}

// unknown is a leaf of unknown value that is not free; -1: there is none.
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
	return f.search.value()
}

// fails tries the values as they stand.
func (f *filler) fails() bool {
	if f.tries++; f.progress != nil && f.tries%ProgressEvery == 0 {
		f.progress(f.tries)
	}
	truth := f.arena.solve()
	return !same(f.value(), truth, f.tree.Players)
}

// all tries every combination, the first leaf's values changing fastest.
func (f *filler) all() bool {
	at := make([]int, len(f.leaves))
	for i := range f.leaves {
		l := &f.leaves[i]
		if len(l.values) == 0 {
			return false // the heuristics leave nothing on the grid
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

// sample tries combinations at random. A leaf of known value keeps it in half
// of them.
func (f *filler) sample(rng *rand.Rand, tries int) bool {
	for range tries {
		for i := range f.leaves {
			l := &f.leaves[i]
			if l.known && rng.Uint32()&1 == 0 {
				f.arena.value[l.spot] = l.now
			} else {
				f.arena.value[l.spot] = f.draw(l, rng)
			}
		}
		if f.fails() {
			return true
		}
	}
	return false
}

// draw makes a value: every player in turn, in a random order, takes a share of
// what is left; the last of them often all of it, and always where the known
// leaves share out the whole.
func (f *filler) draw(l *freeLeaf, rng *rand.Rand) trees.Vector {
	if outcomes := f.named(); outcomes != nil {
		for start, i := rng.IntN(len(outcomes)), 0; i < len(outcomes); i++ {
			if v := &outcomes[(start+i)%len(outcomes)]; f.fits(l, v) {
				return *v
			}
		}
	}
	var v trees.Vector
	left := f.limit
	for p := range f.tree.Players {
		v[p] = trees.Score(ceil(l.low[p], f.step)) * f.step
		left -= v[p]
	}
	for i, p := range rng.Perm(f.tree.Players) {
		room := min(left, l.up[p]-v[p]) / f.step
		if room <= 0 {
			continue
		}
		if i < f.tree.Players-1 || !f.whole && rng.Uint32()&1 == 0 {
			room = trees.Score(rng.Int64N(int64(room) + 1))
		}
		v[p] += room * f.step
		left -= room * f.step
	}
	return v
}

// named are the outcomes that alone are possible; nil: the grid is.
func (f *filler) named() []trees.Vector {
	if !f.search.Table || f.table {
		return nil
	}
	return f.tree.Outcomes
}

// changed gives the known leaves their values back, one after the other, as
// long as the algorithm still fails, and lists what must change.
func (f *filler) changed() map[int]trees.Vector {
	values := map[int]trees.Vector{}
	for i := range f.leaves {
		l := &f.leaves[i]
		v := f.arena.value[l.spot]
		if l.known && v == l.now {
			continue
		}
		if l.known {
			f.arena.value[l.spot] = l.now
			if f.fails() {
				continue
			}
			f.arena.value[l.spot] = v
		}
		values[l.node] = v
	}
	return values
}
