package problem

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"espalier/trees"
)

// A Problem is an RFC 9457 document: what went wrong, where, and what would be
// right. Error pages show the same text.
type Problem struct {
	Title  string  `json:"title"`
	Status int     `json:"status"`
	Detail string  `json:"detail"`
	Errors []Fault `json:"errors"`

	After time.Duration `json:"-"` // when the request can be sent again; 0: as its status says
}

// A Fault is one place that is wrong.
type Fault struct {
	Path    string `json:"path"`
	Message string `json:"message"`
	Offer   string `json:"offer,omitempty"` // a change with which it can be taken
	Lines   int    `json:"lines,omitempty"` // how many lines that is about
	Line    int    `json:"line,omitempty"`  // of a text, from 1, and the column in it
	Column  int    `json:"column,omitempty"`
}

// An Error is a request that cannot be served, with its status.
type Error struct {
	Status  int
	Path    string
	Message string
}

func (e *Error) Error() string { return e.Path + ": " + e.Message }

// Kind returns the kind that has the status, or InvalidInput if none has it, as
// 403.
func (e *Error) Kind() trees.ErrorKind {
	if kind, ok := kindOf[e.Status]; ok {
		return kind
	}
	return trees.InvalidInput
}

// Place returns Path.
func (e *Error) Place() string { return e.Path }

// Reason returns Message.
func (e *Error) Reason() string { return e.Message }

// A LaterError is an error of a request that can be sent again after a time.
type LaterError struct {
	Problem Error
	After   time.Duration
}

func (e *LaterError) Error() string { return e.Problem.Error() }
func (e *LaterError) Unwrap() error { return &e.Problem }

// An OfferError is an error of a request that can be taken with a change of it.
type OfferError struct {
	Problem Error
	Offer   string
	Lines   int // how many lines that is about; 0: none
}

func (e *OfferError) Error() string { return e.Problem.Error() }
func (e *OfferError) Unwrap() error { return &e.Problem }

// A TextError is a text of a request that is wrong at some places.
type TextError struct {
	Path   string
	Faults []Fault // at least one; their paths are not used
}

func (e *TextError) Error() string {
	return fmt.Sprintf("line %d: %s", e.Faults[0].Line, e.Faults[0].Message)
}

func (e *TextError) problem() Problem {
	p := New(http.StatusUnprocessableEntity, e.Path, e.Error())
	p.Errors = e.Faults
	for i := range p.Errors {
		p.Errors[i].Path = e.Path
	}
	return p
}

// A NotedError is an error with a note for the client, which follows its text.
type NotedError struct {
	Err  error
	Note string
}

func (e *NotedError) Error() string { return e.Err.Error() + e.Note }
func (e *NotedError) Unwrap() error { return e.Err }

// Malformed returns the error of a body that is not in its format.
func Malformed(path, format string, args ...any) error {
	return &Error{http.StatusBadRequest, path, fmt.Sprintf(format, args...)}
}

// Refused returns the error of a body that can be read, but is not allowed.
func Refused(path, format string, args ...any) error {
	return &Error{http.StatusUnprocessableEntity, path, fmt.Sprintf(format, args...)}
}

// OverLimit returns the error of something that is larger than its limit.
func OverLimit(path, format string, args ...any) error {
	return &Error{http.StatusRequestEntityTooLarge, path, fmt.Sprintf(format, args...)}
}

// Under adds the path of what a part belongs to to the error of the part.
func Under(path string, err error) error {
	var e *Error
	if errors.As(err, &e) {
		return &Error{e.Status, JoinPath(path, e.Path), e.Message}
	}
	return err
}

// ErrStopping reports that the server is shutting down.
var ErrStopping error = stoppingError{}

type stoppingError struct{}

func (stoppingError) Error() string         { return "the server is shutting down; try again in a moment" }
func (stoppingError) Kind() trees.ErrorKind { return trees.Unavailable }
func (stoppingError) Place() string         { return "" }
func (e stoppingError) Reason() string      { return e.Error() }

// statusOf is the status of each kind of error.
var statusOf = [trees.ErrorKindCount]int{
	trees.InternalError:  http.StatusInternalServerError,
	trees.MalformedInput: http.StatusBadRequest,
	trees.InvalidInput:   http.StatusUnprocessableEntity,
	trees.InputTooLarge:  http.StatusRequestEntityTooLarge,
	trees.NotApplicable:  http.StatusUnprocessableEntity,
	trees.LimitReached:   http.StatusUnprocessableEntity,
	trees.NotFound:       http.StatusNotFound,
	trees.Conflict:       http.StatusConflict,
	trees.StorageFull:    http.StatusInsufficientStorage,
	trees.Unavailable:    http.StatusServiceUnavailable,
	trees.TimedOut:       http.StatusServiceUnavailable,
	trees.Cancelled:      http.StatusInternalServerError,
}

// kindOf is the first kind that has a status.
var kindOf = func() map[int]trees.ErrorKind {
	kinds := map[int]trees.ErrorKind{}
	for kind, status := range statusOf {
		if _, found := kinds[status]; !found {
			kinds[status] = trees.ErrorKind(kind)
		}
	}
	return kinds
}()

var titles = map[int]string{
	http.StatusBadRequest:            "Malformed request",
	http.StatusForbidden:             "Refused",
	http.StatusNotFound:              "Not found",
	http.StatusConflict:              "Conflict",
	http.StatusInsufficientStorage:   "The library is full",
	http.StatusMethodNotAllowed:      "Method not allowed",
	http.StatusRequestEntityTooLarge: "Over a limit",
	http.StatusUnprocessableEntity:   "Refused",
	http.StatusServiceUnavailable:    "Not available now",
	http.StatusTooManyRequests:       "Too many requests",
	http.StatusInternalServerError:   "Internal error",
}

// New returns the problem of a status, with one fault. An empty path means the
// whole request.
func New(status int, path, message string) Problem {
	title := titles[status]
	if title == "" {
		title = http.StatusText(status)
	}
	detail := message
	if path != "" {
		detail = path + ": " + message
	}
	return Problem{Title: title, Status: status, Detail: detail, Errors: []Fault{{Path: path, Message: message}}}
}

// Of returns the problem of any error. The text of an error without a kind is
// for the log, not for the client.
func Of(err error) Problem {
	var tooLarge *http.MaxBytesError
	var own *Error
	var later *LaterError
	var offered *OfferError
	var noted *NotedError
	var text *TextError
	switch {
	case errors.As(err, &noted):
		p := Of(noted.Err)
		p.Detail += noted.Note
		return p
	case errors.As(err, &offered):
		p := New(offered.Problem.Status, offered.Problem.Path, offered.Problem.Message)
		p.Errors[0].Offer, p.Errors[0].Lines = offered.Offer, offered.Lines
		return p
	case errors.As(err, &text):
		return text.problem()
	case errors.As(err, &later):
		p := New(later.Problem.Status, later.Problem.Path, later.Problem.Message)
		p.After = later.After
		return p
	case errors.As(err, &own): // its status may have no kind
		return New(own.Status, own.Path, own.Message)
	case errors.As(err, &tooLarge):
		return New(http.StatusRequestEntityTooLarge, "body",
			fmt.Sprintf("the body is larger than %d bytes, the limit of a request", tooLarge.Limit))
	}
	kind, place, reason := trees.Classify(err)
	switch {
	case reason != "":
	case kind == trees.TimedOut:
		reason = "this took longer than it may; try again in a moment"
	default:
		reason = "the server made an error; it has been logged"
	}
	p := New(statusOf[kind], place, reason)
	var read *trees.Error
	if errors.As(err, &read) {
		p.Errors[0].Offer = read.Offer
	}
	return p
}

// Message returns what is wrong, without the place.
func Message(err error) string { return Of(err).Errors[0].Message }

// Write sends the problem as the answer.
func (p Problem) Write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	if p.After > 0 {
		SetRetryTime(h, p.After)
	}
	if p.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", "Bearer")
	}
	SetRetryAfter(h, p.Status)
	w.WriteHeader(p.Status)
	json.NewEncoder(w).Encode(p)
}

// SetRetryTime says when a request can be sent again.
func SetRetryTime(h http.Header, after time.Duration) {
	h.Set("Retry-After", strconv.FormatInt(int64(max(1, (after+time.Second-1)/time.Second)), 10))
}

// SetRetryAfter says in how many seconds a request can be sent again, where its
// status means that and the header does not say it yet.
func SetRetryAfter(h http.Header, status int) {
	if h.Get("Retry-After") != "" {
		return
	}
	switch status {
	case http.StatusServiceUnavailable:
		h.Set("Retry-After", "1")
	case http.StatusTooManyRequests:
		h.Set("Retry-After", "5")
	}
}
