package classroom

import "time"

// The limits of rooms. Each error names the limit.
const (
	// Lifetime is how long a room is kept after the last action of a presenter.
	Lifetime = 24 * time.Hour

	// KeepResults is how long the answers of a room are kept after its end: a term.
	KeepResults = 90 * 24 * time.Hour

	// MaxResults bounds these answers in bytes, compressed: some hundred questions to some hundred students.
	MaxResults = 1 << 20

	// MaxValue bounds the value of a room in bytes, as sent and as stored: every follower gets it
	// with every step.
	MaxValue = 2 << 10

	// MaxValues bounds the leaf values that a presenter sets, and MaxPoints the nodes that a
	// presenter points at: more does not fit into MaxValue.
	MaxValues = 32
	MaxPoints = 16

	// MaxChanges bounds the answers of a follower to one question.
	MaxChanges = 50

	// MaxTallied bounds the different answers in a tally; the rest are counted together.
	// MaxTalliedNodes is the same for nodes.
	MaxTallied      = 12
	MaxTalliedNodes = 16

	// maxClassAnswers and maxClassNames bound the live message to presenters.
	maxClassAnswers = 100
	maxClassNames   = 100

	// MaxSource bounds a typed tree in bytes of JSON: every follower gets it. A larger tree can be
	// saved and shown by its id.
	MaxSource = 256 << 10

	// MaxSources bounds the stored typed trees of a room. Beyond it, trees that are not shown are
	// deleted.
	MaxSources = 64

	// MaxGameNodes bounds the tree of a game that a room shows: each page of the class searches it.
	MaxGameNodes = 20_000

	// MaxHandIn bounds a hand-in in bytes, MaxHandIns the hand-ins of a room, and MaxHandInsEach
	// those of one follower.
	MaxHandIn      = 16 << 10
	MaxHandIns     = 2_000
	MaxHandInsEach = 10

	// handInWrites bounds the hand-ins that are written at a time, one for each address: the steps
	// of all rooms are written in between. maxWaitingHandIns bounds the waiting hand-ins of an
	// address, and maxHandInWait their time: a whole class may hand in at the same time.
	handInWrites      = 2
	maxWaitingHandIns = MaxHandIns
	maxHandInWait     = time.Minute

	// MaxAnswered bounds the followers who answer a question, including those who have left: someone
	// who joins again and again as a new follower must not fill the memory. As with MaxHandIns and
	// MaxFollowers, one address can use half of what others leave free.
	MaxAnswered = 10_000

	// MaxQuestions bounds the questions of a room.
	MaxQuestions = 500

	// MinSeconds and MaxSeconds bound the time limit of a question: in less time nobody can read it,
	// and more time is homework.
	MinSeconds = 5
	MaxSeconds = 3600

	// retryStop is the wait until the next try to stop such a question, if the store does not answer.
	retryStop = time.Second

	// MaxOpenScene is the largest number of a scene in a lesson.
	MaxOpenScene = 99

	// MaxPeople bounds the people of a room that asks for names, with those who have left: as many as can answer.
	MaxPeople = MaxAnswered

	// MaxNick bounds a nickname in characters.
	MaxNick = 24

	// MaxFollowers bounds the followers of a room at one server.
	MaxFollowers = 5_000

	// MaxRoomsOfConnection bounds the rooms of one connection.
	MaxRoomsOfConnection = 8

	// MaxTokens bounds the new followers that one connection joins as.
	MaxTokens = 32

	// MaxMessages bounds the messages of a follower's connection to rooms in messagesTime: a person
	// answers once every few seconds.
	MaxMessages  = 40
	messagesTime = 4 * time.Second

	// MaxRooms bounds the open rooms of a store: 20 MB. Beyond it, a new room closes an unused one:
	// nobody has joined it, nothing was asked, and no presenter was there for leadTime. While a
	// presenter is there, the record is renewed every leadRenewal: other servers, and this one after
	// a restart, have only the record.
	MaxRooms    = 10_000
	leadTime    = 15 * time.Minute
	leadRenewal = 5 * time.Minute

	// maxDisplaced bounds the rooms that are checked for one new room, because the census may be out
	// of date. censusTime is the shortest time between two reads of all rooms for this purpose, each
	// a second of work.
	maxDisplaced = 50
	censusTime   = 30 * time.Second

	// classInterval is the shortest time between two messages to a presenter about the class.
	classInterval = 250 * time.Millisecond

	// saveDelay is how long a sent step waits to be stored, together with the following ones;
	// saveLimit is how long steps may be sent without any being stored.
	saveDelay = 25 * time.Millisecond
	saveLimit = 100 * time.Millisecond

	// reserve bounds the revisions that are sent before one is stored. After a crash the revisions
	// continue above it.
	reserve = 64

	// staleAfter is the largest age of the clock in a message when it is written.
	staleAfter = 50 * time.Millisecond

	// maxPending bounds the queued messages of a connection, which is not read while the queue is
	// full. maxWaitingAnswers bounds the answers of a room that wait for the disk.
	maxPending        = 16
	maxWaitingAnswers = 5_000

	// maxIdle bounds the rooms without members in memory.
	maxIdle = 200

	sweepTime = time.Minute      // the interval of closing rooms in memory that have ended
	listTime  = 10 * time.Minute // the interval of reading the rooms of the store, and how long a closed one stays there

	hereTime = 2 * time.Second // the interval of messages to other servers about followers here
	pollTime = 4 * time.Second // the interval of polling rooms that other servers may change
)
