package natstest

import (
	"time"
	_ "unsafe" // for linkname
)

// The times of elections of nats-server.
//
//go:linkname minElectionTimeout github.com/nats-io/nats-server/v2/server.minElectionTimeout
var minElectionTimeout time.Duration

//go:linkname maxElectionTimeout github.com/nats-io/nats-server/v2/server.maxElectionTimeout
var maxElectionTimeout time.Duration

//go:linkname hbInterval github.com/nats-io/nats-server/v2/server.hbInterval
var hbInterval time.Duration

//go:linkname lostQuorumInterval github.com/nats-io/nats-server/v2/server.lostQuorumInterval
var lostQuorumInterval time.Duration

//go:linkname lostQuorumCheck github.com/nats-io/nats-server/v2/server.lostQuorumCheck
var lostQuorumCheck time.Duration

// QuickElections shortens the elections of all servers of this process. A cluster then has a new
// leader within about a second, in place of nine. It is called before a server starts.
func QuickElections() {
	minElectionTimeout = 400 * time.Millisecond
	maxElectionTimeout = 1200 * time.Millisecond
	hbInterval = 100 * time.Millisecond
	lostQuorumInterval = time.Second
	lostQuorumCheck = time.Second
}
