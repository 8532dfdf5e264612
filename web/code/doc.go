// Package code is the page and the API of searches that people write: it runs them on any tree, holds them against
// a reference, finds a small tree on which one is wrong, and keeps them.
//
// A program runs in a process of its own (search/program/process), in the slot of a search. Its run is a trace, as
// that of any other program: it is read and judged by package traces, which also keeps and plays it. A kept program
// has the id of the trace of its runs, so {"code": ID} as a source is {"trace": ID}, and its revisions are those of
// the trace.
package code
