package engine

import "espalier/trees"

// Window is the test of alpha-beta as a decision rule: Sturtevant 2005,
// figures 1 and 2. It prunes if beta - alpha is 0 or less. A missing end of
// the window is infinite.
type Window struct{}

// Prune reports whether the window is closed.
func (Window) Prune(alpha, beta trees.Opt) bool {
	return alpha.Given && beta.Given && beta.Score-alpha.Score <= 0
}
