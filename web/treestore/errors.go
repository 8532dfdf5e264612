package treestore

import (
	"fmt"

	"espalier/trees"
)

// All errors here are of type trees.KindError. Their place is the part of a
// request that they concern.

// A kindError is an error of a fixed kind and place.
type kindError struct {
	kind          trees.ErrorKind
	place, reason string
}

func (e *kindError) Error() string         { return e.reason }
func (e *kindError) Kind() trees.ErrorKind { return e.kind }
func (e *kindError) Place() string         { return e.place }
func (e *kindError) Reason() string        { return e.reason }

// ErrNotFound reports that there is no such tree, or no such revision of it.
var ErrNotFound error = &kindError{trees.NotFound, "saved", "there is no such tree: it was never kept here, or it has been deleted"}

// ErrFull reports that the library holds all that it may.
var ErrFull error = &kindError{trees.StorageFull, "library", "the library is full; what is kept stays readable, but nothing can be added until trees have been deleted"}

// A limitError is ErrFull with the limit in its text.
type limitError struct{ kindError }

// fullAt returns ErrFull with the limit in its text.
func fullAt(limit string) error {
	return &limitError{kindError{trees.StorageFull, "library", fmt.Sprintf("%s (the limit is %s)", ErrFull, limit)}}
}

func (e *limitError) Is(target error) bool { return target == ErrFull }

// A NoRevisionError reports that a tree has no such revision. It is also
// ErrNotFound.
type NoRevisionError struct {
	Revision, Newest int
	Base             bool // it is the one that a request builds on
}

func (e *NoRevisionError) Error() string {
	return fmt.Sprintf("the tree has no revision %d; it has 1 to %d", e.Revision, e.Newest)
}

func (e *NoRevisionError) Is(target error) bool { return target == ErrNotFound }

// Kind returns trees.NotFound.
func (e *NoRevisionError) Kind() trees.ErrorKind { return trees.NotFound }

// Place returns "revision".
func (e *NoRevisionError) Place() string { return "revision" }

// Reason returns the whole text.
func (e *NoRevisionError) Reason() string { return e.Error() }

// A SpellingError reports an id or a key that cannot be one.
type SpellingError struct{ Message string }

func (e *SpellingError) Error() string { return e.Message }

// Kind returns trees.NotFound.
func (e *SpellingError) Kind() trees.ErrorKind { return trees.NotFound }

// Place returns "saved".
func (e *SpellingError) Place() string { return "saved" }

// Reason returns Message.
func (e *SpellingError) Reason() string { return e.Message }

// A ConflictError reports why a change cannot be merged with the newest
// revision: it conflicts with later changes of others.
type ConflictError struct{ Message string }

func (e *ConflictError) Error() string { return e.Message }

// Kind returns trees.Conflict.
func (e *ConflictError) Kind() trees.ErrorKind { return trees.Conflict }

// Place returns "edit".
func (e *ConflictError) Place() string { return "edit" }

// Reason returns Message.
func (e *ConflictError) Reason() string { return e.Message }

// An UnavailableError reports why the library cannot be used now. A later
// attempt may succeed.
type UnavailableError struct {
	Message string
	Err     error // the cause; may be nil
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

// A DamagedError reports that something that was saved cannot be read.
type DamagedError struct {
	ID       ID
	Revision int
	Err      error
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("revision %d of the tree %s cannot be read: %v", e.Revision, e.ID, e.Err)
}

func (e *DamagedError) Unwrap() error { return e.Err }

// Kind returns trees.InternalError.
func (e *DamagedError) Kind() trees.ErrorKind { return trees.InternalError }

// Place returns "saved".
func (e *DamagedError) Place() string { return "saved" }

// Reason returns the whole text.
func (e *DamagedError) Reason() string { return e.Error() }
