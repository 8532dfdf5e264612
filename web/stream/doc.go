// Package stream serves the websocket: searches whose events are sent as the
// client gives credit for them, and saved trees that several clients edit at
// the same time. It may import words, problem, draw, request, app, run and
// treestore of the web packages.
//
// Invariants: every run and every draft has its own goroutine, and none blocks
// another. A slow client delays only itself: it skips revisions, and its searches
// wait for credit. Closing a connection ends its runs. The messages of one run or
// draft are sent in order.
package stream
