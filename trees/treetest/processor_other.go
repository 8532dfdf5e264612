//go:build !unix

package treetest

import "time"

var started = time.Now()

// ProcessorTime returns the time since the start of this process, which is at least the
// processor time of a single thread.
func ProcessorTime() time.Duration { return time.Since(started) }
