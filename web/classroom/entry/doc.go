// Package entry decides who enters a room: codes, presenters' keys, the tokens of
// followers, and what one address may try. It may import problem and fair of the web
// packages.
//
// Invariants: a key and a token cannot be guessed. A right code is not told from a
// wrong one to an address that has tried too many.
package entry
