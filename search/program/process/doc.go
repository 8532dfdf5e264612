// Package process runs the searches that people write, each in a process of its own, which can be ended from
// outside: by time, by memory, by the client that goes away.
//
// It may import search/program and trees.
//
// The process is the same binary, started again for one program. It has no environment, reads its request from
// its standard input and opens nothing; it writes the lines of the trace to its standard output, and at the end
// the result to its standard error. Its parent only reads lines. It reads how much memory the process has, and
// ends it above program.MaxMemory; a limit within the process alone is not enough, since one step of a program
// can double a text. The process keeps the line at which it is in a file that both have mapped, so that every end
// has its line.
package process
