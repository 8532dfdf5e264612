package engine

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

	// PollEvery is the number of nodes between two checks of the context: far
	// less than a millisecond.
	PollEvery = 1 << 12

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
	// runs as printed; see RootHasNoValue. Then Value and Line have no meaning.
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

// A Frame is the state of one node on the path from the root to the current
// node. An engine reads its child's result from the frame below its own.
type Frame struct {
	Value trees.Vector // best so far; the node's value when its search ends
	Known bool         // there is a value; if false at the end of the search, the node is NIL
	Exact bool         // value is proved to be the node's max^n (minimax) value; set only with an observer

	Mover, Moves int
	Move         int // the current child
	BestMove     int // the child that value came from, once there is a value
	// Tie is added to the score of the current child for its mover: the least step if the child
	// is left of the best so far and is visited after it, so that it wins a tie; else 0.
	Tie      trees.Score
	exitLine int // of the pseudo-code, where the node was cut before its first child; 0: that of every exit

	Statics   int   // static values taken by the run when the node was entered; kept with an observer
	Node      int32 // number of the node; see Run.HasNumbers
	FirstKid  int32 // number of the first child, if nodes are numbered
	Leaf      int32 // the leaf that value came from, or the node of whose children it is the expectation
	BestChild int32 // the child that value came from, or -1
	Ply       int32

	Above, Below *Frame // nil above the root of the search

	// Searches with two sides; see window.go.
	Alpha, Beta     trace.Bound
	AtLeast, AtMost bool
	Failed          failed
	FailedBound     trace.Term // if the node has no value: the bound that proves it is outside the window
	// With another order of visits: the node holds an end of the window itself, and how much the
	// ends that the node came with must be exceeded for a cut; see order.go.
	ownEnd              bool
	AlphaOver, BetaOver trees.Score

	Low, Up trees.Vector // the heuristic; see heuristic.go
}

// Best returns the mover's best score at the frame as a bound.
func (f *Frame) Best() trace.Bound {
	if !f.Known {
		return trace.Bound{}
	}
	return trace.Bound{Score: f.Value[f.Mover-1], Node: f.Node, Child: f.BestChild, Given: true}
}

// Term returns best as a term of a prune's certificate.
func (f *Frame) Term() trace.Term {
	return trace.Term{Player: f.Mover, Node: f.Node, Score: f.Value[f.Mover-1], Origin: trace.BackedUp}
}

// A Run is one search: what every search needs. An engine embeds one, and has its own state beside it.
type Run struct {
	Problem
	Options
	ctx       context.Context
	Frames    []Frame      // by ply; frames[0] is the root of the search
	Most      trees.Vector // the score that ends a search of a mover: MaxP plus over, or a number above all scores
	Over      trees.Score  // how much a bound must be exceeded for a cut: 0, or with strict the least step
	Limit     int          // frontier: nodes at this ply are not expanded
	sound     bool         // an unsound run proves nothing
	Stats     trace.Stats
	Statics   int   // static values taken so far
	StoppedAt int32 // ply of the position at which the search was stopped

	polling
	account
	abilities
	numbering
	visiting
	windowing
	lastPlies
	observation

	// Result has what the engine itself says of its result: Set, Recalled, Move and Depth.
	Result Result
}

// abilities are what the position can do besides moves.
type abilities struct {
	described trees.Described // nil: moves have no text
	bottomed  trees.Bottomed  // nil: the position needs not know where the search stops
	Bounded   trees.Bounded   // nil: the position has no heuristic
	Chanced   trees.Chanced   // nil: the position has no chance nodes
	settled   trees.Settled   // nil: the search has no quiescence
}

// numbering is what a run knows of the numbers of nodes.
type numbering struct {
	Cursor *trees.Cursor // the position, if the tree is explicit
	Seen   []uint8       // explicit tree: whether each node was entered or cut
	// Tracked: the run knows node numbers, because its tree is explicit or numbered.
	Tracked bool
	// HasNumbers: nodes of an implicit tree are numbered as they are expanded.
	HasNumbers bool
	Numbers    numbers
	// maxNumbers is the limit on the number of nodes with a number.
	maxNumbers int
}

const (
	seenEntered uint8 = 1 << iota
	SeenCut
)

const NoLimit = int(^uint(0) >> 1)

func newRun(ctx context.Context, p Problem, o Options, observer trace.Observer) *Run {
	r := &Run{Problem: p, Options: o, ctx: ctx, Limit: NoLimit}
	r.turn, r.step, r.NodeLimit = TurnOf(ctx), PollEvery, cmp.Or(p.MaxNodes, MaxSearchNodes)
	r.Observer, r.finalObserver, r.Ev.Unit = observer, observer, p.Unit
	if observer != nil {
		r.step = pollWatched
	}
	if o.HasDepth {
		r.Limit = o.Depth
	}
	if p.Endless() {
		r.Limit = min(r.Limit, p.Pos.Height())
	}
	r.described, _ = p.Pos.(trees.Described)
	r.bottomed, _ = p.Pos.(trees.Bottomed)
	r.setQuiescence()
	r.Frames = make([]Frame, r.deepest()+2)
	for i := range r.Frames[1:] {
		r.Frames[i].Below, r.Frames[i+1].Above = &r.Frames[i+1], &r.Frames[i]
		r.Frames[i+1].Ply = int32(i + 1)
	}
	if o.Strict {
		r.Over = 1
	}
	r.Most = p.most()
	for i := range r.Most {
		r.Most[i] += r.Over
	}
	if o.HasNodes {
		r.NodeLimit = min(r.NodeLimit, o.Nodes)
	}
	r.setPoll()
	r.Bounded, _ = p.Pos.(trees.Bounded)
	r.Chanced, _ = p.Pos.(trees.Chanced)
	r.lastPly = newLastPly(p.Pos)
	if c, ok := p.Pos.(*trees.Cursor); ok && p.Tree != nil {
		r.Cursor, r.Tracked = c, true
		r.Seen = make([]uint8, p.Tree.Len())
		r.Hold(0, int64(len(r.Seen)))
	} else if observer != nil || p.Numbered {
		r.EnableNumbers()
	}
	r.setAtOnce()
	return r
}

// EnableNumbers enables numbering of an implicit tree, at 4 bytes per node.
func (r *Run) EnableNumbers() {
	r.HasNumbers, r.Tracked = true, true
	r.Numbers, r.maxNumbers = newNumbers(), maxNumbered
	r.Hold(0, r.Numbers.bytes())
	if r.Observer != nil {
		r.maxNumbers = MaxWatchedNodes
	}
}

// SetLimit sets the ply at which nodes are not expanded, while the position is that of the
// root.
func (r *Run) SetLimit(limit int) {
	r.Limit = limit
	if r.bottomed == nil {
		return
	}
	if limit == NoLimit {
		limit = -1
	} else {
		limit = r.deepest()
	}
	r.bottomed.SetBottom(limit)
}

// AtRoot prepares the root of the search and returns its frame and number of moves.
func (r *Run) AtRoot() (f *Frame, moves int) {
	f = &r.Frames[0]
	if r.Cursor != nil {
		f.Node = int32(r.Cursor.Node())
	}
	f.Mover = r.Pos.Mover()
	return f, r.Pos.Look(&f.Value)
}

// RootMover returns the player who moves at the current position; 1 where chance does, and at a leaf.
func (r *Run) RootMover() int { return max(1, r.Pos.Mover()) }

// PreviousPlayer returns the mover of the parent of f, from 1. The printed
// procedures need a previous player at the root, too; there it is the player
// whose turn is before the turn of the root's mover.
func (r *Run) PreviousPlayer(f *Frame) int {
	if f.Above != nil {
		return f.Above.Mover
	}
	return (f.Mover+r.Players-2)%r.Players + 1
}

// Place returns the place of a player's score in a vector. The mask changes nothing; with it the
// compiler knows that the place is within a vector.
func Place(player int) int { return (player - 1) & (trees.MaxPlayers - 1) }

// Play plays a move at f and returns the number of moves at the child, whose
// frame is f.Below. At a leaf it writes the value into that frame.
func (r *Run) Play(f *Frame, move int) (moves int) {
	f.Move = move
	moves, f.Below.Mover = r.Pos.Do(move, &f.Below.Value)
	return moves
}

// Enter starts the search of the node of f, which is the current position: it
// counts the node, initialises its frame and emits the event. It returns true
// at a leaf or a node at the depth limit; the frame then has the value, and
// the search of the node is finished.
func (r *Run) Enter(f *Frame, moves int) (evaluated bool) {
	if r.Stats.Nodes++; r.Stats.Nodes >= r.Poll {
		r.StoppedAt = f.Ply
		r.CheckStop()
	}
	if moves == 0 && !r.Tracked {
		// most nodes of a large search end here
		r.Stats.Leaves++
		f.Known = true
		return true
	}
	f.Moves, f.Known, f.BestChild = moves, false, -1
	if r.Tracked {
		r.Track(f)
	}
	if moves <= 0 || int(f.Ply) >= r.Limit {
		return r.endOrExtend(f)
	}
	if r.Tracked {
		r.trackInner(f)
	}
	return false
}

// endOrExtend is the end of enter at a leaf, and at the depth limit or below.
func (r *Run) endOrExtend(f *Frame) (evaluated bool) {
	if !r.Extends(f) {
		r.evaluate(f)
		return true
	}
	if r.Tracked {
		r.trackInner(f)
	}
	return false
}

// Track sets the number of the node of f.
func (r *Run) Track(f *Frame) {
	switch {
	case r.Cursor != nil:
		f.Node = int32(r.Cursor.Node())
		r.Seen[f.Node] |= seenEntered
	case f.Above != nil:
		f.Node = f.Above.FirstKid + int32(f.Above.Move)
	}
}

// trackInner numbers the children of the node of f and emits its enter event.
func (r *Run) trackInner(f *Frame) {
	if r.HasNumbers {
		r.expand(f)
	}
	if r.Observer != nil {
		f.Statics = r.Statics
		r.EmitEnter(f)
	}
}

// evaluate sets the value of a leaf, or the static value of a node at the
// depth limit.
func (r *Run) evaluate(f *Frame) {
	r.Stats.Leaves++
	f.Mover = 0
	if r.Observer != nil {
		r.EmitEnter(f)
	}
	if f.Moves != 0 {
		r.frontier(f)
		r.Statics++
	}
	// a static value proves nothing about the node
	f.Known, f.Exact, f.Leaf = true, r.sound && f.Moves == 0, f.Node
	if r.Observer != nil {
		r.emitLeaf(f)
	}
}

// frontier sets the static value of an inner node. A leaf of unknown value
// ends the search.
func (r *Run) frontier(f *Frame) {
	if f.Moves == trees.Unknown || !r.Pos.(trees.Evaluated).Static(&f.Value) {
		r.StoppedAt = f.Ply
		panic(Stop{r.Unknown(f.Node)})
	}
}

func (r *Run) Unknown(node int32) error {
	err := &UnknownLeafError{Node: int(node)}
	if r.Tree != nil {
		err.Name = r.Tree.Name(int(node))
	}
	return err
}

// expand numbers the children of a node of an implicit tree, at its first
// visit.
func (r *Run) expand(f *Frame) {
	if f.FirstKid = r.Numbers.First(f.Node); f.FirstKid != 0 {
		return
	}
	if r.Numbers.count+f.Moves > r.maxNumbers {
		if r.Observer != nil {
			r.StoppedAt = f.Ply
			panic(Stop{&LimitError{Message: fmt.Sprintf("the search was stopped: it would visit more than %d different nodes, the limit of a search that is watched; choose a smaller depth or branching", r.maxNumbers)}})
		}
		r.Hold(f.Ply, -r.Numbers.bytes())
		r.HasNumbers, r.Tracked, r.Numbers = false, false, numbers{}
		return
	}
	before := r.Numbers.bytes()
	f.FirstKid = r.Numbers.expand(f.Node, f.Moves)
	if more := r.Numbers.bytes() - before; more > 0 {
		r.Hold(f.Ply, more)
	}
}

// Take makes the value of the current child the best of f.
func (r *Run) Take(f *Frame) {
	c := f.Below
	// Copy each score separately: a copy of the whole vector would wait until the
	// leaf's scores, which were written separately, have left the processor's store
	// buffer (measured: a tenth of the time of max^n).
	f.Value[0], f.Value[1], f.Value[2] = c.Value[0], c.Value[1], c.Value[2]
	if r.Players > 3 {
		copy(f.Value[3:], c.Value[3:])
	}
	f.Leaf, f.BestChild, f.BestMove, f.Known = c.Leaf, c.Node, f.Move, true
}

// Cut counts the children from move on as skipped and emits the prune.
func (r *Run) Cut(f *Frame, move int, rule trace.Rule, limit trees.Opt, terms ...trace.Term) {
	if r.Seen == nil && r.Ordering == nil { // CountCut, without a call
		r.Stats.Prunes[rule]++
		r.Stats.Pruned += f.Moves - move
	} else {
		r.CountCut(f, move, rule)
	}
	if r.Observer != nil {
		r.emitPrune(f, move, rule, limit, terms)
	}
}

func (r *Run) CountCut(f *Frame, move int, rule trace.Rule) {
	r.Stats.Prunes[rule]++
	if r.Ordering != nil {
		r.Ordering.learnCut(f)
	}
	if r.Seen == nil {
		r.Stats.Pruned += f.Moves - move
		return
	}
	if r.Ordering != nil {
		r.skipped = r.Ordering.appendCut(f, r.skipped[:0], move)
		for _, k := range r.skipped {
			r.Seen[k] |= SeenCut
		}
		return
	}
	for _, k := range r.Tree.Kids(int(f.Node))[move:] {
		r.Seen[k] |= SeenCut
	}
}

// line returns the numbers from the root of the search to the given node.
func (r *Run) line(leaf int32) []int32 {
	if r.Tree == nil && !r.HasNumbers {
		return nil
	}
	line := []int32{leaf}
	for n := leaf; n != r.Frames[0].Node; {
		if r.Tree != nil {
			n = int32(r.Tree.Parent(int(n)))
		} else {
			n = r.Numbers.parent(n)
		}
		line = append(line, n)
	}
	for i, j := 0, len(line)-1; i < j; i, j = i+1, j-1 {
		line[i], line[j] = line[j], line[i]
	}
	return line
}

// movesOf returns the moves along a line.
func (r *Run) movesOf(line []int32) (moves []int) {
	for i, n := range line[min(1, len(line)):] {
		if r.Tree != nil {
			moves = append(moves, r.Tree.IndexInParent(int(n)))
		} else {
			moves = append(moves, int(n-r.Numbers.First(line[i])))
		}
	}
	return moves
}
