// Package tree holds the pages that show something else of one tree than one run: what each decision
// rule chooses, one search in several orders of visits, samples as they grow, the equilibrium of a tree
// with information sets, max^n under every tie rule, and trees or values of leaves with which an unsound algorithm
// returns a wrong value.
//
// It may import run and the packages below it. What the pages compute is in packages compare, hidden and ties. The
// address of a page holds everything that it shows.
package tree

import "espalier/web/app"

// Handlers serve the pages.
type Handlers struct{ *app.Core }
