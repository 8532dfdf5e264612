// Package mistakes has the usual mistakes in programs that search, and chooses trees on which they
// show. A mistake is a small search in the way a student writes it, with one fault. Its run is printed
// as a trace and judged by package checks, as that of a student is, so that what a set of trees is
// said to catch is what they do catch.
//
// It may import search, search/checks, trace, trace/program and trees.
package mistakes
