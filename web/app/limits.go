package app

import "time"

// MaxBody bounds a request body and a message: a document of the largest
// size (trees.MaxBytes) and the request around it.
const MaxBody = 9 << 20

// MaxSearches bounds the searches that HTTP requests run at a time. Each keeps a
// core busy; several dozen would only slow each other down.
const MaxSearches = 64

// MaxGenerated bounds those among them that search an implicit tree: the
// numbers of its nodes can take some 100 MB a search.
const MaxGenerated = 8

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

const BodyTimeout = 30 * time.Second // to read one request body

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
