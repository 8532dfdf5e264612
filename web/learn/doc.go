// Package learn serves what teaches: the chapters of the course, the glossary, and the
// exercises (practice.go, exercise.go), in which a student plays an algorithm on a generated
// tree or on a given one (given.go). A chapter (chapter.go) is the page of a text beside the
// run of a small tree: the run follows the text. The theorems are such pages, too.
//
// It may import what a feature may, lessons, whose form a chapter has, markdown, and judge,
// which judges the answers to the questions of a chapter. Exercises are judged by
// search.Practise, for these pages and for the API alike.
//
// Invariants:
//
//   - Each term is defined once, where it first occurs on the path.
//   - A chapter has one tree. No text has a number of its own: values, sums and counts are
//     computed by the engines, through the functions in facts.go.
//   - The address of an exercise holds it and all that the student has done, so that the
//     same address is the same exercise, and a result is a link. A page without a result has
//     nothing of the solution.
package learn
