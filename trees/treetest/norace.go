//go:build !race

package treetest

const RaceDetector = false
