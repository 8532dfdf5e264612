package machine

import (
	"log/slog"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// TestMemory: Go's memory follows from that of the container, or is that of a process that nothing limits,
// unless GOMEMLIMIT sets it.
func TestMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	noContainer := func() (uint64, error) { return 0, memlimit.ErrNoCgroup }
	unlimited := func() (uint64, error) { return 0, memlimit.ErrNoLimit }
	for _, c := range []struct {
		name, set string
		container memlimit.Provider
		want      int64
	}{
		{"no container", "", noContainer, usualMemory / 10 * 9},
		{"a container without a limit", "", unlimited, usualMemory / 10 * 9},
		{"a small container", "", memlimit.Limit(512 << 20), 512 << 20 / 10 * 9},
		{"a large container", "", memlimit.Limit(16 << 30), 16 << 30 / 10 * 9},
		{"set by hand", "300MiB", memlimit.Limit(512 << 20), math.MaxInt64}, // which the runtime has read at its start
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("GOMEMLIMIT", c.set)
			if c.set == "" {
				os.Unsetenv("GOMEMLIMIT")
			}
			debug.SetMemoryLimit(math.MaxInt64)
			limitMemory(slog.New(slog.DiscardHandler), c.container)
			if got := debug.SetMemoryLimit(-1); got/1000 != c.want/1000 && got != c.want {
				t.Errorf("Go may use %d bytes, want %d", got, c.want)
			}
		})
	}
}

// TestGarbage: the part of the heap that may be garbage follows what is held.
func TestGarbage(t *testing.T) {
	before := debug.SetGCPercent(garbagePart)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	limitGarbage()
	part := func() int {
		sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(sample)
		return int(sample[0].Value.Uint64())
	}
	await := func(want int) {
		t.Helper()
		for range 1000 {
			if part() == want {
				return
			}
			runtime.GC()
			time.Sleep(time.Millisecond)
		}
		t.Fatalf("the part is %d, want %d", part(), want)
	}
	held := make([]byte, largeHeap)
	await(largePart)
	runtime.KeepAlive(held)
	await(garbagePart)
}
