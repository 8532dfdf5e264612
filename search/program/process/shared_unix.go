//go:build unix

package process

import (
	"os"
	"syscall"
	"time"
)

// sharedNumber is the number of the shared file in the process.
const sharedNumber = 3

type sharedFile struct{ *os.File }

// newShared makes the memory that a process shares with its parent.
func newShared() (*shared, error) {
	f, err := os.CreateTemp("", "espalier-program-")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name()) // it lives as long as it is open
	s := &shared{file: sharedFile{f}}
	if err = f.Truncate(sharedSize); err == nil {
		err = s.mapFile(f.Fd())
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return s, nil
}

func (s *shared) mapFile(fd uintptr) (err error) {
	s.memory, err = syscall.Mmap(int(fd), 0, sharedSize, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err == nil {
		s.buffer = s.memory[words:]
	}
	return err
}

func (s *shared) files() []*os.File { return []*os.File{s.file.File} }

func (s *shared) close() {
	syscall.Munmap(s.memory)
	s.file.Close()
}

// openShared returns the memory that the process shares with its parent.
func openShared() *shared {
	s := &shared{}
	if s.mapFile(sharedNumber) != nil {
		return &shared{}
	}
	return s
}

// processorTime is how much processor time this process has taken.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
