package time

import "sync/atomic"

// FaultyClock is added to the wall clock, in seconds.
var FaultyClock atomic.Int64
