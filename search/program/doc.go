// Package program runs a search that a person has written, and reports what it does as the run of any
// other program: in the format espalier/trace/1, one JSON object a line.
//
// It may import trees, and Starlark, the language; no other package of Espalier.
//
// What comes in: a text in Starlark, which reads like Python, and a tree. What comes out: the lines of
// the trace, each with the line of the text that caused it and the local variables of that call, and a
// Result. A text that cannot be compiled is a list of Faults, each with its line, its column and what to
// write instead. A run that fails keeps all events up to there; Result.Fault says why and where.
//
// The program has no word about events in it. Before it runs, its search functions are found (find.go),
// and calls are put into its syntax tree: before each statement, at the beginning of each function and
// around what it returns (instrument.go). From these calls, and from the nodes that are passed to the
// functions, the events follow (machine.go, visits.go).
//
// A program gives the same run each time: it has no time, no randomness and no order that is not its own.
package program
