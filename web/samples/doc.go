// Package samples holds the page that compares a search by samples with the search that it
// estimates, on one tree, as samples grow.
//
// It may import run and the packages below it. The numbers come from compare.Converge.
package samples
