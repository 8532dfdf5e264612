package search

import (
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

var deepBnBAlgorithm = Algorithm{
	ID: "deep-bnb", Name: "Deep branch and bound (unsound)", Paper: "Sturtevant & Korf 2000", Section: "Multi-Player Branch-and-Bound, figure 6",
	Needs:       "kind maxn, low or up on an inner node (default: 0 and maxp)",
	Guarantee:   "none: the value can be wrong, even with two players",
	Options:     []string{"depth"},
	byHeuristic: true,
	Terms:       []string{"branch-and-bound", "heuristic", "deep-pruning", "sound"},
	code: pseudocode{
		{"DeepBnB(x):", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  if Best[q] at the parent >= h(q) at x: return no value   (shallow; q moves at the parent)", "prune:bnb-shallow"},
		{"  if Best[q] at any ancestor >= h(q) at x: return no value   " + deepRemark, "prune:bnb-deep"},
		{"  for each child c of x, left to right:"},
		{"    if Best[p] >= h(p): return Best   (immediate; p moves at x)", "prune:bnb-immediate"},
		{"    v := DeepBnB(c)", "backup"},
		{"    if there is no Best yet, or v[p] > Best[p]: Best := v", "backup+"},
		{"  return Best", "exit"},
	},
	need: []need{needMaxN, needBounds}, relies: always, run: deepBnB, Judged: ByModel, Reference: &referenceMaxn,
}

type deepBnBRun struct{ *run }

func deepBnB(r *run) {
	r.inherit = fromAllAncestors
	r.boundsMissing()
	deepBnBRun{r}.search(r.root())
}

func (s deepBnBRun) search(f *frame, moves int) {
	if s.enter(f, moves) {
		return
	}
	s.bounds(f)
	for a := f.above; a != nil; a = a.above {
		if cutBeforeFirst(s.run, f, a) {
			s.exit(f, false)
			return
		}
	}
	p := place(f.mover)
	for i := range moves {
		if f.known && f.value[p] >= f.up[p] {
			s.cut(f, i, trace.BnBImmediate, trees.Some(f.up[p]), f.term())
			break
		}
		s.search(f.below, s.play(f, i))
		s.Pos.Undo()
		if !f.below.known {
			continue
		}
		improved := !f.known || f.below.value[p] > f.value[p]
		if improved {
			s.take(f)
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
	}
	s.exit(f, false)
}

// fromAllAncestors sets, for each player, the largest of the best scores at the
// ancestors; among equal scores the nearest ancestor is used.
func fromAllAncestors(f *frame, bounds *[trees.MaxPlayers]trace.Bound) {
	for a := f.above; a != nil; a = a.above {
		held := &bounds[a.mover-1]
		if b := a.best(); b.Given && (!held.Given || b.Score > held.Score) {
			*held = b
		}
	}
}
