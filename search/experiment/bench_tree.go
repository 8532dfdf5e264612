package experiment

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"espalier/trees"
)

// A benchNode is a node of a tree before its children have their order.
type benchNode struct {
	value trees.Vector // the max^n value, ties to the first child
	kids  []*benchNode
}

// tree returns the tree of a family with a depth and a seed: uniform, movers in turn, all leaves sum to maxsum.
func (f *Family) tree(depth int, seed uint32) (*trees.Tree, error) {
	rng := rand.New(rand.NewPCG(uint64(seed), uint64(depth)))
	b := trees.NewBuilder(trees.Header{Players: f.players, MaxSum: trees.Some(trees.Score(f.maxsum) * trees.Unit)})
	f.add(b, f.grow(rng, depth, 0, make([]int, f.players)), 0)
	return b.Tree()
}

// grow returns the node of a ply and all below it. points are what the edges above have given to the players.
func (f *Family) grow(rng *rand.Rand, depth, ply int, points []int) *benchNode {
	n := &benchNode{}
	if ply == depth {
		if !f.alike {
			points = f.divide(rng, f.maxsum)
		}
		for p, x := range points {
			n.value[p] = trees.Score(x) * trees.Unit
		}
		return n
	}
	for range f.branching {
		below := points
		if f.alike {
			// The first edge has what is left when maxsum is divided by the depth.
			part := f.maxsum / depth
			if ply == 0 {
				part += f.maxsum % depth
			}
			below = f.divide(rng, part)
			for p, x := range points {
				below[p] += x
			}
		}
		n.kids = append(n.kids, f.grow(rng, depth, ply+1, below))
	}
	mover := ply % f.players
	byValue := func(x, y *benchNode) int { return cmp.Compare(y.value[mover], x.value[mover]) }
	switch f.order {
	case bestFirst:
		slices.SortStableFunc(n.kids, byValue)
	case worstFirst:
		slices.SortStableFunc(n.kids, func(x, y *benchNode) int { return byValue(y, x) })
	}
	n.value = slices.MinFunc(n.kids, byValue).value
	return n
}

// divide divides points among the players, at places that are chosen at random.
func (f *Family) divide(rng *rand.Rand, points int) []int {
	places := []int{0, points}
	for range f.players - 1 {
		places = append(places, rng.IntN(points+1))
	}
	slices.Sort(places)
	parts := make([]int, f.players)
	for p := range parts {
		parts[p] = places[p+1] - places[p]
	}
	return parts
}

func (f *Family) add(b *trees.Builder, n *benchNode, ply int) {
	if n.kids == nil {
		b.Open(trees.Node{Value: &n.value})
	} else {
		b.Open(trees.Node{Player: ply%f.players + 1})
	}
	for _, kid := range n.kids {
		f.add(b, kid, ply+1)
	}
	b.Close()
}
