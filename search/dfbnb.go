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
//	g      the cost of the path to x, from where the search starts: path.cost
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
		{"DFBnB(x, g, U):", "enter"},
		{"  if x is a leaf: return g", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    if limit(x) >= U: return the least so far   (no path through x is cheaper than U)", "prune:cost"},
		{"    v := DFBnB(c, g + cost of c, U)", "backup"},
		{"    if v < the least so far: keep it; U := min(U, v)", "backup+"},
		{"  return the least so far", "exit"},
	},
	need: []need{needPath}, run: dfbnb, Reference: &referenceCost,
}

type dfbnbRun struct {
	*run
	costed   trees.Costed
	rootCost trees.Score // cost of the path to the root of the search
	paths    []path      // by ply
}

// A path is what is known of the paths through a node.
type path struct {
	cost  trees.Score // of the path to the node, from the root of the search
	least trees.Score // lower bound on the cost of any path through the node
}

func dfbnb(r *run) {
	r.inherit, r.windowed, r.about = fromWindow, true, 1
	s := &dfbnbRun{run: r, costed: r.Pos.(trees.Costed), paths: make([]path, len(r.frames))}
	f, moves := r.root()
	if r.Tree != nil {
		// The heuristic includes the cost from the root of the tree.
		for n := int(f.node); n > 0; n = r.Tree.Parent(n) {
			s.rootCost += r.Tree.Cost(n)
		}
	}
	s.search(f, moves)
}

func (s *dfbnbRun) search(f *frame, moves int) {
	at := &s.paths[f.ply]
	if moves <= 0 {
		moves, f.value[0], at.least = 0, at.cost, at.cost
	}
	if s.enter(f, moves) {
		return
	}
	limit := s.limitOf(f)
	at.least = math.MaxInt64
	c, below := f.below, &s.paths[f.below.ply]
	for i := range moves {
		if f.beta.Given && limit.Score >= f.beta.Score {
			at.least = min(at.least, limit.Score)
			u := trace.Term{Player: 1, Node: f.beta.Node, Score: f.beta.Score, Origin: trace.BackedUp}
			s.cut(f, i, trace.Cost, trees.Opt{}, limit, u)
			break
		}
		below.cost, c.beta = at.cost+s.costed.Cost(i), f.beta
		s.search(c, s.play(f, i))
		s.Pos.Undo()
		at.least = min(at.least, below.least)
		if !c.known {
			continue
		}
		improved := !f.known || c.value[0] < f.value[0]
		if improved {
			s.take(f)
			f.lowerBeta(f.value[0])
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
	}
	s.exit(f, f.known && at.least >= f.value[0])
}

// limitOf returns the lower bound on the cost of any path through f as a term of a
// certificate: the cost of the path so far, or the heuristic if it is at least as
// high.
func (s *dfbnbRun) limitOf(f *frame) trace.Term {
	limit := trace.Term{Player: 1, Node: f.node, Score: s.paths[f.ply].cost, Origin: trace.PathCost}
	if s.bounded != nil && s.bounded.Low(&f.low) && f.low[0]-s.rootCost >= limit.Score {
		limit.Score, limit.Origin = f.low[0]-s.rootCost, trace.Heuristic
	}
	return limit
}
