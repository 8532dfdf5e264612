// Package tasks has programming tasks: a teacher names an algorithm and gives trees, students
// implement it and send what their programs print on each tree, and the teacher watches a table of
// students and trees. Its pages are here, too (Pages). The package may import what every feature
// may import, and traces, learn, markdown, store, fair and classroom/entry.
//
// A run is checked and stored by traces, which also plays it. It is compared with the tree and the
// algorithm of the task, whatever its header says (run.Basis).
//
// A task is one value in the bucket of the saved trees, and each student is another one (store.go).
// The trees are copied when the task is created, and a task never changes. Random trees are chosen to
// reveal the usual mistakes (search/mistakes); which ones all trees catch is stored with the task.
//
// Invariants: a run is acknowledged when it and its verdict are on the disk. The key of a task and
// the tokens of students are not stored; only their hashes are, as ids. Names appear only on the
// page of the results, in its files, and in what the student gets: in no log, metric or address.
//
// A task ends Lifetime after the last run, by the time of the library (web/store/clock). Its
// runs end with it, or earlier if traces removes them in favour of newer ones; the verdict stays.
package tasks
