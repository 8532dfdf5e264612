// Package machine adapts the process to the processors and the memory that the
// machine or its container has. cmd/server calls it once, before it serves.
package machine

import (
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

const (
	// memoryShare is the part of the memory above which Go collects garbage at any
	// cost of time; the rest is for what Go does not count.
	memoryShare = 0.9

	// spareProcessors is how many more processors Go uses than searches: a page is
	// started on them at once, and the system shares the real ones. Without them it
	// waits up to 10 ms until Go interrupts a search.
	spareProcessors = 2
)

// Adapt limits Go's memory and returns how many searches may compute at a time.
// What the user has set by GOMEMLIMIT or GOMAXPROCS stands.
func Adapt(log *slog.Logger) (processors int) {
	_, err := memlimit.Set(memlimit.WithRatio(memoryShare),
		memlimit.WithProvider(memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)))
	if err != nil {
		log.Warn("the memory of this machine is not known; GOMEMLIMIT can be set by hand", "err", err)
	}
	processors = runtime.GOMAXPROCS(0)
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(processors + spareProcessors)
	}
	log.Info("limits of this machine", "processors", processors, "memory_bytes", debug.SetMemoryLimit(-1))
	return processors
}
