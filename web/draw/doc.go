// Package draw draws pictures: one layout of a tree (Drawing) and painters for it,
// as SVG for a page, a file or the editor, and as TikZ; the patches between two
// pictures of the editor; decision spaces, boards and placeholders of figures.
//
// The package may import words, trees, trees/layout, trees/figures, trace and
// search, and no other package of web/.
//
// Invariants:
//
//   - The same tree, step and theme give the same bytes.
//   - SVG and TikZ take all positions from the same Drawing, so that they look the
//     same.
//   - Text and attribute values are escaped in one place each (svgWriter, tikzWriter).
//   - Pictures have no style attribute: the content security policy forbids it.
package draw
