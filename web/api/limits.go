package api

// defaultRevisions are the lines of a history that are sent to who does not
// say how many; library.MaxRevisions bounds them.
const defaultRevisions = 50
