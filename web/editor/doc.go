// Package editor holds the pages of trees that users write: the editor, the
// form that replaces it without scripts, and the runs on saved trees and on
// trees in the address.
//
// It may import run, export and the packages below them. A page for readers
// must never hold the edit key of its tree.
package editor
