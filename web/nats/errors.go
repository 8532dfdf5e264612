package nats

import (
	"errors"
	"fmt"
)

var (
	// ErrNoKey reports that a key does not exist.
	ErrNoKey = errors.New("there is no such key")
	// ErrKeyExists reports that another writer was first.
	ErrKeyExists = errors.New("the key exists")
	// ErrDeleted is ErrNoKey with the proof that the key was deleted. Without
	// it the leader of a cluster that has just started may lack the key only
	// for now.
	ErrDeleted = fmt.Errorf("%w any more", ErrNoKey)

	errTooLong = errors.New("no answer in time")
)

// ErrFull reports that the bucket has reached its limit.
var ErrFull = errors.New("the library is full; what is kept stays readable, but nothing can be added until trees have been deleted")

// An UnavailableError reports why the bucket cannot be used now. A later try
// may succeed.
type UnavailableError struct {
	Message string
	Err     error // what was behind it; may be nil
}

func (e *UnavailableError) Error() string {
	if e.Err == nil {
		return e.Message
	}
	return e.Message + ": " + e.Err.Error()
}

func (e *UnavailableError) Unwrap() error { return e.Err }
