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

	// usualMemory is what the process uses at most where nothing sets a limit: neither GOMEMLIMIT nor
	// a container. A server is seldom alone on its machine.
	usualMemory = 2 << 30

	// garbagePart is how much Go lets the heap grow by garbage, in percent: half of its usual 100, since
	// large runs of programs are held for long. GOGC can set it.
	garbagePart = 50

	// spareProcessors is how many more processors Go uses than searches: a page is
	// started on them at once, and the system shares the real ones. Without them it
	// waits up to 10 ms until Go interrupts a search.
	spareProcessors = 2
)

// Adapt limits Go's memory and returns how many searches may compute at a time.
// What the user has set by GOMEMLIMIT or GOMAXPROCS stands. The memory is that of the container, or if
// it has no limit at most usualMemory; what the server holds for its clients follows from it.
func Adapt(log *slog.Logger) (processors int) {
	limitMemory(log, memlimit.FromCgroup)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePart)
	}
	processors = runtime.GOMAXPROCS(0)
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(processors + spareProcessors)
	}
	log.Info("limits of this machine", "processors", processors, "memory_bytes", debug.SetMemoryLimit(-1))
	return processors
}

// limitMemory limits Go's memory by that of the container, unless the user has set it.
func limitMemory(log *slog.Logger, container memlimit.Provider) {
	_, err := memlimit.Set(memlimit.WithRatio(memoryShare), memlimit.WithProvider(memlimit.ApplyFallback(container, usual)))
	if err != nil {
		log.Warn("the memory of this machine is not known; GOMEMLIMIT can be set by hand", "err", err)
	}
}

// usual returns the memory of a process without a limit of its own.
func usual() (uint64, error) {
	all, err := memlimit.FromSystem()
	return min(all, usualMemory), err
}
