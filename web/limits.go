package web

import (
	"fmt"
	"time"

	"espalier/search"
	"espalier/trees"
	"espalier/web/library"
)

// The limits of the server. Each has its reason, each refusal names the limit
// that it meets, and Limits lists those that a user can meet.
const (
	// MaxBody bounds a request body and a message: a document of the largest
	// size (trees.MaxBytes) and the request around it.
	MaxBody = 9 << 20

	// MaxSearches bounds the searches that HTTP requests run at a time. Each
	// keeps a core busy; past some dozens all of them would only be slow.
	MaxSearches = 64

	// MaxGenerated bounds those among them that search an implicit tree: the
	// numbers of its nodes can take some 100 MB a search.
	MaxGenerated = 8

	// solveTimeout bounds one /solve. The largest search that is allowed takes
	// well below it; what takes longer is not worth the core.
	solveTimeout = 60 * time.Second

	// MaxConnections bounds the open websockets: an idle one costs about
	// 20 KiB, and a server that runs out of memory serves nobody.
	MaxConnections = 1_000

	// MaxRuns bounds the runs of one connection that are under way or kept
	// for replay: a page needs one, a comparison a few.
	MaxRuns = 16

	// MaxIDBytes bounds the id of a run, which every message repeats.
	MaxIDBytes = 64

	// StartCredit is what every run may send before it is given more.
	StartCredit = 10_000

	// MaxCredit bounds what one credit message gives, and what a run holds.
	MaxCredit = 1_000_000_000

	// BatchBytes is the size at which a batch of events is sent: one event a
	// message is hundreds of times slower, and larger batches are no faster.
	BatchBytes = 64 << 10

	// MaxDetails bounds the steps that one details message asks for.
	MaxDetails = 512

	// MaxDrawn bounds the nodes that a page can name as drawn: what an SVG
	// of a tree holds before it becomes slow, with room to spare.
	MaxDrawn = 20_000

	// MaxDrafts bounds the saved trees that one connection shows or edits: a
	// page has one, and one more while it changes to another.
	MaxDrafts = 4

	// MaxFolded bounds the nodes that a view names as folded or opened: more
	// than a picture shows, with room for what others have deleted.
	MaxFolded = 10_000

	// MaxPendingEdits bounds the edits of one draft that wait for their turn;
	// past it the connection is not read until one is done.
	MaxPendingEdits = 8

	// MaxEdits bounds the edits of one request, and editsTime what they may take:
	// on the largest trees one takes some tenths of a second.
	MaxEdits  = 1_000
	editsTime = 60 * time.Second

	// maxBatches bounds the requests with several edits that are worked on at a
	// time, a core each; more of them wait for their turn.
	maxBatches = 8

	// defaultRevisions are the lines of a history that are sent to who does not
	// say how many; library.MaxRevisions bounds them.
	defaultRevisions = 50

	// maxCompared bounds the comparisons of algorithms that run beside edits:
	// a core each, and editing comes first.
	maxCompared = 2

	libraryTime  = 10 * time.Second       // for one operation on the library; a disk that takes longer is broken
	resultsAfter = 120 * time.Millisecond // without another edit, before the algorithms are compared anew

	// A viewer is shown what others do at most every othersEvery, and for large
	// trees so seldom that making it ready takes 1 of othersShare moments; but
	// after othersMost in any case. One's own edits are answered at once.
	othersEvery = 50 * time.Millisecond
	othersShare = 10
	othersMost  = time.Second

	writeTime    = 20 * time.Second // for one message or batch; a reader that takes nothing for so long is gone
	bodyTime     = 30 * time.Second // to read one request body
	pingEvery    = 30 * time.Second // keeps proxies from closing an idle websocket
	pongTime     = 75 * time.Second // two pings and some: without an answer the page is gone
	stopTime     = time.Second      // at shutdown, to write the last message of a stream
	lingerTime   = time.Second      // after a message that is too large, for its close frame to arrive
	outgoing     = 4                // messages that wait for a connection's writer
	writeBuffer  = 4 << 10          // of a websocket; batches are written past it
	readBuffer   = 4 << 10
	gzipLevel    = 5 // a page shrinks to a fifth; higher levels gain 1 or 2 % and take twice as long
	smallestGzip = 256
)

// A Limit is one that a user can meet.
type Limit struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
	Of    string `json:"of"`
}

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

// plural is "1 node", "2 nodes".
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
