//go:build race

package treestore

const raceDetector = true
