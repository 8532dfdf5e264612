package stream

import "time"

// The limits of the server. Each has its reason, each refusal names the limit
// that it meets, and Limits lists those that a user can meet.
const (
	// MaxConnections bounds the open websockets: an idle one costs about
	// 20 KiB, and a server that runs out of memory serves nobody.
	MaxConnections = 1_000

	// MaxRuns bounds the runs of one connection that are under way or kept
	// for replay: a page needs one, a comparison a few.
	MaxRuns = 16

	// StartCredit is what every run may send before it is given more.
	StartCredit = 10_000

	// MaxDetails bounds the steps that one details message asks for.
	MaxDetails = 512

	// MaxDrawn bounds the nodes that a page can name as drawn: what an SVG
	// of a tree holds before it becomes slow, with room to spare.
	MaxDrawn = 20_000

	// MaxDrafts bounds the saved trees that one connection shows or edits: a
	// page has one, and one more while it changes to another.
	MaxDrafts = 4

	// MaxPendingEdits bounds the edits of one draft that wait for their turn;
	// past it the connection is not read until one is done.
	MaxPendingEdits = 8

	resultsAfter = 120 * time.Millisecond // without another edit, before the algorithms are compared anew

	// A viewer is shown what others do at most every othersEvery, and for large
	// trees so seldom that making it ready takes 1 of othersShare moments; but
	// after othersMost in any case. One's own edits are answered at once.
	othersEvery = 50 * time.Millisecond
	othersShare = 10
	othersMost  = time.Second

	pingEvery   = 30 * time.Second // keeps proxies from closing an idle websocket
	pongTime    = 75 * time.Second // two pings and some: without an answer the page is gone
	lingerTime  = time.Second      // after a message that is too large, for its close frame to arrive
	outgoing    = 4                // messages that wait for a connection's writer
	writeBuffer = 4 << 10          // of a websocket; batches are written past it
	readBuffer  = 4 << 10
)
