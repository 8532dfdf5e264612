package compare

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"espalier/search/engine"
	"espalier/trees"
)

// This file lists and counts the possible values of a free leaf.

// stepOf returns the step between two scores: delta if the tree has one, else the
// greatest common divisor of 1 and all scores.
func stepOf(t *trees.Tree) trees.Score {
	if t.Delta > 0 {
		return t.Delta
	}
	step := t.Unit
	take := func(s trees.Score) {
		for s != 0 {
			step, s = s, step%s
		}
		step = max(step, -step)
	}
	take(t.MaxSum.Score)
	for p := range t.Width() {
		take(t.MinP.Of(p).Score)
		take(t.MaxP.Of(p).Score)
	}
	for n := range t.Len() {
		if v, known := t.Value(n); known {
			for _, s := range v[:t.Width()] {
				take(s)
			}
		}
	}
	return step
}

// free sets up the free leaves with their possible values.
func (f *filler) free(leaves []int) error {
	t := f.tree
	named := make(map[int]bool, len(leaves))
	spots := map[int]int32{}
	for i := range f.arena.nodes {
		spots[int(f.arena.nodes[i].number)] = int32(i)
	}
	for i, n := range leaves {
		f.pass()
		spot, below := spots[n]
		switch path := fmt.Sprintf("leaves[%d]", i); {
		case n < 0 || n >= t.Len() || !t.IsLeaf(n):
			return engine.Refuse(path, "node %d is not a leaf of the tree", n)
		case !below:
			return engine.Refuse(path, "leaf %d is not below node %d, where the search starts", n, f.root)
		case named[n]:
			return engine.Refuse(path, "leaf %d is named twice", n)
		}
		named[n] = true
		l := freeLeaf{node: n, spot: spot}
		l.current, l.known = t.Value(n)
		for p := range t.Width() {
			l.up[p] = f.most
			if most := t.Most(p); most.Given {
				l.up[p] = min(l.up[p], most.Score)
			}
		}
		for a := t.Parent(n); a >= 0; a = t.Parent(a) {
			f.passSometimes()
			low, hasLow := t.Low(a)
			up, hasUp := t.Up(a)
			for p := range t.Width() {
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

// pass lets others compute, and ends the search with its context.
func (f *filler) pass() {
	if err := engine.PassTurn(f.ctx); err != nil {
		panic(engine.Stop{Err: err})
	}
}

// passSometimes is for what takes less time than pass itself.
func (f *filler) passSometimes() {
	if f.steps++; f.steps%engine.PollEvery == 0 {
		f.pass()
	}
}

// combinations returns the number of combinations of values of the free
// leaves.
func (f *filler) combinations() float64 {
	known := map[[2]trees.Vector]float64{}
	combinations := 1.0
	for i := range f.leaves {
		l := &f.leaves[i]
		bounds := [2]trees.Vector{l.low, l.up}
		count, ok := known[bounds]
		if !ok {
			f.pass()
			count = f.count(l)
			known[bounds] = count
		}
		combinations *= count
	}
	return combinations
}

// list sets the values of every free leaf in the order in which they are tried. If
// the scores of every known leaf add up to maxsum, values that add up to maxsum
// come first. After that, values nearest to the leaf's value in the tree (or to 0)
// come first.
func (f *filler) list() {
	players := f.tree.Width()
	for i := range f.leaves {
		l := &f.leaves[i]
		f.pass()
		f.each(l, func(v *trees.Vector) { l.values = append(l.values, *v) })
		part := func(v *trees.Vector) int {
			if f.sumsToLimit && v.Sum(players) == f.limit {
				return 0
			}
			return 1
		}
		distance := func(v *trees.Vector) (d trees.Score) {
			for p := range players {
				d += max(v[p]-l.current[p], l.current[p]-v[p])
			}
			return d
		}
		slices.SortStableFunc(l.values, func(a, b trees.Vector) int {
			return cmp.Or(cmp.Compare(part(&a), part(&b)), cmp.Compare(distance(&a), distance(&b)))
		})
	}
}

// sharedOut reports whether the scores of every known leaf add up to the
// limit.
func sharedOut(t *trees.Tree, limit trees.Score) bool {
	for n := range t.Len() {
		if v, known := t.Value(n); known && v.Sum(t.Width()) != limit {
			return false
		}
	}
	return true
}

// count returns the number of possible values of the leaf: the ways to give
// every player a multiple of the step within the bounds, with a sum up to the
// limit.
func (f *filler) count(l *freeLeaf) float64 {
	if outcomes := f.tableOutcomes(); outcomes != nil {
		n := 0
		f.each(l, func(*trees.Vector) { n++ })
		return float64(n)
	}
	steps := float64(f.limit/f.step) + 1
	if steps > MaxAssignments {
		return math.Inf(1) // the scores of one player alone are too many
	}
	// ways[s] is the number of ways to reach a sum of s steps.
	ways := make([]float64, int(steps))
	ways[0] = 1
	for p := range f.tree.Width() {
		least, most := ceil(l.low[p], f.step), int(l.up[p]/f.step)
		sums := make([]float64, len(ways)+1) // prefix sums of ways
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

// ceil returns the number of steps needed to reach a score.
func ceil(s, step trees.Score) int { return int((s + step - 1) / step) }

// each calls do with every possible value of the leaf.
func (f *filler) each(l *freeLeaf, do func(v *trees.Vector)) {
	var v trees.Vector
	if outcomes := f.tableOutcomes(); outcomes != nil {
		for i := range outcomes {
			if f.fits(l, &outcomes[i]) {
				v = outcomes[i]
				do(&v)
			}
		}
		return
	}
	// What the players from p on get at least: without it, most of the time would go to
	// shares of the first players that leave too little for the others.
	var least [trees.MaxPlayers + 1]trees.Score
	for p := f.tree.Width() - 1; p >= 0; p-- {
		low := trees.Score(ceil(l.low[p], f.step)) * f.step
		if low > l.up[p] {
			return
		}
		least[p] = least[p+1] + low
	}
	var share func(p int, left trees.Score)
	share = func(p int, left trees.Score) {
		if p == f.tree.Width() {
			f.passSometimes()
			do(&v)
			return
		}
		for s := least[p] - least[p+1]; s <= min(left-least[p+1], l.up[p]); s += f.step {
			v[p] = s
			share(p+1, left-s)
		}
		v[p] = 0
	}
	share(0, f.limit)
}

func (f *filler) fits(l *freeLeaf, v *trees.Vector) bool {
	for p := range f.tree.Width() {
		if v[p] < l.low[p] || v[p] > l.up[p] {
			return false
		}
	}
	return v.Sum(f.tree.Width()) <= f.limit
}

// draw returns a random value: in random order, each player gets a random part of
// the rest. The last player gets the whole rest in half of the cases, and always if
// the whole limit is to be divided.
func (f *filler) draw(l *freeLeaf, rng *rand.Rand, whole bool) trees.Vector {
	if outcomes := f.tableOutcomes(); outcomes != nil {
		for start, i := rng.IntN(len(outcomes)), 0; i < len(outcomes); i++ {
			if v := &outcomes[(start+i)%len(outcomes)]; f.fits(l, v) {
				return *v
			}
		}
	}
	var v trees.Vector
	left := f.limit
	for p := range f.tree.Width() {
		v[p] = trees.Score(ceil(l.low[p], f.step)) * f.step
		left -= v[p]
	}
	for i, p := range rng.Perm(f.tree.Width()) {
		room := min(left, l.up[p]-v[p]) / f.step
		if room <= 0 {
			continue
		}
		if i < f.tree.Width()-1 || !whole && rng.Uint32()&1 == 0 {
			room = trees.Score(rng.Int64N(int64(room) + 1))
		}
		v[p] += room * f.step
		left -= room * f.step
	}
	return v
}

// tableOutcomes returns the outcomes if they are the only possible values, or nil if
// the grid is used.
func (f *filler) tableOutcomes() []trees.Vector {
	if !f.search.Table || f.table {
		return nil
	}
	return f.tree.Outcomes
}
