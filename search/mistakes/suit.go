package mistakes

import (
	"math/rand/v2"

	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
)

// Suited returns a tree on which an algorithm can run: t itself, or t with what the algorithm needs besides,
// which is a heuristic of each inner node, or chance nodes and a range of values. The same t and seed give
// the same tree.
func Suited(a *engine.Algorithm, t *trees.Tree, seed uint64) (*trees.Tree, error) {
	var refused error
	for _, make := range []func(t *trees.Tree, random *rand.Rand) (*trees.Tree, error){asIs, withHeuristic, withChance} {
		other, err := make(t, rand.New(rand.NewPCG(seed, 61)))
		if err != nil {
			return nil, err
		}
		p := engine.OnTree(other, 0)
		if err = a.Check(&p, engine.Options{}); err == nil {
			return other, nil
		}
		if refused == nil {
			refused = err
		}
	}
	return nil, refused
}

// BaseOf returns an algorithm for which random trees can be made that Suited makes fit.
func BaseOf(a *engine.Algorithm) *engine.Algorithm {
	id := "shallow"
	if a.TwoPlayers {
		id = "alphabeta"
	}
	base, _ := algorithms.Find(id)
	return base
}

func asIs(t *trees.Tree, _ *rand.Rand) (*trees.Tree, error) { return t, nil }

// heuristicSlack is how many points a bound of a random heuristic is off at most.
const heuristicSlack = 2

// withHeuristic gives each inner node low and up: bounds of what its leaves have, often the best ones.
func withHeuristic(t *trees.Tree, random *rand.Rand) (*trees.Tree, error) {
	if t.Kind != trees.MaxN {
		return t, nil
	}
	other, _, err := rebuilt(t, allKids(t), func(n int, node *trees.Node) {
		if t.IsLeaf(n) {
			return
		}
		low, up := trees.Vector{}, trees.Vector{}
		first := true
		for m := n; m < t.End(n); m++ {
			v, known := t.Value(m)
			if !t.IsLeaf(m) || !known {
				continue
			}
			for p := range t.Players {
				if first || v[p] < low[p] {
					low[p] = v[p]
				}
				if first || v[p] > up[p] {
					up[p] = v[p]
				}
			}
			first = false
		}
		for p := range t.Players {
			low[p] = max(0, low[p]-trees.Score(random.IntN(heuristicSlack))*t.Unit)
			up[p] += trees.Score(random.IntN(heuristicSlack)) * t.Unit
			if t.MaxSum.Given {
				up[p] = min(up[p], t.MaxSum.Score)
			}
		}
		node.Low, node.Up = &low, &up
	})
	return other, err
}

// quarters are the probabilities of two and of three children, in quarters.
var quarters = [][][]trees.Score{2: {{1, 3}, {2, 2}, {3, 1}}, 3: {{1, 1, 2}, {1, 2, 1}, {2, 1, 1}}}

// withChance lets chance move below the root, and exchanges the movers further down. Leaves have values from
// 0 to the largest one.
func withChance(t *trees.Tree, random *rand.Rand) (*trees.Tree, error) {
	if t.Kind != trees.Minimax {
		return t, nil
	}
	most := trees.Score(0)
	for n := range t.Len() {
		if v, known := t.Value(n); known && t.IsLeaf(n) {
			most = max(most, v[0])
		}
	}
	h := t.Header
	h.MinP, h.MaxP = trees.All(0), trees.All(most)
	weights := map[int][]trees.Score{}
	other, _, err := rebuiltWith(t, h, allKids(t), func(n int, node *trees.Node) {
		kids := len(t.Kids(n))
		switch level := t.Level(n); {
		case kids > 0 && level == 1:
			node.Chance, node.Player = true, 0
			if kids < len(quarters) && quarters[kids] != nil {
				weights[n] = quarters[kids][random.IntN(len(quarters[kids]))]
			}
		case kids > 0 && level > 1:
			node.Player = 3 - node.Player
		}
		if n == 0 {
			return
		}
		if list := weights[t.Parent(n)]; list != nil {
			for i, k := range t.Kids(t.Parent(n)) {
				if int(k) == n {
					node.Prob = trees.Number{Score: list[i], Unit: 4}
				}
			}
		}
	})
	return other, err
}
