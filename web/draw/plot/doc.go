// Package plot draws what a figure has besides trees: decision spaces with the bounds
// of a step, chess boards, and the small pictures that the gallery shows of tables,
// spaces, listings and boards.
//
// It imports draw for its themes and to write; draw does not import it.
package plot
