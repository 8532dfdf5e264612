package homework

import (
	"time"

	"espalier/web/lessons"
)

// The limits of assignments. Each error names the limit.
const (
	// Lifetime is how long an assignment is kept after its last answer, or after its making:
	// a term, and some weeks to mark it.
	Lifetime = 90 * 24 * time.Hour

	// MaxAssignment bounds an assignment in bytes, with copies of the trees that it shows. It
	// is one message to the store, which takes 528 KiB.
	MaxAssignment = 512 << 10

	// maxRecord bounds what is kept of one student, for the same reason.
	maxRecord = 512 << 10

	// MaxExercises bounds the exercises of an assignment: more than anybody does by hand.
	MaxExercises = 20

	// MaxTitle bounds a title in characters, as that of a lesson.
	MaxTitle = lessons.MaxTitle

	// MaxName bounds the name of a student in characters.
	MaxName = 60

	// MaxStudents bounds the students of an assignment: a large lecture.
	MaxStudents = 2_000

	// MaxTries is how often a student can answer one item.
	MaxTries = 200

	// MaxDone bounds what a student hands in for one exercise, in bytes: the values of all
	// nodes of the largest tree take 9 KB.
	MaxDone = 12 << 10

	// MaxCreated bounds the assignments that one address makes in addressTime, and MaxEntered
	// the students that enter from there: a school is behind one address.
	MaxCreated  = 100
	MaxEntered  = 1_000
	addressTime = time.Hour

	// MaxSeconds bounds the time that a student reports for one answer: a day. A page that was
	// left open says nothing.
	MaxSeconds = 24 * 60 * 60

	// MaxWatched bounds the assignments whose results one connection watches.
	MaxWatched = 8

	// watchInterval is between two messages about the results of an assignment, and watchRate
	// the bytes of them in a second: each message has all students.
	watchInterval = 250 * time.Millisecond
	watchRate     = 256 << 10

	// pollTime is between two looks at results that other servers may have changed without
	// telling, and freshTime how old an assignment may be that other servers may change.
	pollTime  = 5 * time.Second
	freshTime = 2 * time.Second

	// maxKept is how many assignments stay in memory, and maxReadyNodes the nodes of a tree
	// that is kept with one: 25 MB of the largest assignments.
	maxKept       = 50
	maxReadyNodes = 2_000

	// maxWords bounds an answer in words, in characters: it stands in a cell of a table.
	maxWords = 300

	sweepTime = time.Hour // between two looks for assignments that have ended
)
