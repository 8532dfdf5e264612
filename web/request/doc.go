// Package request reads what a request asks for: the tree or figure, the
// algorithm with its options, the values of leaves, the step and the edits. It
// reads them from a query (View) or from a JSON body (Request), and writes
// queries and bodies.
//
// It may import app, draw, problem, words, web/treestore, trees with its
// packages, trace and search, but no feature.
//
// What must hold:
//
//   - Everything is checked before anything is searched; an error names the
//     parameter or the place in the body.
//   - An unknown name is rejected, never ignored.
//   - The options are those of search.OptionSpecs; no option is named here.
//   - View.WholeQuery returns the same query for the same view.
package request
