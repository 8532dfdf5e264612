//go:build race

package trees_test

const raceDetector = true
