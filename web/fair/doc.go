// Package fair shares the server between its clients: its processors among large edits and
// searches (Turns), and counted resources such as slots and bytes (Pool).
//
// It may import search, web/words and web/problem.
//
// What must hold:
//
//   - A client is refused only after it has waited, or if too many of its own
//     requests wait already. While a resource is free, one client may hold as
//     much of it as is left for all others: half, if nobody else is there.
//   - Kinds of work share one memory (Budget). One client has at most three quarters of what the
//     others leave, over all kinds together, and more while they need little. Caches are dropped
//     before anybody is refused.
//   - Clients that wait are served by turns, the requests of one client in order.
//   - A search that blocks on its reader holds no processor, nor does one that waits for a share
//     of a pool (Pool.Acquire), for a slot (Enter), or for what another one makes (Flight).
//   - No mutex is held across a turn or such a wait: a goroutine that waits for it may have
//     what its holder waits for. A test in web follows all calls (TestNoLockIsHeldAcrossATurn).
//   - Work in the background goes on, however many searches others make. Beside them it
//     has a slice of one processor each BackgroundWait.
//
// All counts are those of one server, in memory. In a cluster a client has its share of
// each.
package fair
