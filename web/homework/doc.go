// Package homework keeps assignments: the scenes of a lesson that ask something, or exercises,
// which students work through at their own pace, and what they answered. Its pages are here,
// too (Pages). It may import what a feature may, and lessons, learn, judge, markdown, socket,
// nats, fair, recent and classroom/entry.
//
// An assignment is no room: nobody leads it, it has no present step, and it lasts for months.
// So it shares with classroom only what a client may try (classroom/entry), and classroom
// need not know exercises.
//
// An assignment is one value in the bucket of the saved trees, and each student another one
// (store.go). What is asked is copied when the assignment is made, saved trees included, and
// what is right is found then: a later edit of a lesson changes nothing, and an answer to a
// scene costs no search.
//
// Invariants: an answer is acknowledged when it is on the disk. The key of an assignment and
// the tokens of students are not stored; their ids are hashes of them. No student gets a right
// answer before their own one has been judged for them. Names are on the page of the results
// and in its files alone: in no log, metric, address or message to a student other than
// their own.
//
// An assignment ends Lifetime after the last answer, by the time of the library
// (web/treestore/clock).
package homework
