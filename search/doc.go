// Package search holds the search engines, one file each with its paper, the
// registry of algorithms, their decision rules, and what the engines share: the
// stack of frames, the counters and the emitting of events. It also searches
// for counterexamples and computes the papers' tables.
//
// It imports the standard library, espalier/trees and espalier/trace. It does
// not depend on HTTP, HTML or JSON.
//
// What must hold:
//
//   - An engine does not depend on its observer: a run with and without one
//     returns the same result and counts the same nodes.
//   - An engine allocates nothing per node.
//   - Ties go to the leftmost child, whatever the order of search.
//   - Every sound algorithm returns the value of exhaustive search; the tests
//     compare them on random trees. An unsound one is marked as such.
//   - A prune's certificate is enough to check the prune against the tree.
package search
