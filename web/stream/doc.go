// Package stream serves the websocket: searches whose events are sent as the
// client gives credit for them, and saved trees that several clients edit at
// the same time. It may import words, problem, draw, request, app, run and
// treestore of the web packages.
//
// What must hold: every run and every draft has a goroutine of its own, and
// none of them delays another one's. A slow client delays nobody but itself: it
// skips revisions, and a search waits for its credit. A connection that ends
// ends its runs. The messages of one run or draft are sent in their order.
package stream
