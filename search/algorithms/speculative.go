package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// Speculative pruning.
//
// N. Sturtevant, "Last-branch and speculative pruning algorithms for max^n",
// IJCAI 2003, section 4.3 and figure 7, corrected for any number of players.
//
//	maxsum  r.MaxSum
//	best    the best value so far: f.Value
//	NIL     the node returned no value: f.Known is false
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

var Speculative = engine.Algorithm{
	ID: "speculative", Name: "Speculative pruning", Paper: "Sturtevant 2003", Section: "4.3, figure 7",
	Needs: "kind maxn, maxsum", Guarantee: "the max^n value", Options: []string{"discrete", "table", "transposition", "as_printed", "strict", "order", "depth"}, Sound: true,
	Chance: true, ChanceCode: engine.SumOf("Speculative(c)"),
	Terms: []string{"speculative", "provisional", "re-search", "last-branch", "maxsum", "maxn-value"}, Seat: 2, QuietSeat: true,
	Term: &engine.Term{Name: "speculative pruning", Text: "Last-branch pruning that does not wait for the last branch: it cuts at once, and searches again if a later child makes this necessary.", Source: "Sturtevant 2003, section 4.3", Forms: "speculative"},
	Code: engine.Pseudocode{
		{"Speculative(x):   (p moves at x)", "enter"},
		{"  if x is a leaf, or on the frontier: return its score vector", "leaf"},
		{"  for each child c of x, {order}:"},
		{"    if best[p] {>=|>} maxp: skip the other children   (immediate)", "prune:immediate"},
		{"    if p does not move at the parent, and bound[parent] + best[p] {>=|>} maxsum: return best   (shallow)", "prune:shallow"},
		{"    for chain := the parent, then the parent and its parent, and so on, as long as no player moves twice,"},
		{"      and the best of each but the last is not better for its parent’s player than his bound:"},
		{"      if bounds[chain] + best[p] {>=|>} maxsum: return NIL, or best if chain is the parent", "prune:speculative"},
		{"        (discrete: {>=|>} maxsum - δ(n-2), n bounds in all; {>=|>} maxsum - δ(n-1) if best and the queue fail in the chain)", "prune:discrete"},
		{engine.TableTest, "prune:table"},
		{"    v := Speculative(c)", "backup"},
		{"    if v is NIL: add c to the queue"},
		{"    else if v[p] > best[p]: best := v", "backup+"},
		{"  while best is better for the parent’s player than his bound and the queue is not empty:"},
		{"    v := Speculative(first of the queue); best := v if it is better,", "research"},
		{"      or equal and further left"},
		{"  return best, or NIL if the chain of a child in the queue reaches beyond the parent", "exit"},
	},
	Printed: &SpeculativePrinted,
	Need:    []engine.Need{engine.NeedMaxN, engine.NeedMaxSum, engine.NeedDelta, engine.NeedOutcomes, needPrinted}, Relies: engine.Always, Procedure: speculative, Sum: engine.BoundSum{Bounds: engine.AllBounds}, Judged: engine.ByModel, Reference: &engine.ReferenceMaxn,
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

func speculative(r *engine.Run) {
	// With a table or δ, as_printed changes only their tests; see table.go and discrete.go.
	if r.AsPrinted && !r.Table && !r.Discrete {
		printed(r)
		return
	}
	s := &speculativeRun{chains: newChains(r)}
	if usesTable(&r.Options) {
		s.positions = newTabled(r)
	}
	s.Search(r.AtRoot())
	if s.positions != nil {
		s.line()
	}
}

func (s *speculativeRun) Search(f *engine.Frame, moves int) {
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
	if s.positions != nil && s.recall(f, l) {
		return
	}
	best := engine.NoBound // best[p]
	for n := range moves {
		if best >= l.need {
			if c, ok := s.prune(f, l); ok {
				s.skip(f, n, &c)
				if c.rule == trace.Immediate {
					break
				}
				if c.valueless(f) || best == engine.NoBound {
					f.Known, l.top = false, c.top.Ply
				}
				if s.positions != nil {
					s.store(f, l, false)
				}
				s.Exit(f, false)
				return
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
			if s.links[f.Below.Ply].top < f.Ply { // else f itself rejects the child
				s.enqueue(f, l)
			}
			continue
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
	if len(l.queue) > 0 {
		s.searchQueue(f, l)
	}
	exact := len(l.queue) == l.taken
	if s.positions != nil {
		s.store(f, l, exact)
	}
	s.Exit(f, exact)
}

// enqueue adds the current child to the queue.
func (s *speculativeRun) enqueue(f *engine.Frame, l *link) {
	c := f.Below
	l.queue = append(l.queue, queued{f.Move, c.Node, s.links[c.Ply].top, c.Value[c.Mover-1]})
}

// searchQueue re-searches queued children while the parent would accept the best. A
// child that remains in the queue is rejected in its chain. If this chain ends above
// the parent of f, f is also rejected in this chain and has no value.
func (s *speculativeRun) searchQueue(f *engine.Frame, l *link) {
	p := engine.Place(f.Mover)
	if s.Ordering != nil {
		s.Ordering.Plies[f.Ply].Again = true
	}
	for ; l.taken < len(l.queue) && s.parentPrefers(f); l.taken++ {
		q := &l.queue[l.taken]
		l.bound, l.last = f.Value[p], false
		if q.move < l.best {
			l.bound -= s.step
		}
		if engine.Enough(2, s.Players, s.NoMinima) && q.has+l.bound >= s.Reach() {
			continue // the score of the child's mover leaves too little for f's mover
		}
		s.Stats.Researched++
		if s.Observer != nil {
			s.emitResearch(f, q)
		}
		s.Search(f.Below, s.Play(f, q.move))
		s.Pos.Undo()
		improved := f.Below.Known && f.Below.Value[p] > l.bound
		if improved {
			s.Take(f)
			l.best = q.move
		}
		if s.Observer != nil {
			s.EmitBackup(f, improved)
		}
	}
	l.top = f.Ply
	for _, q := range l.queue[l.taken:] {
		l.top = min(l.top, q.top)
	}
	if l.top < f.Ply-1 {
		f.Known = false
	}
}

// parentPrefers reports whether the parent would choose f with f's current best
// value.
func (s *speculativeRun) parentPrefers(f *engine.Frame) bool {
	return f.Above == nil || f.Above.Mover == 0 || f.Value[f.Above.Mover-1] > s.links[f.Above.Ply].bound
}

func (s *speculativeRun) emitResearch(f *engine.Frame, q *queued) {
	e := s.NewEvent(trace.Research, f.Node)
	e.Child, e.BecauseChild = q.node, f.BestChild
	e.Value, e.HasValue = f.Value, true
	s.Emit()
}
