package searchtest

import (
	"math/big"

	"espalier/search/engine"
	"espalier/trees"
)

// goal is what a mover wants: the largest or the least score of a player, from 1.
type goal func(mover int) (player int, least bool)

func ownScore(mover int) (int, bool) { return mover, false }

func MaxAgainstMin(mover int) (int, bool) {
	return 1, mover == 2
}

func againstCoalition(t *trees.Tree, root int) goal {
	p := max(1, t.Mover(root))
	return func(mover int) (int, bool) { return p, mover != p }
}

// expected returns the value of a node, in fractions of any size: it shares nothing with the
// searches. depth below 0: to the leaves.
func Expected(t *trees.Tree, n, depth int, g goal) []*big.Rat {
	rational := func(v trees.Vector) (list []*big.Rat) {
		for _, s := range v[:t.Width()] {
			list = append(list, big.NewRat(int64(s), int64(t.Unit)))
		}
		return list
	}
	if v, known := t.Value(n); t.IsLeaf(n) {
		if !known {
			panic("a leaf of unknown value")
		}
		return rational(v)
	}
	if depth == 0 {
		v, _ := t.Static(n)
		return rational(v)
	}
	var best []*big.Rat
	for _, k := range t.Kids(n) {
		v := Expected(t, int(k), depth-1, g)
		if t.IsChance(n) {
			p := t.Prob(int(k))
			if best == nil {
				best = rational(trees.Vector{})
			}
			for i := range best {
				best[i].Add(best[i], new(big.Rat).Mul(big.NewRat(int64(p.Score), int64(p.Unit)), v[i]))
			}
			continue
		}
		player, least := g(t.Mover(n))
		if best == nil {
			best = v
			continue
		}
		if c := v[player-1].Cmp(best[player-1]); c > 0 && !least || c < 0 && least {
			best = v
		}
	}
	return best
}

func SameValue(t *trees.Tree, v trees.Vector, want []*big.Rat) bool {
	for i, w := range want {
		if big.NewRat(int64(v[i]), int64(t.Unit)).Cmp(w) != 0 {
			return false
		}
	}
	return true
}

func GoalOf(a *engine.Algorithm, t *trees.Tree, root int) goal {
	switch a.Reference {
	case &engine.ReferenceMaxn:
		return ownScore
	case &engine.ReferenceMinimax:
		return MaxAgainstMin
	}
	return againstCoalition(t, root)
}
