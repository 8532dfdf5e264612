// Package learn serves the course: its chapters, each a text beside the run of a small
// tree, and the glossary. It may import what a feature may, lessons, whose form a
// chapter has, and classroom/runs, which judges the answers to its questions.
//
// Invariants: a chapter has one tree. No text has a number of its own: values, sums and
// counts are computed by the engines, through the functions in facts.go. Each term is
// defined once, where it first occurs on the path.
package learn
