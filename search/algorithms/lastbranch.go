package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
)

// Last-branch pruning.
//
// N. Sturtevant, "Last-branch and speculative pruning algorithms for max^n",
// IJCAI 2003, sections 4.1 and 4.2.
//
//	maxsum  r.MaxSum
//	best    the best value so far: f.Value
//	chain   the bounds of the nodes above; see chain.go
//
// A value of x that is rejected somewhere in its chain can still matter to an
// ancestor within the chain: the value can decide whether this ancestor ends with
// its current best or with a later child's value. If the ancestors are on their
// last branches, there is no later child. If also the parent of each ancestor
// rejects the ancestor's current best, x does not matter. If the chain has only x
// and its parent, this is shallow pruning.
//
// Needs: maxsum. Guarantee: the max^n value. Immediate and shallow pruning are
// included. A node that is cut by a chain of three or more nodes has no value. Its
// ancestors within the chain have no value either, except for the ancestor directly
// below the chain's end: for its parent, the best of this ancestor is sufficient.
//
// Ties: leftmost.

var LastBranch = engine.Algorithm{
	ID: "lastbranch", Name: "Last-branch pruning", Paper: "Sturtevant 2003", Section: "4.1, 4.2",
	Needs: "kind maxn, maxsum", Guarantee: "the max^n value", Options: []string{"discrete", "table", "strict", "order", "depth"}, Sound: true,
	Chance: true, ChanceCode: engine.SumOf("LastBranch(c)"),
	Terms: []string{"last-branch", "bound-vector", "maxsum", "maxn-value"},
	Code: engine.Pseudocode{
		{"LastBranch(x):   (p moves at x)", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, {order}:"},
		{"    if best[p] {>=|>} maxp: return best   (immediate)", "prune:immediate"},
		{"    if p does not move at the parent, and bound[parent] + best[p] {>=|>} maxsum: return best   (shallow)", "prune:shallow"},
		{"    for chain := the parent, then the parent and its parent, and so on, as long as no player moves twice,"},
		{"      each but the last is on its last branch, and its best is not better for its parent’s player than his bound:"},
		{"      if bounds[chain] + best[p] {>=|>} maxsum: return NIL, or best if chain is the parent", "prune:last-branch"},
		{"        (discrete: {>=|>} maxsum - δ(n-2), n bounds in all; {>=|>} maxsum - δ(n-1) if best fails in the chain)", "prune:discrete"},
		{engine.TableTest, "prune:table"},
		{"    v := LastBranch(c)", "backup"},
		{"    if v is not NIL and v[p] > best[p]: best := v", "backup+"},
		{"  return best, or NIL if the chain of a NIL child reaches beyond the parent", "exit"},
	},
	Need: []engine.Need{engine.NeedMaxN, engine.NeedMaxSum, engine.NeedDelta, engine.NeedOutcomes}, Relies: engine.Always, Procedure: lastBranch, Sum: engine.BoundSum{Bounds: engine.AllBounds, LastOnly: true}, Judged: engine.ByModel, Reference: &engine.ReferenceMaxn,
}

type lastBranchRun struct {
	chains
}

func lastBranch(r *engine.Run) {
	s := &lastBranchRun{chains: newChains(r)}
	s.lastOnly = true
	s.Search(r.AtRoot())
}

func (s *lastBranchRun) Search(f *engine.Frame, moves int) {
	if s.Enter(f, moves) {
		return
	}
	if f.Mover == 0 {
		s.links[f.Ply].bound = engine.NoBound
		s.Expect(f, moves, s)
		return
	}
	p := engine.Place(f.Mover)
	l := s.link(f)
	best := engine.NoBound // best[p]
	exact := true
	for n := range moves {
		if best >= l.need {
			if c, ok := s.prune(f, l); ok {
				s.skip(f, n, &c)
				exact = c.rule == trace.Immediate
				if c.valueless(f) {
					f.Known, l.top = false, c.top.Ply
				}
				break
			}
		}
		l.bound, l.last = best, n == moves-1
		i := n
		if s.Ordering != nil {
			i = s.Ordering.Child(f, n)
			l.bound = s.mustExceed(f, best)
		}
		s.Search(f.Below, s.Play(f, i))
		s.Pos.Undo()
		if !f.Below.Known {
			// This is the last branch, so best does not change. The parent can use
			// best unless the chain ends above the parent.
			exact = false
			if top := s.links[f.Below.Ply].top; top < f.Ply-1 {
				f.Known, l.top = false, top
			}
			break
		}
		v := f.Below.Value[p]
		if v > l.bound {
			s.Take(f)
			best, l.best = v, f.Move
		}
		if s.Observer != nil {
			s.EmitBackup(f, v > l.bound)
		}
	}
	s.Exit(f, exact)
}
