// Package algorithms has the algorithms, a file each with the citation of its paper, its pseudo-code and its
// procedure, and the registry that lists them.
package algorithms
