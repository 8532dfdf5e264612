package trial

import (
	"math/rand/v2"

	"espalier/trees"
)

// The sizes of generated trees, in nodes, and their form.
const (
	leastNodes = 15
	mostNodes  = 40
	mostKids   = 4
	mostLevels = 5
	// points is the sum of the scores of a leaf in max^n, and the greatest value in minimax: small, so that there
	// are ties.
	points = 12
	// chanceShare is the share of inner nodes at which chance moves, in percent.
	chanceShare = 30
)

// A Shape says what the trees are like.
type Shape struct {
	Players int  // of max^n trees; 0: minimax
	Chance  bool // some inner nodes are chance nodes
}

// A grown node is one of a tree that is generated and made smaller.
type grown struct {
	player int // from 1
	chance bool
	value  trees.Vector // of a leaf, in points
	kids   []*grown
}

func (n *grown) count() int {
	c := 1
	for _, k := range n.kids {
		c += k.count()
	}
	return c
}

// build returns the tree; nil: it breaks a limit of trees.
func (s Shape) build(root *grown) *trees.Tree {
	h := trees.Header{Kind: trees.Minimax, Unit: trees.Unit}
	if s.Players > 0 {
		h.Kind, h.Players, h.MaxSum = trees.MaxN, s.Players, trees.Some(points*trees.Unit)
	} else {
		h.MinP, h.MaxP = trees.All(0), trees.All(points*trees.Unit)
	}
	b := trees.NewBuilder(h)
	count := 0
	var add func(n *grown)
	add = func(n *grown) {
		node := trees.Node{Label: trees.LetterOf(count)} // mistakes are named by it
		count++
		switch {
		case len(n.kids) == 0:
			v := n.value
			for p := range v {
				v[p] *= trees.Unit
			}
			node.Value = &v
		case n.chance:
			node.Chance = true
		default:
			node.Player = n.player
		}
		b.Open(node)
		for _, k := range n.kids {
			add(k)
		}
		b.Close()
	}
	add(root)
	t, err := b.Tree()
	if err != nil {
		return nil
	}
	return t
}

// random generates a tree: movers in turn, leaves at any level.
func (s Shape) random(rng *rand.Rand) *grown {
	for {
		root := s.node(rng, 1, 0)
		if n := root.count(); n >= leastNodes && n <= mostNodes {
			return root
		}
	}
}

func (s Shape) node(rng *rand.Rand, player, level int) *grown {
	n := &grown{player: player}
	if level == mostLevels || level > 1 && rng.IntN(3) == 0 {
		n.value = s.value(rng)
		return n
	}
	n.chance = s.Chance && level > 0 && rng.IntN(100) < chanceShare
	next := player%max(s.Players, 2) + 1
	if n.chance {
		next = player
	}
	for range 1 + rng.IntN(mostKids) {
		n.kids = append(n.kids, s.node(rng, next, level+1))
	}
	return n
}

func (s Shape) value(rng *rand.Rand) (v trees.Vector) {
	if s.Players == 0 {
		v[0] = trees.Score(rng.IntN(points + 1))
		return v
	}
	left := points
	for p := range s.Players - 1 {
		x := rng.IntN(left + 1)
		v[p] = trees.Score(x)
		left -= x
	}
	v[s.Players-1] = trees.Score(left)
	rng.Shuffle(s.Players, func(i, j int) { v[i], v[j] = v[j], v[i] })
	return v
}
