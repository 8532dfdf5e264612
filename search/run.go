package search

import (
	"cmp"
	"context"
	"fmt"

	"espalier/trace"
	"espalier/trees"
)

const (
	// MaxSearchNodes is the maximum number of nodes of one search. At some ten
	// million nodes a second, this takes seconds; without this limit a request
	// could run for years.
	MaxSearchNodes = 200_000_000

	// maxNumbered is the maximum number of nodes that are numbered without an
	// observer: a result without a line is better than gigabytes of numbers.
	maxNumbered = 80_000_000

	// MaxWatchedNodes is the maximum number of nodes of an implicit tree that are
	// numbered with an observer: a node is numbered when its parent is expanded,
	// whether it is searched or cut. The numbers take 1 GiB then.
	MaxWatchedNodes = 1 << 28

	// pollEvery is the number of nodes between two checks of the context: far
	// less than a millisecond.
	pollEvery = 1 << 12

	// pollWatched is the same for a run with an observer, which may need a long
	// time for an event.
	pollWatched = 1 << 4
)

// A Result is the result of a search.
type Result struct {
	// Value is the value of the leaf that is reached, or the expectation of the node where Line
	// ends.
	Value trees.Vector
	Width int         // number of scores in Value
	Unit  trees.Score // of the scores: that of the tree
	// NoValue: the root returned no value, which is possible in a procedure that
	// runs as printed; see rootHasNoValue. Then Value and Line have no meaning.
	NoValue bool
	// Set has the values that the root can have, if nodes have sets (soft-max^n); else nil. Value is
	// then the worst one for the root player of the child that is chosen.
	Set []trees.Vector
	// Line holds the node numbers from the root of the search to this leaf, or to the first node
	// on the way whose value is an average: a chance node, or in prob-max^n one where several moves are
	// possible. For an
	// implicit tree, Line is nil if the run was neither observed nor numbered, or
	// if a run without an observer has more than maxNumbered nodes.
	Line []int32
	// Moves are the moves along Line, by their places among the moves of each position.
	Moves []int
	Stats trace.Stats
	// Recalled is the number of inner nodes whose search ended with what the
	// transposition table knows. Stats.Nodes has them, too.
	Recalled int
	// Move is the move at the root that leads to the value, if the search has a transposition
	// table and the root is no leaf; else 0.
	Move int
	// Samples is the number of samples that a search by samples has taken; 0 elsewhere.
	Samples int
	// Depth is given if a limit on nodes stopped iterative deepening: the depth that was
	// searched completely, whose result this is. 0 elsewhere.
	Depth     int
	Reference *trace.Reference // nil if there is no reference search
	// Equal holds the children of the root that are best for its mover by the reference
	// search; nil if there is none.
	Equal []int32
}

// A frame is the state of one node on the path from the root to the current
// node. An engine reads its child's result from the frame below its own.
type frame struct {
	value trees.Vector // best so far; the node's value when its search ends
	known bool         // there is a value; if false at the end of the search, the node is NIL
	exact bool         // value is proved to be the node's max^n (minimax) value; set only with an observer

	mover, moves int
	move         int // the current child
	bestMove     int // the child that value came from, once there is a value
	// tie is added to the score of the current child for its mover: the least step if the child
	// is left of the best so far and is visited after it, so that it wins a tie; else 0.
	tie      trees.Score
	exitLine int // of the pseudo-code, where the node was cut before its first child; 0: that of every exit

	statics   int   // static values taken by the run when the node was entered; kept with an observer
	node      int32 // number of the node; see run.numbered
	firstKid  int32 // number of the first child, if nodes are numbered
	leaf      int32 // the leaf that value came from, or the node of whose children it is the expectation
	bestChild int32 // the child that value came from, or -1
	ply       int32

	above, below *frame // nil above the root of the search

	// Searches with two sides; see window.go.
	alpha, beta     trace.Bound
	atLeast, atMost bool
	failed          failed
	failedBound     trace.Term // if the node has no value: the bound that proves it is outside the window
	// With another order of visits: the node holds an end of the window itself, and how much the
	// ends that the node came with must be exceeded for a cut; see order.go.
	ownEnd              bool
	alphaOver, betaOver trees.Score

	low, up trees.Vector // the heuristic; see heuristic.go
}

// best returns the mover's best score at the frame as a bound.
func (f *frame) best() trace.Bound {
	if !f.known {
		return trace.Bound{}
	}
	return trace.Bound{Score: f.value[f.mover-1], Node: f.node, Child: f.bestChild, Given: true}
}

// term returns best as a term of a prune's certificate.
func (f *frame) term() trace.Term {
	return trace.Term{Player: f.mover, Node: f.node, Score: f.value[f.mover-1], Origin: trace.BackedUp}
}

// A run is one search: what every search needs. An engine embeds one, and has its own state beside it.
type run struct {
	Problem
	Options
	ctx       context.Context
	frames    []frame      // by ply; frames[0] is the root of the search
	most      trees.Vector // the score that ends a search of a mover: MaxP plus over, or a number above all scores
	over      trees.Score  // how much a bound must be exceeded for a cut: 0, or with strict the least step
	limit     int          // frontier: nodes at this ply are not expanded
	sound     bool         // an unsound run proves nothing
	stats     trace.Stats
	statics   int   // static values taken so far
	stoppedAt int32 // ply of the position at which the search was stopped

	polling
	account
	abilities
	numbering
	visiting
	windowing
	lastPlies
	observation

	// result has what the engine itself says of its result: Set, Recalled, Move and Depth.
	result Result
}

// abilities are what the position can do besides moves.
type abilities struct {
	described trees.Described // nil: moves have no text
	bottomed  trees.Bottomed  // nil: the position needs not know where the search stops
	bounded   trees.Bounded   // nil: the position has no heuristic
	chanced   trees.Chanced   // nil: the position has no chance nodes
	settled   trees.Settled   // nil: the search has no quiescence
}

// numbering is what a run knows of the numbers of nodes.
type numbering struct {
	cursor *trees.Cursor // the position, if the tree is explicit
	seen   []uint8       // explicit tree: whether each node was entered or cut
	// tracked: the run knows node numbers, because its tree is explicit or numbered.
	tracked bool
	// numbered: nodes of an implicit tree are numbered as they are expanded.
	numbered bool
	numbers  numbers
	// maxNumbers is the limit on the number of nodes with a number.
	maxNumbers int
}

const (
	seenEntered uint8 = 1 << iota
	seenCut
)

const noLimit = int(^uint(0) >> 1)

func newRun(ctx context.Context, p Problem, o Options, observer trace.Observer) *run {
	r := &run{Problem: p, Options: o, ctx: ctx, limit: noLimit}
	r.turn, r.step, r.maxNodes = turnOf(ctx), pollEvery, cmp.Or(p.MaxNodes, MaxSearchNodes)
	r.observer, r.finalObserver, r.ev.Unit = observer, observer, p.Unit
	if observer != nil {
		r.step = pollWatched
	}
	if o.HasDepth {
		r.limit = o.Depth
	}
	if p.endless() {
		r.limit = min(r.limit, p.Pos.Height())
	}
	r.described, _ = p.Pos.(trees.Described)
	r.bottomed, _ = p.Pos.(trees.Bottomed)
	r.setQuiescence()
	r.frames = make([]frame, r.deepest()+2)
	for i := range r.frames[1:] {
		r.frames[i].below, r.frames[i+1].above = &r.frames[i+1], &r.frames[i]
		r.frames[i+1].ply = int32(i + 1)
	}
	if o.Strict {
		r.over = 1
	}
	r.most = p.most()
	for i := range r.most {
		r.most[i] += r.over
	}
	if o.HasNodes {
		r.maxNodes = min(r.maxNodes, o.Nodes)
	}
	r.setPoll()
	r.bounded, _ = p.Pos.(trees.Bounded)
	r.chanced, _ = p.Pos.(trees.Chanced)
	r.lastPly = newLastPly(p.Pos)
	r.setAtOnce()
	if c, ok := p.Pos.(*trees.Cursor); ok && p.Tree != nil {
		r.cursor, r.tracked = c, true
		r.seen = make([]uint8, p.Tree.Len())
		r.hold(0, int64(len(r.seen)))
	} else if observer != nil || p.Numbered {
		r.enableNumbers()
	}
	r.setTwoPlies()
	return r
}

// enableNumbers enables numbering of an implicit tree, at 4 bytes per node.
func (r *run) enableNumbers() {
	r.numbered, r.tracked = true, true
	r.numbers, r.maxNumbers = newNumbers(), maxNumbered
	r.hold(0, r.numbers.bytes())
	if r.observer != nil {
		r.maxNumbers = MaxWatchedNodes
	}
}

// setLimit sets the ply at which nodes are not expanded, while the position is that of the
// root.
func (r *run) setLimit(limit int) {
	r.limit = limit
	if r.bottomed == nil {
		return
	}
	if limit == noLimit {
		limit = -1
	} else {
		limit = r.deepest()
	}
	r.bottomed.SetBottom(limit)
}

// root prepares the root of the search and returns its frame and number of moves.
func (r *run) root() (f *frame, moves int) {
	f = &r.frames[0]
	if r.cursor != nil {
		f.node = int32(r.cursor.Node())
	}
	f.mover = r.Pos.Mover()
	return f, r.Pos.Look(&f.value)
}

// rootMover returns the player who moves at the current position; 1 where chance does, and at a leaf.
func (r *run) rootMover() int { return max(1, r.Pos.Mover()) }

// previousPlayer returns the mover of the parent of f, from 1. The printed
// procedures need a previous player at the root, too; there it is the player
// whose turn is before the turn of the root's mover.
func (r *run) previousPlayer(f *frame) int {
	if f.above != nil {
		return f.above.mover
	}
	return (f.mover+r.Players-2)%r.Players + 1
}

// place returns the place of a player's score in a vector. The mask changes nothing; with it the
// compiler knows that the place is within a vector.
func place(player int) int { return (player - 1) & (trees.MaxPlayers - 1) }

// play plays a move at f and returns the number of moves at the child, whose
// frame is f.below. At a leaf it writes the value into that frame.
func (r *run) play(f *frame, move int) (moves int) {
	f.move = move
	moves, f.below.mover = r.Pos.Do(move, &f.below.value)
	return moves
}

// enter starts the search of the node of f, which is the current position: it
// counts the node, initialises its frame and emits the event. It returns true
// at a leaf or a node at the depth limit; the frame then has the value, and
// the search of the node is finished.
func (r *run) enter(f *frame, moves int) (evaluated bool) {
	if r.stats.Nodes++; r.stats.Nodes >= r.poll {
		r.stoppedAt = f.ply
		r.checkStop()
	}
	if moves == 0 && !r.tracked {
		// most nodes of a large search end here
		r.stats.Leaves++
		f.known = true
		return true
	}
	f.moves, f.known, f.bestChild = moves, false, -1
	if r.tracked {
		r.track(f)
	}
	if moves <= 0 || int(f.ply) >= r.limit {
		return r.endOrExtend(f)
	}
	if r.tracked {
		r.trackInner(f)
	}
	return false
}

// endOrExtend is the end of enter at a leaf, and at the depth limit or below.
func (r *run) endOrExtend(f *frame) (evaluated bool) {
	if !r.extends(f) {
		r.evaluate(f)
		return true
	}
	if r.tracked {
		r.trackInner(f)
	}
	return false
}

// track sets the number of the node of f.
func (r *run) track(f *frame) {
	switch {
	case r.cursor != nil:
		f.node = int32(r.cursor.Node())
		r.seen[f.node] |= seenEntered
	case f.above != nil:
		f.node = f.above.firstKid + int32(f.above.move)
	}
}

// trackInner numbers the children of the node of f and emits its enter event.
func (r *run) trackInner(f *frame) {
	if r.numbered {
		r.expand(f)
	}
	if r.observer != nil {
		f.statics = r.statics
		r.emitEnter(f)
	}
}

// evaluate sets the value of a leaf, or the static value of a node at the
// depth limit.
func (r *run) evaluate(f *frame) {
	r.stats.Leaves++
	f.mover = 0
	if r.observer != nil {
		r.emitEnter(f)
	}
	if f.moves != 0 {
		r.frontier(f)
		r.statics++
	}
	// a static value proves nothing about the node
	f.known, f.exact, f.leaf = true, r.sound && f.moves == 0, f.node
	if r.observer != nil {
		r.emitLeaf(f)
	}
}

// frontier sets the static value of an inner node. A leaf of unknown value
// ends the search.
func (r *run) frontier(f *frame) {
	if f.moves == trees.Unknown || !r.Pos.(trees.Evaluated).Static(&f.value) {
		r.stoppedAt = f.ply
		panic(stop{r.unknown(f.node)})
	}
}

func (r *run) unknown(node int32) error {
	err := &UnknownLeafError{Node: int(node)}
	if r.Tree != nil {
		err.Name = r.Tree.Name(int(node))
	}
	return err
}

// expand numbers the children of a node of an implicit tree, at its first
// visit.
func (r *run) expand(f *frame) {
	if f.firstKid = r.numbers.first(f.node); f.firstKid != 0 {
		return
	}
	if r.numbers.count+f.moves > r.maxNumbers {
		if r.observer != nil {
			r.stoppedAt = f.ply
			panic(stop{&LimitError{Message: fmt.Sprintf("the search was stopped: it would visit more than %d different nodes, the limit of a search that is watched; choose a smaller depth or branching", r.maxNumbers)}})
		}
		r.hold(f.ply, -r.numbers.bytes())
		r.numbered, r.tracked, r.numbers = false, false, numbers{}
		return
	}
	before := r.numbers.bytes()
	f.firstKid = r.numbers.expand(f.node, f.moves)
	if more := r.numbers.bytes() - before; more > 0 {
		r.hold(f.ply, more)
	}
}

// take makes the value of the current child the best of f.
func (r *run) take(f *frame) {
	c := f.below
	// Copy each score separately: a copy of the whole vector would wait until the
	// leaf's scores, which were written separately, have left the processor's store
	// buffer (measured: a tenth of the time of max^n).
	f.value[0], f.value[1], f.value[2] = c.value[0], c.value[1], c.value[2]
	if r.Players > 3 {
		copy(f.value[3:], c.value[3:])
	}
	f.leaf, f.bestChild, f.bestMove, f.known = c.leaf, c.node, f.move, true
}

// cut counts the children from move on as skipped and emits the prune.
func (r *run) cut(f *frame, move int, rule trace.Rule, limit trees.Opt, terms ...trace.Term) {
	if r.seen == nil && r.order == nil { // countCut, without a call
		r.stats.Prunes[rule]++
		r.stats.Pruned += f.moves - move
	} else {
		r.countCut(f, move, rule)
	}
	if r.observer != nil {
		r.emitPrune(f, move, rule, limit, terms)
	}
}

func (r *run) countCut(f *frame, move int, rule trace.Rule) {
	r.stats.Prunes[rule]++
	if r.order != nil {
		r.order.learnCut(f)
	}
	if r.seen == nil {
		r.stats.Pruned += f.moves - move
		return
	}
	if r.order != nil {
		r.skipped = r.order.appendCut(f, r.skipped[:0], move)
		for _, k := range r.skipped {
			r.seen[k] |= seenCut
		}
		return
	}
	for _, k := range r.Tree.Kids(int(f.node))[move:] {
		r.seen[k] |= seenCut
	}
}

// line returns the numbers from the root of the search to the given node.
func (r *run) line(leaf int32) []int32 {
	if r.Tree == nil && !r.numbered {
		return nil
	}
	line := []int32{leaf}
	for n := leaf; n != r.frames[0].node; {
		if r.Tree != nil {
			n = int32(r.Tree.Parent(int(n)))
		} else {
			n = r.numbers.parent(n)
		}
		line = append(line, n)
	}
	for i, j := 0, len(line)-1; i < j; i, j = i+1, j-1 {
		line[i], line[j] = line[j], line[i]
	}
	return line
}

// movesOf returns the moves along a line.
func (r *run) movesOf(line []int32) (moves []int) {
	for i, n := range line[min(1, len(line)):] {
		if r.Tree != nil {
			moves = append(moves, r.Tree.IndexInParent(int(n)))
		} else {
			moves = append(moves, int(n-r.numbers.first(line[i])))
		}
	}
	return moves
}
