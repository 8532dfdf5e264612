package algorithms

import (
	"math"

	"espalier/search/engine"
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
//	U      the least cost of a whole path so far: f.Beta
//
// Needs: edge costs. Guarantee: the least cost. Immediate, shallow and deep
// pruning are the same test here: with one player it does not matter where U was
// found.
//
// Ties: leftmost; a cut path could at best equal U.

var DFBnB = engine.Algorithm{
	ID: "dfbnb", Name: "Depth-first branch and bound", Paper: "Sturtevant & Korf 2000", Section: "Single Agent Branch-and-Bound, figure 5",
	Needs: "kind path", Guarantee: "the least cost", Sound: true,
	Terms: []string{"branch-and-bound", "heuristic", "bound"},
	Code: engine.Pseudocode{
		{"DFBnB(x, g, U):", "enter"},
		{"  if x is a leaf: return g", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    if limit(x) >= U: return the least so far   (no path through x is cheaper than U)", "prune:cost"},
		{"    v := DFBnB(c, g + cost of c, U)", "backup"},
		{"    if v < the least so far: keep it; U := min(U, v)", "backup+"},
		{"  return the least so far", "exit"},
	},
	Need: []engine.Need{engine.NeedPath}, Procedure: dfbnb, Reference: &engine.ReferenceCost,
}

type dfbnbRun struct {
	*engine.Run
	costed   trees.Costed
	rootCost trees.Score // cost of the path to the root of the search
	paths    []path      // by ply
}

// A path is what is known of the paths through a node.
type path struct {
	cost  trees.Score // of the path to the node, from the root of the search
	least trees.Score // lower bound on the cost of any path through the node
}

func dfbnb(r *engine.Run) {
	r.Inherit, r.Windowed, r.About = engine.FromWindow, true, 1
	s := &dfbnbRun{Run: r, costed: r.Pos.(trees.Costed), paths: make([]path, len(r.Frames))}
	f, moves := r.AtRoot()
	if r.Tree != nil {
		// The heuristic includes the cost from the root of the tree.
		for n := int(f.Node); n > 0; n = r.Tree.Parent(n) {
			s.rootCost += r.Tree.Cost(n)
		}
	}
	s.Search(f, moves)
}

func (s *dfbnbRun) Search(f *engine.Frame, moves int) {
	at := &s.paths[f.Ply]
	if moves <= 0 {
		moves, f.Value[0], at.least = 0, at.cost, at.cost
	}
	if s.Enter(f, moves) {
		return
	}
	limit := s.limitOf(f)
	at.least = math.MaxInt64
	c, below := f.Below, &s.paths[f.Below.Ply]
	for i := range moves {
		if f.Beta.Given && limit.Score >= f.Beta.Score {
			at.least = min(at.least, limit.Score)
			u := trace.Term{Player: 1, Node: f.Beta.Node, Score: f.Beta.Score, Origin: trace.BackedUp}
			s.Cut(f, i, trace.Cost, trees.Opt{}, limit, u)
			break
		}
		below.cost, c.Beta = at.cost+s.costed.Cost(i), f.Beta
		s.Search(c, s.Play(f, i))
		s.Pos.Undo()
		at.least = min(at.least, below.least)
		if !c.Known {
			continue
		}
		improved := !f.Known || c.Value[0] < f.Value[0]
		if improved {
			s.Take(f)
			f.LowerBeta(f.Value[0])
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
	}
	s.Exit(f, f.Known && at.least >= f.Value[0])
}

// limitOf returns the lower bound on the cost of any path through f as a term of a
// certificate: the cost of the path so far, or the heuristic if it is at least as
// high.
func (s *dfbnbRun) limitOf(f *engine.Frame) trace.Term {
	limit := trace.Term{Player: 1, Node: f.Node, Score: s.paths[f.Ply].cost, Origin: trace.PathCost}
	if s.Bounded != nil && s.Bounded.Low(&f.Low) && f.Low[0]-s.rootCost >= limit.Score {
		limit.Score, limit.Origin = f.Low[0]-s.rootCost, trace.Heuristic
	}
	return limit
}
