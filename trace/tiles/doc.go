// Package tiles keeps the tree of a large run as packed rows and cuts it into tiles, for a map
// of the search. A row is a ply; its nodes are in order from left to right. The place of a node is
// counted in leaves: the root has the places from 0 to the width of the tree, and the children of
// a node share its places without a gap.
//
// A Builder makes the rows from the events of a run while the search goes on. A Map is a
// snapshot of them. It never changes, so any number of readers share it without a lock.
//
// Memory: a Builder takes 10 bytes a node, a Map 14, and a summary of each 64 nodes another
// half byte a node. The nodes of an explicit tree take 4 bytes more, since its numbers are not
// those of the map. Where siblings have numbers in any order, as in the run of another program, the
// Builder has links from each node to the next one: then it takes 16 bytes a node, and a Map, which
// also has the numbers, 18.
package tiles
