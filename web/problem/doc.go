// Package problem holds what a client gets when a request cannot be served: the
// RFC 9457 document of an error, and the strict reading of JSON that produces
// most of these errors.
//
// It may import words and trees, no other package of web/.
//
// What must hold:
//
//   - The kind of an error (trees.ErrorKind) decides the status, in one table.
//   - The text of an error without a kind goes to the log, not to the client.
//   - Reading JSON rejects repeated keys, keys in another case and numbers that
//     would be rounded; the error names the place.
package problem
