package treestore

import (
	"fmt"
	"strconv"
	"strings"
)

// The keys of a tree in the store:
//
//	ID.head       the newest revision that holds its whole draft, as a hint
//	              where to look for the newest. A tree is there while this is
//	ID.r.NNNNNNNNN          revision N
//	ID.c.NNNNNNNNN.TAG.K    chunk K of what revision N holds; TAG tells two
//	                        writers apart that both want to make revision N
func headKey(id ID) string            { return string(id) + ".head" }
func revisionKey(id ID, n int) string { return fmt.Sprintf("%s.r.%09d", id, n) }

func chunkKey(id ID, n int, tag string, k int) string {
	return fmt.Sprintf("%s.c.%09d.%s.%d", id, n, tag, k)
}

// Patterns of keys.
func allKeys(id ID) string      { return string(id) + ".>" }
func revisionKeys(id ID) string { return string(id) + ".r.*" }
func allChunkKeys(id ID) string { return string(id) + ".c.>" }
func chunkKeys(id ID, n int, tag string) string {
	return fmt.Sprintf("%s.c.%09d.%s.*", id, n, tag)
}

// revisionOf returns the revision that a key is of; ok is false where it is
// none.
func revisionOf(key string) (n int, ok bool) {
	_, after, found := strings.Cut(key, ".r.")
	n, err := strconv.Atoi(after)
	return n, found && err == nil
}
