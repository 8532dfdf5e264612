package treetest

import "espalier/trees"

// This file makes the chance nodes, fractions and limits of random trees.

// fractionUnit is a unit in which the scores of Fractions are whole numbers.
const fractionUnit = 3 * 7 * 100

// fractions returns an outcome with scores of either sign.
func (g *generator) fractions() (v trees.Vector) {
	for p := range g.width {
		parts := []trees.Score{fractionUnit, fractionUnit, fractionUnit / 2, fractionUnit / 3, fractionUnit / 7, 1}[g.pick(6)]
		v[p] = trees.Score(g.pick(2*g.Points+1)-g.Points) * parts
	}
	return v
}

// probabilities gives the children of a chance node probabilities with one of several
// denominators. Some are 0.
func (g *generator) probabilities(kids []*draft) {
	den := []int{2, 3, 4, 6, 7, 10, 20, 100}[g.pick(8)]
	left := den
	for i, k := range kids {
		share := g.pick(left + 1)
		if i == len(kids)-1 {
			share = left
		}
		left -= share
		k.Prob = trees.Score(share).In(trees.Score(den))
	}
	g.Shuffle(len(kids), func(i, j int) { kids[i].Prob, kids[j].Prob = kids[j].Prob, kids[i].Prob })
}

// limits gives a header the least and the largest score that a leaf can have.
func (g *generator) limits(h *trees.Header) {
	unit := g.Step
	if g.Fractions {
		unit = fractionUnit
	}
	most := trees.Score(g.Points) * unit
	h.MinP = trees.All(-most - trees.Score(g.pick(3))*unit/2)
	h.MaxP = trees.All(most + trees.Score(g.pick(3))*unit/2)
}
