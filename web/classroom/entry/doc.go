// Package entry decides who enters a room: codes, presenters' keys, the tokens of
// followers, and what one address may try. It may import problem and fair of the web
// packages.
//
// Invariants: a key and a token cannot be guessed. A right code is not told from a
// wrong one to an address that has tried too many.
//
// What an address has tried, and the rooms that it has opened, are counted by each
// server in its memory. In a cluster of n servers an address may so do n times as much,
// and after a start it begins anew. A code stays hard to guess: it has eight characters.
package entry
