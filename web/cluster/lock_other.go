//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package cluster

import (
	"log/slog"
	"os"
)

// lockFile only makes the file, since the standard library has no lock for this system that
// ends with its process. Two processes that use one folder would damage each other's data,
// so it logs a warning.
func lockFile(name string, log *slog.Logger) (f *os.File, held bool, err error) {
	log.Warn("this system cannot lock a folder; see to it that no second Espalier keeps its trees in the same one", "file", name)
	f, err = os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	return f, false, err
}

// shareFile only opens the file.
func shareFile(name string, _ *slog.Logger) (f *os.File, held bool, err error) {
	f, err = os.Open(name)
	return f, false, err
}
