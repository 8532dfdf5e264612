// Package figures holds the gallery, the pages and pictures of the figures,
// their tables and calculations, the exhibits and the page of the notation.
//
// It may import run, export and the packages below them. Which figure has which
// calculation, table view or listing is part of the figure's data in
// trees/figures: no code here may depend on a figure's id.
package figures
