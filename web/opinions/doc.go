// Package opinions holds the page that shows what each decision rule chooses on one tree, and
// where the choice changes between paranoid, max^n and directed offensive.
//
// It may import run and the packages below it. The rules are in package search.
package opinions
