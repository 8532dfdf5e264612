package treestore

import (
	"fmt"

	"espalier/trees"
)

// All errors in this file implement trees.KindError. Their place is the part of the request
// that is wrong.

// A kindError is an error of a fixed kind and place.
type kindError struct {
	kind          trees.ErrorKind
	place, reason string
}

func (e *kindError) Error() string         { return e.reason }
func (e *kindError) Kind() trees.ErrorKind { return e.kind }
func (e *kindError) Place() string         { return e.place }
func (e *kindError) Reason() string        { return e.reason }

// ErrNotFound reports that a tree, or a revision of a tree, does not exist.
var ErrNotFound error = &kindError{trees.NotFound, "saved", "there is no such tree: it was never stored here, or it has been deleted"}

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
