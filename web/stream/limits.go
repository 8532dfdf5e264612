package stream

import "time"

// The limits of websockets. Each error names the limit, and Limits lists those
// that a user can reach.
const (
	// MaxConnections bounds the open websockets: an idle one takes about 20 KiB. One
	// address can have half of them: a large class sits behind one.
	MaxConnections = 6_000

	// MaxRuns bounds the runs of one connection, running or retained for
	// replay: a page needs one, a comparison a few.
	MaxRuns = 16

	// StartCredit is the initial credit of every run.
	StartCredit = 10_000

	// MaxDetails bounds the steps of one details message.
	MaxDetails = 512

	// MaxDrawn bounds the nodes that a page can list as drawn, well above what an
	// SVG can hold before it becomes slow.
	MaxDrawn = 20_000

	// MaxDrafts bounds the saved trees open on one connection: a page has one,
	// and a second while it switches.
	MaxDrafts = 4

	// MaxDraftBytes bounds the memory of the saved trees that are open on all connections.
	// One address can have half of what others leave: some 15 of the largest, or a tree
	// each for a class.
	MaxDraftBytes = 1 << 30

	// draftBytes is what a connection takes for a tree that it has open, besides the tree
	// itself, which all share.
	draftBytes = 32 << 10

	// MaxPendingEdits bounds the queued edits of one draft; while the queue is
	// full the connection is not read.
	MaxPendingEdits = 8

	// MaxNameRunes bounds the name of a person in an editor, and MaxPresenceNodes
	// the selected nodes that others see: a picture has room for no more.
	MaxNameRunes     = 24
	MaxPresenceNodes = 16

	// MaxPeople bounds the people at other servers of a cluster who are shown.
	MaxPeople = 100

	maxGone = 1000 // deleted nodes that a draft message names

	presenceEvery = 10 * time.Second // between two messages of one server to the others about who is there

	resultsAfter = 120 * time.Millisecond // pause after an edit before the algorithms are compared again

	// Revisions of others are sent at most every othersInterval, and for large
	// trees less often, so that preparing them takes 1/othersShare of the time;
	// but at least every maxOthersInterval. One's own edits are answered at once.
	othersInterval    = 50 * time.Millisecond
	othersShare       = 10
	maxOthersInterval = time.Second

	pingEvery   = 30 * time.Second // keeps proxies from closing an idle websocket
	pongTime    = 75 * time.Second // two pings and some: without an answer the page is gone
	lingerTime  = time.Second      // after a message that is too large, for its close frame to arrive
	outgoing    = 4                // messages that wait for a connection's writer
	writeBuffer = 1 << 10          // of a websocket; messages are written past it
	readBuffer  = 512              // as small for each of thousands of followers; large messages are read past it

	smallMessage = 16 << 10        // a message of this size is read without asking for room
	parkAfter    = 1 * time.Second // a run that has waited for credit so long gives its slot to others
)
