// Package classroom keeps rooms: a presenter shows a run, a class follows it,
// answers questions about it and hands in trees. Its pages are here, too (Pages). It may
// import what a feature may, and lessons, markdown, fair, socket and nats.
//
// A room is one small value with a revision, in the bucket of the saved trees under
// keys that begin with "room." (keys.go). It holds no trace: everybody in the room
// computes the same picture from the value. Answers and hand-ins have keys of their
// own.
//
// A room ends Lifetime after its presenter's last action, by the time of the library
// (web/treestore/clock): no clock of a machine ends it. After a start and after a jump of
// the clock no room ends for clock.Settle.
//
// Invariants: what was acknowledged is on the disk. Revisions only rise, also past
// the end of a process. A follower's message holds neither a key, nor a nickname, nor
// the answers of others, nor the right one before it is revealed, nor the id of a lesson,
// with which its closed scenes could be read. A presenter's key is stored as a hash, and
// is in no log. A room that somebody has joined, that asked something or that is being
// presented is not closed for a new one (census.go). A follower who reads slowly gets the
// newest value and blocks no one else.
//
// A page for followers has no step past that of an open question, and nothing that tells
// what follows it. No page has a presenter's key, or the id of the lesson that the room is
// in.
package classroom
