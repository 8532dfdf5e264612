package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Deep branch and bound, which is wrong, even with two players.
//
// N. Sturtevant and R. Korf, "On pruning techniques for multi-player games",
// AAAI 2000, "Depth-First Branch-and-Bound Pruning", "Multi-Player
// Branch-and-Bound", figure 6: the test of bnb.go with the best of any
// ancestor, with the same symbols.
//
// Needs: a heuristic. Guarantee: none. A cut value could not become the value of
// the ancestor with the bound, but it can decide between other values on its way
// to this ancestor. A first child may be cut, too, and then has no value; the next
// child with a value is taken. Even with two players and a constant sum this loses the
// child that the mover would have chosen.
//
// Ties: leftmost.

var DeepBnB = engine.Algorithm{
	ID: "deep-bnb", Name: "Deep branch and bound (unsound)", Paper: "Sturtevant & Korf 2000", Section: "Multi-Player Branch-and-Bound, figure 6",
	Needs:       "kind maxn, low or up on an inner node (default: 0 and maxp)",
	Guarantee:   "none: the value can be wrong, even with two players",
	Options:     []string{"depth"},
	ByHeuristic: true,
	Terms:       []string{"branch-and-bound", "heuristic", "deep-pruning", "sound"},
	Code: engine.Pseudocode{
		{"DeepBnB(x):", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  if Best[q] at the parent >= h(q) at x: return no value   (shallow; q moves at the parent)", "prune:bnb-shallow"},
		{"  if Best[q] at any ancestor >= h(q) at x: return no value   " + engine.DeepRemark, "prune:bnb-deep"},
		{"  for each child c of x, left to right:"},
		{"    if Best[p] >= h(p): return Best   (immediate; p moves at x)", "prune:bnb-immediate"},
		{"    v := DeepBnB(c)", "backup"},
		{"    if there is no Best yet, or v[p] > Best[p]: Best := v", "backup+"},
		{"  return Best", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedBounds}, Relies: engine.Always, Procedure: deepBnB, Judged: engine.ByModel, Reference: &engine.ReferenceMaxn,
}

type deepBnBRun struct{ *engine.Run }

func deepBnB(r *engine.Run) {
	r.Inherit = fromAllAncestors
	r.BoundsMissing()
	deepBnBRun{r}.Search(r.AtRoot())
}

func (s deepBnBRun) Search(f *engine.Frame, moves int) {
	if s.Enter(f, moves) {
		return
	}
	s.Bounds(f)
	for a := f.Above; a != nil; a = a.Above {
		if cutBeforeFirst(s.Run, f, a) {
			s.Exit(f, false)
			return
		}
	}
	p := engine.Place(f.Mover)
	for i := range moves {
		if f.Known && f.Value[p] >= f.Up[p] {
			s.Cut(f, i, trace.BnBImmediate, trees.Some(f.Up[p]), f.Term())
			break
		}
		s.Search(f.Below, s.Play(f, i))
		s.Pos.Undo()
		if !f.Below.Known {
			continue
		}
		improved := !f.Known || f.Below.Value[p] > f.Value[p]
		if improved {
			s.Take(f)
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
	}
	s.Exit(f, false)
}

// fromAllAncestors sets, for each player, the largest of the best scores at the
// ancestors; among equal scores the nearest ancestor is used.
func fromAllAncestors(f *engine.Frame, bounds *[trees.MaxPlayers]trace.Bound) {
	for a := f.Above; a != nil; a = a.Above {
		held := &bounds[a.Mover-1]
		if b := a.Best(); b.Given && (!held.Given || b.Score > held.Score) {
			*held = b
		}
	}
}
