package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Deep pruning, which is wrong unless the game has two players and a constant sum.
//
// R. Korf, "Multi-player alpha-beta pruning", Artificial Intelligence 48
// (1991), section 3.4 and figure 6: shallow pruning extended, as in alpha-beta,
// to the bound of any ancestor.
//
//	sum    the bound on the sum of all components: r.MaxSum
//	Best   the best value so far: f.Value
//	Held   the best scores of the ancestors' movers: the frames above
//
// Needs: maxsum. Guarantee: none. A value that cannot become the root's value can
// still decide between other values on its way up, so a cut can change the
// root's value. The algorithm is included to show this.
//
// With two players this is alpha-beta, and right, if the scores of all leaves have the
// same sum: what is better for one player is worse for the other. If maxsum only bounds
// the sum, the value can be wrong with two players, too. D. Carmel and S. Markovitch,
// "Pruning algorithms for multi-model adversary search", Artificial Intelligence 99
// (1998), answer another question: their αβ* prunes under a bound on the sum of the evaluation
// functions of the two players, and returns the M* value, not that of max^n. See alphabeta_star.go.
//
// Ties: leftmost. If several bounds are sufficient, the nearest is reported, so a
// cut that shallow pruning would also make is reported as shallow.

var Deep = engine.Algorithm{
	ID: "deep", Name: "Deep pruning (unsound)", Paper: "Korf 1991", Section: "3.4, figure 6",
	Needs: "kind maxn, maxsum", Guarantee: "none: the value can be wrong, unless the game has two players and a constant sum",
	Options: []string{"depth"},
	Terms:   []string{"deep-pruning", "bound", "maxsum", "sound", "maxn-value"},
	Term:    &engine.Term{Name: "deep pruning", Text: "A cut by a bound from a node above the parent. With two players it is right if every leaf has the same sum. With three or more players, or without a constant sum, it may be wrong.", Source: "Korf 1991, section 3.4", Forms: "deep cut|deep cuts"},
	Code: engine.Pseudocode{
		{"Deep(x, Held):", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    if Best[p] >= sum: return Best   (immediate; p moves at x)", "prune:immediate"},
		{"    if p does not move at the parent, and Held[parent] + Best[p] >= sum: return Best   (shallow)", "prune:shallow"},
		{"    if Held[any ancestor where p does not move] + Best[p] >= sum: return Best   " + engine.DeepRemark, "prune:deep"},
		{"    v := Deep(c, Held and Best)", "backup"},
		{"    if v[p] > Best[p]: Best := v   (the first child is always taken)", "backup+"},
		{"  return Best", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedMaxSum, engine.NeedMinima}, Relies: engine.Always, Procedure: deep, Judged: engine.ByModel, Reference: &engine.ReferenceMaxn,
}

type deepRun struct{ *engine.Run }

func deep(r *engine.Run) {
	r.Inherit = fromAncestors
	deepRun{r}.Search(r.AtRoot())
}

func (s deepRun) Search(f *engine.Frame, moves int) {
	if s.Enter(f, moves) {
		return
	}
	p := engine.Place(f.Mover)
	for i := range moves {
		if i > 0 && s.cutDeep(f, i) {
			break
		}
		s.Search(f.Below, s.Play(f, i))
		s.Pos.Undo()
		improved := i == 0 || f.Below.Value[p] > f.Value[p]
		if improved {
			s.Take(f)
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
	}
	s.Exit(f, false)
}

// cutDeep cuts the children from move on if the mover's best alone, or with
// the best of any ancestor, reaches maxsum.
func (s deepRun) cutDeep(f *engine.Frame, move int) bool {
	sum, best := s.MaxSum.Score, f.Value[f.Mover-1]
	if best >= s.SumAlone() {
		s.Cut(f, move, trace.Immediate, s.MaxSum, f.Term())
		return true
	}
	for a := f.Above; a != nil; a = a.Above {
		if !a.Known || a.Mover == f.Mover || a.Value[a.Mover-1]+best < sum {
			continue
		}
		rule := trace.Deep
		if a == f.Above {
			rule = trace.Shallow
		}
		s.Cut(f, move, rule, s.MaxSum, a.Term(), f.Term())
		return true
	}
	return false
}

// fromAncestors sets, for each other player, the largest of the best scores at the
// ancestors; among equal scores the nearest ancestor is used.
func fromAncestors(f *engine.Frame, bounds *[trees.MaxPlayers]trace.Bound) {
	for a := f.Above; a != nil; a = a.Above {
		held := &bounds[a.Mover-1]
		if b := a.Best(); b.Given && a.Mover != f.Mover && (!held.Given || b.Score > held.Score) {
			*held = b
		}
	}
}
