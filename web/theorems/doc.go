// Package theorems serves a page for each theorem, bound and argument of the papers: the
// statement in the words of the paper, its conditions, the argument in steps beside a run
// (a page of package learn), predictions beside measurements, and a part that tries the
// claim on random trees.
//
// To add a theorem:
//
//  1. A variable of type theorem in a file of its paper (korf_….go): the statement with its
//     section, and a chapter: a tree, and scenes that each name a step of a run. A text has
//     no literal numbers; web/learn/facts.go lists what double braces can contain.
//  2. If it can be tried on random trees, a claim in search/claims (its doc.go says how).
//  3. If it predicts counts, a measure: a table, and perhaps lines for a plot.
//  4. A line in list.go. The list, the links between the pages and the tests use it.
package theorems
