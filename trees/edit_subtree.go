package trees

import (
	"math/rand/v2"
	"slices"
)

// usualMost is the largest random score of a tree that has neither maxsum nor maxp.
const usualMost = 9

// fill gives the leaves below nodes random values, and the edges of a path tree random
// costs: whole numbers, or multiples of delta. The same seed gives the same values.
func (w *editState) fill() {
	rng := rand.New(rand.NewPCG(uint64(w.e.seed), 0))
	filled := 0
	for _, top := range w.topmost() {
		for i := top; i < w.d.tree.end[top]; i++ {
			switch {
			case w.Kind == Path && i > 0:
				w.modify(i).Cost = Score(rng.IntN(usualMost)+1) * w.Unit
			case w.Kind == Path || !w.leaf(i):
				continue
			default:
				n, v := w.modify(i), w.randomValue(rng)
				n.Value, n.Unknown, n.Alternatives, n.NotFromPaper = &v, false, nil, false
			}
			filled++
		}
	}
	what := count(filled, "random value")
	if w.Kind == Path {
		what = count(filled, "random cost")
	}
	w.setSummary("%s at %s", what, w.names(w.topmost()))
}

// randomValue returns a value within the limits of the tree. Where maxsum is known,
// the scores add up to it, unless maxp is in the way. Without minp no score is below 0.
func (w *editState) randomValue(rng *rand.Rand) (v Vector) {
	step := w.Unit
	if w.Delta > 0 {
		step = w.Delta
	}
	most := func(p int) Score {
		if limit := w.MaxP.Of(p); limit.Given {
			return limit.Score
		}
		if w.MaxSum.Given {
			return max(w.MaxSum.Score, v[p])
		}
		return v[p] + usualMost*w.Unit
	}
	copy(v[:w.Width()], w.MinP.Scores[:])
	steps := func(from, to Score) int64 { return max(0, int64((to-from)/step)) }
	if w.Kind != MaxN || !w.MaxSum.Given {
		for p := range w.Width() {
			v[p] += Score(rng.Int64N(steps(v[p], most(p))+1)) * step
		}
		return v
	}
	// Each step that maxsum leaves goes to a player: cut between them at random places.
	left := steps(v.Sum(w.Players), w.MaxSum.Score)
	cuts := make([]int64, w.Players+1)
	for p := 1; p < w.Players; p++ {
		cuts[p] = rng.Int64N(left + 1)
	}
	cuts[w.Players] = left
	slices.Sort(cuts)
	for p := range w.Players {
		v[p] = min(v[p]+Score(cuts[p+1]-cuts[p])*step, most(p))
	}
	return v
}

// mirror reverses the order of the children at every node of subtrees.
func (w *editState) mirror() {
	tops := w.topmost()
	if !slices.ContainsFunc(tops, func(i int32) bool { return !w.leaf(i) }) {
		w.fail("nodes", "a leaf has nothing to mirror; choose a node with children")
	}
	for _, top := range tops {
		w.reverse(top)
	}
	w.setSummary("%s mirrored", w.names(tops))
}

func (w *editState) reverse(i int32) {
	w.pace.step()
	kids := slices.Clone(w.at(i).kids)
	slices.Reverse(kids)
	w.at(i).kids = kids
	for _, k := range kids {
		w.reverse(k)
	}
}

// symmetric replaces the right half of subtrees by the mirror image of the left half.
func (w *editState) symmetric() {
	tops := w.topmost()
	if !slices.ContainsFunc(tops, func(i int32) bool { return !w.leaf(i) }) {
		w.fail("nodes", "a leaf has no halves; choose a node with children")
	}
	for _, top := range tops {
		w.halve(top)
	}
	w.setSummary("right half of %s made the mirror image of the left", w.names(tops))
}

func (w *editState) halve(i int32) {
	kids := slices.Clone(w.at(i).kids)
	for left, right := 0, len(kids)-1; left < right; left, right = left+1, right-1 {
		if w.d.tree.mirrored(int(kids[left]), int(kids[right]), w.pace) {
			continue
		}
		image := w.graft(w.d.tree, int(kids[left]))
		w.reverse(image)
		w.at(image).parent = i
		kids[right] = image
	}
	w.at(i).kids = kids
	if len(kids)%2 == 1 {
		w.halve(kids[len(kids)/2])
	}
}

// mirrored reports whether the subtree of m is the mirror image of that of n.
func (t *Tree) mirrored(n, m int, p *pace) bool {
	p.step()
	left, right := t.Kids(n), t.Kids(m)
	if len(left) != len(right) || !t.sameNode(n, t, m) {
		return false
	}
	for i := range left {
		if !t.mirrored(int(left[i]), int(right[len(right)-1-i]), p) {
			return false
		}
	}
	return true
}
