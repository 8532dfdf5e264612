// Package foreign reads trees in the notations of other tools and of textbooks, and decides
// which notation a text is in.
//
// A reader knows one notation. It makes a game: nodes with a mover, a name, the move that
// leads to them, a probability, a value and a place in the text, all exact. build.go makes a
// trees.Tree of it. What such a tree cannot hold is an error with its place, or a note; that
// is decided there and nowhere else.
//
// To add a notation: a file with its reader, an entry of the registry in notations.go, its
// place in detect.go, and its samples in samples_test.go.
package foreign
