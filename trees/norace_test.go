//go:build !race

package trees_test

const raceDetector = false // it makes everything some ten times slower
