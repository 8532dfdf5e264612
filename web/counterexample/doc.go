// Package counterexample holds the page that searches for trees, or for values
// of leaves, with which an unsound algorithm returns a wrong value.
//
// It may import run and the packages below it. The search is in package search.
// The address of the page must hold everything that its result depends on.
package counterexample
