package draw

import (
	"espalier/trace"
	"espalier/trees"
)

// BoundsInForce are the bounds in force at a step. No bound is asked for at a
// leaf; there they are those of its parent, which is about to be asked again.
type BoundsInForce struct {
	Bounds [trees.MaxPlayers]trace.Bound
	Above  bool // they are the parent's
}
