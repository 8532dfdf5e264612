// Package traces takes what other programs print about their searches, and answers what is right
// and wrong in it.
//
// What must hold: a line that cannot be read is named by its number, and nothing is judged then. A
// check takes turns with the searches of others, and ends with its request.
package traces
