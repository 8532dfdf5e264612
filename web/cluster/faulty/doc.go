// Package faulty runs a Go program on a disk and a clock with faults, for tests. The program
// is the real one: nats-server, or Espalier with the server embedded. It needs no privileges and
// nothing but the Go toolchain.
//
// Build compiles a program with an overlay (go build -overlay): copies of a few files of packages
// os and time of the toolchain, in which each operation that changes a file calls the layer in
// testdata/os_faulty.go.txt, and time.Now adds a number of seconds. If the toolchain has different text
// where the layer is inserted, Build fails and names the place. Go programs on Linux use no C
// library, so there is nothing else to replace.
//
// Start runs such a program with one folder on the faulty disk, and Disk orders the faults: a
// power cut, syncs that do nothing, a full, failing or stalled disk, and a clock that jumps. Flip,
// Truncate and Remove damage a file.
//
// A power cut ends the process at once. Each file loses what was written after its last sync, from
// some write on, which may be torn. So files lose different amounts. Names that were made, changed
// or removed are in one ordered log, as in the journals of ext4 and XFS, and any sync makes all of
// it durable. What a cut takes follows from its seed and the operations before it.
//
// It imports nothing of the module. Only tests may import it.
package faulty
