package search

import (
	"espalier/trace"
	"espalier/trees"
)

// Shallow pruning.
//
// R. Korf, "Multi-player alpha-beta pruning", Artificial Intelligence 48
// (1991), section 3.2, procedure Shallow; section 3.3, Theorem 1.
//
//	sum    the bound on the sum of all components: r.MaxSum
//	Best   the best value so far: f.value
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

var shallowAlgorithm = Algorithm{
	ID: "shallow", Name: "Shallow pruning", Paper: "Korf 1991", Section: "3.2, 3.3",
	Needs: "kind maxn, maxsum", Guarantee: "the max^n value", Sound: true,
	Options: []string{"strict", "transposition", "deepening", "order", "depth"},
	Chance:  true, chanceCode: sumOf("Shallow(c, sum)"),
	Terms: []string{"shallow-pruning", "bound", "maxsum", "maxn-value"},
	code: pseudocode{
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
	need: []need{needMaxN, needMaxSum, needMinima}, relies: always, run: shallow, sum: boundSum{bounds: 2}, Judged: ByModel, Reference: &referenceMaxn,
}

type shallowRun struct{ *run }

func shallow(r *run) {
	r.inherit = fromParent
	if r.usesTable() {
		shallowTabled(r)
		return
	}
	shallowRun{r}.search(r.root())
}

// search searches the node of f as if it was the root.
func (s shallowRun) search(f *frame, moves int) { s.within(f, moves, s.sumAlone()) }

func (s shallowRun) within(f *frame, moves int, bound trees.Score) {
	if s.enter(f, moves) {
		return
	}
	if f.mover == 0 {
		s.expect(f, moves, s)
		return
	}
	sum, alone := s.reach(), s.sumAlone()
	if f.above != nil && f.above.mover == f.mover {
		bound = alone
	}
	p := place(f.mover)
	exact := true
	for n := range moves {
		if n > 0 && f.value[p] >= bound && (bound < alone || !s.leftIsOpen(f)) {
			exact = f.value[p] >= alone
			cutShallow(s.run, f, n)
			break
		}
		i, next := n, alone
		if n > 0 {
			next = sum - f.value[p]
		}
		if s.order != nil {
			i = s.order.child(f, n)
			next = min(next+f.tie, alone)
		}
		s.within(f.below, s.play(f, i), next)
		s.Pos.Undo()
		improved := n == 0 || f.below.value[p]+f.tie > f.value[p]
		if improved {
			s.take(f)
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
	}
	s.exit(f, exact)
}

// cutShallow emits the prune with the two bounds that meet, or with the mover's best
// if it is sufficient alone.
func cutShallow(r *run, f *frame, move int) {
	if f.value[f.mover-1] >= r.sumAlone() {
		r.cut(f, move, trace.Immediate, r.MaxSum, f.term())
		return
	}
	r.cut(f, move, trace.Shallow, r.MaxSum, f.above.term(), f.term())
}

// fromParent sets the parent's best as a bound. It is the only bound from an
// ancestor that shallow pruning uses.
func fromParent(f *frame, bounds *[trees.MaxPlayers]trace.Bound) {
	if f.above == nil {
		return
	}
	if f.above.mover == 0 {
		return
	}
	if b := f.above.best(); b.Given && f.above.mover != f.mover {
		bounds[f.above.mover-1] = b
	}
}
