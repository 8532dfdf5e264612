//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package cluster

import (
	"errors"
	"log/slog"
	"os"
	"syscall"
)

// lockFile locks the file for this process until it is closed. The system releases the lock
// when the process ends, however it ends. held is true if another process has the lock.
func lockFile(name string, _ *slog.Logger) (f *os.File, held bool, err error) {
	return lockAs(name, os.O_CREATE|os.O_RDWR, syscall.LOCK_EX)
}

// shareFile locks the file together with other processes that only read.
func shareFile(name string, _ *slog.Logger) (f *os.File, held bool, err error) {
	return lockAs(name, os.O_RDONLY, syscall.LOCK_SH)
}

func lockAs(name string, flag, kind int) (f *os.File, held bool, err error) {
	f, err = os.OpenFile(name, flag, 0o600)
	if err != nil {
		return nil, false, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), kind|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err != nil {
		f.Close()
		return nil, errors.Is(err, syscall.EWOULDBLOCK), err
	}
	return f, false, nil
}
