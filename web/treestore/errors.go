package treestore

import (
	"errors"
	"fmt"

	"espalier/trees"
	"espalier/web/store"
)

// All errors in this file implement trees.KindError. Their place is the part of the request
// that is wrong.

// A kindError is an error of a fixed kind and place.
type kindError struct {
	kind          trees.ErrorKind
	place, reason string
}

// ErrFull reports that the store has reached its limit.
var ErrFull = store.ErrFull

// An UnavailableError reports why the store cannot be used now. A later attempt may
// succeed.
type UnavailableError = store.UnavailableError

func (e *kindError) Error() string         { return e.reason }
func (e *kindError) Kind() trees.ErrorKind { return e.kind }
func (e *kindError) Place() string         { return e.place }
func (e *kindError) Reason() string        { return e.reason }

// ErrNotFound reports that a tree, or a revision of a tree, does not exist.
var ErrNotFound error = &kindError{trees.NotFound, "saved", "there is no such tree: it was never kept here, or it has been deleted"}

// A NoRevisionError reports that a tree does not have a revision. errors.Is takes it for
// ErrNotFound.
type NoRevisionError struct {
	Revision, Newest int
	Base             bool // the revision is the base of a request
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

// A ConflictError reports why a change cannot be merged into the newest revision: it
// conflicts with later changes of others.
type ConflictError struct{ Message string }

func (e *ConflictError) Error() string { return e.Message }

// Kind returns trees.Conflict.
func (e *ConflictError) Kind() trees.ErrorKind { return trees.Conflict }

// Place returns "edit".
func (e *ConflictError) Place() string { return "edit" }

// Reason returns Message.
func (e *ConflictError) Reason() string { return e.Message }

// A DamagedError reports that a saved tree, or a value of a feature, cannot be read. It does not unwrap to
// Err, since damage in the store is not an error of the request.
type DamagedError struct {
	ID       ID
	Value    bool // it is a value of a feature, and ID is its key
	Revision int  // the first revision that cannot be read
	Err      error

	// If the newest revision is lost:
	Newest   int // the newest revision that was acknowledged; else 0
	Readable int // the newest revision that can be read; 0 if none can
}

func (e *DamagedError) Error() string {
	if e.Value {
		return describeValue(string(e.ID)) + " cannot be read: " + e.Err.Error() + ": the store is damaged"
	}
	what := fmt.Sprintf("revision %d of the %s %s cannot be read: %v", e.Revision, e.noun(), e.ID, e.Err)
	switch {
	case e.Newest == 0:
		return what
	case e.Readable == 0:
		return what + fmt.Sprintf("; the %s had %d, and none can be read: the store is damaged", e.noun(), e.Newest)
	}
	return what + fmt.Sprintf("; the tree had %d, and revision %d is the newest that can be read: the store is damaged", e.Newest, e.Readable)
}

func (e *DamagedError) noun() string {
	return Damage{ID: e.ID, Value: e.Value}.What()
}

// Kind returns trees.Unavailable: it was acknowledged, and may be restored.
func (e *DamagedError) Kind() trees.ErrorKind { return trees.Unavailable }

// Place returns "saved".
func (e *DamagedError) Place() string { return "saved" }

// Reason returns the whole text, and what can be done about the damage.
func (e *DamagedError) Reason() string {
	if e.Newest == 0 {
		return e.Error()
	}
	if e.Value {
		return e.Error() + ". It was stored here. Whoever runs this server can restore it, if there is a backup"
	}
	return e.Error() + ". The tree was kept here. Whoever runs this server can restore it, from a backup if there is one"
}

// errMissing is the Err of a DamagedError for a record that does not exist.
var errMissing = errors.New("it is not in the store any more")
