package web

import (
	"espalier/trace"
	"espalier/trees"
)

// heldBounds are the bounds in force at a step. No bound is asked for at a
// leaf; there they are those of its parent, which is about to be asked again.
type heldBounds struct {
	bounds [trees.MaxPlayers]trace.Bound
	above  bool // they are the parent's
}
