// Package learn serves the course: its chapters, which are pages of package chapter, and the
// page of the glossary.
//
// Invariant: each term is defined once, where it first occurs on the path.
package learn
