package api

// defaultRevisions are the lines of a history that are sent where the request
// has no number; treestore.MaxRevisions bounds them.
const defaultRevisions = 50
