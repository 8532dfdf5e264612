//go:build !race

package trees_test

const raceDetector = false // the race detector makes everything about ten times slower
