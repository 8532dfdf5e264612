// Package searchtest has the trees, games and searches that the tests of several packages use. No other package
// imports it.
package searchtest
