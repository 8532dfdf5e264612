package search

import (
	"math"

	"espalier/trace"
	"espalier/trees"
)

// Depth-first branch and bound, for a single agent.
//
// N. Sturtevant and R. Korf, "On pruning techniques for multi-player games",
// AAAI 2000, "Depth-First Branch-and-Bound Pruning", "Single Agent
// Branch-and-Bound", figure 5.
//
//	g      the cost of the path to x, from where the search starts: f.cost
//	limit  no path through x costs less: low of x, at least g
//	U      the least cost of a whole path so far: f.beta
//
// Needs: edge costs. Guarantee: the least cost. Immediate, shallow and deep
// pruning are the same test here: with one player it does not matter where U was
// found.
//
// Ties: leftmost; a cut path could at best equal U.

var dfbnbAlgorithm = Algorithm{
	ID: "dfbnb", Name: "Depth-first branch and bound", Paper: "Sturtevant & Korf 2000", Section: "Single Agent Branch-and-Bound, figure 5",
	Needs: "kind path", Guarantee: "the least cost", Sound: true,
	Terms: []string{"branch-and-bound", "heuristic", "bound"},
	code: pseudocode{
		{"DFBnB(x, g, U):", []string{"enter"}},
		{"  if x is a leaf: return g", []string{"leaf"}},
		{"  for each child c of x, left to right:", nil},
		{"    if limit(x) >= U: return the least so far   (no path through x is cheaper than U)", []string{"prune:cost"}},
		{"    v := DFBnB(c, g + cost of c, U)", []string{"backup"}},
		{"    if v < the least so far: keep it; U := min(U, v)", []string{"backup+"}},
		{"  return the least so far", []string{"exit"}},
	},
	need: []need{needPath}, run: dfbnb, Reference: &referenceCost,
}

func dfbnb(r *run) {
	r.inherit, r.windowed, r.about = fromWindow, true, 1
	r.costed = r.Pos.(trees.Costed)
	f, moves := r.root()
	if r.Tree != nil {
		// The heuristic includes the cost from the root of the tree.
		for n := int(f.node); n > 0; n = r.Tree.Parent(n) {
			r.rootCost += r.Tree.Cost(n)
		}
	}
	r.dfbnb(f, moves)
}

func (r *run) dfbnb(f *frame, moves int) {
	if moves <= 0 {
		moves, f.value[0], f.least = 0, f.cost, f.cost
	}
	if r.enter(f, moves) {
		return
	}
	limit := r.costLimit(f)
	f.least = math.MaxInt64
	c := f.below
	for i := range moves {
		if f.beta.Given && limit.Score >= f.beta.Score {
			f.least = min(f.least, limit.Score)
			u := trace.Term{Player: 1, Node: f.beta.Node, Score: f.beta.Score, Origin: trace.BackedUp}
			r.cut(f, i, trace.Cost, trees.Opt{}, limit, u)
			break
		}
		c.cost, c.beta = f.cost+r.costed.Cost(i), f.beta
		r.dfbnb(c, r.play(f, i))
		r.Pos.Undo()
		f.least = min(f.least, c.least)
		if !c.known {
			continue
		}
		improved := !f.known || c.value[0] < f.value[0]
		if improved {
			r.take(f)
			f.lowerBeta(f.value[0])
		}
		if r.observer != nil {
			r.emitBackup(f, improved)
		}
	}
	r.exit(f, f.known && f.least >= f.value[0])
}

// costLimit returns the lower bound on the cost of any path through f as a term of a
// certificate: the cost of the path so far, or the heuristic if it is at least as
// high.
func (r *run) costLimit(f *frame) trace.Term {
	limit := trace.Term{Player: 1, Node: f.node, Score: f.cost, Origin: trace.PathCost}
	if r.bounded != nil && r.bounded.Low(&f.low) && f.low[0]-r.rootCost >= limit.Score {
		limit.Score, limit.Origin = f.low[0]-r.rootCost, trace.Heuristic
	}
	return limit
}
