package process

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
)

// moreAddresses is how much the addresses of a process may grow.
const moreAddresses = 512 << 20

// clockTick is the unit of the times of a process. It is the same on all systems that Go runs on.
const clockTick = time.Second / 100

// limitAddresses bounds the addresses of this process. The limit of the data segment would crash it at once.
func limitAddresses() {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return
	}
	pages, err := strconv.ParseUint(string(bytes.Fields(b)[0]), 10, 64)
	if err != nil {
		return
	}
	most := pages*uint64(os.Getpagesize()) + moreAddresses
	syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: most, Max: most})
}

// usage returns the resident memory of a process, and its processor time.
func usage(pid int) (memory int64, processor time.Duration) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, 0
	}
	if i := bytes.LastIndexByte(b, ')'); i >= 0 { // the name before it may hold anything
		b = b[i+1:]
	}
	fields := bytes.Fields(b) // from the state, which is the third
	if len(fields) < 22 {
		return 0, 0
	}
	field := func(n int) int64 {
		v, _ := strconv.ParseInt(string(fields[n-3]), 10, 64)
		return v
	}
	return field(24) * int64(os.Getpagesize()), time.Duration(field(14)+field(15)) * clockTick
}
