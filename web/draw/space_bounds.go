package draw

import (
	"espalier/trace"
	"espalier/trees"
)

// BoundsInForce are the bounds in force at a step. A leaf has no bounds; for a
// leaf, these are the bounds of its parent, which is tested next.
type BoundsInForce struct {
	Bounds [trees.MaxPlayers]trace.Bound
	Above  bool // the bounds are the bounds of the parent
}
