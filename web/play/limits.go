package play

import "time"

// The limits of the runs of a websocket. Each error names the limit, and Limits lists those that
// a user can reach.
const (
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

	parkAfter = 1 * time.Second // a run that has waited for credit so long gives its slot to others
)
