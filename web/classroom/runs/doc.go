// Package runs answers questions about the run that a room shows: where its playback
// is, what is right, and how often each answer was given. It may import problem,
// request, app and classroom/entry of the web packages.
//
// Invariants: what is right comes from the engine. Equal answers are equal texts.
package runs
