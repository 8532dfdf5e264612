package trees

// Passing is a Position in which a move can be a pass.
type Passing interface {
	// Pass returns the number of the move that is a pass at the current position; NoPass: none is.
	Pass() int
}

// NoPass is returned by Pass where no move is a pass.
const NoPass = -1

// PassMove is the name of a pass.
const PassMove = "pass"

// Pass returns the number of the move of n that is a pass: the first child whose move is called pass.
// In the tree of a game the label of a node is its move; else the action is.
func (t *Tree) Pass(n int) int {
	for i, k := range t.Kids(n) {
		if t.actions[k] == PassMove || t.LabelsAreMoves() && t.Label(int(k)) == PassMove {
			return i
		}
	}
	return NoPass
}

// Pass returns the number of the move that is a pass at the current node.
func (c *Cursor) Pass() int { return c.t.Pass(c.node) }
