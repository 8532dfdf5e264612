// Package chapter is the page of a text beside the run of a small tree: the run follows the
// text. The course (learn) and the theorems (theorems) are made of such pages, and use
// the terms of the glossary. It may import what a feature may, lessons, whose form a chapter
// has, and judge, which judges the answers to its questions.
//
// Invariants: a chapter has one tree. No text has a number of its own: values, sums and
// counts are computed by the engines, through the functions in facts.go.
package chapter
