package compare

import (
	"espalier/search/algorithms"
	"espalier/search/engine"
	"espalier/trees"
)

// This file makes random trees with chance nodes, for claims about them and for counterexamples
// to an algorithm that needs one. They are of kind minimax: Max moves, or Min, or chance, in any
// order. maxp is the maxsum of the size.

// Probabilities of the random trees are whole sixths: such numbers are read at a glance, and two
// or three children can be equally likely.
const chanceParts = 6

// maxChanceLevels is the most chance nodes on a path. With more, the scores of the largest size
// would not fit into the unit in which all expectations are whole.
const maxChanceLevels = 4

// chanceScale makes the unit of the scores finer: a whole part of a point remains whole after
// maxChanceLevels multiplications by sixths.
const chanceScale = chanceParts * chanceParts * chanceParts * chanceParts

// needsChance reports whether the algorithm searches nothing but trees with chance nodes.
func needsChance(a *engine.Algorithm) bool { return a == &algorithms.AlphaBetaChance }

// withChance makes the trees of h trees with chance nodes.
func (h *trialSearch) withChance() {
	h.tree.chance, h.tree.zeroSum = true, true
	for _, s := range []*trees.Score{&h.unit, &h.size.MaxSum, &h.size.Delta, &h.least} {
		*s *= chanceScale
	}
}

func (h *trialSearch) chanceProblem() engine.Problem {
	return engine.Problem{Pos: h.tree, Unit: h.unit, Kind: trees.Minimax, Players: 2, Least: trees.Some(0), MaxP: trees.All(h.size.MaxSum), Delta: h.size.Delta}
}

func (h *trialSearch) chanceHeader() trees.Header {
	return trees.Header{Title: h.title(), Kind: trees.Minimax, Players: 2, Unit: h.unit, MinP: trees.All(h.least), MaxP: trees.All(h.least + h.size.MaxSum)}
}

// inUnitOf returns a value of the trials with the scores and in the unit of a tree that was made
// of one.
func (h *trialSearch) inUnitOf(t *trees.Tree, v trees.Vector) (in trees.Vector) {
	for p := range t.Width() { // in a minimax tree a value is what Max gets
		in[p], _ = (v[p] + h.least).In(h.unit).In(t.Unit)
	}
	return in
}

// utility is the value of a leaf.
func (h *trialSearch) utility() trees.Vector {
	v := trees.Score(h.rng.IntN(h.steps+1)) * h.size.Delta
	return trees.Vector{v, -v}
}

// maybeChance makes inner node i, which has its children, a chance node, or has Max or Min move
// there.
func (h *trialSearch) maybeChance(i int32) {
	t := h.tree
	s := &t.nodes[i]
	s.mover = int8(1 + h.rng.IntN(2))
	levels := 0
	for n := s.parent; n >= 0; n = t.nodes[n].parent {
		if t.isChance(n) {
			levels++
		}
	}
	kids := int(s.kids)
	if levels == maxChanceLevels || kids > chanceParts || h.rng.IntN(3) > 0 {
		return
	}
	s.mover = 0
	even := chanceParts%kids == 0 && h.rng.Uint32()&1 == 0
	var share [chanceParts]int
	for k := range kids {
		share[k] = 1
		if even {
			share[k] = chanceParts / kids
		}
	}
	if !even {
		for range chanceParts - kids {
			share[h.rng.IntN(kids)]++
		}
	}
	for k := range kids {
		t.nodes[int(s.first)+k].prob = trees.Number{Score: trees.Score(share[k]), Unit: chanceParts}.Reduced()
	}
}
