// Package checks judges the search of another program, as package program reads it: every value,
// every cut, and what the algorithm that it claims to be would have done.
//
// It may import trace/program, search, trace and trees.
//
// What comes in: a Run. What comes out: a Report with one Check for each thing that is wrong or
// worth knowing, in the order of the input, each with its line. A check is never a guess: where the
// exact judgement of a cut would take too long, it is undecided. A value, a window or a cut that some
// right program can have is no error: what no line of the run settles, such as the window of the root,
// is undecided, and the text says what to print. A proof names leaf values, and an engine has confirmed
// that they change the root.
package checks
