package cluster

import (
	"errors"
	"log/slog"
	"os"
	"syscall"
)

// errSharing is Windows' ERROR_SHARING_VIOLATION.
const errSharing = syscall.Errno(32)

// lockFile opens the file exclusively until it is closed. The system closes it when the
// process ends, however it ends. held is true if another process has it.
func lockFile(name string, _ *slog.Logger) (f *os.File, held bool, err error) {
	const shareNothing = 0
	return lockAs(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, shareNothing, syscall.OPEN_ALWAYS)
}

// shareFile opens the file together with other processes that only read.
func shareFile(name string, _ *slog.Logger) (f *os.File, held bool, err error) {
	return lockAs(name, syscall.GENERIC_READ, syscall.FILE_SHARE_READ, syscall.OPEN_EXISTING)
}

func lockAs(name string, access, share, create uint32) (f *os.File, held bool, err error) {
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, false, err
	}
	handle, err := syscall.CreateFile(path, access, share, nil, create, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return nil, errors.Is(err, errSharing), err
	}
	return os.NewFile(uintptr(handle), name), false, nil
}
