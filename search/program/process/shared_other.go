//go:build !unix

package process

import (
	"os"
	"time"
)

type sharedFile struct{}

// Where no memory can be shared, a program that is ended from outside has no line, and what it has not written is
// lost.
func newShared() (*shared, error) { return &shared{}, nil }

func openShared() *shared { return &shared{} }

func (s *shared) files() []*os.File { return nil }

func (s *shared) close() {}

var started = time.Now()

// processorTime is at most the time since the process was started.
func processorTime() time.Duration { return time.Since(started) }
