package web

import (
	"time"

	"espalier/search"
	"espalier/trees"
	"espalier/web/library"
)

// Limits lists the limits that a user can meet, for the page and the API
// description.
func Limits() []Limit {
	return []Limit{
		{"nodes", trees.MaxNodes, "nodes of a tree document"},
		{"levels", trees.MaxLevels, "levels of a tree document"},
		{"document_bytes", trees.MaxBytes, "bytes of a tree document"},
		{"label_runes", trees.MaxLabelRunes, "characters of a label"},
		{"players", trees.MaxPlayers, "players"},
		{"body_bytes", MaxBody, "bytes of a request body or a websocket message"},
		{"search_nodes", search.MaxSearchNodes, "nodes that one search visits"},
		{"solve_seconds", int64(solveTimeout / time.Second), "seconds that one solve takes"},
		{"counterexample_tries", search.MaxTries, "random trees that one search for a counterexample tries"},
		{"counterexample_nodes", search.MaxTrialNodes, "nodes of each of them"},
		{"counterexample_values", search.MaxAssignments, "combinations of leaf values that are tried on one tree"},
		{"searches", MaxSearches, "searches at a time over HTTP"},
		{"generated_searches", MaxGenerated, "searches of implicit trees among them"},
		{"connections", MaxConnections, "open websockets"},
		{"runs", MaxRuns, "runs of one websocket, those kept for replay among them"},
		{"drafts", MaxDrafts, "saved trees that one websocket shows or edits"},
		{"pending_edits", MaxPendingEdits, "edits of one of them that wait for their turn"},
		{"edits", MaxEdits, "edits of one request"},
		{"edits_seconds", int64(editsTime / time.Second), "seconds that they take"},
		{"token_revisions", library.KeptTokens, "revisions of a tree for which the tokens of its edits are known"},
		{"revisions", library.MaxRevisions, "lines of a tree's history that one request asks for"},
		{"folded", MaxFolded, "nodes that one viewer folds or opens"},
		{"text_pane", MaxPaneText, "bytes of the text that stands beside a tree while it is edited"},
		{"start_credit", StartCredit, "events that a run sends before it is given credit"},
		{"file_steps", MaxFileSteps, "steps of a run that is taken away as a page that plays by itself"},
		{"file_bytes", MaxFileBytes, "bytes of what such a page tells of its steps"},
		{"handout_steps", MaxHandoutSteps, "pictures of a handout"},
		{"handout_nodes", MaxHandoutNodes, "nodes that are drawn on a handout in all"},
	}
}
