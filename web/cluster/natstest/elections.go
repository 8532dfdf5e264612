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
// leader within about two seconds, in place of nine. It is called before a server starts.
func QuickElections() {
	minElectionTimeout = time.Second
	maxElectionTimeout = 2500 * time.Millisecond
	hbInterval = 100 * time.Millisecond
	lostQuorumInterval = 2 * time.Second
	lostQuorumCheck = 500 * time.Millisecond
}
