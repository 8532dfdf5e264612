// Package machine adapts the process to the processors and the memory that the
// machine or its container has. cmd/server calls it once, before it serves.
package machine

import (
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"

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
	// large runs of programs are held for long. largePart is that of a heap from largeHeap on, where what is
	// held is most of what the process may have. GOGC can set it.
	garbagePart, largePart = 50, 20
	largeHeap              = 256 << 20

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
		limitGarbage()
	}
	processors = runtime.GOMAXPROCS(0)
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(processors + spareProcessors)
	}
	log.Info("limits of this machine", "processors", processors, "memory_bytes", debug.SetMemoryLimit(-1))
	return processors
}

// limitGarbage chooses after each collection how much garbage the next one waits for.
func limitGarbage() {
	var again func(*[1]*byte)
	again = func(after *[1]*byte) { // runs once after each collection
		debug.SetGCPercent(garbageOf(liveHeap()))
		runtime.SetFinalizer(after, again)
	}
	runtime.SetFinalizer(&[1]*byte{}, again)
}

// garbageOf returns how much garbage may be beside some bytes that are held, in percent.
func garbageOf(live uint64) int {
	if live >= largeHeap {
		return largePart
	}
	return garbagePart
}

// liveHeap returns how many bytes the last collection has left.
func liveHeap() uint64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return live[0].Value.Uint64()
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
