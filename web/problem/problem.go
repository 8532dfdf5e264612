package problem

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"espalier/search"
	"espalier/trees"
	"espalier/web/library"
)

// A Problem is an RFC 9457 document: what went wrong, where, and what would
// be right. The page shows the same words.
type Problem struct {
	Title  string  `json:"title"`
	Status int     `json:"status"`
	Detail string  `json:"detail"`
	Errors []Fault `json:"errors"`
}

// A Fault is one place that is wrong.
type Fault struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// An Error is a request that cannot be served, with its status.
type Error struct {
	Status  int
	Path    string
	Message string
}

func (e *Error) Error() string { return e.Path + ": " + e.Message }

// Malformed is a body that is not what its format says.
func Malformed(path, format string, args ...any) error {
	return &Error{http.StatusBadRequest, path, fmt.Sprintf(format, args...)}
}

// Refused is a well-formed body that asks for what cannot be.
func Refused(path, format string, args ...any) error {
	return &Error{http.StatusUnprocessableEntity, path, fmt.Sprintf(format, args...)}
}

var ErrStopping = errors.New("the server is shutting down; try again in a moment")

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
	http.StatusInternalServerError:   "Internal error",
}

func New(status int, path, message string) Problem {
	title := titles[status]
	if title == "" {
		title = http.StatusText(status)
	}
	detail := message
	if path != "" {
		detail = path + ": " + message
	}
	return Problem{title, status, detail, []Fault{{path, message}}}
}

// Of words any error of the rooms below. An error that nothing below
// explains is ours: what it says goes to the log, not to the client.
func Of(err error) Problem {
	var (
		input   *Error
		query   *QueryError
		tree    *trees.Error
		refusal *search.RefusedError
		unknown *search.UnknownLeafError
		limit   *search.LimitError
		large   *http.MaxBytesError
		stands  *library.ConflictError
		spelled *library.SpellingError
		away    *library.UnavailableError
		damaged *library.DamagedError
		later   *library.NoRevisionError
	)
	switch {
	case errors.As(err, &input):
		return New(input.Status, input.Path, input.Message)
	case errors.As(err, &query):
		return New(http.StatusUnprocessableEntity, query.Name, query.Message)
	case errors.As(err, &tree):
		status := http.StatusUnprocessableEntity
		if tree.Limit {
			status = http.StatusRequestEntityTooLarge
		}
		return New(status, tree.Path, tree.Message)
	case errors.As(err, &refusal):
		return New(http.StatusUnprocessableEntity, refusal.Path, refusal.Message)
	case errors.As(err, &unknown):
		return New(http.StatusUnprocessableEntity, fmt.Sprintf("values.%d", unknown.Node), unknown.Error())
	case errors.As(err, &limit):
		return New(http.StatusUnprocessableEntity, "algorithm", limit.Message)
	case errors.As(err, &large):
		return New(http.StatusRequestEntityTooLarge, "body",
			fmt.Sprintf("the body is larger than %d bytes, the limit of a request", large.Limit))
	case errors.As(err, &stands):
		return New(http.StatusConflict, "edit", stands.Message)
	case errors.As(err, &spelled):
		return New(http.StatusNotFound, "saved", spelled.Message)
	case errors.As(err, &later):
		return New(http.StatusNotFound, "revision", later.Error())
	case errors.Is(err, library.ErrNotFound):
		return New(http.StatusNotFound, "saved", err.Error())
	case errors.Is(err, library.ErrFull):
		return New(http.StatusInsufficientStorage, "library", err.Error())
	case errors.As(err, &away):
		return New(http.StatusServiceUnavailable, "library", away.Error())
	case errors.As(err, &damaged):
		return New(http.StatusInternalServerError, "saved", damaged.Error())
	case errors.Is(err, context.DeadlineExceeded):
		return New(http.StatusServiceUnavailable, "", "this took longer than it may; try again in a moment")
	case errors.Is(err, ErrStopping):
		return New(http.StatusServiceUnavailable, "", ErrStopping.Error())
	}
	return New(http.StatusInternalServerError, "", "the server made an error; it has been logged")
}

func (p Problem) Write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	if p.Status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "1")
	}
	w.WriteHeader(p.Status)
	json.NewEncoder(w).Encode(p)
}
