package search

import (
	"espalier/trace"
	"espalier/trees"
)

// Speculative pruning.
//
// N. Sturtevant, "Last-branch and speculative pruning algorithms for max^n",
// IJCAI 2003, section 4.3 and figure 7, corrected for any number of players.
//
//	maxsum  r.MaxSum
//	best    the best value so far: f.value
//	NIL     the node returned no value: f.known is false
//	queue   the children that are NIL: link.queue
//	chain   the bounds of the nodes above; see chain.go
//
// A node x whose value is rejected somewhere in its chain is cut, even if the
// ancestors within the chain are not on their last branches; x is then NIL. If an
// ancestor within the chain ends with a best value that its parent rejects, the
// NIL children of the ancestor do not matter: the ancestor's value is its best or
// the value of a NIL child, and the value of a NIL child is rejected at the parent
// or above. If the parent would accept the best, the NIL children are re-searched.
//
// Differences from figure 7, which is wrong in these points:
//
//   - A player without a best value has no bound. In the figure it is NIL,
//     which we read as 0.
//   - So no chain passes through a node without a best value, and the first child
//     of a node is never NIL. In the figure the first child can be NIL, and is lost.
//   - The queue is searched when all children are done, since a later best may be
//     one that the parent rejects. There is no pruning test after the queue.
//   - A queued child left of the best replaces it if the score is equal, so the bound
//     of this child is one step below the best score. A queued child whose score is
//     known to be too low is not re-searched.
//   - With four players or more a chain can reach beyond the parent of a node that
//     has a queue; this node is then NIL itself.
//
// Needs: maxsum. Guarantee: the max^n value. Immediate, shallow and last-branch
// pruning are included. A cut that last-branch pruning would also make is reported
// as not provisional.
//
// Ties: leftmost, also after a second search.

var speculativeAlgorithm = Algorithm{
	ID: "speculative", Name: "Speculative pruning", Paper: "Sturtevant 2003", Section: "4.3, figure 7",
	Needs: "kind maxn, maxsum", Guarantee: "the max^n value", Options: []string{"discrete", "table", "transposition", "as_printed", "strict", "order", "depth"}, Sound: true,
	Chance: true, chanceCode: sumOf("Speculative(c)"),
	Terms: []string{"speculative", "provisional", "re-search", "last-branch", "maxsum", "maxn-value"}, Seat: 2, QuietSeat: true,
	code: pseudocode{
		{"Speculative(x):   (p moves at x)", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, {order}:"},
		{"    if best[p] {>=|>} maxp: skip the other children   (immediate)", "prune:immediate"},
		{"    if p does not move at the parent, and bound[parent] + best[p] {>=|>} maxsum: return best   (shallow)", "prune:shallow"},
		{"    for chain := the parent, then the parent and its parent, and so on, as long as no player moves twice,"},
		{"      and the best of each but the last is not better for its parent’s player than his bound:"},
		{"      if bounds[chain] + best[p] {>=|>} maxsum: return NIL, or best if chain is the parent", "prune:speculative"},
		{"        (discrete: {>=|>} maxsum - δ(n-2), n bounds in all; {>=|>} maxsum - δ(n-1) if best and the queue fail in the chain)", "prune:discrete"},
		{tableTest, "prune:table"},
		{"    v := Speculative(c)", "backup"},
		{"    if v is NIL: add c to the queue"},
		{"    else if v[p] > best[p]: best := v", "backup+"},
		{"  while best is better for the parent’s player than his bound and the queue is not empty:"},
		{"    v := Speculative(first of the queue); best := v if it is better,", "research"},
		{"      or equal and further left"},
		{"  return best, or NIL if the chain of a child in the queue reaches beyond the parent", "exit"},
	},
	Printed: &speculativePrinted,
	need:    []need{needMaxN, needMaxSum, needDelta, needOutcomes, needPrinted}, relies: always, run: speculative, sum: boundSum{bounds: allBounds}, Judged: ByModel, Reference: &referenceMaxn,
}

// queued is a child that returned no value.
type queued struct {
	move int
	node int32
	top  int32       // ply of the end of the child's chain
	has  trees.Score // lower bound on the score of the child's mover at the child
}

type speculativeRun struct {
	chains
	positions *tabled // nil: without a transposition table
}

func speculative(r *run) {
	// With a table or δ, as_printed changes only their tests; see table.go and discrete.go.
	if r.AsPrinted && !r.Table && !r.Discrete {
		printed(r)
		return
	}
	s := &speculativeRun{chains: newChains(r)}
	if r.usesTable() {
		s.positions = newTabled(r)
	}
	s.search(r.root())
	if s.positions != nil {
		s.line()
	}
}

func (s *speculativeRun) search(f *frame, moves int) {
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
	if s.positions != nil && s.recall(f, l) {
		return
	}
	best := NoBound // best[p]
	for n := range moves {
		if best >= l.need {
			if c, ok := s.prune(f, l); ok {
				s.skip(f, n, &c)
				if c.rule == trace.Immediate {
					break
				}
				if c.valueless(f) {
					f.known, l.top = false, c.top.ply
				}
				if s.positions != nil {
					s.store(f, l, false)
				}
				s.exit(f, false)
				return
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
			s.enqueue(f, l)
			continue
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
	if len(l.queue) > 0 {
		s.searchQueue(f, l)
	}
	exact := len(l.queue) == l.taken
	if s.positions != nil {
		s.store(f, l, exact)
	}
	s.exit(f, exact)
}

// enqueue adds the current child to the queue.
func (s *speculativeRun) enqueue(f *frame, l *link) {
	c := f.below
	l.queue = append(l.queue, queued{f.move, c.node, s.links[c.ply].top, c.value[c.mover-1]})
}

// searchQueue re-searches queued children while the parent would accept the best. A
// child that remains in the queue is rejected in its chain. If this chain ends above
// the parent of f, f is also rejected in this chain and has no value.
func (s *speculativeRun) searchQueue(f *frame, l *link) {
	p := place(f.mover)
	if s.order != nil {
		s.order.plies[f.ply].again = true
	}
	for ; l.taken < len(l.queue) && s.parentPrefers(f); l.taken++ {
		q := &l.queue[l.taken]
		l.bound, l.last = f.value[p], false
		if q.move < l.best {
			l.bound -= s.step
		}
		if enough(2, s.Players, s.NoMinima) && q.has+l.bound >= s.reach() {
			continue // the score of the child's mover leaves too little for f's mover
		}
		s.stats.Researched++
		if s.observer != nil {
			s.emitResearch(f, q)
		}
		s.search(f.below, s.play(f, q.move))
		s.Pos.Undo()
		improved := f.below.value[p] > l.bound
		if improved {
			s.take(f)
			l.best = q.move
		}
		if s.observer != nil {
			s.emitBackup(f, improved)
		}
	}
	l.top = f.ply
	for _, q := range l.queue[l.taken:] {
		l.top = min(l.top, q.top)
	}
	if l.top < f.ply-1 {
		f.known = false
	}
}

// parentPrefers reports whether the parent would choose f with f's current best
// value.
func (s *speculativeRun) parentPrefers(f *frame) bool {
	return f.above == nil || f.above.mover == 0 || f.value[f.above.mover-1] > s.links[f.above.ply].bound
}

func (s *speculativeRun) emitResearch(f *frame, q *queued) {
	e := s.begin(trace.Research, f.node)
	e.Child, e.BecauseChild = q.node, f.bestChild
	e.Value, e.HasValue = f.value, true
	s.emit()
}
