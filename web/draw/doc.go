// Package draw draws pictures of trees: one layout of a tree (Drawing) and painters
// for it, as SVG for a page, a file or the editor, and as TikZ; the patches between
// two pictures of the editor; the themes.
//
// The package may import words, trees, trees/layout, trees/figures, trace and search,
// and no other package of web/. Pictures that are
// not trees are in draw/plot.
//
// Invariants:
//
//   - The same tree, step and theme give the same bytes.
//   - SVG and TikZ take all positions from the same Drawing, so that they look the
//     same.
//   - Text and attribute values are escaped in one place each (Writer, tikzWriter).
//   - Pictures have no style attribute: the content security policy forbids it.
package draw
