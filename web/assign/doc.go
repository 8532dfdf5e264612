// Package assign stores assignments and the answers of students. An assignment has items: scenes
// of lessons, exercises, and the trees of programs. Students work through it at their own pace. Its
// pages are here, too (Pages). The three kinds of items differ in how they are shown and judged; they
// share enrolment, dates, points, results and tables.
//
// A programming task is an assignment with one program; Tasks answers its older addresses. A run of a
// program is checked and stored by traces, which also plays it. It is compared with the tree and the
// algorithm of the item, whatever its header says (run.Basis).
//
// An assignment is not a room: nobody leads it, it has no current step, and it lasts for months.
// So it shares only the limits on clients with classroom (classroom/entry), and classroom does
// not know exercises.
//
// An assignment is one value in the bucket of the saved trees, and each student is another one
// (store.go). The questions and the saved trees are copied when the assignment is created, and
// the right answers are found then: a later edit of a lesson changes nothing, and an answer to
// a scene needs no search.
//
// Invariants: an answer is acknowledged when it is on the disk. An acknowledged answer is in the
// results, or the results name the student whose answers the store has lost; the doc of
// web/store/records says for which deployment and faults that holds. The key of an assignment and
// the tokens of students are not stored; only their hashes are, as ids. Students get a right
// answer only after their own answer has been judged. No page of the server (viewer.go) shows them
// what answers an open question (rule.go, by judge.LimitOf). Seeds of exercises are random and not stored; no public page prints the solution of an
// exercise of open homework (exercises.go). Names appear only on the page of the
// results and in its files: in no log, metric or address, and in no message to another student.
//
// An assignment ends Lifetime after the last answer, by the time of the library
// (web/store/clock).
package assign
