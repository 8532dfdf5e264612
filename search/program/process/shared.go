package process

import (
	"sync/atomic"
	"unsafe"

	"espalier/search/program"
)

// A shared memory is that of a process and its parent: a word for the line of the program, a word for how much was
// written and how much waits, and the lines that wait. A process that is ended loses none of them.
type shared struct {
	memory []byte // nil: no memory can be shared
	buffer []byte
	file   sharedFile
}

const (
	words      = 16
	sharedSize = words + program.BufferSize
	waitBits   = 20 // of the second word: how much waits; the others are how much was written
)

func (s *shared) word(i int) *int64 { return (*int64)(unsafe.Pointer(&s.memory[8*i])) }

func (s *shared) setLine(line int) {
	if s.memory != nil {
		atomic.StoreInt64(s.word(0), int64(line))
	}
}

// line returns the line at which the program is; 0: it is not known.
func (s *shared) line() int {
	if s.memory == nil {
		return 0
	}
	return int(atomic.LoadInt64(s.word(0)))
}

func (s *shared) note(written int64, waiting int) {
	if s.memory != nil {
		atomic.StoreInt64(s.word(1), written<<waitBits|int64(waiting))
	}
}

// waiting returns the whole lines that an ended process has not written. come is how many bytes its parent has read.
func (s *shared) waiting(come int64) []byte {
	if s.memory == nil {
		return nil
	}
	word := atomic.LoadInt64(s.word(1))
	written, n := word>>waitBits, word&(1<<waitBits-1)
	skip := come - written // some of them have come, though the process could not note it
	if skip < 0 || skip >= n || n > int64(len(s.buffer)) {
		return nil
	}
	return s.buffer[skip:n]
}
