package trees

// A Position is what an engine walks: the state of a game that moves go
// forward from and back to. An explicit tree is walked by a Cursor, a game or
// a generated tree by its own state; no engine is written twice.
//
// Moves are numbered from 0, left to right. That order is canonical: ties go
// to the leftmost move, whatever the order of search.
type Position interface {
	// Players is the number of players, 1 to MaxPlayers.
	Players() int
	// Height bounds the number of moves that can follow one another from the
	// current position. Engines size their stacks by it.
	Height() int
	// Look gives the number of moves at the current position. At a leaf it is
	// 0, and the leaf's value is written into v (entries past Players are left
	// alone); it is Unknown at a leaf whose value is not known.
	Look(v *Vector) (moves int)
	// Mover is the player to move, from 1; 0 at a leaf.
	Mover() int
	// Do plays a move and looks at the new position: one call a node, since
	// calls through the interface are what a fast walk spends its time on.
	Do(move int, v *Vector) (moves int)
	// Undo takes the last move back.
	Undo()
}

// Unknown is what Look and Do return at a leaf whose value is not known.
const Unknown = -1

// Bounded is a Position with a monotonic heuristic: bounds on each player's
// score in everything below. Where it has none it reports false.
type Bounded interface {
	Low(v *Vector) bool
	Up(v *Vector) bool
}

// Evaluated is a Position that can be valued before the game ends: what a
// search with a depth limit backs up from its frontier.
type Evaluated interface {
	Static(v *Vector) bool
}

// Hashed is a Position that knows when it has been reached before: where the
// hash and the mover are the same, so is all that can follow, move by move, and
// what it is worth.
type Hashed interface {
	Hash() uint64
}

// Costed is a Position whose moves have a cost (a path tree).
type Costed interface {
	// Cost is the cost of the given move at the current position.
	Cost(move int) Score
}
