//go:build !linux

package process

import "time"

// Elsewhere the process bounds its memory only by what the garbage collector keeps, and its time itself.
func limitAddresses() {}

func usage(int) (memory int64, processor time.Duration) { return 0, 0 }
