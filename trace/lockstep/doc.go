// Package lockstep aligns two or three runs on one tree and finds their
// differences.
//
// The package imports only trace and trees. Each event of a run must be in
// exactly one aligned step, in the order of the run.
package lockstep
