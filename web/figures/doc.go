// Package figures serves the gallery and its search, the pages and pictures of the figures,
// their tables and calculations, the exercises of textbooks, the exhibits and the page of
// the notation.
//
// The package may import run, export and the packages below them. The data of a
// figure in trees/figures select its calculation, table view and listing. The code here
// must not depend on the id of a figure.
package figures
