package claims

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"espalier/search/engine"
	"espalier/trees"
)

// A MoveOrder is the order of the moves of Max and Min. Those of chance have no order.
type MoveOrder int

const (
	RandomOrder MoveOrder = iota
	BestFirst
	WorstFirst
)

// mostUtility is maxp of the trees that are measured; minp is 0.
const mostUtility = 100

// A gambleNode is a node of a random tree, with its minimax value.
type gambleNode struct {
	mover int // 0: chance moves
	value float64
	kids  []*gambleNode
	leaf  int
}

// StarLeaves counts the leaves that minimax, Star1 and Star2 visit in a random uniform tree.
// Max, chance, Min and chance move in turn, all moves of chance are equally likely, and the leaves
// are whole numbers from 0 to 100, independent of each other. A leaf that Star2 probes and then
// searches again counts twice.
func StarLeaves(ctx context.Context, branching, depth int, seed uint64, order MoveOrder) (all, star1, star2 int, err error) {
	rng := rand.New(rand.NewPCG(seed, 83))
	root := randomGamble(rng, branching, depth, 0, order)
	b := trees.NewBuilder(trees.Header{Kind: trees.Minimax, Players: 2, MinP: trees.All(0), MaxP: trees.All(points(mostUtility))})
	root.build(b)
	t, err := b.Tree()
	if err != nil {
		return 0, 0, 0, err
	}
	for id, to := range map[string]*int{"minimax": &all, "star1": &star1, "star2": &star2} {
		c := config(id)
		res, err := c.Algorithm.Run(ctx, engine.OnTree(t, 0), c.Options, nil)
		if err != nil {
			return 0, 0, 0, err
		}
		*to = res.Stats.Leaves
	}
	return all, star1, star2, nil
}

func randomGamble(rng *rand.Rand, branching, depth, level int, order MoveOrder) *gambleNode {
	if level == depth {
		v := rng.IntN(mostUtility + 1)
		return &gambleNode{leaf: v, value: float64(v)}
	}
	n := &gambleNode{mover: [...]int{1, 0, 2, 0}[level%4]}
	for range branching {
		n.kids = append(n.kids, randomGamble(rng, branching, depth, level+1, order))
	}
	if n.mover == 0 {
		for _, k := range n.kids {
			n.value += k.value / float64(branching)
		}
		return n
	}
	sorted := slices.Clone(n.kids)
	slices.SortStableFunc(sorted, func(a, b *gambleNode) int {
		if n.mover == 1 {
			return cmp.Compare(b.value, a.value)
		}
		return cmp.Compare(a.value, b.value)
	})
	n.value = sorted[0].value
	switch order {
	case BestFirst:
		n.kids = sorted
	case WorstFirst:
		slices.Reverse(sorted)
		n.kids = sorted
	}
	return n
}

func (n *gambleNode) build(b *trees.Builder) {
	node := trees.Node{Player: n.mover, Chance: n.kids != nil && n.mover == 0}
	if n.kids == nil {
		node.Value = &trees.Vector{points(n.leaf)}
	}
	b.Open(node)
	for _, k := range n.kids {
		k.build(b)
	}
	b.Close()
}
