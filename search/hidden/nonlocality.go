package hidden

import (
	"context"

	"espalier/trees"
)

// Non-locality.
//
// I. Frank and D. Basin, "Search in games with incomplete information: a case study using Bridge card
// play", Artificial Intelligence 100 (1998): the second error of a search over worlds. Their vector
// minimaxing makes one move for all worlds that look alike, so it has no strategy fusion. But it chooses
// this move by what is below the node alone:
//
//	Max  the vector of the child with the largest sum over all worlds
//	Min  the vector with the least entry of all children, for each world by itself: Min sees the world
//
// Min lets Max come to the node only in some of the worlds. The others count in the sum, too, and
// should not: which move is right depends on parts of the tree that are not below the node.

// A Nonlocality compares what Max gets by vector minimaxing with what the best plan gives, by world. The best plan
// is that of BestDefence.
type Nonlocality struct {
	Local, Best []trees.Score
}

// Errs reports whether the best plan gives more.
func (n *Nonlocality) Errs() bool { return sum(n.Local) < sum(n.Best) }

// FindNonlocality computes both for a player who does not see the world, from positions that look alike; another
// player may move there. Its limit is that of BestDefence.
func FindNonlocality(ctx context.Context, player int, worlds []World) (*Nonlocality, error) {
	d := &defence{ctx: ctx, player: player - 1}
	plans, err := d.plans(worlds)
	if err != nil {
		return nil, err
	}
	n := &Nonlocality{Local: VectorMinimax(player, worlds), Best: plans[0]}
	for _, p := range plans[1:] {
		if sum(p) > sum(n.Best) {
			n.Best = p
		}
	}
	return n, nil
}

// VectorMinimax returns what a player gets in each world by vector minimaxing, ties to the first move. The same
// moves are possible in all worlds.
func VectorMinimax(player int, worlds []World) (best []trees.Score) {
	var v trees.Vector
	moves := worlds[0].Look(&v)
	if moves == 0 {
		for _, w := range worlds {
			w.Look(&v)
			best = append(best, v[player-1])
		}
		return best
	}
	max := worlds[0].Mover() == player
	for move := range moves {
		var of []trees.Score
		play(worlds, move, func() { of = VectorMinimax(player, worlds) })
		switch {
		case move == 0 || max && sum(of) > sum(best):
			best = of
		case !max:
			for i, s := range of {
				best[i] = min(best[i], s)
			}
		}
	}
	return best
}
