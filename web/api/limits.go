package api

// defaultRevisions is the default length of a history response;
// treestore.MaxRevisions bounds it.
const defaultRevisions = 50
