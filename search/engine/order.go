package engine

import (
	"strconv"

	"espalier/trees"
)

// The order in which the children of a node are visited (option order).
//
// Best order: D. Knuth and R. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6
// (1975). Static values: M. T. Hajiaghayi, CMSC 474, lecture 28. Killer moves: S. Akl and M. Newborn,
// "The principal continuation and the killer heuristic", ACM Annual Conference (1977); two for a
// ply: D. Slate and L. Atkin, "Chess 4.5" (1977), who also try the move of a transposition table
// first. History: J. Schaeffer, "The history heuristic", ICCA Journal 6 (1983).
//
//	killers  for each ply, the last two moves that made a cut there
//	history  for each move, the sum of 2^d over the nodes where it was best when the search of the
//	         node ended, with or without a cut; d is how many plies the search can go down from the node
//	moves    two moves are the same if the same player makes them and they have the same text;
//	         without texts, if they have the same place among their siblings
//
// Of the papers on killers and history only the abstract of J. Schaeffer, "The history heuristic and
// alpha-beta search enhancements in practice", IEEE Transactions on Pattern Analysis and Machine
// Intelligence 11 (1989), was at hand. Others write of them: a killer made a cut at another node of the same
// ply, and programs keep two, the last or the most frequent ones; a history grows by d^2 or 2^d at a cut
// (Wikipedia and the Chessprogramming wiki), or wherever the move is best (M. Winands and others, "The
// relative history heuristic", CG 2004, abstract). Of these we take the last two killers, 2^d, and every best move.
//
// The order only permutes the visits. The tree, the value and the choice are as in the given order,
// since ties still go to the leftmost child of the tree:
//
//   - A child that is visited later but is left of the best replaces it if it is equal.
//   - So its bound is one step of the scores lower: a child left of the best is cut only where the
//     bound is exceeded, not where it is met.
//   - A mover who has the largest possible score stops only if every child left of the best has been visited.
//
// A child that would be evaluated anyway, as a leaf or on the frontier, is not sorted by its static
// value: the search would evaluate it for its order.

// A VisitOrder is a value of the option order.
type VisitOrder int

const (
	GivenOrder VisitOrder = iota
	BestOrder
	WorstOrder
	StaticOrder
	KillerOrder
	HistoryOrder
	TranspositionOrder
	LearntOrder // the best move of the same position, then killers, then history
	OrderCount
)

var orderNames = [OrderCount]string{"given", "best", "worst", "static", "killer", "history", "transposition", "learnt"}

var orderTitles = [OrderCount]string{"from left to right", "best first", "worst first", "by static value", "killer moves first", "by history", "best of the same position first", "learnt: position, killers, history"}

func (v VisitOrder) String() string { return orderNames[v] }

// Title says what the order is.
func (v VisitOrder) Title() string { return orderTitles[v] }

// maxHistoryDepth is the largest d of 2^d, so that sums do not overflow.
const maxHistoryDepth = 30

// bestMoves is the number of positions whose best move is kept; it is a power of 2.
const bestMoves = 1 << 16

// A killer is a move that made a cut, and the node of the last one.
type killer struct {
	id   int32 // of the move, from 1; 0: there is none
	node int32
}

// A ranked is a child with its place in the order.
type ranked struct {
	move  int32
	id    int32 // of the move; 0: moves are not compared between nodes
	class uint8 // children of a lower class come first
	score trees.Score
}

// The classes of children.
const (
	samePosition = iota
	firstKiller
	secondKiller
	scored
	others
)

// An ordering is the order of the visits of one run.
type ordering struct {
	r    *Run
	by   VisitOrder
	best bool // the largest scores come first, else the smallest
	// values are the values of all nodes from the root of the search on, for best and worst order.
	values []trees.Vector
	root   int

	Plies []visits
	// ids gives each move a number from 1; ofNode has it for the move to each node of an explicit tree.
	ids     map[string]int32
	ofNode  []int32
	name    []byte
	killers [][2]killer // by ply
	history []int64     // by id

	hashed trees.Hashed
	table  []bestMove

	static trees.Evaluated
	pick   Pick
}

// visits are the children of a node in their order.
type visits struct {
	list []ranked
	seen int // how many were visited or are at work
	// Again: the visits are re-searches, for which the order is not the reason.
	Again bool
}

type bestMove struct {
	hash  uint64
	move  uint16
	mover uint8 // 0: the entry is empty
}

// visiting is in which order a run visits the children of a node.
type visiting struct {
	Ordering *ordering // nil: from left to right
	// skipped is used again for the children of each cut, with another order of visits.
	skipped []int32
	// SearchedFirst: the move that was searched before the others at a node
	// whose children are cut.
	SearchedFirst int
}

// newOrdering returns the order of a run, nil for the given order.
func newOrdering(a *Algorithm, r *Run) *ordering {
	by := VisitOrder(r.Order)
	if by == GivenOrder {
		return nil
	}
	s := &ordering{r: r, by: by, best: by != WorstOrder, Plies: make([]visits, len(r.Frames)), root: int(r.Frames[0].Node)}
	switch by {
	case BestOrder, WorstOrder:
		s.root = r.StartNode(&r.Options)
		depth := -1
		if r.HasDepth {
			depth = r.Depth
		}
		s.values, _ = a.ReferenceWith(r.Tree, s.root, &r.Options).Values(r.Tree, s.root, depth)
	case StaticOrder:
		s.static, _ = r.Pos.(trees.Evaluated)
	case TranspositionOrder:
		s.startTable()
	default:
		if _, ok := r.Pos.(trees.Hashed); ok && by == LearntOrder {
			s.startTable()
		}
		s.ids, s.killers = map[string]int32{}, make([][2]killer, len(r.Frames))
		s.history = make([]int64, 1, 64)
	}
	return s
}

func (s *ordering) startTable() {
	s.hashed, s.table = s.r.Pos.(trees.Hashed), make([]bestMove, bestMoves)
}

// Child returns the child of f to visit after n others: the n-th from the left in the given order.
func (r *Run) Child(f *Frame, n int) (move int) {
	if r.Ordering == nil {
		return n
	}
	return r.Ordering.Child(f, n)
}

// LeftIsOpen reports whether a child left of the best is not visited yet.
func (r *Run) LeftIsOpen(f *Frame) bool { return r.Ordering != nil && r.Ordering.leftIsOpen(f) }

// IsLeftOfBest reports whether f is left of the best child of its parent so far.
func (f *Frame) IsLeftOfBest() bool { return f.Above.Known && f.Above.Move < f.Above.BestMove }

// ChildInWindow is child in a search with a window. It says at the child how much the ends of its window
// must be exceeded for a cut: an end that f itself holds, if the child is left of the best.
func (s *ordering) ChildInWindow(f *Frame, n int) (move int) {
	move = s.Child(f, n)
	c := f.Below
	c.ownEnd = false
	c.AlphaOver, c.BetaOver = f.AlphaOver, f.BetaOver
	if !f.ownEnd || s.r.Strict { // strict cuts exceed every bound
		return move
	}
	if f.Mover == s.r.About {
		c.AlphaOver = f.Tie
	} else {
		c.BetaOver = f.Tie
	}
	return move
}

func (s *ordering) Child(f *Frame, n int) int {
	v := &s.Plies[f.Ply]
	if n == 0 {
		v.Again = false
		s.sort(f, v)
	}
	v.seen = n + 1
	move := int(v.list[n].move)
	f.Tie = 0
	if f.Known && move < f.BestMove {
		f.Tie = ScoreStep
	}
	return move
}

// sort puts the children of f, which is the current position, in order.
func (s *ordering) sort(f *Frame, v *visits) {
	v.list = v.list[:0]
	tried := s.tableMove(f)
	for i := range f.Moves {
		c := ranked{move: int32(i), class: others}
		s.rank(f, &c, i == tried)
		v.list = append(v.list, c)
		at := len(v.list) - 1
		for ; at > 0 && c.before(&v.list[at-1]); at-- {
			v.list[at] = v.list[at-1]
		}
		v.list[at] = c
	}
}

// before reports whether c comes before d, which is left of it.
func (c *ranked) before(d *ranked) bool {
	return c.class < d.class || c.class == d.class && c.score > d.score
}

func (s *ordering) rank(f *Frame, c *ranked, tried bool) {
	switch {
	case s.values != nil:
		c.class, c.score = scored, s.wanted(f, &s.values[int(s.r.Kid(f, int(c.move)))-s.root])
	case s.by == StaticOrder:
		var v trees.Vector
		if s.staticOf(f, int(c.move), &v) {
			c.class, c.score = scored, s.wanted(f, &v)
		}
	case tried:
		c.class = samePosition
	}
	if s.ids == nil {
		return
	}
	c.id = s.moveID(f, int(c.move))
	k := &s.killers[f.Ply]
	switch {
	case tried || s.by == HistoryOrder:
	case k[0].id == c.id:
		c.class = firstKiller
	case k[1].id == c.id:
		c.class = secondKiller
	}
	if c.class == others && s.by != KillerOrder && s.history[c.id] > 0 {
		c.class, c.score = scored, trees.Score(s.history[c.id])
	}
}

// wanted returns what is larger for a child that comes first: the score of the mover of f, or of
// the player whom the search is about; with a minus if the mover wants it to be small, and with
// another one in worst order.
func (s *ordering) wanted(f *Frame, v *trees.Vector) trees.Score {
	score, least := v[s.scoreOf(f)-1], s.r.About != 0 && f.Mover != s.r.About
	if least == s.best {
		return -score
	}
	return score
}

// scoreOf returns the player by whose score the children of f are sorted.
func (s *ordering) scoreOf(f *Frame) int {
	if s.r.About != 0 {
		return s.r.About
	}
	return f.Mover
}

// staticOf writes the static value of a child that the search will not evaluate itself.
func (s *ordering) staticOf(f *Frame, move int, v *trees.Vector) bool {
	if int(f.Ply)+1 >= s.r.Limit {
		return false
	}
	if t := s.r.Tree; t != nil {
		static, ok := t.Static(int(s.r.Kid(f, move)))
		*v = static
		return ok && !t.IsLeaf(int(s.r.Kid(f, move)))
	}
	moves, _ := s.r.Pos.Do(move, v)
	ok := moves > 0 && s.static.Static(v)
	s.r.Pos.Undo()
	return ok
}

// moveID returns the number of a move at f, the same for the same move at another node.
func (s *ordering) moveID(f *Frame, move int) int32 {
	t := s.r.Tree
	if t != nil {
		if s.ofNode == nil {
			s.ofNode = make([]int32, t.Len())
		}
		id := &s.ofNode[s.r.Kid(f, move)]
		if *id == 0 {
			*id = s.intern(f.Mover, t.Action(int(s.r.Kid(f, move))), move)
		}
		return *id
	}
	if s.r.described == nil {
		return s.intern(f.Mover, "", move)
	}
	var v trees.Vector
	s.r.Pos.Do(move, &v)
	s.name = s.r.described.AppendLast(append(s.name[:0], byte(f.Mover)))
	s.r.Pos.Undo()
	return s.number(f.Mover, move)
}

func (s *ordering) intern(mover int, text string, move int) int32 {
	s.name = append(append(s.name[:0], byte(mover)), text...)
	return s.number(mover, move)
}

// number returns the number of the move that s.name names; without a text it is named by its place.
func (s *ordering) number(mover, move int) int32 {
	if len(s.name) == 1 {
		s.name = strconv.AppendInt(append(s.name[:0], byte(mover), 0), int64(move), 10)
	}
	id, known := s.ids[string(s.name)]
	if !known {
		id = int32(len(s.history))
		s.ids[string(s.name)] = id
		s.history = append(s.history, 0)
	}
	return id
}

// tableMove returns the move that was best when the position of f was searched before, or -1.
func (s *ordering) tableMove(f *Frame) int {
	if s.table == nil {
		return -1
	}
	hash := s.hashed.Hash()
	if e := &s.table[s.slot(hash)]; e.hash == hash && int(e.mover) == f.Mover {
		return int(e.move)
	}
	return -1
}

func (s *ordering) slot(hash uint64) uint64 { return hash * 0x9E3779B97F4A7C15 >> (64 - 16) }

// learn keeps the best move of f, whose search ends with or without a cut.
func (s *ordering) learn(f *Frame) {
	if f.Mover == 0 || !f.Known {
		return
	}
	if s.table != nil {
		hash := s.hashed.Hash()
		s.table[s.slot(hash)] = bestMove{hash, uint16(f.BestMove), uint8(f.Mover)}
	}
	if s.ids != nil {
		left := min(s.height()-int(f.Ply), maxHistoryDepth)
		s.history[s.moveID(f, f.BestMove)] += 1 << left
	}
}

// height returns how many plies the search goes down at most.
func (s *ordering) height() int { return len(s.r.Frames) - 2 }

// learnCut makes the best move of f, which led to a cut, a killer of its ply.
func (s *ordering) learnCut(f *Frame) {
	if s.ids == nil || !f.Known {
		return
	}
	k := &s.killers[f.Ply]
	id := s.moveID(f, f.BestMove)
	if k[0].id != id {
		k[1] = k[0]
	}
	k[0] = killer{id, f.Node}
}

func (s *ordering) leftIsOpen(f *Frame) bool {
	v := &s.Plies[f.Ply]
	for _, c := range v.list[v.seen:] {
		if int(c.move) < f.BestMove {
			return true
		}
	}
	return false
}

// appendCut appends the numbers of the children of f that are not visited, from left to right.
func (s *ordering) appendCut(f *Frame, list []int32, visited int) []int32 {
	if visited == 0 { // the children have no order yet
		for i := range f.Moves {
			list = append(list, s.r.Kid(f, i))
		}
		return list
	}
	from := len(list)
	for _, c := range s.Plies[f.Ply].list[visited:] {
		list = append(list, s.r.Kid(f, int(c.move)))
		for at := len(list) - 1; at > from && list[at] < list[at-1]; at-- {
			list[at], list[at-1] = list[at-1], list[at]
		}
	}
	return list
}

// reason returns why the current child of f is visited now; nil: the order is not the reason.
func (s *ordering) reason(f *Frame) *Pick {
	v := &s.Plies[f.Ply]
	if f.Mover == 0 || v.Again || v.seen == 0 {
		return nil
	}
	c := &v.list[v.seen-1]
	s.pick = Pick{How: PickLeft, Place: v.seen, Player: f.Mover, Node: -1}
	switch c.class {
	case samePosition:
		s.pick.How = PickPosition
	case firstKiller, secondKiller:
		s.pick.How, s.pick.Node = PickKiller, s.killers[f.Ply][c.class-firstKiller].node
	case scored:
		s.pick.How, s.pick.Score = PickHistory, c.score
		if s.ids == nil {
			s.pick.About = s.scoreOf(f)
			s.pick.How, s.pick.Score = s.how(), s.plain(f, c.score)
			s.pick.Least = s.r.About != 0 && f.Mover != s.r.About
		}
	}
	return &s.pick
}

func (s *ordering) how() PickHow {
	switch s.by {
	case BestOrder:
		return PickBest
	case WorstOrder:
		return PickWorst
	}
	return PickStatic
}

// plain undoes wanted.
func (s *ordering) plain(f *Frame, wanted trees.Score) trees.Score {
	if least := s.r.About != 0 && f.Mover != s.r.About; least == s.best {
		return -wanted
	}
	return wanted
}

// checkOrder reports why a problem does not support an order.
func checkOrder(_ *Algorithm, p *Problem, o *Options) error {
	const path = "options.order"
	if o.Order < 0 || o.Order >= int(OrderCount) {
		return Refuse(path, "there is no order %d", o.Order)
	}
	by := VisitOrder(o.Order)
	switch {
	case o.AsPrinted:
		return Refuse(path, "the printed procedures visit children from left to right; leave out order or as_printed")
	case o.Transposition || o.Deepening:
		return Refuse(path, "transposition and deepening have an order of their own, the best move of the last search first; leave out order, or these options")
	}
	switch by {
	case BestOrder, WorstOrder:
		if p.Tree == nil {
			return Refuse(path, "the order %s is known only when every value is, so it needs a tree that is built; choose static, killer, history or learnt for %s", by, p.Source())
		}
		if o.Quiescence > 0 {
			return Refuse(path, "the order %s needs the values of a search without quiescence; leave out order or quiescence", by)
		}
		return checkKnown(p, o, by)
	case StaticOrder:
		return checkStatics(p, o)
	case TranspositionOrder:
		if _, ok := p.Pos.(trees.Hashed); !ok {
			return Refuse(path, "the order %s needs positions that have a hash, as those of games; these have none; choose killer, history or learnt", by)
		}
	}
	return nil
}

// checkKnown requires the values of all leaves that a search without cuts would reach.
func checkKnown(p *Problem, o *Options, by VisitOrder) error {
	t, root := p.Tree, p.StartNode(o)
	for n := root; n < t.End(root); n++ {
		if o.HasDepth && t.Level(n)-t.Level(root) > o.Depth || !t.IsLeaf(n) {
			continue
		}
		if _, known := t.Value(n); !known {
			return Refuse("options.order", "the order %s needs the value of every leaf, and that of %s is unknown; give it a value, or choose another order", by, t.Name(n))
		}
	}
	return nil
}

// checkStatics requires a static value that can be used for the order.
func checkStatics(p *Problem, o *Options) error {
	if p.Tree == nil {
		if _, ok := p.Pos.(trees.Evaluated); !ok {
			return Refuse("options.order", "the positions of %s have no static values; choose killer, history or learnt", p.Source())
		}
		return nil
	}
	t, root := p.Tree, p.StartNode(o)
	for n := root + 1; n < t.End(root); n++ {
		if _, ok := t.Static(n); ok && !t.IsLeaf(n) && !(o.HasDepth && t.Level(n)-t.Level(root) >= o.Depth) {
			return nil
		}
	}
	return Refuse("options.order", "no inner node below the root has a static value; give some, or choose another order")
}

// anyInner reports whether a search of t has an order to choose.
func anyInner(t *trees.Tree) bool { return t.Kind != trees.Path && !t.IsLeaf(0) }

// ScoreStep is the smallest difference between two scores.
const ScoreStep = trees.Score(1)

// InOrder returns the move to search after n other moves. The order is the move
// first, then the other moves from left to right.
func InOrder(n, first int) int {
	switch {
	case n == 0:
		return first
	case n <= first:
		return n - 1
	}
	return n
}
