package algorithms

import (
	"espalier/search/engine"
	"espalier/trace"
	"espalier/trees"
)

// The chain of bounds whose sum last-branch and speculative pruning test.
//
// N. Sturtevant, "Last-branch and speculative pruning algorithms for max^n",
// IJCAI 2003, section 4.1, lemma 1.
//
// The chain of a node goes from the node to its parent, grandparent and so on. At
// each node of the chain the mover has a best value. The mover's bound is the score
// that a value must exceed to replace this best. If no outcome exceeds all bounds, no
// value of the node can be better for every mover of the chain. So any value of the
// node is rejected on its way up, at the end of the chain at the latest. The
// values of the nodes between may still depend on this value; the two algorithms
// must handle this case.
//
// A chain has at most one node per player, so at most n-1 ancestors. It ends at
// an ancestor whose parent has no best value, or whose parent would now prefer
// the ancestor's best value. It also ends below a chance node, which rejects nothing.

// A link holds the data that chains need for one node on the path.
type link struct {
	bound trees.Score // the mover needs more than this to change the best; NoBound: there is no best yet
	last  bool        // the current child is the last one, searched for the first time

	need      trees.Score // no chain can allow a cut if the best score is below this; above NoBound
	best      int         // the move of the best child
	askedBest int         // the last best score for which the rules did not allow a cut
	top       int32       // if the node has no value: the ply of its chain's end

	hasLow, hasUp bool

	queue []queued // speculative pruning: children without a value
	taken int      // number of queued children that are done

	// With a transposition table; see speculative_transposition.go.
	hash        uint64
	nodesBefore int
	unordered   bool // any child may be left of the best
}

// startQueue is the initial capacity of a queue.
const startQueue = 8

// A rule is a decision rule with the constants that an engine needs.
type rule struct {
	engine.Decision
	// To reach a score is to exceed score-step. 0: the rule does not distinguish
	// reaching and exceeding.
	step  trees.Score
	delta trees.Score // the amount that the rule adds for each bound
	table bool
}

// chains is a run with the data for chains.
type chains struct {
	*engine.Run
	links []link // by ply
	rules []rule
	table *engine.Table // the table among the rules, or nil
	// LastOnly: a chain passes through an ancestor only on its last branch.
	lastOnly bool
	// step is the smallest difference between two scores.
	step trees.Score
	// firstBranch has the values of first children by ply, for the rule with δ as
	// printed; else it is nil.
	firstBranch []trees.Vector
	// outcomes bounds the outcomes of the table where they are not the values; or nil.
	outcomes trees.OutcomeBounded
	// heuristicSum: the bound vector of the linear test has the heuristic, too; see
	// withHeuristic.
	heuristicSum bool

	bounds   trees.Vector
	raised   trees.Vector // of withHeuristic
	excluded []trace.Excluded
}

// A chainCut is a cut that the rules allow at a node.
type chainCut struct {
	rule  trace.Rule
	top   *engine.Frame // the end of the chain; nil: the mover's best alone is sufficient
	slack trees.Score   // the amount that δ adds to the sum
	// provisional: the cut children may be re-searched.
	provisional bool
}

// valueless reports whether f ends without a value. If the chain has only f and
// its parent, the parent rejects f's value in any case, so f can return its value.
func (c *chainCut) valueless(f *engine.Frame) bool { return c.top != nil && c.top != f.Above }

func newChains(r *engine.Run) chains {
	s := chains{Run: r, links: make([]link, len(r.Frames)), step: 1}
	queues := make([]queued, len(r.Frames)*startQueue)
	for i := range s.links {
		s.links[i].queue = queues[i*startQueue : i*startQueue : (i+1)*startQueue]
	}
	for _, d := range engine.Decisions(&r.Problem, r.Options) {
		switch d := d.(type) {
		case engine.Discrete:
			s.step = d.Delta
			if d.Printed {
				s.firstBranch = make([]trees.Vector, len(r.Frames))
			}
			s.rules = append(s.rules, rule{Decision: d, step: d.Delta, delta: d.Delta})
		case *engine.Table:
			s.table = d
			r.SlowBy(len(d.Rows) / engine.RowsOfNode)
			step := trees.Score(1)
			if r.AsPrinted {
				step = 0 // the printed listing tests whether best is exceeded
			}
			s.rules = append(s.rules, rule{Decision: d, step: step, table: true})
		default:
			s.rules = append(s.rules, rule{Decision: d})
		}
	}
	s.outcomes, _ = r.Pos.(trees.OutcomeBounded)
	s.heuristicSum = r.LinearBounds && r.Bounded != nil
	r.Inherit = s.inChain
	return s
}

// above returns the next node of the chain after f, or nil if f is its end.
func (s *chains) above(f *engine.Frame) *engine.Frame {
	if a := f.Above; a != nil && s.links[a.Ply].bound != engine.NoBound {
		return a
	}
	return nil
}

// extendsBeyond reports whether the chain may continue beyond ancestor a.
func (s *chains) extendsBeyond(a *engine.Frame) bool {
	g := a.Above
	return g != nil && g.Mover != 0 && a.Value[g.Mover-1] <= s.links[g.Ply].bound && (!s.lastOnly || s.links[a.Ply].last)
}

// link initialises the link of f for a first or repeated search.
func (s *chains) link(f *engine.Frame) *link {
	l := &s.links[f.Ply]
	l.best, l.askedBest, l.queue, l.taken = -1, -1, l.queue[:0], 0
	sum, players := s.Reach(), 1<<f.Mover
	n := trees.Score(0)
	for a := s.above(f); a != nil && players&(1<<a.Mover) == 0; a = s.above(a) {
		players |= 1 << a.Mover
		sum -= s.links[a.Ply].bound
		n++
		if !s.extendsBeyond(a) {
			break
		}
	}
	l.need = s.Most[f.Mover-1]
	switch {
	case s.heuristicSum:
		s.Bounds(f)
		l.need, l.askedBest = engine.NoBound, -2 // the heuristic may allow it with any best, and without one
		f.Value[f.Mover-1] = engine.NoBound
	case n == 0:
	case s.table != nil:
		l.need = engine.NoBound + 1 // the table may allow it with any best
		s.heuristic(f, l)
	case s.Discrete:
		l.need = min(l.need, sum-n*s.Delta)
	default:
		l.need = min(l.need, sum)
	}
	if s.firstBranch != nil {
		l.need = engine.NoBound + 1 // prune has to see the value of the first child
	}
	return l
}

// heuristic sets the bounds of the outcomes of the table at f.
func (s *chains) heuristic(f *engine.Frame, l *link) {
	switch {
	case s.Rows != nil:
		if s.outcomes != nil {
			l.hasLow, l.hasUp = s.outcomes.OutcomeLow(&f.Low), s.outcomes.OutcomeUp(&f.Up)
		}
	case s.Bounded != nil:
		l.hasLow, l.hasUp = s.Bounded.Low(&f.Low), s.Bounded.Up(&f.Up)
	}
}

// mustExceed returns the bound of the next child of f, whose best score is best: the child must
// give its mover more. Left of the best, which is possible in another order, the same is enough.
func (s *chains) mustExceed(f *engine.Frame, best trees.Score) trees.Score {
	if f.Tie > 0 {
		return best - s.step
	}
	return best
}

// prune reports whether the remaining children of f can be skipped. It finds the
// shortest chain that is sufficient.
func (s *chains) prune(f *engine.Frame, l *link) (c chainCut, ok bool) {
	best, asked := f.Value[f.Mover-1], &f.Value
	if s.firstBranch != nil {
		if asked = &s.firstBranch[f.Ply]; l.best == 0 {
			*asked = f.Value
		}
	}
	most := s.Most[f.Mover-1]
	if s.heuristicSum {
		most = min(most, f.Up[f.Mover-1])
	}
	if best >= most && !s.LeftIsOpen(f) {
		return chainCut{rule: trace.Immediate}, true
	}
	if l.askedBest == l.best {
		return chainCut{}, false
	}
	l.askedBest = l.best
	for p := range s.Players {
		s.bounds[p] = engine.NoBound
	}
	s.bounds[f.Mover-1] = best
	better, certain := true, true // better: f's best (as printed: its first child) is better for all movers above in the chain; certain: the cut is not provisional
	n := 1
	for a := s.above(f); a != nil && s.bounds[a.Mover-1] == engine.NoBound; a = s.above(a) {
		bound := s.links[a.Ply].bound
		s.bounds[a.Mover-1] = bound
		better = better && asked[a.Mover-1] > bound
		n++
		for i := range s.rules {
			if c, ok := s.ruleAllows(f, l, &s.rules[i], a, n, better); ok {
				s.name(&c, f, certain)
				return c, true
			}
		}
		if !s.extendsBeyond(a) {
			break
		}
		certain = certain && s.links[a.Ply].last
	}
	return chainCut{}, false
}

// ruleAllows applies one rule to the chain from f to a. The final value of f is
// the current best, the value of a later child or the value of a queued child,
// and its score for f's mover always reaches the current best. If the best and the
// queued children are rejected in the chain, only values that exceed the best have
// to be tested.
func (s *chains) ruleAllows(f *engine.Frame, l *link, r *rule, a *engine.Frame, n int, better bool) (c chainCut, ok bool) {
	low, up := l.limits(f)
	c = chainCut{top: a, slack: r.delta * trees.Score(n-2)}
	if s.heuristicSum {
		return c, r.Prune(s.withHeuristic(f), nil, nil)
	}
	if r.table {
		c.rule = trace.Table
	}
	if r.table && s.Strict {
		return c, s.strictTable(f, r, low, up)
	}
	own := &s.bounds[f.Mover-1]
	best := *own
	*own = best - r.step
	ok = r.Prune(&s.bounds, low, up)
	*own = best
	if ok || r.step == 0 || better || l.unordered || s.Ordering != nil || !s.queueFails(l, a) {
		return c, ok
	}
	c.slack += r.delta
	return c, r.Prune(&s.bounds, low, up)
}

// withHeuristic returns the bound vector with the least that each player gets at f by the
// heuristic, as in Sturtevant 2005, section 2.3.2. If it sums to maxsum where points are
// open, some ancestor's bound is more than the heuristic gives this player. So a value of f
// that no ancestor in the chain rejects would have a larger sum, unless f's best is the most that
// is possible here, which is the immediate rule.
func (s *chains) withHeuristic(f *engine.Frame) *trees.Vector {
	s.raised = s.bounds
	for p := range s.Players {
		s.raised[p] = max(s.raised[p], f.Low[p])
	}
	return &s.raised
}

// strictTable is the test of the table with strict: an outcome that equals bounds can still
// be wanted.
func (s *chains) strictTable(f *engine.Frame, r *rule, low, up *trees.Vector) bool {
	bounds := s.bounds
	for p := range s.Players {
		if bounds[p] != engine.NoBound {
			bounds[p] -= s.Over
		}
	}
	return r.Prune(&bounds, low, up)
}

// name sets the name of the rule, and whether the cut is provisional. A cut is not
// provisional if the chain has only the node and its parent, or if the ancestors
// in between are on their last branches. They must not have a child without a value whose
// chain ends further up, either: a search of such an ancestor from above can give the child
// a value, and the ancestor another best, which its parent prefers.
func (s *chains) name(c *chainCut, f *engine.Frame, certain bool) {
	c.provisional = c.valueless(f) && !(certain && s.queuesFail(f, c.top))
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

// queueFails reports whether all queued children are rejected in the chain
// that ends at a.
func (s *chains) queueFails(l *link, a *engine.Frame) bool {
	for _, q := range l.queue[l.taken:] {
		if q.top < a.Ply {
			return false
		}
	}
	return true
}

// queuesFail reports whether all queued children of the nodes of a chain, from f up to below
// its end, are rejected in that chain.
func (s *chains) queuesFail(f, end *engine.Frame) bool {
	for a := f; a != end; a = a.Above {
		if !s.queueFails(&s.links[a.Ply], end) {
			return false
		}
	}
	return true
}

// skip counts the children of f from the given move on as skipped and emits
// the prune with its certificate.
func (s *chains) skip(f *engine.Frame, move int, c *chainCut) {
	if s.Observer == nil {
		s.CountCut(f, move, c.rule)
		return
	}
	s.Terms = s.Terms[:0]
	for a := c.top; a != nil && a != f; a = a.Below {
		s.Terms = append(s.Terms, a.Term())
	}
	s.Terms = append(s.Terms, f.Term())
	limit := s.MaxSum
	switch c.rule {
	case trace.Immediate:
		limit = trees.Some(s.Most[f.Mover-1] - s.Over)
	case trace.Table:
		limit = trees.Opt{}
		s.excluded = s.exclude(f)
	}
	if c.slack > 0 && limit.Given && s.sum() < limit.Score+s.Over {
		s.Terms = append(s.Terms, trace.Term{Node: f.Node, Score: c.slack, Origin: trace.Delta})
	}
	s.Ev.Excluded, s.Provisional = s.excluded, c.provisional
	s.Cut(f, move, c.rule, limit, s.Terms...)
	s.excluded = s.excluded[:0]
}

func (s *chains) sum() (sum trees.Score) {
	for _, t := range s.Terms {
		sum += t.Score
	}
	return sum
}

// exclude returns the outcomes of the table that the terms exclude.
func (s *chains) exclude(f *engine.Frame) []trace.Excluded {
	var bounds trees.Vector
	for p := range s.Players {
		bounds[p] = engine.NoBound
	}
	for _, t := range s.Terms {
		bounds[t.Player-1] = t.Score - s.Over
	}
	low, up := s.links[f.Ply].limits(f)
	return s.table.Excluded(s.excluded[:0], &bounds, low, up)
}

// limits returns the heuristic's bounds at f, if it has any.
func (l *link) limits(f *engine.Frame) (low, up *trees.Vector) {
	if l.hasLow {
		low = &f.Low
	}
	if l.hasUp {
		up = &f.Up
	}
	return low, up
}

// inChain sets the bounds of the ancestors in the chain of f.
func (s *chains) inChain(f *engine.Frame, bounds *[trees.MaxPlayers]trace.Bound) {
	for a := s.above(f); a != nil && a.Mover != f.Mover && !bounds[a.Mover-1].Given; a = s.above(a) {
		bounds[a.Mover-1] = a.Best()
		if !s.extendsBeyond(a) {
			return
		}
	}
}
