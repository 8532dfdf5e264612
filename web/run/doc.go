// Package run says what a run on a tree is. A Source names the tree, a Spec adds the
// algorithm with its options and values of leaves. Open reads a source; Resolve joins it
// with a Spec, and every search of the server goes through the result.
//
// The same value is written in three ways: as the query of an address, as the JSON body of a
// request, and as the text that a room stores. Each has one reader and one writer here.
//
// It may import words, problem, fair, web/treestore, trees with its packages, trace and
// search. It knows no HTML, no HTTP and no feature.
//
// What must hold:
//
//   - A source stays as it was sent until Open: a typed tree may be large.
//   - Everything is checked before anything is searched; an error names the parameter or the
//     place in the body. An unknown name is rejected, never ignored.
//   - No source holds an edit key.
//   - The options are those of engine.OptionSpecs; no option is named here.
//   - Equal runs have equal queries, bodies and texts.
package run
