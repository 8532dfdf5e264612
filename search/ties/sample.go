package ties

import (
	"context"
	"math/rand/v2"

	"espalier/search/engine"
	"espalier/trees"
)

// sample tries random tie rules: at each node all orders of the children are equally likely, so each of the
// children that are best is taken with the same probability. The seed is fixed.
func (r *Result) sample(ctx context.Context, t *trees.Tree) error {
	r.Samples = max(1, min(MaxSamples, maxVisits/t.Len()))
	rng := rand.New(rand.NewPCG(sampleSeed, uint64(t.Len())))
	counts := map[trees.Vector]int{r.Default: 0}
	order := []trees.Vector{r.Default} // in which they were found: the result does not depend on the map
	values := make([]trees.Vector, t.Len())
	for range r.Samples {
		if err := engine.PassTurn(ctx); err != nil {
			return err
		}
		v := resolveByLot(t, values, rng)
		if _, known := counts[v]; !known {
			order = append(order, v)
		}
		counts[v]++
	}
	for _, v := range order {
		x := Value{Vector: v, Share: float64(counts[v]) / float64(r.Samples)}
		if v == r.Default {
			x.Otherwise = []Choice{}
		}
		r.Values = append(r.Values, x)
	}
	r.sort()
	return nil
}

func resolveByLot(t *trees.Tree, values []trees.Vector, rng *rand.Rand) trees.Vector {
	for n := t.Len() - 1; n >= 0; n-- {
		v := &values[n]
		switch {
		case t.IsLeaf(n):
			*v, _ = t.Value(n)
		case t.IsChance(n):
			*v = trees.Vector{}
			for _, k := range t.Kids(n) {
				addWeighed(t, int(k), v, &values[k])
			}
		default:
			p, equal := engine.Place(t.Mover(n)), 0
			for _, k := range t.Kids(n) {
				c := &values[k]
				switch {
				case equal == 0 || c[p] > v[p]:
					*v, equal = *c, 1
				case c[p] == v[p]:
					if equal++; rng.IntN(equal) == 0 {
						*v = *c
					}
				}
			}
		}
	}
	return values[0]
}
