// Package lessons keeps lessons: ordered lists of scenes, each with what is shown, a
// note and perhaps a question. A lesson is presented in a room or read alone; its pages are
// here, too (Pages). The package may import what a feature may, judge, which knows the
// right answers, markdown, nats and treestore.
//
// Invariants: a lesson is changed only with its key, and only by who has read its
// newest revision. The key is not stored, and stands in no log and in no answer but
// that to its making. Without it no answer has the right answers that the author has
// given, nor the private notes; the page of a scene and a room judge by the right answers. The page says nothing about the right
// answer before the reader has answered. What a scene shows can be shown: it is checked
// before it is stored. The lessons that come with Espalier are read like all others, and cannot be
// changed.
package lessons
