package search

import "espalier/trace"

// Last-branch pruning.
//
// N. Sturtevant, "Last-branch and speculative pruning algorithms for max^n",
// IJCAI 2003, sections 4.1 and 4.2.
//
//	maxsum  r.MaxSum
//	best    the best value so far: f.value
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

var lastBranchAlgorithm = Algorithm{
	ID: "lastbranch", Name: "Last-branch pruning", Paper: "Sturtevant 2003", Section: "4.1, 4.2",
	Needs: "kind maxn, maxsum", Guarantee: "the max^n value", Options: []string{"discrete", "table", "strict", "order", "depth"}, Sound: true,
	Chance: true, chanceCode: sumOf("LastBranch(c)"),
	Terms: []string{"last-branch", "bound-vector", "maxsum", "maxn-value"},
	code: pseudocode{
		{"LastBranch(x):   (p moves at x)", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, {order}:"},
		{"    if best[p] {>=|>} maxp: return best   (immediate)", "prune:immediate"},
		{"    if p does not move at the parent, and bound[parent] + best[p] {>=|>} maxsum: return best   (shallow)", "prune:shallow"},
		{"    for chain := the parent, then the parent and its parent, and so on, as long as no player moves twice,"},
		{"      each but the last is on its last branch, and its best is not better for its parent’s player than his bound:"},
		{"      if bounds[chain] + best[p] {>=|>} maxsum: return NIL, or best if chain is the parent", "prune:last-branch"},
		{"        (discrete: {>=|>} maxsum - δ(n-2), n bounds in all; {>=|>} maxsum - δ(n-1) if best fails in the chain)", "prune:discrete"},
		{tableTest, "prune:table"},
		{"    v := LastBranch(c)", "backup"},
		{"    if v is not NIL and v[p] > best[p]: best := v", "backup+"},
		{"  return best, or NIL if the chain of a NIL child reaches beyond the parent", "exit"},
	},
	need: []need{needMaxN, needMaxSum, needDelta, needOutcomes}, relies: always, run: lastBranch, sum: boundSum{bounds: allBounds, lastOnly: true}, Judged: ByModel, Reference: &referenceMaxn,
}

type lastBranchRun struct {
	chains
}

func lastBranch(r *run) {
	s := &lastBranchRun{chains: newChains(r)}
	s.lastOnly = true
	s.search(r.root())
}

func (s *lastBranchRun) search(f *frame, moves int) {
	if s.enter(f, moves) {
		return
	}
	if f.mover == 0 {
		s.links[f.ply].bound = NoBound
		s.expect(f, moves, s)
		return
	}
	p := place(f.mover)
	l := s.link(f)
	best := NoBound // best[p]
	exact := true
	for n := range moves {
		if best >= l.need {
			if c, ok := s.prune(f, l); ok {
				s.skip(f, n, &c)
				exact = c.rule == trace.Immediate
				if c.valueless(f) {
					f.known, l.top = false, c.top.ply
				}
				break
			}
		}
		l.bound, l.last = best, n == moves-1
		i := n
		if s.order != nil {
			i = s.order.child(f, n)
			l.bound = s.mustExceed(f, best)
		}
		s.search(f.below, s.play(f, i))
		s.Pos.Undo()
		if !f.below.known {
			// This is the last branch, so best does not change. The parent can use
			// best unless the chain ends above the parent.
			exact = false
			if top := s.links[f.below.ply].top; top < f.ply-1 {
				f.known, l.top = false, top
			}
			break
		}
		v := f.below.value[p]
		if v > l.bound {
			s.take(f)
			best, l.best = v, f.move
		}
		if s.observer != nil {
			s.emitBackup(f, v > l.bound)
		}
	}
	s.exit(f, exact)
}
