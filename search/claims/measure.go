package claims

import (
	"context"
	"math"
	"math/rand/v2"

	"espalier/search/compare"
	"espalier/search/engine"
	"espalier/trees"
	"espalier/trees/games"
)

// This file counts what the papers predict. The counts depend only on the arguments.

// LazyScores returns how many leaf scores of a random uniform tree a mover compares, and how
// many there are; untouched is the number of leaves without a compared score.
func LazyScores(ctx context.Context, players, branching, depth int, seed uint64) (compared, all, untouched int, err error) {
	size := compare.TrialSize{Players: players, Branching: branching, Depth: depth, Nodes: compare.MaxTrialNodes, MaxSum: points(1000), Delta: trees.Unit}
	s := compare.Trials{Size: size, Uniform: true, Leaf: func(rng *rand.Rand) trees.Vector { return divided(rng, players, 1000) }}
	s.Claim = func(_ context.Context, t *compare.Trial) (func() bool, error) {
		return func() bool {
			if b, d, _ := t.Uniform(); all > 0 || b != branching || d != depth {
				return false
			}
			l := lazy{t: t, needed: map[[2]int]bool{}}
			l.leaf(0)
			for i := range t.Len() {
				if t.Mover(i) > 0 {
					continue
				}
				here := 0
				for p := range players {
					if l.needed[[2]int{i, p}] {
						here++
					}
				}
				compared, all = compared+here, all+players
				if here == 0 {
					untouched++
				}
			}
			return false
		}, nil
	}
	_, err = s.Search(ctx, seed, 1000, nil)
	return compared, all, untouched, err
}

// A flat tree is uniform, and all its leaves are equal: the best order for a search with two
// sides.
type flat struct{ players, branching, depth, ply int }

func (t *flat) Players() int { return t.players }
func (t *flat) Height() int  { return t.depth }
func (t *flat) Undo()        { t.ply-- }

func (t *flat) Mover() int {
	if t.ply == t.depth {
		return 0
	}
	return t.ply%t.players + 1
}

func (t *flat) Look(v *trees.Vector) int {
	if t.ply < t.depth {
		return t.branching
	}
	for p := range t.players {
		v[p] = trees.Unit
	}
	return 0
}

func (t *flat) Do(_ int, v *trees.Vector) (moves, mover int) {
	t.ply++
	return t.Look(v), t.Mover()
}

// ParanoidLeaves returns the number of leaves that paranoid search visits in its best case.
func ParanoidLeaves(ctx context.Context, players, branching, depth int) (int, error) {
	sum := trees.Some(points(players))
	p := engine.Problem{Pos: &flat{players: players, branching: branching, depth: depth}, Players: players, MaxSum: sum, MaxP: trees.All(sum.Score)}
	res, err := config("paranoid").Algorithm.Run(ctx, p, engine.Options{}, nil)
	return res.Stats.Leaves, err
}

// A Deals is the work of an algorithm on deals of a game of cards.
type Deals struct {
	MaxSum, MaxP string // of the first deal
	Leaves       map[string]int
}

// CountDeals searches deals of a game for three players by the algorithms.
func CountDeals(ctx context.Context, game string, cards, deals int, algorithms ...string) (d Deals, err error) {
	d.Leaves = map[string]int{}
	for seed := range deals {
		for _, id := range algorithms {
			pos, err := games.Open(&games.Document{ID: game, Values: map[string]any{"players": 3, "cards": cards, "seed": seed + 1}})
			if err != nil {
				return d, err
			}
			p := engine.OnGame(game, pos)
			if seed == 0 {
				d.MaxSum, d.MaxP = p.MaxSum.Score.In(trees.Unit).String(), p.MaxP.Scores[0].In(trees.Unit).String()
			}
			res, err := config(id).Algorithm.Run(ctx, p, engine.Options{}, nil)
			if err != nil {
				return d, err
			}
			d.Leaves[id] += res.Stats.Leaves
		}
	}
	return d, nil
}

// RootSpread returns the mean and the standard deviation of the score of player 1 at the root
// of random trees, under max^n: the leaves divide one point by random cuts. Their seeds begin with from.
func RootSpread(ctx context.Context, players, branching, depth, from, count int) (mean, deviation float64, err error) {
	const sum = 1_000_000
	var first, second float64
	for seed := range count {
		p, err := engine.OnGenerated(games.Generator{Kind: games.Random, Branching: branching, Depth: depth, Players: players, MaxSum: sum, Seed: uint32(from + seed)})
		if err != nil {
			return 0, 0, err
		}
		res, err := config("maxn").Algorithm.Run(ctx, p, engine.Options{}, nil)
		if err != nil {
			return 0, 0, err
		}
		x := float64(res.Value[0]) / float64(points(sum))
		first, second = first+x, second+x*x
	}
	mean = first / float64(count)
	return mean, math.Sqrt(max(0, second/float64(count)-mean*mean)), nil
}
