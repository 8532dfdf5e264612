package trees

// A Position is the state of a game that an engine searches. For an explicit tree it is a
// Cursor; a game or a generated tree has its own implementation. So an engine is written
// only once.
//
// Moves are numbered from 0, left to right. This order decides ties: the leftmost move
// wins, for any order of search.
type Position interface {
	// Players returns the number of players, 1 to MaxPlayers.
	Players() int
	// Height returns an upper bound on the number of moves below the current
	// position. Engines size their stacks by it.
	Height() int
	// Look returns the number of moves at the current position. At a leaf that
	// is 0 and the leaf's value is written into v (entries beyond Players are
	// not written), or Unknown if the value is not known.
	Look(v *Vector) (moves int)
	// Mover returns the player to move, from 1; 0 at a leaf, and at a chance node.
	Mover() int
	// Do plays a move and does what Look and Mover do at the new position, in one
	// call: interface calls dominate the cost of a fast walk.
	Do(move int, v *Vector) (moves, mover int)
	// Undo takes back the last move.
	Undo()
}

// Unknown is returned by Look and Do at a leaf of unknown value.
const Unknown = -1

// Bounded is a Position with a monotonic heuristic: bounds on each player's score in all
// outcomes below. Low and Up write the bounds and return true, or return false if the
// position has no bounds.
type Bounded interface {
	Low(v *Vector) bool
	Up(v *Vector) bool
}

// OutcomeBounded is a Position whose leaves have an outcome besides their value, such as the
// tricks that all players have taken. OutcomeLow and OutcomeUp are for outcomes what Low
// and Up are for values.
type OutcomeBounded interface {
	OutcomeLow(v *Vector) bool
	OutcomeUp(v *Vector) bool
}

// Evaluated is a Position that has static values before the game ends. A search with a
// depth limit uses them. Static writes the static value and returns true, or returns false
// if the position has none.
type Evaluated interface {
	Static(v *Vector) bool
}

// Hashed is a Position with a hash. Positions with the same hash and mover
// must have the same moves, the same continuations and the same values. A hash of 64
// well-mixed bits is taken for the position.
type Hashed interface {
	Hash() uint64
}

// Described is a Position whose moves have a text.
type Described interface {
	// AppendLast appends the text of the move that led here; nothing at the start.
	AppendLast(b []byte) []byte
}

// Bottomed is a Position that can leave out the moves where a search stops.
type Bottomed interface {
	// SetBottom says that no move is played below the given number of plies from here: at
	// that ply Do may return 1 for any number of moves above 0. -1: there is no such ply.
	SetBottom(plies int)
}

// LastPly is a Position that can write the values of all children at once, where all of
// them are leaves.
type LastPly interface {
	// Leaves writes the value of each child of the current position, in the order of moves,
	// and returns true; or it returns false. There are len(v) children. frontier: the search
	// stops at them, and their static values are needed where they are no leaves.
	Leaves(frontier bool, v []Vector) bool
}

// LastTwoPlies is a LastPly all of whose leaves are Height plies down. Two plies above them it can
// write the values below a child without a move being played.
type LastTwoPlies interface {
	LastPly
	// LeavesBelow does for a child what Do, Leaves and Undo do: it writes the values of the
	// child's own children, in the order of moves, and returns their number and the player who
	// moves at the child. It returns 0 if v has no room for all, or if they are no leaves.
	LeavesBelow(move int, v []Vector) (leaves, mover int)
}

// Endless is a Position from which play may go on for ever. Height is then the most that
// a search may go down.
type Endless interface {
	Endless() bool
}

// Chanced is a Position that can have chance nodes: those with moves and without a mover.
type Chanced interface {
	// HasChance reports whether there may be a chance node.
	HasChance() bool
	// Prob returns the probability of the given move at a chance node, in lowest terms.
	Prob(move int) Number
}

// Costed is a Position whose moves have a cost (a path tree).
type Costed interface {
	// Cost returns the cost of the given move at the current position.
	Cost(move int) Score
}
