package editor

import "time"

// The limits of saved trees that are open. Each error names the limit, and Limits lists those
// that a user can reach.
const (
	// MaxDrafts bounds the saved trees open on one connection: a page has one,
	// and a second while it switches.
	MaxDrafts = 4

	// draftBytes is what a connection takes for a tree that it has open, besides the tree
	// itself, which all share.
	draftBytes = 32 << 10

	// MaxPendingEdits bounds the queued edits of one draft; while the queue is
	// full the connection is not read.
	MaxPendingEdits = 8

	// MaxNameRunes bounds the name of a person in an editor, and MaxPresenceNodes
	// the selected nodes that others see: a picture can show no more.
	MaxNameRunes     = 24
	MaxPresenceNodes = 16

	// MaxPeople bounds the people at other servers of a cluster who are shown.
	MaxPeople = 100

	maxGone = 1000 // deleted nodes that a draft message names

	// presenceEvery is the time between two messages of one server to the others about who is there. It is no
	// app.StoreTimeout: in a simulation, a message and the end of a request that began together would be at one
	// moment, and the order of such timers is random.
	presenceEvery = 9 * time.Second

	resultsAfter = 120 * time.Millisecond // pause after an edit before the algorithms are compared again

	// Revisions of others are sent at most every othersInterval, and for large
	// trees less often, so that preparing them takes 1/othersShare of the time;
	// but at least every maxOthersInterval. One's own edits are answered at once.
	othersInterval    = 50 * time.Millisecond
	othersShare       = 10
	maxOthersInterval = time.Second
)
