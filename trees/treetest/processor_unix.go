//go:build unix

package treetest

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time that this process has used. A test that compares
// it with a limit does not depend on what else the machine does.
func ProcessorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
