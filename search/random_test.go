package search

import (
	"math/rand/v2"

	"espalier/trees"
)

// Random trees for the property tests: 1 to 6 players, few distinct scores (so
// that ties are common), sums at and below maxsum, uneven depth, single
// children, movers in and out of turn, heuristics from none to tight.

// A wild is what a random tree may be.
type wild struct {
	kind      trees.Kind
	players   int
	levels    int // at most
	branching int // at most
	maxsum    int
	deficit   bool // sums below maxsum
	outOfTurn bool
	negative  bool // minimax utilities below 0
	heuristic bool
	static    bool
}

// someWild draws the manner of a tree.
func someWild(rng *rand.Rand) wild {
	return wild{
		players: 1 + rng.IntN(6), levels: 1 + rng.IntN(5), branching: 1 + rng.IntN(4),
		maxsum: rng.IntN(13), deficit: rng.IntN(3) == 0, outOfTurn: rng.IntN(2) == 0,
	}
}

// sprig is a node in the making.
type sprig struct {
	node trees.Node
	kids []*sprig
}

func (w wild) tree(rng *rand.Rand) *trees.Tree {
	root := w.grow(rng, 1, w.levels)
	if w.heuristic && w.kind != trees.Path {
		root.bound(rng, w)
	}
	if w.heuristic && w.kind == trees.Path {
		root.boundCost(rng, 0)
	}
	h := trees.Header{Kind: w.kind, Players: w.players}
	if w.kind == trees.MaxN {
		h.MaxSum, h.Delta = trees.Some(trees.Score(w.maxsum)*trees.Unit), trees.Unit
	} else {
		h.Players = 0
	}
	b := trees.NewBuilder(h)
	root.build(b)
	t, err := b.Tree()
	if err != nil {
		panic(err)
	}
	return t
}

func (s *sprig) build(b *trees.Builder) {
	b.Open(s.node)
	for _, k := range s.kids {
		k.build(b)
	}
	b.Close()
}

func (w wild) grow(rng *rand.Rand, mover, levels int) *sprig {
	s := &sprig{}
	if w.kind == trees.Path {
		s.node.Cost = trees.Score(rng.IntN(4)) * trees.Unit
	}
	if levels == w.levels {
		s.node.Cost = 0
	}
	if levels <= 1 || rng.IntN(6) == 0 && levels < w.levels {
		if w.kind != trees.Path {
			v := w.leaf(rng)
			s.node.Value = &v
		}
		return s
	}
	if w.outOfTurn {
		mover = 1 + rng.IntN(w.players)
	}
	s.node.Player = mover
	if w.static {
		v := w.leaf(rng)
		s.node.Static = &v
	}
	for range 1 + rng.IntN(w.branching) {
		s.kids = append(s.kids, w.grow(rng, mover%w.players+1, levels-1))
	}
	return s
}

func (w wild) leaf(rng *rand.Rand) trees.Vector {
	if w.kind == trees.Minimax {
		v := trees.Points(rng.IntN(w.maxsum + 1))
		if w.negative {
			v[0] -= trees.Score(w.maxsum/2) * trees.Unit
		}
		return v
	}
	left := w.maxsum
	if w.deficit {
		left = rng.IntN(left + 1)
	}
	var v trees.Vector
	for range left {
		v[rng.IntN(w.players)] += trees.Unit
	}
	if rng.IntN(8) == 0 { // one player takes all: immediate pruning
		v = trees.Vector{}
		v[rng.IntN(w.players)] = trees.Score(left) * trees.Unit
	}
	return v
}

// bound gives some inner nodes a heuristic that holds for all leaves below
// them, from tight to loose, and gives the range of those leaves.
func (s *sprig) bound(rng *rand.Rand, w wild) (low, up trees.Vector) {
	if len(s.kids) == 0 {
		return *s.node.Value, *s.node.Value
	}
	for i, k := range s.kids {
		l, u := k.bound(rng, w)
		for p := range w.players {
			if i == 0 {
				low[p], up[p] = l[p], u[p]
			}
			low[p], up[p] = min(low[p], l[p]), max(up[p], u[p])
		}
	}
	slack := trees.Score(rng.IntN(3)) * trees.Unit
	l, u := low, up
	for p := range w.players {
		l[p] = max(0, l[p]-slack)
		u[p] = min(trees.Score(w.maxsum)*trees.Unit, u[p]+slack)
	}
	if rng.IntN(4) != 0 {
		s.node.Low = &l
	}
	if rng.IntN(4) != 0 {
		s.node.Up = &u
	}
	return low, up
}

// boundCost does the same for a path tree: the least total cost through s,
// given the cost of the path to its parent.
func (s *sprig) boundCost(rng *rand.Rand, above trees.Score) trees.Score {
	above += s.node.Cost
	if len(s.kids) == 0 {
		return above
	}
	least := trees.Score(0)
	for i, k := range s.kids {
		if c := k.boundCost(rng, above); i == 0 || c < least {
			least = c
		}
	}
	if rng.IntN(4) != 0 {
		v := trees.Vector{least - trees.Score(rng.IntN(3))*trees.Unit}
		s.node.Low = &v
	}
	return least
}
