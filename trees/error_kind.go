package trees

import (
	"context"
	"errors"
)

// An ErrorKind is the class of an error. It shows who caused the error, and whether a
// retry can succeed. Every package may use the kinds for its own errors.
type ErrorKind uint8

const (
	InternalError  ErrorKind = iota // an error in the program; its text is only for the log
	MalformedInput                  // the input cannot be read at all
	InvalidInput                    // the input can be read, but is not allowed
	InputTooLarge                   // the input is over a limit of size or number
	NotApplicable                   // the needs of an algorithm are not met, or it does not support an option
	LimitReached                    // the work was stopped at a limit
	NotFound                        // an object that the input refers to does not exist
	Conflict                        // another user has changed the same data
	StorageFull                     // there is no room to save it
	Unavailable                     // not possible now; a later attempt may succeed
	TimedOut                        // the time allowed was not enough
	Cancelled                       // the caller gave up

	ErrorKindCount = iota // number of kinds
)

// A KindError is an error that can be shown to the user who caused it.
type KindError interface {
	error
	Kind() ErrorKind
	// Place is the part of the input with the error, such as
	// "root.children[1].value" or "options.depth"; "" for the whole of it.
	Place() string
	// Reason is the text without the place: the error and a correct value.
	Reason() string
}

// Classify returns the kind of an error, and the place and reason to show, from
// the first KindError in its chain. The errors of contexts are Cancelled and
// TimedOut, any other error is an InternalError; these have no place and no
// reason.
func Classify(err error) (kind ErrorKind, place, reason string) {
	var e KindError
	switch {
	case errors.As(err, &e):
		return e.Kind(), e.Place(), e.Reason()
	case errors.Is(err, context.DeadlineExceeded):
		return TimedOut, "", ""
	case errors.Is(err, context.Canceled):
		return Cancelled, "", ""
	}
	return InternalError, "", ""
}

// Kind returns InputTooLarge if the input is over a limit, else InvalidInput.
func (e *Error) Kind() ErrorKind {
	if e.OverLimit {
		return InputTooLarge
	}
	return InvalidInput
}

// Place returns Path.
func (e *Error) Place() string { return e.Path }

// Reason returns Message.
func (e *Error) Reason() string { return e.Message }

// Kind returns Conflict.
func (e *ConflictError) Kind() ErrorKind { return Conflict }

// Place returns "edit", the part of a request that cannot be merged.
func (e *ConflictError) Place() string { return "edit" }

// Reason returns Message.
func (e *ConflictError) Reason() string { return e.Message }
