package api

// defaultRevisions is the default length of a history response;
// treestore.MaxRevisions bounds it.
const defaultRevisions = 50

// MaxComparedNodes bounds the nodes of each run of a comparison on a game: all runs together
// take some seconds.
const MaxComparedNodes = 2_000_000
