// Package request reads and writes what an editor and its server send each other: edits, and
// the state of a draft.
//
// It may import run, app, draw, problem, words, fair and web/treestore, and trees. An error
// names the place in the edit.
package request
