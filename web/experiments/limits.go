package experiments

import (
	"time"

	"espalier/web/fair"
)

const (
	// MaxRunning bounds the runs that are under way at a time, in all processes of a
	// cluster. One client can have half of what others leave.
	MaxRunning = 16

	// MaxKept bounds the runs that are kept. The oldest ended one of the client who has
	// most is deleted for a new one.
	MaxKept = 200

	// MaxNewRuns is how many runs one address starts or resumes within an hour.
	MaxNewRuns = 60

	// MaxJobs bounds the jobs of a run: the numbers of each are kept in memory.
	MaxJobs = 50_000

	// MaxJobWait is how long all jobs wait at most while pages search without a pause.
	MaxJobWait = fair.BackgroundWait
)

const (
	// maxTasks is into how many tasks a run is split at most. A task is a value in the
	// store.
	maxTasks = 2_000

	// maxCached bounds the jobs of ended runs whose results stay in memory.
	maxCached = 2 * MaxJobs

	// graceTime is how long a process that learns of a run leaves it to the one that
	// started it to fill the queue.
	graceTime = 3 * time.Second

	// dryTime is between two looks into an empty list, scanTime between two at all runs
	// of a cluster, and between two tries to go on with a run that cannot be read,
	// reloadTime between two looks at the document of one that is under way.
	dryTime    = 300 * time.Millisecond
	scanTime   = time.Minute
	reloadTime = 3 * time.Second

	// againTime is after how long a document that another process has changed is read once
	// more: the change is announced before it is stored.
	againTime = time.Second

	// retryTime is between two tries to use a store that does not answer.
	retryTime = time.Second

	// followTime is between two messages about the progress of a run.
	followTime = 500 * time.Millisecond
)

// takerTime is the time after which a task is given to another process if there is no sign of
// it. Its taker reports it reports times as often. Tests make it shorter.
var takerTime = 15 * time.Second

const reports = 4
