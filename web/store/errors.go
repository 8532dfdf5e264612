package store

import (
	"errors"
	"fmt"

	"espalier/trees"
)

var (
	// ErrNoKey reports that a key does not exist.
	ErrNoKey = errors.New("there is no such key")
	// ErrKeyExists reports that another writer was first.
	ErrKeyExists = errors.New("the key exists")
	// ErrDeleted is ErrNoKey with a proof that the key was deleted. Without the proof, the
	// key may be missing only for a moment, since the leader of a cluster has just started.
	ErrDeleted = fmt.Errorf("%w any more", ErrNoKey)
)

// ErrFull and UnavailableError are trees.KindErrors, so that they need no translation on
// the way to an answer.

// ErrFull reports that the engine has reached its limit.
var ErrFull error = &fullError{"the library is full; what is stored can be read, but nothing can be added until trees have been deleted"}

type fullError struct{ reason string }

// FullAt returns ErrFull with the limit in its text.
func FullAt(limit string) error {
	return &fullError{fmt.Sprintf("%s (the limit is %s)", ErrFull, limit)}
}

// NearlyFull returns an ErrFull for an engine whose remaining space is reserved for existing
// trees.
func NearlyFull(limit int64) error {
	return &fullError{"the library is nearly full: what is stored can be read and edited, but no tree can be added until others have been deleted (the limit is " + SizeText(limit) + ")"}
}

func (e *fullError) Error() string         { return e.reason }
func (e *fullError) Is(target error) bool  { return target == ErrFull }
func (e *fullError) Kind() trees.ErrorKind { return trees.StorageFull }
func (e *fullError) Place() string         { return "library" }
func (e *fullError) Reason() string        { return e.reason }

// An UnavailableError reports why the engine cannot be used now. A later attempt may
// succeed.
type UnavailableError struct {
	Message string
	Err     error // the cause; may be nil
}

// Unavailable returns an UnavailableError. The cause may be nil.
func Unavailable(message string, cause error) *UnavailableError {
	return &UnavailableError{message, cause}
}

func (e *UnavailableError) Error() string {
	if e.Err == nil {
		return e.Message
	}
	return e.Message + ": " + e.Err.Error()
}

func (e *UnavailableError) Unwrap() error { return e.Err }

// Kind returns trees.Unavailable.
func (e *UnavailableError) Kind() trees.ErrorKind { return trees.Unavailable }

// Place returns "library".
func (e *UnavailableError) Place() string { return "library" }

// Reason returns the whole text, with the cause.
func (e *UnavailableError) Reason() string { return e.Error() }

// SizeText formats a number of bytes in the largest unit that divides it.
func SizeText(bytes int64) string {
	switch {
	case bytes%(1<<30) == 0:
		return fmt.Sprintf("%d GiB", bytes>>30)
	case bytes%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d KiB", bytes>>10)
}
