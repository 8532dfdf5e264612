package tasks

import (
	"time"

	"espalier/web/lessons"
)

// The limits of tasks. Each error names the limit.
const (
	// Lifetime is how long a task is kept after its last run, or after its creation: a term, and
	// some weeks for marking.
	Lifetime = 90 * 24 * time.Hour

	// MaxTask bounds a task in bytes, including its trees. It is one message to the store, whose
	// messages have at most 528 KiB.
	MaxTask = 512 << 10

	// MaxTrees bounds the trees of a task: a table on a projector has no more columns. The record of a
	// student with as many mistakes of traces.MaxWhy fits into a message to the store.
	MaxTrees = 40

	// MaxTree bounds one tree of a task in bytes as JSON: it is stored beside each of its runs,
	// with their list, in one message to the store.
	MaxTree = 128 << 10

	// MaxTitle bounds a title, and MaxNote the text of a task, in characters, as for lessons.
	MaxTitle = lessons.MaxTitle
	MaxNote  = lessons.MaxNote

	// MaxName bounds the name of a student in characters.
	MaxName = 60

	// MaxStudents bounds the students of a task. The page of the results is written as a whole, and
	// with MaxTrees it has 20,000 cells then.
	MaxStudents = 500

	// MaxTries is how often a student can send a run on one tree.
	MaxTries = 1_000

	// MaxCreated bounds the tasks that one address creates in an hour, and MaxEntered the students
	// from one address: a whole school can have one address.
	MaxCreated = 100
	MaxEntered = 1_000

	// peeked is how much of a run is read to find its header. A header with a tree may be longer;
	// then the name of the file says which tree it is.
	peeked = 64 << 10
)
