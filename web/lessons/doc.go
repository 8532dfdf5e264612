// Package lessons stores lessons: ordered lists of scenes, each with a run at a step, a note
// and perhaps a question. A lesson is presented in a classroom or read alone; its pages are
// here, too (Pages). The package may import what every feature may import, and judge, which
// finds the right answers, markdown, and store with its packages key and records.
//
// Invariants: to change a lesson, a client needs its key and its newest revision. The key is
// not stored. It appears in no log, and only in the response that creates the lesson. Without
// the key, no response contains the right answers of the author or the private notes; the page of
// a scene and a classroom use the answers to judge. The page does not reveal the right answer
// before the reader has answered. The show of a scene is checked before it is stored. The lessons
// that come with Espalier are read like all others and cannot be changed.
package lessons
