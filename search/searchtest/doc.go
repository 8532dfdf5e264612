// Package searchtest has the trees, games and searches that the tests of several packages use. No other package
// imports it.
package searchtest

import "runtime/debug"

// The tests make millions of small trees and runs and keep few of them. Collecting them less often takes half of
// the processor's time away.
func init() { debug.SetGCPercent(400) }
