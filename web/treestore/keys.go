package treestore

import (
	"fmt"
	"strconv"
	"strings"
)

// The keys of a tree in the store:
//
//	ID.head                 a revision that holds its whole draft, where a
//	                        search for the newest may start. The tree exists
//	                        while this key does
//	ID.opened               the tree was opened some time after it was made
//	ID.imported             in a cluster: the tree was imported, possibly after it
//	                        was deleted
//	ID.r.NNNNNNNNN          revision N
//	ID.c.NNNNNNNNN.TAG.K    chunk K of revision N; TAG separates two writers
//	                        that try to create revision N
const (
	headName     = "head"
	importedName = "imported"
)

func headKey(id ID) string            { return string(id) + "." + headName }
func openedKey(id ID) string          { return string(id) + ".opened" }
func importedKey(id ID) string        { return string(id) + "." + importedName }
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

// revisionOf returns the revision of a revision key. For other keys, ok is false.
func revisionOf(key string) (n int, ok bool) {
	_, after, found := strings.Cut(key, ".r.")
	n, err := strconv.Atoi(after)
	return n, found && err == nil
}
