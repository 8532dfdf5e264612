// Package program reads what another program prints about its search: the format
// espalier/trace/1, one JSON object a line.
//
// It may import trees, no other package.
//
// What comes in: lines with the program's own names of nodes. What comes out: a Run, with the
// nodes in the order in which they first appear, and one event for each line. What the program
// need not print (parents, movers, ends of nodes) is inferred here; what it prints is not judged
// here, only read. A line that cannot be read, or that contradicts the lines before it, is a
// LineError with its number; the Run then holds all that came before it.
package program
