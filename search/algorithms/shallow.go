package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Shallow pruning.
//
// R. Korf, "Multi-player alpha-beta pruning", Artificial Intelligence 48
// (1991), section 3.2, procedure Shallow; section 3.3, Theorem 1.
//
//	sum    the bound on the sum of all components: r.MaxSum
//	Best   the best value so far: f.Value
//	Bound  an upper bound on the mover's component: sum - Best[parent's mover]
//
// Needs: maxsum. Guarantee: the max^n value. Immediate pruning is the case
// Bound = sum; maxp is not used. If a player moves twice in a row, the parent's
// bound does not limit the other players at the child, so the child starts with
// Bound = sum; otherwise the result would be wrong. If movers alternate, this is
// exactly Korf's procedure.
//
// Ties: leftmost. A cut child can at best equal the parent's best, so it never
// replaces this best.

var Shallow = engine.Algorithm{
	ID: "shallow", Name: "Shallow pruning", Paper: "Korf 1991", Section: "3.2, 3.3",
	Needs: "kind maxn, maxsum", Guarantee: "the max^n value", Sound: true,
	Options: []string{"strict", "transposition", "deepening", "order", "depth"},
	Chance:  true, ChanceCode: engine.SumOf("Shallow(c, sum)"),
	Terms: []string{"shallow-pruning", "bound", "maxsum", "maxn-value"},
	Term:  &engine.Term{Name: "shallow pruning", Text: "A cut by only two bounds, those of a node and its parent.", Source: "Korf 1991, section 3.2", Forms: "shallow cut|shallow cuts"},
	Code: engine.Pseudocode{
		{"Shallow(x, Bound):", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  p is the player to move at x; if p moves at the parent, too: Bound := sum"},
		{"  Best := Shallow(first child of x, sum)"},
		{"  for each remaining child c of x, {order}:"},
		{"    if Best[p] {>=|>} sum: return Best   (immediate)", "prune:immediate"},
		{"    if Best[p] {>=|>} Bound: return Best   (shallow)", "prune:shallow"},
		{"    v := Shallow(c, sum - Best[p])", "backup"},
		{"    if v[p] > Best[p]: Best := v", "backup+"},
		{"  return Best", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedMaxSum, engine.NeedMinima}, Relies: engine.Always, Procedure: shallow, Sum: engine.BoundSum{Bounds: 2}, Judged: engine.ByModel, Reference: &engine.ReferenceMaxn,
}

type shallowRun struct{ *engine.Run }

func shallow(r *engine.Run) {
	r.Inherit = fromParent
	if usesTable(&r.Options) {
		shallowTabled(r)
		return
	}
	shallowRun{r}.Search(r.AtRoot())
}

// Search searches the node of f as if it was the root.
func (s shallowRun) Search(f *engine.Frame, moves int) { s.within(f, moves, s.SumAlone()) }

func (s shallowRun) within(f *engine.Frame, moves int, bound trees.Score) {
	if s.Enter(f, moves) {
		return
	}
	if f.Mover == 0 {
		s.Expect(f, moves, s)
		return
	}
	sum, alone := s.Reach(), s.SumAlone()
	if f.Above != nil && f.Above.Mover == f.Mover {
		bound = alone
	}
	p := engine.Place(f.Mover)
	exact := true
	for n := range moves {
		if n > 0 && f.Value[p] >= bound && (bound < alone || !s.LeftIsOpen(f)) {
			exact = f.Value[p] >= alone
			cutShallow(s.Run, f, n)
			break
		}
		i, next := n, alone
		if n > 0 {
			next = sum - f.Value[p]
		}
		if s.Ordering != nil {
			i = s.Ordering.Child(f, n)
			next = min(next+f.Tie, alone)
		}
		s.within(f.Below, s.Play(f, i), next)
		s.Pos.Undo()
		improved := n == 0 || f.Below.Value[p]+f.Tie > f.Value[p]
		if improved {
			s.Take(f)
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
	}
	s.Exit(f, exact)
}

// cutShallow emits the prune with the two bounds that meet, or with the mover's best
// if it is sufficient alone.
func cutShallow(r *engine.Run, f *engine.Frame, move int) {
	if f.Value[f.Mover-1] >= r.SumAlone() {
		r.Cut(f, move, trace.Immediate, r.MaxSum, f.Term())
		return
	}
	r.Cut(f, move, trace.Shallow, r.MaxSum, f.Above.Term(), f.Term())
}

// fromParent sets the parent's best as a bound. It is the only bound from an
// ancestor that shallow pruning uses.
func fromParent(f *engine.Frame, bounds *[trees.MaxPlayers]trace.Bound) {
	if f.Above == nil {
		return
	}
	if f.Above.Mover == 0 {
		return
	}
	if b := f.Above.Best(); b.Given && f.Above.Mover != f.Mover {
		bounds[f.Above.Mover-1] = b
	}
}
