package draw

import (
	"espalier/trace"
	"espalier/trees"
)

// BoundsInForce are the bounds in force at a step. A leaf has none of its own;
// there they are the bounds of its parent, which is tested next.
type BoundsInForce struct {
	Bounds [trees.MaxPlayers]trace.Bound
	Above  bool // they are the parent's
}
