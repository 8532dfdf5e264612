// Package engine is what the searches have in common: what is searched and how (Problem, Options), the
// description of an algorithm, the run with its stack of frames, and the events. A procedure itself is in
// package algorithms.
//
// The package imports only the standard library, espalier/trees and espalier/trace.
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
package engine
