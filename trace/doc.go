// Package trace holds the record of a search: the events, their packed
// recording, the state of every node at a step, the sentence that explains an
// event, and the JSON of an event.
//
// The package imports only the standard library and espalier/trees. It does not
// depend on how a search works, on HTTP or on HTML.
//
// These rules must hold:
//
//   - An [Event] is a fact about the search, never a drawing command. A prune
//     carries the bounds that justify it.
//   - An [Observer] cannot change a search; it can only stop receiving events.
//   - The state of a node at a step depends only on the events up to that step.
//     [Fold] is the only code that computes it.
//   - A [Recorder] returns events that are equal to the observed events.
package trace
