package treestore

import (
	"errors"
	"fmt"

	"espalier/web/nats"
)

// ErrNotFound reports that there is no such tree, or no such revision of it.
var ErrNotFound = errors.New("there is no such tree: it was never kept here, or it has been deleted")

// ErrFull reports that the store has reached its limit.
var ErrFull = nats.ErrFull

// An UnavailableError reports why the store cannot be used now. A later try
// may succeed.
type UnavailableError = nats.UnavailableError

// A NoRevisionError reports that a tree has no such revision. It is ErrNotFound,
// too.
type NoRevisionError struct {
	Revision, Newest int
	Base             bool // it is the one that a request builds on
}

func (e *NoRevisionError) Error() string {
	return fmt.Sprintf("the tree has no revision %d; it has 1 to %d", e.Revision, e.Newest)
}

func (e *NoRevisionError) Is(target error) bool { return target == ErrNotFound }

// A SpellingError is an id or a key that cannot be one.
type SpellingError struct{ Message string }

func (e *SpellingError) Error() string { return e.Message }

// A ConflictError reports why a change cannot be put on the newest revision:
// what others have done since stands in its way.
type ConflictError struct{ Message string }

func (e *ConflictError) Error() string { return e.Message }

// A DamagedError reports that something stored cannot be read.
type DamagedError struct {
	ID       ID
	Revision int
	Err      error
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("revision %d of the tree %s cannot be read: %v", e.Revision, e.ID, e.Err)
}

func (e *DamagedError) Unwrap() error { return e.Err }
