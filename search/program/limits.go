package program

import "time"

// Limits of a run. What ends a run says which one, and at which line of the text.
const (
	MaxText   = 64 << 10   // bytes of the text
	MaxSteps  = 50_000_000 // steps of the interpreter
	MaxEvents = 1_000_000  // events of the search
	MaxLines  = 5_000_000  // lines of the text that are reported between events; later ones are left out
	MaxCalls  = 1_000      // calls that are open at once
	MaxOutput = 64 << 10   // bytes that are printed
	MaxTime   = 10 * time.Second
	MaxMemory = 256 << 20 // bytes
)

// Limits of what an event says about the variables of its call.
const (
	maxVars     = 20      // variables
	maxVarBytes = 1 << 10 // bytes of all of them
	maxOneVar   = 200     // bytes of one; the rest of it is left out
)

const (
	// maxBytes bounds the lines of a trace that are reported between events.
	maxBytes = 200 << 20
	// maxPending bounds the lines that are held back while it is not known whether a node is searched or
	// only evaluated.
	maxPending = 1 << 20
	// maxListed is the most children that a cut lists by their names; of more it gives the number.
	maxListed = 1_000
)
