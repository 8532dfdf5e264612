package search

import (
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
//	Best   the best value so far: f.value
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

var deepAlgorithm = Algorithm{
	ID: "deep", Name: "Deep pruning (unsound)", Paper: "Korf 1991", Section: "3.4, figure 6",
	Needs: "kind maxn, maxsum", Guarantee: "none: the value can be wrong, unless the game has two players and a constant sum",
	Options: []string{"depth"},
	Terms:   []string{"deep-pruning", "bound", "maxsum", "sound", "maxn-value"},
	code: pseudocode{
		{"Deep(x, Held):", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, left to right:"},
		{"    if Best[p] >= sum: return Best   (immediate; p moves at x)", "prune:immediate"},
		{"    if p does not move at the parent, and Held[parent] + Best[p] >= sum: return Best   (shallow)", "prune:shallow"},
		{"    if Held[any ancestor where p does not move] + Best[p] >= sum: return Best   " + deepRemark, "prune:deep"},
		{"    v := Deep(c, Held and Best)", "backup"},
		{"    if v[p] > Best[p]: Best := v   (the first child is always taken)", "backup+"},
		{"  return Best", "exit"},
	},
	need: []need{needMaxN, needMaxSum, needMinima}, relies: always, run: deep, Judged: ByModel, Reference: &referenceMaxn,
}

type deepRun struct{ *run }

func deep(r *run) {
	r.inherit = fromAncestors
	deepRun{r}.search(r.root())
}

func (s deepRun) search(f *frame, moves int) {
	if s.enter(f, moves) {
		return
	}
	p := place(f.mover)
	for i := range moves {
		if i > 0 && s.cutDeep(f, i) {
			break
		}
		s.search(f.below, s.play(f, i))
		s.Pos.Undo()
		improved := i == 0 || f.below.value[p] > f.value[p]
		if improved {
			s.take(f)
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
	}
	s.exit(f, false)
}

// cutDeep cuts the children from move on if the mover's best alone, or with
// the best of any ancestor, reaches maxsum.
func (s deepRun) cutDeep(f *frame, move int) bool {
	sum, best := s.MaxSum.Score, f.value[f.mover-1]
	if best >= s.sumAlone() {
		s.cut(f, move, trace.Immediate, s.MaxSum, f.term())
		return true
	}
	for a := f.above; a != nil; a = a.above {
		if !a.known || a.mover == f.mover || a.value[a.mover-1]+best < sum {
			continue
		}
		rule := trace.Deep
		if a == f.above {
			rule = trace.Shallow
		}
		s.cut(f, move, rule, s.MaxSum, a.term(), f.term())
		return true
	}
	return false
}

// fromAncestors sets, for each other player, the largest of the best scores at the
// ancestors; among equal scores the nearest ancestor is used.
func fromAncestors(f *frame, bounds *[trees.MaxPlayers]trace.Bound) {
	for a := f.above; a != nil; a = a.above {
		held := &bounds[a.mover-1]
		if b := a.best(); b.Given && a.mover != f.mover && (!held.Given || b.Score > held.Score) {
			*held = b
		}
	}
}
