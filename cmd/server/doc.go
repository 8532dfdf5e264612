// Command server serves Espalier from one binary. It handles the flags, the signals,
// the order of the shutdown, and the operator's commands on the library. README.md in this
// folder is the manual for operators. web/architecture_test.go lists what it imports.
//
// Invariants: an edit that was acknowledged is on the disk before the process ends,
// and the shutdown takes less than five seconds.
package main
