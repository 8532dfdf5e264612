package assign

import (
	"time"

	"espalier/web/lessons"
)

// The limits of assignments. Each error names the limit.
const (
	// Lifetime is how long an assignment is kept after its last answer, or after its creation: a
	// term, and some weeks for marking.
	Lifetime = 90 * 24 * time.Hour

	// MaxAssignment bounds an assignment in bytes, including copies of its trees. It is one message
	// to the store, whose messages have at most 528 KiB.
	MaxAssignment = 512 << 10

	// maxRecord bounds the record of one student in bytes, for the same reason.
	maxRecord = 512 << 10

	// MaxItems bounds the items of an assignment, MaxAsked what they ask in all, and MaxExercises the exercises
	// of one item: nobody does more by hand.
	MaxItems     = 20
	MaxAsked     = 200
	MaxExercises = 20

	// maxOwnTries bounds the random trees that are tried for an exercise of one student, to find one with
	// as many cuts as that of the others, or one more or less. Nearly always one of ten fits.
	maxOwnTries = 60

	// MaxTrees bounds the trees of a program: a table on a projector has no more columns. The record of a student
	// with as many mistakes of traces.MaxWhy fits into a message to the store.
	MaxTrees = 40

	// MaxTree bounds one tree of a program in bytes as JSON: it is stored beside each of its runs, with their
	// list, in one message to the store.
	MaxTree = 128 << 10

	// MaxNote bounds the text of a program for students in characters, as for lessons, and MaxRuns is how often a
	// student can send a run on one tree.
	MaxNote = lessons.MaxNote
	MaxRuns = 1_000

	// peeked is how much of a run is read to find its header. A header with a tree may be longer;
	// then the name of the file says which tree it is.
	peeked = 64 << 10

	// MaxOpenExercises bounds the exercises of open homework whose solutions no public page prints, in
	// 100 bytes of memory each. Beyond that the solutions of further ones are printed.
	MaxOpenExercises = 100_000

	// MaxTitle bounds a title in characters, as that of a lesson.
	MaxTitle = lessons.MaxTitle

	// MaxName bounds the name of a student in characters.
	MaxName = 60

	// MaxNumber bounds the number that a school gives to a student, and MaxRemark what a teacher notes of one,
	// in characters. MaxPoints bounds the points of an item.
	MaxNumber = 40
	MaxRemark = 500
	MaxPoints = 1_000

	// maxLogged bounds the changes that the log of an assignment keeps. Then the oldest is left out.
	maxLogged = 200

	// MaxStudents bounds the students of an assignment: a large lecture.
	MaxStudents = 2_000

	// MaxTries is how often a student can answer one item.
	MaxTries = 200

	// MaxDone bounds the steps of a student in one exercise, in bytes: the values of all nodes of
	// the largest tree take 9 KB.
	MaxDone = 12 << 10

	// MaxCreated bounds the assignments that one address creates in an hour, and MaxEntered
	// the students from one address: a whole school can have one address.
	MaxCreated = 100
	MaxEntered = 1_000

	// MaxSeconds bounds the time of one answer: a day. A longer time only says that a page was
	// left open.
	MaxSeconds = 24 * 60 * 60

	// MaxWatched bounds the assignments whose results one connection watches.
	MaxWatched = 8

	// watchInterval is the shortest time between two messages about the results of an assignment,
	// and watchRate bounds their bytes in a second, because each message has all students.
	watchInterval = 250 * time.Millisecond
	watchRate     = 256 << 10

	// pollTime is the interval of polling results, whose changes by other servers may have been
	// missed. freshTime is the largest age of an assignment in memory that other servers may change.
	pollTime  = 5 * time.Second
	freshTime = 2 * time.Second

	// maxKept is the number of assignments in memory, and maxReadyNodes bounds the nodes of a tree
	// that is kept with one. The largest assignments then take 25 MB.
	maxKept       = 50
	maxReadyNodes = 2_000

	// maxWords bounds an answer in words, in characters: it is in a cell of a table.
	maxWords = 300

	exercisesTime = time.Hour // the interval of reading the exercises that other servers have assigned
)
