// Package socket serves the websocket: it reads the envelope of each message, and hands the
// message to the feature that has its type. The table of types is made in web/server.go; each
// feature supplies its entries (Kind) and what it keeps of a connection (Client).
//
// It may import problem, fair and app of the web packages, and no feature.
//
// Invariants: the reader waits for the handler of a message, which must be fast. What a feature
// starts has its own goroutine, and none blocks another. A client that does not read delays only
// itself. A connection ends when all that its features have started has ended.
package socket
