// Package search contains the search engines, one file for each with a citation of
// its paper, the registry of algorithms, their decision rules, and the code that
// the engines share: the stack of frames, the counters and the emitting of events.
// The package also searches for counterexamples and computes the papers' tables.
//
// The package imports only the standard library, espalier/trees and espalier/trace.
// It does not depend on HTTP, HTML or JSON.
//
// These rules must hold:
//
//   - An engine does not depend on its observer: a run with and without one
//     returns the same result and counts the same nodes.
//   - An engine allocates nothing per node.
//   - Ties go to the leftmost child, for any order of search.
//   - Every sound algorithm returns the value of exhaustive search; the tests
//     compare the two on random trees. An unsound algorithm is marked as unsound.
//   - The certificate of a prune is sufficient to check the prune against the tree.
package search
