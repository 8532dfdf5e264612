package store

import (
	"context"
	"time"
)

// A Queue has lists of tasks, which are numbers. Each task is given to one taker. If a task
// is neither done nor reported as being worked on for a while, another taker gets it. The
// queue is in the memory of the servers and may lose tasks with them, so whoever adds tasks
// must know which are not done.
type Queue interface {
	// Put adds tasks to a list. A taker who does not report for the given time loses its task.
	Put(ctx context.Context, list string, wait time.Duration, numbers []int) error
	// Take returns a task of a list, or nil if none waits.
	Take(ctx context.Context, list string) (*Task, error)
	// Left returns how many tasks of a list wait, and how many are taken.
	Left(ctx context.Context, list string) (waiting, taken int, err error)
	// Remove removes a list with all its tasks.
	Remove(ctx context.Context, list string) error
}

// A Task is a task that was taken from a queue.
type Task struct {
	Number int

	Working func() error // reports that the task is still being worked on
	Done    func() error // removes the task
	Return  func() error // gives the task to another taker at once
}
