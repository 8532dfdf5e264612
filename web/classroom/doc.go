// Package classroom has rooms: a presenter shows a run, and a class follows it, answers questions
// about it and hands in trees. Its pages are here, too (Pages). The package may import what every
// feature may import, and lessons, fair, socket and store.
//
// A room is one small value with a revision, in the bucket of the saved trees under keys that begin
// with "room." (keys.go). It has no trace: all pages of the room compute the same picture from the
// value. Answers and hand-ins have their own keys.
//
// A room ends Lifetime after its presenter's last action, by the time of the library
// (web/store/clock), not by the clock of a machine. After a start and after a jump of the clock
// no room ends for clock.Settle.
// The table of its answers is kept for KeepResults after that, without names (past.go).
//
// A room counts its followers. If it asks for names, its followers have to give one before they answer, and its
// presenters see who is here and who has answered what, and can take a person out (people.go). The names are deleted with the room, when it no
// longer asks for them, and, of a person, when that person is taken out. Their answers no longer count then, and their hand-ins are
// deleted (out.go): no address has them, and what shows them leaves the screen.
//
// Invariants: what was acknowledged is on the disk. An acknowledged answer is in the results, and a
// tree that was handed in is on the wall, unless it was taken out, or they name it as lost by the store. The presenter's page
// says how many answers are lost. The doc of web/store/records says what that means with an embedded
// store, one NATS server or three. Revisions only increase, even after a restart. A message to a
// follower has no key, no nickname, no answers of others, no right answer before it is revealed, and no id of a lesson, with which the closed scenes could be read. Only the hash of a
// presenter's key is stored, and no log has the key. A room is not closed for a new one if somebody
// has joined it, it had a question, or it is being presented (census.go). A follower who reads
// slowly gets only the newest value and blocks nobody else.
//
// A page for followers has no step after that of an open question, and nothing that reveals later
// steps. No page has a presenter's key or the id of the lesson of the room.
package classroom
