// Package practice judges searches by hand: which cuts are right, which are unsound, and why one that is missing
// can be made. It also has the algorithms that can be practised.
package practice
