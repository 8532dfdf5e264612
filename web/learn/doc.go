// Package learn serves the chapters of the course, the glossary and the exercises
// (practice.go, exercise.go). In an exercise a student works through an algorithm by hand on a
// generated tree or on a given one (given.go). The page of a chapter (chapter.go) shows a text
// beside a run on a small tree, and the run follows the text. Theorems are shown in the same way.
//
// It may import what every feature may import, and lessons, because each chapter is also a
// lesson, markdown, and judge, which judges the answers to the questions of a chapter.
// practice.Judge judges the exercises, for these pages and for the API.
//
// Invariants:
//
//   - Each term is defined once, where it first occurs in the course.
//   - A chapter has one tree. Its text contains no fixed numbers: the engines compute values,
//     sums and counts through the functions in facts.go.
//   - The address of an exercise contains the exercise and all steps of the student. So a
//     result is a link. A page without a result contains no part of the solution.
package learn
