// Package practice serves the pages on which a student plays an algorithm on a
// generated tree: backs up values, keeps bounds and marks cuts. It may import what a
// feature may. The judge is search.Practise, for these pages and for the API alike.
//
// Invariants: the address holds the exercise and all that the student has done, so
// that the same address is the same exercise, and a result is a link. A page without a
// result has nothing of the solution.
package practice

import "espalier/web/app"

// Handlers serve the pages.
type Handlers struct{ *app.Core }
