package app

import "time"

// MaxBody bounds a request body and a message: a document of the largest
// size (trees.MaxBytes) and the request around it.
const MaxBody = 9 << 20

// MaxSearches bounds the searches that are under way: on explicit trees and small
// implicit ones. They take turns at the processors, so that this is a limit of the
// memory alone that is not charged, engine.FreeBytes each. One client can have half of them.
const MaxSearches = 256

// MaxGenerated bounds those of implicit trees with more than smallSearch nodes. Each
// takes long, and as much memory as its client may have (SearchPart).
const MaxGenerated = 8

// smallSearch is the largest number of nodes of an implicit tree whose search
// counts like that of an explicit tree: its numbers take at most 4 MB.
const smallSearch = 1_000_000

// MaxPages bounds the pages and exports that are made at a time. More would only
// slow each other down.
const MaxPages = 24

// MaxAnswer bounds the bytes of one answer that is not streamed. The largest tree takes 8 MB as
// JSON, and as much as text.
const MaxAnswer = 64 << 20

const (
	// smallAnswer is what an answer is charged at least: most pages take no more.
	smallAnswer = 64 << 10

	// largeAnswer is the memory above which an answer is large while it is built. While it
	// is read it is large above streamAfter: that much fits into the buffers of the system,
	// or nearly.
	largeAnswer = 4 << 20

	// An answer is kept in chunks. The first one grows to answerChunk; for firstChunk bytes
	// of it nothing is allocated.
	firstChunk  = 512
	answerChunk = 64 << 10

	// streamAfter is how much of an answer is kept although it may be streamed, and
	// streamMemory is what it takes while it is: a compressor, and the chunk at hand.
	streamAfter  = 256 << 10
	streamMemory = 1 << 20

	// answerPatience is how long a request waits for the memory of a large answer, and
	// maxWaitingLarge is how many of one client wait for it: they hold what the answer is
	// made from, such as a tree.
	answerPatience  = 2 * time.Second
	maxWaitingLarge = 8

	// maxWaitingMessages is how many messages of one client wait: some of each websocket of
	// a class.
	maxWaitingMessages = 10_000

	// maxWaitingAnswers is how many requests of one client wait for that of a small answer.
	maxWaitingAnswers = 1_000
)

// What one address may add to the library within an hour. An edit of a tree that
// exists is charged to MaxEditBytes alone, so that whoever makes many trees does
// not keep a class behind the same address from editing. A copy is charged in full.
const (
	MaxNewTrees  = 1_000
	MaxNewBytes  = 128 << 20
	MaxEditBytes = 256 << 20
)

// MaxHTTPConnections bounds the open connections that are no websockets, with or
// without a request. One client can have half of them: each browser of a class has up
// to six.
const MaxHTTPConnections = 8_192

// MaxWait is how long a request waits for its turn.
const MaxWait = 20 * time.Second

// What may wait for one client. A class of 500 behind one address opens a page
// at the same moment.
const (
	maxWaitingSearches = 1_000
	maxWaitingPages    = 1_000
	maxWaitingBodies   = 250
	maxWaitingTrees    = 250
	maxWaitingTraces   = 16 // large ones
)

// SolveTimeout bounds one /solve. The largest search that is allowed takes
// well below it; what takes longer is not worth the core.
const SolveTimeout = 60 * time.Second

// MaxEdits bounds the edits of one request, and EditsTimeout what they may take:
// on the largest trees one takes some tenths of a second.
const MaxEdits = 1_000

const EditsTimeout = 60 * time.Second

// MaxBatches bounds the requests with several edits that are worked on at a
// time, a core each; more of them wait for their turn.
const MaxBatches = 8

// maxCompared bounds the comparisons of algorithms that run beside edits:
// a core each, and editing comes first.
const maxCompared = 2

const StoreTimeout = 10 * time.Second // for one operation on the library; a disk that takes longer is broken

const WriteTimeout = 20 * time.Second // for one message or batch; a reader that takes nothing for so long is gone

// BodyTimeout is the time to read a request body; each second's worth of bytes that
// has arrived, at MinBodyRate, adds a second. A slower sender only holds memory.
const (
	BodyTimeout = 10 * time.Second
	MinBodyRate = 64 << 10 // bytes a second
)

// An answer must be read at MinReadRate, after a start of ReadTimeout: it holds memory,
// and the search of a trace waits for the reader and holds a slot.
const (
	ReadTimeout = 30 * time.Second
	MinReadRate = 16 << 10 // bytes a second
)

const StopTimeout = time.Second // at shutdown, to write the last message of a stream

const GzipLevel = 5 // a page shrinks to a fifth; higher levels gain 1 or 2 % and take twice as long

const smallestGzip = 256

// A Limit is a limit that a user can reach.
type Limit struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
	Of    string `json:"of"`
}

// BatchBytes is the size at which a batch of events is sent: one event a
// message is hundreds of times slower, and larger batches are no faster.
const BatchBytes = 64 << 10
