// Package compare holds searches against each other: all algorithms or all decision rules on one tree, orders of
// visits, samples against the search that they estimate, and trees on which an algorithm fails.
package compare
