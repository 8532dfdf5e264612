package search

import (
	"espalier/trace"
	"espalier/trees"
)

// The chain of bounds that last-branch and speculative pruning add up.
//
// N. Sturtevant, "Last-branch and speculative pruning algorithms for max^n",
// IJCAI 2003, section 4, lemma 1.
//
// The chain of a node runs from it to its parent, grandparent and so on. At
// each of its nodes the mover has a best value, and wants more than that: his
// bound. Where no outcome exceeds all these bounds, no value of the node can
// be better for every mover of the chain: on its way up it fails somewhere,
// at the chain's end at the latest. What is below the chain's end can still
// depend on it; that is what the two algorithms have to take care of.
//
// A chain has one node a player, so at most n-1 ancestors; it ends at an
// ancestor whose parent has no best value, or would now prefer the ancestor's.

// A link is what the chain needs to know of a node on the path.
type link struct {
	bound trees.Score // the mover must get more than this to change his mind; NoBound: he has nothing yet
	last  bool        // the child at work is the last one, searched for the first time

	need      trees.Score // below this, the mover's best cannot complete any chain
	best      int         // the move that the best came from
	askedBest int         // the best for which the rules were asked, and said no
	top       int32       // of a node without a value: the ply of its chain's end

	hasLow, hasUp bool

	queue []queued // speculative pruning: children without a value
	taken int      // of the queue, from the front
}

// startQueue is how many children without a value a node has room for at the
// start; the room grows where there are more.
const startQueue = 8

// A rule is a decision rule as an engine uses it.
type rule struct {
	Decision
	// To reach a score is to exceed what is step below it. 0: the rule does
	// not tell the two apart.
	step  trees.Score
	delta trees.Score // that the rule adds for a bound; 0: none
	table bool
}

// chains adds the chain to a run.
type chains struct {
	*run
	links []link // one a ply
	rules []rule
	table *Table // among the rules; nil: none
	// lastOnly: a chain passes through an ancestor only on its last branch.
	lastOnly bool
	// step is the least by which two scores differ.
	step trees.Score

	bounds   trees.Vector
	terms    []trace.Term
	excluded []trace.Excluded
}

// A chainCut is what the rules allow at a node.
type chainCut struct {
	rule  trace.Rule
	top   *frame      // the chain's end; nil: the mover's best alone suffices
	slack trees.Score // that δ adds to the sum
	// forNow: the cut may have to be taken back.
	provisional bool
}

// valueless reports whether f comes back without a value: only where the
// chain is f and its parent does it stay out whatever else happens.
func (c *chainCut) valueless(f *frame) bool { return c.top != nil && c.top != f.above }

func newChains(r *run) chains {
	s := chains{run: r, links: make([]link, len(r.frames)), step: 1}
	queues := make([]queued, len(r.frames)*startQueue)
	for i := range s.links {
		s.links[i].queue = queues[i*startQueue : i*startQueue : (i+1)*startQueue]
	}
	for _, d := range Decisions(&r.Problem, r.Options) {
		switch d := d.(type) {
		case Discrete:
			s.step = d.Delta
			s.rules = append(s.rules, rule{Decision: d, step: d.Delta, delta: d.Delta})
		case *Table:
			s.table = d
			s.rules = append(s.rules, rule{Decision: d, step: 1, table: true})
		default:
			s.rules = append(s.rules, rule{Decision: d})
		}
	}
	r.inherit = s.inChain
	return s
}

// above returns the next node of the chain after f; nil: f is its end.
func (s *chains) above(f *frame) *frame {
	if a := f.above; a != nil && s.links[a.ply].bound != NoBound {
		return a
	}
	return nil
}

// passes reports whether the chain may go on beyond ancestor a.
func (s *chains) passes(a *frame) bool {
	g := a.above
	return g != nil && a.value[g.mover-1] <= s.links[g.ply].bound && (!s.lastOnly || s.links[a.ply].last)
}

// link makes the link of f ready: its search begins, or begins again.
func (s *chains) link(f *frame) *link {
	l := &s.links[f.ply]
	l.best, l.askedBest, l.queue, l.taken = -1, -1, l.queue[:0], 0
	sum, players := s.MaxSum.Score, 1<<f.mover
	n := trees.Score(0)
	for a := s.above(f); a != nil && players&(1<<a.mover) == 0; a = s.above(a) {
		players |= 1 << a.mover
		sum -= s.links[a.ply].bound
		n++
		if !s.passes(a) {
			break
		}
	}
	l.need = s.MaxP.Score
	switch {
	case n == 0:
	case s.table != nil:
		l.need = 0
		s.heuristic(f, l)
	case s.Discrete:
		l.need = min(l.need, sum-n*s.Delta)
	default:
		l.need = min(l.need, sum)
	}
	return l
}

func (s *chains) heuristic(f *frame, l *link) {
	if s.bounded != nil {
		l.hasLow, l.hasUp = s.bounded.Low(&f.low), s.bounded.Up(&f.up)
	}
}

// prune asks whether the children of f from the given move on can be skipped.
// It takes the shortest chain that suffices.
func (s *chains) prune(f *frame, l *link) (c chainCut, ok bool) {
	best := f.value[f.mover-1]
	if best >= s.MaxP.Score {
		return chainCut{rule: trace.Immediate}, true
	}
	if l.askedBest == l.best {
		return chainCut{}, false
	}
	l.askedBest = l.best
	for p := range s.Players {
		s.bounds[p] = NoBound
	}
	s.bounds[f.mover-1] = best
	better, certain := true, true // f's best is better for all in the chain; no cut has to be taken back
	n := 1
	for a := s.above(f); a != nil && s.bounds[a.mover-1] == NoBound; a = s.above(a) {
		bound := s.links[a.ply].bound
		s.bounds[a.mover-1] = bound
		better = better && f.value[a.mover-1] > bound
		n++
		for i := range s.rules {
			if c, ok := s.decide(f, l, &s.rules[i], a, n, better); ok {
				s.name(&c, f, certain)
				return c, true
			}
		}
		if !s.passes(a) {
			break
		}
		certain = certain && s.links[a.ply].last
	}
	return chainCut{}, false
}

// decide asks one rule about the chain from f to a. The value of f is the best
// so far, or a later child's, or that of a child in the queue. All of them
// reach the best so far. If the best itself fails in the chain, and the queue
// does, it is enough to ask about those that exceed it.
func (s *chains) decide(f *frame, l *link, r *rule, a *frame, n int, better bool) (c chainCut, ok bool) {
	low, up := l.limits(f)
	c = chainCut{top: a, slack: r.delta * trees.Score(n-2)}
	if r.table {
		c.rule = trace.Table
	}
	own := &s.bounds[f.mover-1]
	best := *own
	*own = best - r.step
	ok = r.Prune(&s.bounds, low, up)
	*own = best
	if ok || r.step == 0 || better || !s.queueFails(l, a) {
		return c, ok
	}
	c.slack += r.delta
	return c, r.Prune(&s.bounds, low, up)
}

// name names the rule, and says whether the cut may have to be taken back: not
// where the chain is node and parent, and not where the ancestors in between
// are on their last branches.
func (s *chains) name(c *chainCut, f *frame, certain bool) {
	c.provisional = c.valueless(f) && !certain
	switch {
	case c.rule == trace.Table:
	case !c.valueless(f):
		c.rule = trace.Shallow
	case s.lastOnly:
		c.rule = trace.LastBranch
	default:
		c.rule = trace.Speculative
	}
}

// queueFails reports whether all that is in the queue fails in the chain that ends at a.
func (s *chains) queueFails(l *link, a *frame) bool {
	for _, q := range l.queue[l.taken:] {
		if q.top < a.ply {
			return false
		}
	}
	return true
}

// skip counts the children of f from the given move on as skipped, and tells the certificate.
func (s *chains) skip(f *frame, move int, c *chainCut) {
	if s.observer == nil {
		s.countCut(f, move, c.rule)
		return
	}
	s.terms = s.terms[:0]
	for a := c.top; a != nil && a != f; a = a.below {
		s.terms = append(s.terms, a.term())
	}
	s.terms = append(s.terms, f.term())
	limit := s.MaxSum
	switch c.rule {
	case trace.Immediate:
		limit = s.MaxP
	case trace.Table:
		limit = trees.Opt{}
		s.excluded = s.exclude(f)
	}
	if c.slack > 0 && limit.Given && s.sum() < limit.Score {
		s.terms = append(s.terms, trace.Term{Node: f.node, Score: c.slack, From: trace.Delta})
	}
	s.ev.Excluded, s.provisional = s.excluded, c.provisional
	s.cut(f, move, c.rule, limit, s.terms...)
	s.excluded = s.excluded[:0]
}

func (s *chains) sum() (sum trees.Score) {
	for _, t := range s.terms {
		sum += t.Score
	}
	return sum
}

// exclude lists the outcomes of the table that the terms rule out.
func (s *chains) exclude(f *frame) []trace.Excluded {
	var bounds trees.Vector
	for p := range s.Players {
		bounds[p] = NoBound
	}
	for _, t := range s.terms {
		bounds[t.Player-1] = t.Score
	}
	low, up := s.links[f.ply].limits(f)
	return s.table.Excluded(s.excluded[:0], &bounds, low, up)
}

// limits returns the heuristic's bounds at f, where it has them.
func (l *link) limits(f *frame) (low, up *trees.Vector) {
	if l.hasLow {
		low = &f.low
	}
	if l.hasUp {
		up = &f.up
	}
	return low, up
}

// inChain returns the bounds that the chain of f holds.
func (s *chains) inChain(f *frame, bounds *[trees.MaxPlayers]trace.Bound) {
	for a := s.above(f); a != nil && a.mover != f.mover && !bounds[a.mover-1].Held; a = s.above(a) {
		bounds[a.mover-1] = a.best()
		if !s.passes(a) {
			return
		}
	}
}
