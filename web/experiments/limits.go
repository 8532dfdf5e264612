package experiments

import (
	"time"

	"espalier/web/fair"
)

const (
	// MaxRunning is the maximum number of running experiments in all processes of a
	// cluster. One client can have half of the places that others leave free.
	MaxRunning = 16

	// MaxKept is the maximum number of stored runs. For a new one, the oldest ended run of the
	// client with the most runs is deleted.
	MaxKept = 200

	// MaxNewRuns is how many runs one address can start or resume within an hour.
	MaxNewRuns = 60

	// MaxJobs bounds the jobs of a run: the numbers of each are kept in memory.
	MaxJobs = 50_000

	// MaxJobWait is the longest time that all jobs wait while pages search without a pause.
	MaxJobWait = fair.BackgroundWait
)

const (
	// maxTasks is the maximum number of tasks of a run. A task is a value in the store.
	maxTasks = 2_000

	// maxCached bounds the jobs of ended runs whose results stay in memory.
	maxCached = 2 * MaxJobs

	// graceTime is how long a process waits after it learns of a run, so that the process
	// that started the run can fill the queue.
	graceTime = 3 * time.Second

	// dryTime is the time between two reads of an empty queue. scanTime is the time between
	// two scans of all runs of a cluster, and between two attempts to continue an unreadable
	// run. reloadTime is the time between two reads of the document of a running run.
	dryTime    = 300 * time.Millisecond
	scanTime   = time.Minute
	reloadTime = 3 * time.Second

	// againTime is the time after which a document changed by another process is read a
	// second time, because the change is announced before it is stored.
	againTime = time.Second

	// retryTime is the time between two attempts to use a store that does not answer.
	retryTime = time.Second

	// followTime is the time between two messages about the progress of a run.
	followTime = 500 * time.Millisecond
)

// takerTime is the time after which a task is given to another process if there is no sign of
// it. Its taker reports it reports times as often. Tests make it shorter.
var takerTime = 15 * time.Second

const reports = 4
