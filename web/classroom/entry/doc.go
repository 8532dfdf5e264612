// Package entry controls who can enter a room: codes, presenters' keys, the tokens of followers, and
// the tries of one address. Of the web packages it may import problem and fair.
//
// Invariants: a key and a token cannot be guessed. An address that has tried too many wrong codes is
// not informed whether a code is right.
//
// Each server counts the tries and the opened rooms of an address in its memory. So in a cluster of n
// servers an address has n times as many, and a restart resets the counts. A code is still hard to
// guess: it has eight characters.
package entry
