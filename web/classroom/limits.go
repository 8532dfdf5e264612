package classroom

import "time"

// The limits of rooms. Each error names the limit.
const (
	// Lifetime is how long a room is kept after the last action of a presenter.
	Lifetime = 24 * time.Hour

	// MaxValue bounds the value of a room in bytes, as it is sent and as it is stored:
	// it goes to every follower with every step.
	MaxValue = 2 << 10

	// MaxValues bounds the leaves whose values a presenter sets, and MaxPoints the
	// nodes that are pointed at: more does not fit into MaxValue.
	MaxValues = 32
	MaxPoints = 16

	// MaxChanges is how often a follower can answer one question.
	MaxChanges = 50

	// MaxTallied is how many different answers a tally lists; the rest is counted
	// together. MaxTalliedNodes is the same for nodes.
	MaxTallied      = 12
	MaxTalliedNodes = 16

	// maxClassAnswers and maxClassNames bound what presenters see live.
	maxClassAnswers = 100
	maxClassNames   = 100

	// MaxSource bounds a typed tree in bytes of JSON: every follower gets it. A larger
	// one is saved, and shown by its id.
	MaxSource = 256 << 10

	// MaxSources is how many typed trees of a room are kept; then the oldest goes that
	// is not on screen.
	MaxSources = 64

	// MaxGameNodes bounds the tree of a game that a room shows: each page of the class
	// runs the search on it.
	MaxGameNodes = 20_000

	// MaxHandIn bounds what a follower hands in, in bytes; MaxHandIns bounds the
	// hand-ins of a room, and MaxHandInsEach those of one follower.
	MaxHandIn      = 16 << 10
	MaxHandIns     = 2_000
	MaxHandInsEach = 10

	// handInWrites is how many hand-ins are written at a time, one of each address: the
	// steps of all rooms are written between them. maxWaitingHandIns bounds those of an
	// address that wait, and maxHandInWait how long: a class may hand in all at once.
	handInWrites      = 2
	maxWaitingHandIns = MaxHandIns
	maxHandInWait     = time.Minute

	// MaxAnswered bounds the followers who answer a question, those that have left among
	// them: who enters again and again as somebody new must not fill the memory. One address
	// can have half of what others leave, as of MaxHandIns and MaxFollowers.
	MaxAnswered = 10_000

	// MaxQuestions bounds the questions of a room.
	MaxQuestions = 500

	// MinSeconds and MaxSeconds bound the time in which a question takes answers: what is
	// shorter nobody can read, and what is longer is homework.
	MinSeconds = 5
	MaxSeconds = 3600

	// retryStop is how long the next try to stop such a question waits, if the store does
	// not answer.
	retryStop = time.Second

	// MaxOpenScene is the largest number of a scene that a lesson can have.
	MaxOpenScene = 99

	// MaxNick bounds a nickname in characters.
	MaxNick = 24

	// MaxFollowers bounds the followers of a room at one server.
	MaxFollowers = 5_000

	// MaxRoomsOfConnection bounds the rooms that one connection is in.
	MaxRoomsOfConnection = 8

	// MaxTokens bounds the followers that one connection can enter as.
	MaxTokens = 32

	// MaxMessages bounds the messages that a connection without a lead sends to rooms
	// in messagesTime: a person answers once in some seconds.
	MaxMessages  = 40
	messagesTime = 4 * time.Second

	// MaxRooms bounds the open rooms of a store: 20 MB. Beyond it a new room closes one that
	// is unused: nobody has joined it, nothing was asked, and no presenter was there for leadTime.
	// While a presenter is there the record says so anew each leadRenewal: other servers, and
	// this one after a restart, have nothing but the record.
	MaxRooms    = 10_000
	leadTime    = 15 * time.Minute
	leadRenewal = 5 * time.Minute

	// maxDisplaced bounds the rooms that are looked at for one new room: what the census knows
	// of them may be out of date. censusTime is between two looks at all rooms of the store for
	// unused ones, a second of work.
	maxDisplaced = 50
	censusTime   = 30 * time.Second

	// classInterval is between two messages to a presenter about the class.
	classInterval = 250 * time.Millisecond

	// saveDelay is how long a shown step may wait to be stored, together with those that
	// follow; saveLimit is how long steps are sent before one of them is stored.
	saveDelay = 25 * time.Millisecond
	saveLimit = 100 * time.Millisecond

	// reserve is how many revisions are sent at most before one is stored. After a
	// kill the revisions go on above it.
	reserve = 64

	// staleAfter is how old the clock in a message may be when it is written.
	staleAfter = 50 * time.Millisecond

	// maxPending bounds the messages of a connection that wait; the connection is not
	// read while there are more. maxWaitingAnswers bounds the answers of a room that
	// wait for the disk.
	maxPending        = 16
	maxWaitingAnswers = 5_000

	// maxIdle is how many rooms that nobody is in stay in memory.
	maxIdle = 200

	sweepTime = time.Minute      // between two looks for rooms in memory that have ended
	listTime  = 10 * time.Minute // between two looks for those in the store

	hereTime = 2 * time.Second // between two messages to other servers about who is here
	pollTime = 4 * time.Second // between two looks at a room that other servers may change
)
