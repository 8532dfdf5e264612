package assign

import (
	"net/http"
	"time"

	"espalier/web/problem"
)

// This file says when an assignment is open, and for whom.

// ends returns when the assignment closes for a student, in ms; nil: never. For nil as the student it is the
// moment at which it has closed for everybody.
func (a *assignment) ends(r *record) *int64 {
	switch {
	case a.Closes == nil:
		return nil
	case r != nil && r.Closes != nil:
		return r.Closes
	case r == nil && a.Extended != nil && *a.Extended > *a.Closes:
		return a.Extended
	}
	return a.Closes
}

// closed reports whether a student can answer no more since the assignment has closed. One that marks late
// answers does not close. For nil as the student it reports whether it is closed for everybody.
func (a *assignment) closed(r *record, now time.Time) bool {
	ends := a.ends(r)
	return a.Late != lateMarked && ends != nil && now.UnixMilli() > *ends
}

// isLate reports whether an answer that was given at a time in ms is late; 0: it was not noted when.
func (a *assignment) isLate(r *record, at int64) bool {
	ends := a.ends(r)
	return ends != nil && at > *ends
}

// opened reports whether the assignment has opened.
func (a *assignment) opened(now time.Time) bool { return a.Opens == nil || now.UnixMilli() >= *a.Opens }

func inUTC(ms int64) string { return time.UnixMilli(ms).UTC().Format("2 January 2006 at 15:04 UTC") }

func closedError(a *assignment, r *record) error {
	return &problem.Error{Status: http.StatusForbidden, Path: "closes", Message: "the assignment closed on " + inUTC(*a.ends(r)) + "; no more answers are accepted"}
}

func notOpenError(a *assignment) error {
	return &problem.Error{Status: http.StatusForbidden, Path: "opens", Message: "the assignment opens on " + inUTC(*a.Opens)}
}
