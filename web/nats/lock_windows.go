package nats

import (
	"errors"
	"log/slog"
	"os"
	"syscall"
)

// errSharing is Windows' ERROR_SHARING_VIOLATION.
const errSharing = syscall.Errno(32)

// lockFile opens the file exclusively, until it is closed; the system closes it when the process dies, however it dies. held is true
// where another one holds it.
func lockFile(name string, _ *slog.Logger) (f *os.File, held bool, err error) {
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, false, err
	}
	const shareNothing = 0
	handle, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, shareNothing, nil,
		syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return nil, errors.Is(err, errSharing), err
	}
	return os.NewFile(uintptr(handle), name), false, nil
}
