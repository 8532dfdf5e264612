// Package editor holds the pages of trees that users write: the editor, the form that replaces
// it without scripts, and the runs on saved trees and on trees in the address. It also has the
// saved trees that several clients edit at the same time over websockets ([Drafts]), and reads
// and writes edits and drafts as JSON.
//
// It may import export, play, socket and the packages below them. A page for readers must never
// hold the edit key of its tree. A slow client skips revisions, and delays no other.
package editor
