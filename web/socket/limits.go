package socket

import "time"

// The limits of websockets. Each error names the limit, and Limits lists those
// that a user can reach.
const (
	// MaxConnections bounds the open websockets: an idle one takes about 20 KiB. One
	// address can have half of them: a large class sits behind one.
	MaxConnections = 6_000

	pingEvery   = 30 * time.Second // keeps proxies from closing an idle websocket
	pongTime    = 75 * time.Second // two pings and some: without an answer the page is gone
	lingerTime  = time.Second      // after a message that is too large, for its close frame to arrive
	outgoing    = 4                // messages that wait for a connection's writer
	writeBuffer = 1 << 10          // of a websocket; messages are written past it
	readBuffer  = 512              // as small for each of thousands of followers; large messages are read past it

	smallMessage = 16 << 10 // a message of this size is not charged
)
